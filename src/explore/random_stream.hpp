// RandomStream: random numbers that are the same on every machine.
//
// xoshiro256** (Blackman and Vigna 2018), its state filled by splitmix64 (Steele, Lea and Flood
// 2014), both written out here: the standard library fixes its engines but not its distributions,
// so the same seed would sample different runs with another library. A stream is named by a seed
// and a number; streams of one seed start at different states (splitmix64's mixing is a bijection)
// and are independent for all practical purposes. A value: copying it copies its position.
//
//   RandomStream random(seed, run);
//   enabled[random.below(enabled.size())]
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "support/mix.hpp"

namespace heddle::explore {

class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t state) : state_(state) {}
  constexpr std::uint64_t next() { return support::mix_bits(state_ += support::kGolden); }

 private:
  std::uint64_t state_;
};

class RandomStream {
 public:
  explicit constexpr RandomStream(const std::array<std::uint64_t, 4>& state) : state_(state) {}
  constexpr RandomStream(std::uint64_t seed, std::uint64_t number) {
    SplitMix64 fill(support::mix_bits(SplitMix64(seed).next() + number));
    for (std::uint64_t& word : state_) word = fill.next();
  }

  /// All 64-bit numbers are equally likely.
  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// 0, 1, ... bound-1, exactly equally likely: numbers of the incomplete last round are drawn
  /// again. `bound` is not 0.
  constexpr std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t incomplete = (0 - bound) % bound;  // 2^64 mod bound
    std::uint64_t drawn = next();
    while (drawn < incomplete) drawn = next();
    return drawn % bound;
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace heddle::explore
