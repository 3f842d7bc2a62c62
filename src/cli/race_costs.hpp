// Which races cost most interleavings: how often each pair of source lines was reversed.
//
// Counted in the beginning of an exploration, run by run: where a run first differs from the one
// before, a race was reversed between the step that was there and one that came later. A pair that
// is high up is what to make commute, or to leave out of the test, if there are too many
// interleavings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/subject.hpp"

namespace heddle::cli {

struct RaceCost {
  std::string first;  // "cache.erl:12", or what the step does if it has no line
  std::string second;
  std::string location;  // where they met last
  std::uint64_t times = 0;
};

struct RaceCosts {
  std::uint64_t interleavings = 0;  // that were looked at
  std::vector<RaceCost> pairs;      // the most frequent first
};

/// `algorithm`: by name; one that has no runs in the order of a tree gives nothing.
RaceCosts race_costs(const Subject& program, const std::string& algorithm);

}  // namespace heddle::cli
