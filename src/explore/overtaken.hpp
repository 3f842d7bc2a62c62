// Is a step overtaken in a sequence: does something that it depends on come before it there?
//
// The question behind sleep sets and wakeup trees (wakeup_tree.hpp), for steps whose dependencies
// do not wait for an observer: the first step of the sequence that is its own or depends on it
// decides. observers.cpp has the answer for the others.
//
//   paper            here
//   p in WI(v)       !overtaken(step of p, v).yes
//   v                notdep(e,E) and e': the order of the run is as good as any other
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "explore/algorithm.hpp"

namespace heddle::explore {

/// Which of some sleepers can begin the reversals of races that have the same first event. What
/// notdep(e,E) says of a sleeper is looked up once: there can be as many such races as events.
class Beginners {
 public:
  /// Whether `step`, the sleeper at `index` of `sleepers`, can begin the reversal of `race`; how
  /// many events of the run say so (kNoEvent: all of them).
  std::optional<std::uint32_t> begins(std::size_t index, std::span<const Sleeper> sleepers,
                                      const Run& run, const core::Race& race);

 private:
  /// The first event of notdep(e,E) that is the sleeper's own or depends on it; kNoEvent if none.
  struct Decision {
    bool known = false;
    bool own = false;
    std::uint32_t event = core::kNoEvent;
  };
  static Decision decide(const core::Step& step, const Run& run, std::uint32_t first);

  // What the decisions are about.
  std::uint64_t version_ = 0;
  std::uint32_t first_ = core::kNoEvent;
  std::vector<Decision> decisions_;  // by sleeper
};

Overtaken overtaken(const core::Step& step, std::span<const SequenceStep> steps,
                    const core::Program& program);

}  // namespace heddle::explore
