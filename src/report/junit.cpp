#include "report/junit.hpp"

#include <fmt/format.h>

#include <string_view>

#include "report/cell.hpp"
#include "support/source_path.hpp"

namespace heddle::report {
namespace {

/// One line as XML text or the value of an attribute.
std::string escaped(std::string_view line) {
  std::string out;
  const std::string safe = printable(line);
  for (std::size_t i = 0; i < safe.size(); ++i) {
    const std::string_view rest = std::string_view(safe).substr(i);
    // U+FFFE and U+FFFF are the only characters left that XML does not have.
    if (rest.starts_with("\xef\xbf\xbe") || rest.starts_with("\xef\xbf\xbf")) {
      out += fmt::format("\\xef\\xbf\\x{:02x}", static_cast<unsigned char>(rest[2]));
      i += 2;
      continue;
    }
    switch (safe[i]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += safe[i];
    }
  }
  return out;
}

std::string escaped_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out += escaped(text.substr(0, end));
    if (end == std::string_view::npos) break;
    out += '\n';
    text.remove_prefix(end + 1);
  }
  return out;
}

using State = Checked::State;

bool is_unchecked(const Checked& test) {
  return !test.has_error() && test.state == State::kUnchecked;
}
bool is_skipped(const Checked& test) {
  return !test.has_error() && (test.state == State::kSkipped || test.is_cut_off());
}

// An empty element is written as one, as others do.
std::string element(const std::string& name, const std::string& attributes,
                    const std::string& text) {
  const std::string begin = fmt::format("      <{}{}", name, attributes);
  if (text.empty()) return begin + "/>\n";
  return fmt::format("{}>{}</{}>\n", begin, escaped_lines(text), name);
}

std::string attributes(const std::string& message, const char* type) {
  return fmt::format(R"( message="{}" type="{}")", escaped(message), type);
}

// What a reader of the result sees besides its name; empty for a test that has nothing to say.
std::string content(const Checked& test) {
  if (test.has_error()) {
    const ErrorResult error =
        test.result.errors.empty() ? ErrorResult{} : test.result.errors.front();
    return element("failure", attributes(error.reason, name(error.kind)), test.text);
  }
  if (is_unchecked(test)) {
    return element("error", attributes(test.problem, "unchecked"), test.problem);
  }
  std::string out;
  if (is_skipped(test)) {
    const std::string why = test.state == State::kSkipped ? test.problem : why_cut_off(test.result);
    out = element("skipped", fmt::format(R"( message="{}")", escaped(why)), "");
  }
  return test.text.empty() ? out : out + element("system-out", "", test.text);
}

std::string test_case(const Checked& test) {
  const std::string module = test.test.substr(0, test.test.find(':'));
  std::string out = fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.3f}")",
                                escaped(module), escaped(test.test), test.result.seconds);
  if (test.has_error() && !test.result.errors.empty()) {
    const ErrorResult& error = test.result.errors.front();
    if (!error.file.empty()) {
      out += fmt::format(R"( file="{}")", escaped(support::below(".", error.file)));
    }
    if (error.line > 0) out += fmt::format(R"( line="{}")", error.line);
  }
  const std::string inside = content(test);
  if (inside.empty()) return out + "/>\n";
  return out + ">\n" + inside + "    </testcase>\n";
}

}  // namespace

std::string to_junit(std::span<const Checked> tests) {
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skips = 0;
  double seconds = 0;
  std::string cases;
  for (const Checked& test : tests) {
    failures += test.has_error() ? 1 : 0;
    errors += is_unchecked(test) ? 1 : 0;
    skips += is_skipped(test) ? 1 : 0;
    seconds += test.result.seconds;
    cases += test_case(test);
  }
  const std::string counts =
      fmt::format(R"(tests="{}" failures="{}" errors="{}")", tests.size(), failures, errors);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"heddle\" {0} time=\"{2:.3f}\">\n"
      "  <testsuite name=\"heddle\" {0} skipped=\"{1}\" time=\"{2:.3f}\">\n"
      "{3}"
      "  </testsuite>\n"
      "</testsuites>\n",
      counts, skips, seconds, cases);
}

}  // namespace heddle::report
