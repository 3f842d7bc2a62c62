// Is a step overtaken in a sequence: does something that it depends on come before it there?
//
// The question behind sleep sets and wakeup trees (wakeup_tree.hpp), for steps whose dependencies
// do not wait for an observer: the first step of the sequence that is its own or depends on it
// decides. observers.cpp has the answer for the others.
//
//   paper            here
//   p in WI(v)       !overtaken(step of p, v).yes
//   v                first_in_reversed_run: the order of the run is as good as any other
#pragma once

#include <optional>
#include <span>

#include "explore/algorithm.hpp"

namespace heddle::explore {

/// v in the order of the run, without a pending e': calls `decides(event)` for each of its events
/// until it says yes. That event, or kNoEvent.
template <typename Decides>
std::uint32_t first_in_reversed_run(const Run& run, const core::Race& race, Decides decides) {
  bool second = race.second != core::kNoEvent;
  for (const std::uint32_t event : run.hb.notdep(race.first)) {
    if (second && event > race.second) {
      if (decides(race.second)) return race.second;
      second = false;
    }
    if (decides(event)) return event;
  }
  return second && decides(race.second) ? race.second : core::kNoEvent;
}

/// Whether `step` can begin the reversal of `race`; how many events of the run say so (kNoEvent:
/// all of them).
std::optional<std::uint32_t> begins(const core::Step& step, const Run& run, const core::Race& race);

Overtaken overtaken(const core::Step& step, std::span<const SequenceStep> steps,
                    const core::Program& program);

}  // namespace heddle::explore
