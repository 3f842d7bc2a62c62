// Text in UTF-8 and Latin-1, by OTP's rules: no surrogates, nothing above U+10FFFF, only the
// shortest form of a character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::beam {

/// The number of characters; none if it is not UTF-8.
std::optional<std::size_t> utf8_length(std::string_view text);
/// Adds a character, in the shortest form.
void append_utf8(std::string& out, std::uint32_t character);
std::string utf8_of_latin1(std::string_view latin1);
/// None if a character is not in Latin-1. `utf8` must be valid.
std::optional<std::string> latin1_of_utf8(std::string_view utf8);

}  // namespace heddle::beam
