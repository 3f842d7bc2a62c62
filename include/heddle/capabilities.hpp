// The number of capabilities (processors) a program may ask for and set: shared state of the run.
#pragma once

#include <cstdint>

#include "heddle/detail/runtime.hpp"

namespace heddle {

namespace detail {
std::uint32_t get_capabilities(place where);
void set_capabilities(std::uint32_t number, place where);
}  // namespace detail

/// 2 at the beginning of every run.
inline std::uint32_t get_num_capabilities(place where = place::here()) {
  return detail::get_capabilities(where);
}
inline void set_num_capabilities(std::uint32_t number, place where = place::here()) {
  detail::set_capabilities(number, where);
}

}  // namespace heddle
