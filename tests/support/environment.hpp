// How much to try, from the environment.
#pragma once

#include <cstdint>

namespace heddle::tests {

/// A whole number from the environment, for test sizes.
std::uint64_t from_environment(const char* name, std::uint64_t otherwise);

/// How many random programs to try where `usual` are tried with the usual
/// HEDDLE_PROPERTY_PROGRAMS: in proportion, but a few in any case.
std::uint64_t random_programs(std::uint64_t usual);

}  // namespace heddle::tests
