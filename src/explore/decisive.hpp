// The decisive race of a run that fails: the last one whose reversal makes the error go away.
//
// From the last race to the first: drive the program along the race's variant, then on in the order
// of the failing run wherever that is possible, so that the two runs differ in little else. The
// first run without an error is the *twin*. If there is none, more than one pair has to change
// places: a second race, or a third, is reversed in the run that the reversals before lead to; then
// other ways to go on are tried.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explore/run_races.hpp"

namespace heddle::explore {

struct DecisiveOptions {
  std::uint32_t length = 10'000;   // of a run
  std::uint64_t executions = 500;  // how many runs may be spent
};

struct Decisive {
  std::size_t race = 0;  // position in RunRaces::all()
  std::vector<core::ActorId> twin;
  /// The twin follows the order of the failing run after the reversal; if not, other pairs may have
  /// changed places as well.
  bool alone = true;
};

struct DecisiveSearch {
  std::optional<Decisive> found;
  std::uint64_t executions = 0;
};

/// Restarts the program and leaves it anywhere.
DecisiveSearch find_decisive(core::Program& program, const RunRaces& races,
                             const DecisiveOptions& options = {});

}  // namespace heddle::explore
