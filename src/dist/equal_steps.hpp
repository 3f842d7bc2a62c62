// Steps as keys of tables, by what they are: equal ones are many in a wakeup tree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/step.hpp"

namespace heddle::dist {

struct StepHash {
  // A fingerprint says what was done; equal ones differ in what they took or touched, rarely.
  std::size_t operator()(const core::StepRef& step) const {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15ULL;
    std::uint64_t hash = step->fingerprint();
    const auto mix = [&](std::uint64_t part) { hash = (hash ^ part) * kOdd; };
    mix(std::uint64_t{step->id().actor} << 32U | step->id().ordinal);
    mix(std::uint64_t{step->taken().actor} << 32U | step->taken().ordinal);
    mix(step->accesses().size());
    return hash ^ hash >> 32U;
  }
};

struct StepEqual {
  bool operator()(const core::StepRef& a, const core::StepRef& b) const {
    return a->id() == b->id() && a->taken() == b->taken() && a->fingerprint() == b->fingerprint() &&
           std::ranges::equal(a->accesses(), b->accesses());
  }
};

}  // namespace heddle::dist
