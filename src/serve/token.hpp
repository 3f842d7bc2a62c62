// The secret of a server: who knows it may start runs.
#pragma once

#include <string>
#include <string_view>

namespace heddle::serve {

/// 32 random bytes of the kernel as 64 hexadecimal digits.
std::string make_token();

/// Whether both are the same, in a time that depends on their lengths only: how many characters of
/// a guess were right cannot be measured.
bool equal_in_constant_time(std::string_view one, std::string_view other);

}  // namespace heddle::serve
