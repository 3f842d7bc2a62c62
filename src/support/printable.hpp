// Text from outside as it may stand in a line of a terminal or of a message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::support {

/// Bytes of the well-formed UTF-8 character that `text` begins with; 0 if it begins with none (RFC
/// 3629, section 4).
std::size_t character(std::string_view text);

/// One line without surprises: control characters, also those hidden in UTF-8, and bytes that are
/// not UTF-8 are written as escapes (`\n`, `\x1b`).
std::string printable(std::string_view text);

}  // namespace heddle::support
