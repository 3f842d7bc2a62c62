// What is wrong with a certificate, on its way to the verdict; and numbers that cannot lie.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace heddle::petri_check {

struct Rejection : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <typename... Arguments>
void require(bool condition, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  if (!condition) throw Rejection(fmt::format(text, std::forward<Arguments>(arguments)...));
}

using Wide = __int128;

inline Wide plus(Wide a, Wide b) {
  Wide sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw Rejection("a sum is too large to be checked");
  return sum;
}

inline Wide times(Wide a, Wide b) {
  Wide product = 0;
  if (__builtin_mul_overflow(a, b, &product)) {
    throw Rejection("a product is too large to be checked");
  }
  return product;
}

}  // namespace heddle::petri_check
