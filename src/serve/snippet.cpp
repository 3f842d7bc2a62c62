#include "serve/snippet.hpp"

#include <algorithm>
#include <cctype>

namespace heddle::serve {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view without_space(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
    text.remove_prefix(1);
  }
  return text;
}

// The name in -module(name). at the beginning of a line; empty if there is none that may be the
// name of a file.
std::string erlang_module(std::string_view source) {
  for (std::string_view rest = source; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    std::string_view line = without_space(rest.substr(0, end));
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
    if (!line.starts_with('-')) continue;
    line = without_space(line.substr(1));
    if (!line.starts_with("module")) continue;
    line = without_space(line.substr(6));
    if (!line.starts_with('(')) continue;
    line = without_space(line.substr(1));
    const auto stop = std::find_if_not(line.begin(), line.end(), in_word);
    const std::string name(line.begin(), stop);
    const bool fits = !name.empty() && name.size() <= 100 &&
                      std::islower(static_cast<unsigned char>(name.front())) != 0;
    return fits ? name : "";
  }
  return "";
}

}  // namespace

std::optional<Language> language_named(std::string_view name) {
  if (name == "erlang") return Language::kErlang;
  if (name == "elixir") return Language::kElixir;
  if (name == "cpp") return Language::kCpp;
  return std::nullopt;
}

std::string_view name_of(Language language) {
  switch (language) {
    case Language::kErlang:
      return "erlang";
    case Language::kElixir:
      return "elixir";
    case Language::kCpp:
      return "cpp";
  }
  return "";
}

std::optional<Language> language_of_file(std::string_view file) {
  if (file.ends_with(".erl")) return Language::kErlang;
  if (file.ends_with(".ex") || file.ends_with(".exs")) return Language::kElixir;
  if (file.ends_with(".cpp")) return Language::kCpp;
  return std::nullopt;
}

std::string file_name(Language language, std::string_view name, std::string_view source) {
  switch (language) {
    case Language::kErlang: {
      const std::string module = erlang_module(source);
      return (module.empty() ? "snippet" : module) + ".erl";
    }
    case Language::kElixir:
      return name.ends_with(".exs") ? "snippet.exs" : "snippet.ex";
    case Language::kCpp:
      return "snippet.cpp";
  }
  return "snippet";
}

}  // namespace heddle::serve
