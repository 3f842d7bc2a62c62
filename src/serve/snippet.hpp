// What is in the editor, and the name of the file that a compiler wants it to have.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heddle::serve {

enum class Language { kErlang, kElixir, kCpp };

std::optional<Language> language_named(std::string_view name);
std::string_view name_of(Language language);

/// By the extension: .erl, .ex, .exs, .cpp.
std::optional<Language> language_of_file(std::string_view file);

/// A file name without any folder. Erlang wants that of the module; the user's `name` gives no more
/// than the extension .exs.
std::string file_name(Language language, std::string_view name, std::string_view source);

}  // namespace heddle::serve
