// What a receive accepts (include/heddle/detail/pattern.hpp).
#pragma once

#include "heddle/detail/runtime.hpp"

namespace heddle::threads {

bool pattern_accepts(detail::Token pattern, detail::Token message);

}  // namespace heddle::threads
