#include "story/assertion_words.hpp"

#include <fmt/format.h>

namespace heddle::story {
namespace {

// What stands between `begin` and the next `end`.
std::optional<std::string_view> between(std::string_view text, std::string_view begin,
                                        std::string_view end) {
  const std::size_t from = text.find(begin);
  if (from == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(from + begin.size());
  const std::size_t to = rest.find(end);
  if (to == std::string_view::npos) return std::nullopt;
  return rest.substr(0, to);
}

// The preprocessor writes blanks between all tokens.
std::string tidy(std::string_view tokens) {
  std::string out;
  for (const char c : tokens) {
    const bool closes = c == ')' || c == ',' || c == '(' || c == ']' || c == '}';
    if (closes && !out.empty() && out.back() == ' ') out.pop_back();
    const bool opened =
        !out.empty() && (out.back() == '(' || out.back() == '[' || out.back() == '{');
    if (c == ' ' && opened) continue;
    out += c;
  }
  return out;
}

}  // namespace

std::optional<std::string> assertion_in_words(std::string_view message) {
  constexpr std::string_view kExits = " exits with {assert";
  const std::size_t at = message.find(kExits);
  if (at == std::string_view::npos) return std::nullopt;
  // The value comes last, and may have the same brackets in it.
  const std::size_t end = message.rfind("}]}");
  if (end == std::string_view::npos || end < at) return std::nullopt;
  const std::string_view reason = message.substr(at, end - at);
  const auto expression = between(reason, "{expression,\"", "\"}");
  constexpr std::string_view kValue = "},{value,";
  const std::size_t last = reason.find(kValue);
  if (!expression || last == std::string_view::npos) return std::nullopt;
  const std::string_view value = reason.substr(last + kValue.size());
  const std::string said =
      fmt::format("{}: {} gives {}", message.substr(0, at), tidy(*expression), value);
  if (const auto pattern = between(reason, "{pattern,\"", "\"}")) {
    return fmt::format("{}, which does not match {}", said, tidy(*pattern));
  }
  const auto expected = between(reason, "{expected,", kValue);
  return expected ? fmt::format("{}, not {}", said, *expected) : said;
}

}  // namespace heddle::story
