#include "tests/support/environment.hpp"

#include <algorithm>
#include <cstdlib>

namespace heddle::tests {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

std::uint64_t random_programs(std::uint64_t usual) {
  constexpr std::uint64_t kUsual = 2000;
  constexpr std::uint64_t kFew = 4;
  const std::uint64_t wanted =
      usual * from_environment("HEDDLE_PROPERTY_PROGRAMS", kUsual) / kUsual;
  return std::max(wanted, std::min(usual, kFew));
}

}  // namespace heddle::tests
