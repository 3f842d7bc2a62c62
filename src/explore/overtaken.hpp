// Is a step overtaken in a sequence: does something that it depends on come before it there?
//
// The question behind sleep sets and wakeup trees (wakeup_tree.hpp), for steps whose dependencies
// do not wait for an observer: the first step of the sequence that is its own or depends on it
// decides. observers.cpp has the answer for the others.
//
//   paper            here
//   p in WI(v)       !overtaken(step of p, v).yes
//   v                reversed_run, in the order of the run: as good as any other
#pragma once

#include <optional>
#include <span>

#include "explore/algorithm.hpp"

namespace heddle::explore {

/// An event of v, and beside it what is asked of every event.
struct RunStep {
  core::ActorId actor;
  std::uint32_t event;
  core::Summary summary;
};

/// The events of notdep(e,E).e' in the order of the run, without a pending e'. Until the next call
/// in this thread.
std::span<const RunStep> reversed_run(const Run& run, const core::Race& race);

/// Whether `step` can begin the reversal of `race`; how many events of the run say so (kNoEvent:
/// all of them).
std::optional<std::uint32_t> begins(const core::Step& step, std::span<const RunStep> reversed,
                                    const Run& run, const core::Race& race);

Overtaken overtaken(const core::Step& step, std::span<const SequenceStep> steps,
                    const core::Program& program);

}  // namespace heddle::explore
