// Cells: text of the checked program as it may stand in a line of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "support/printable.hpp"

namespace heddle::report {

using support::printable;

/// Number of characters (code points) of UTF-8 text.
std::size_t length(std::string_view text);

/// At most `width` characters, the last three of them dots if something was left out.
std::string shorten(const std::string& text, std::size_t width);

/// Filled with blanks on the right.
std::string pad(std::string text, std::size_t width);

}  // namespace heddle::report
