#include "explore/step_words.hpp"

#include <fmt/format.h>

#include <cctype>
#include <string_view>

namespace heddle::explore {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

/// Where digits (`accepts`) that begin at `from` end.
std::size_t skip(std::string_view text, std::size_t from, bool (*accepts)(char)) {
  while (from < text.size() && accepts(text[from])) ++from;
  return from;
}

/// The end of what begins at `at` and means nothing in another version of the program; `at` if it
/// means something.
std::size_t end_of_place(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  // Of a stack trace: [{file,"a.erl"},{line,7}].
  constexpr std::string_view kFile = "[{file,\"";
  if (rest.starts_with(kFile)) {
    const std::size_t end = text.find("\"},{line,", at + kFile.size());
    if (end == std::string_view::npos) return at;
    const std::size_t after = skip(text, end + std::string_view("\"},{line,").size(), is_digit);
    return text.substr(after).starts_with("}]") ? after + 2 : at;
  }
  // #Fun<module.index.unique>: the last is a hash of the whole module.
  if (rest.starts_with("#Fun<")) {
    const std::size_t end = text.find('>', at);
    return end == std::string_view::npos ? at : end + 1;
  }
  // The name of a fun's function, '-test/0-fun-1-': its number counts the funs before it.
  if (constexpr std::string_view kFun = "-fun-"; rest.starts_with(kFun)) {
    const std::size_t end = skip(text, at + kFun.size(), is_digit);
    return end < text.size() && text[end] == '-' ? end : at;
  }
  // An address. Short ones are numbers that somebody wrote.
  constexpr std::size_t kAddress = 6;
  if (rest.starts_with("0x")) {
    const std::size_t end = skip(text, at + 2, is_hex);
    return end - at - 2 >= kAddress ? end : at;
  }
  return at;
}

std::string without_places(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_place(text, at);
    if (end > at) {
      out += "<place>";
      at = end;
    } else {
      out += text[at++];
    }
  }
  return out;
}

/// A receive did what its message says; its patterns may be written in another way.
std::string without_patterns(const core::StepText& text) {
  std::string operation = text.operation;
  if (text.constraint.empty()) return operation;
  const std::size_t at = operation.find(text.constraint);
  if (at != std::string::npos) operation.erase(at, text.constraint.size());
  return operation;
}

}  // namespace

std::string deed(const core::StepText& text) {
  const bool said = text.value.empty() || text.operation.find(text.value) != std::string::npos;
  return said ? text.operation : fmt::format("{} -> {}", text.operation, text.value);
}

bool same_deed(const core::StepText& a, const core::StepText& b) {
  if (a.value != b.value && without_places(a.value) != without_places(b.value)) return false;
  if (a.operation == b.operation) return true;
  return without_places(without_patterns(a)) == without_places(without_patterns(b));
}

}  // namespace heddle::explore
