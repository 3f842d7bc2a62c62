#include "report/junit.hpp"

#include <fmt/format.h>

#include <string_view>

#include "report/cell.hpp"

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

bool failed(const Checked& test) { return test.result.verdict.answer == core::Answer::kError; }
bool skipped(const Checked& test) {
  return !failed(test) && test.result.verdict.answer != core::Answer::kVerified;
}

/// "inconclusive (time limit 10 s)"
std::string why_skipped(const Checked& test) {
  std::string out = core::words(test.result.verdict, test.result.interleavings);
  for (const core::CutOff& cut : test.result.verdict.cut_off) {
    if (out.find(cut.what) == std::string::npos) out += "; cut off by " + cut.what;
  }
  return out;
}

std::string test_case(const Checked& test) {
  const std::string module = test.test.substr(0, test.test.find(':'));
  std::string out = fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.3f}")",
                                escaped(module), escaped(test.test), test.result.seconds);
  if (skipped(test)) {
    return out + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                             escaped(why_skipped(test)));
  }
  if (!failed(test)) return out + "/>\n";
  const ErrorResult error = test.result.errors.empty() ? ErrorResult{} : test.result.errors.front();
  if (!error.file.empty()) out += fmt::format(R"( file="{}")", escaped(error.file));
  if (error.line > 0) out += fmt::format(R"( line="{}")", error.line);
  return out + fmt::format(
                   ">\n      <failure message=\"{}\" type=\"{}\">{}</failure>\n"
                   "    </testcase>\n",
                   escaped(error.reason), name(error.kind), escaped_lines(test.text));
}

}  // namespace

std::string to_junit(std::span<const Checked> tests) {
  std::size_t failures = 0;
  std::size_t skips = 0;
  double seconds = 0;
  std::string cases;
  for (const Checked& test : tests) {
    failures += failed(test) ? 1 : 0;
    skips += skipped(test) ? 1 : 0;
    seconds += test.result.seconds;
    cases += test_case(test);
  }
  const std::string counts =
      fmt::format(R"(tests="{}" failures="{}" errors="0")", tests.size(), failures);
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
