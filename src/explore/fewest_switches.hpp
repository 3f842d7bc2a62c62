// The schedule with the fewest context switches of all that reach a given kind of state.
//
// A context switch is a pair of consecutive events of different actors; the first event costs
// nothing. The search is exhaustive, so what it says is proved; how far it comes depends on the
// program. Its story is in fewest_switches.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/program.hpp"

namespace heddle::explore {

/// Whether the program's present state is one that is looked for. Must be a function of the state.
using Goal = std::function<bool(const core::Program&)>;

std::uint32_t context_switches(std::span<const core::ActorId> schedule);

struct FewestSwitchesOptions {
  /// Only schedules with fewer switches than this are of interest.
  std::uint32_t below = 0;
  /// Schedules of more events are not looked at; if there were any, `at_least` knows.
  std::uint32_t length = 0;
  /// How many times the search may run into an end before it gives up.
  std::uint64_t executions = 0;
};

struct FewestSwitches {
  /// Reaches the goal with its last event and not before. Empty if none below the limit was found.
  std::optional<std::vector<core::ActorId>> schedule;
  /// Proved: no schedule that reaches the goal has fewer switches. If one was found and the search
  /// was not cut off by the length, this is its number; if all below the limit were tried, the
  /// limit.
  std::uint32_t at_least = 0;
  std::uint64_t executions = 0;
};

/// Restarts the program and leaves it anywhere.
FewestSwitches fewest_switches(core::Program& program, const Goal& goal,
                               const FewestSwitchesOptions& options);

}  // namespace heddle::explore
