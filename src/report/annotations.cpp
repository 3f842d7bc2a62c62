#include "report/annotations.hpp"

#include <fmt/format.h>

#include <string_view>

#include "report/cell.hpp"
#include "report/words.hpp"
#include "support/source_path.hpp"

namespace heddle::report {
namespace {

/// What would end the value, as GitHub's runner decodes it. In the message only `%` and line ends
/// mean something.
std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    if (special) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string property(const char* name, const std::string& value) {
  return fmt::format("{}={}", name, escaped(printable(value), true));
}

/// `message` may have several lines.
std::string command(const char* level, const std::vector<std::string>& properties,
                    const std::string& message) {
  return fmt::format("::{} {}::{}\n", level, joined(properties, ","), escaped(message, false));
}

std::string annotation(const Checked& test, const ErrorResult& error, const std::string& root) {
  std::vector<std::string> properties;
  if (!error.file.empty()) {
    properties.push_back(property("file", support::below(root, error.file)));
    if (error.line > 0) properties.push_back(property("line", std::to_string(error.line)));
  }
  properties.push_back(
      property("title", fmt::format("Heddle: {} in {}", name(error.kind), test.test)));
  std::string message = printable(error.reason);
  if (!error.trace_file.empty()) {
    message += "\nReplay it: heddle replay " + printable(error.trace_file);
  }
  return command("error", properties, message);
}

std::string note(const char* level, const Checked& test, const std::string& what,
                 const std::string& message) {
  return command(level, {property("title", fmt::format("Heddle: {} {}", test.test, what))},
                 printable(message));
}

}  // namespace

std::string to_annotations(std::span<const Checked> tests, const std::string& root) {
  std::string out;
  for (const Checked& test : tests) {
    for (const ErrorResult& error : test.result.errors) out += annotation(test, error, root);
    switch (test.state) {
      case Checked::State::kSkipped:
        break;
      case Checked::State::kUnchecked:
        out += note("error", test, "was not checked", test.problem);
        break;
      case Checked::State::kChecked:
        if (test.is_cut_off()) {
          out += note("warning", test, "was cut off", why_cut_off(test.result));
        }
        break;
    }
  }
  return out;
}

}  // namespace heddle::report
