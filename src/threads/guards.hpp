// The guards of the library's objects, by number (include/heddle/detail/runtime.hpp).
#pragma once

#include "heddle/detail/runtime.hpp"

namespace heddle::threads {

const detail::Guard& guard_of(detail::Token token);

}  // namespace heddle::threads
