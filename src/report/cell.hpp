// Cells: text of the checked program as it may stand in a line of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::report {

/// One line without surprises: control characters, also those hidden in UTF-8, and bytes that are
/// not UTF-8 are written as escapes (`\n`, `\x1b`).
std::string printable(std::string_view text);

/// Number of characters (code points) of UTF-8 text.
std::size_t length(std::string_view text);

/// At most `width` characters, the last three of them dots if something was left out.
std::string shorten(const std::string& text, std::size_t width);

/// Filled with blanks on the right.
std::string pad(std::string text, std::size_t width);

}  // namespace heddle::report
