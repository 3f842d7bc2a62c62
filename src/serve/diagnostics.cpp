#include "serve/diagnostics.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace heddle::serve {
namespace {

constexpr std::size_t kMost = 100;

std::size_t take_number(std::string_view& text) {
  std::size_t value = 0;
  while (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0 &&
         value < 100'000'000) {
    value = value * 10 + static_cast<std::size_t>(text.front() - '0');
    text.remove_prefix(1);
  }
  return value;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Whether what stands before a file name may: nothing, a folder, "** (SyntaxError) ", "  ".
bool begins_word(std::string_view before) {
  return before.empty() || before.back() == ' ' || before.back() == '/' || before.back() == '(';
}

}  // namespace

std::vector<Diagnostic> diagnostics(std::string_view text, std::string_view file) {
  std::vector<Diagnostic> all;
  std::string_view before;     // Elixir names the place of a warning below its text
  std::string_view exception;  // and that of an exception by the stack below it: "** (Error) text"
  std::optional<Diagnostic> instantiated;  // by the program, from a template that has an error
  for (std::string_view rest = text; !rest.empty() && all.size() < kMost;) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
    const std::string_view above = before;
    if (line.find_first_not_of(' ') != std::string_view::npos) before = line;
    if (line.starts_with("** (")) exception = line.substr(3);
    const std::size_t at = line.find(file);
    if (at == std::string_view::npos || !begins_word(line.substr(0, at))) {
      constexpr std::string_view kError = ": error: ";
      const std::size_t error = line.find(kError);
      if (!instantiated || error == std::string_view::npos) continue;
      instantiated->message = std::string(line.substr(error + kError.size()));
      all.push_back(*std::exchange(instantiated, std::nullopt));
      continue;
    }
    std::string_view after = line.substr(at + file.size());
    if (!take(after, ":")) continue;
    Diagnostic found;
    found.line = take_number(after);
    if (found.line == 0) continue;
    if (std::string_view column = after; take(column, ":")) {
      found.column = take_number(column);
      if (found.column != 0) after = column;
    }
    if (at > 0 && !exception.empty() && line.find_first_not_of(' ') == at) {
      // Who called whom is not the message; the innermost place in the program is its place.
      found.message = std::string(std::exchange(exception, {}));
      all.push_back(std::move(found));
      continue;
    }
    const bool below = at > 0 && line.find_first_not_of(' ') == at &&
                       (above.starts_with("warning: ") || above.starts_with("error: "));
    if (!below && take(after, ": ")) {
      found.warning = take(after, "Warning: ") || take(after, "warning: ");
      take(after, "error: ");
      take(after, "fatal error: ");
      if (after.starts_with("note: ")) continue;
      if (after.find("required from here") != std::string_view::npos) {
        instantiated = found;
        continue;
      }
      found.message = std::string(after);
      if (line.starts_with("** (")) exception = {};  // it has its place
    } else {
      std::string_view words = above.substr(std::min(above.find_first_not_of(' '), above.size()));
      found.warning = take(words, "warning: ");
      take(words, "error: ");
      found.message = std::string(words);
    }
    if (found.message.empty()) continue;
    if (std::find(all.begin(), all.end(), found) == all.end()) all.push_back(std::move(found));
  }
  return all;
}

}  // namespace heddle::serve
