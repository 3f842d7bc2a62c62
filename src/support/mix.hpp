// Spreading bits: for hashes and identities that must be the same in every run.
#pragma once

#include <cstdint>

namespace heddle::support {

/// The finalizer of splitmix64, a bijection: every bit of the result depends on every bit of `x`.
/// Zero stays zero.
constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// 2^64 divided by the golden ratio, odd: splitmix64 takes steps of this length.
inline constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;

/// The same, also for zero.
constexpr std::uint64_t mix(std::uint64_t x) { return mix_bits(x + kGolden); }
/// Adds `x` to the hash `h`.
constexpr std::uint64_t mix(std::uint64_t h, std::uint64_t x) { return mix(h ^ mix(x)); }

}  // namespace heddle::support
