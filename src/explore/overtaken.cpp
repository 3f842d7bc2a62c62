#include "explore/overtaken.hpp"

#include <algorithm>
#include <vector>

namespace heddle::explore {

std::span<const RunStep> reversed_run(const Run& run, const core::Race& race) {
  thread_local std::vector<RunStep> steps;
  const core::Execution& execution = run.execution;
  const auto add = [&](std::uint32_t event) {
    steps.push_back({execution.actor(event), event, execution.summary(event)});
  };
  steps.clear();
  bool second = race.second != core::kNoEvent;
  for (const std::uint32_t event : run.hb.notdep(race.first)) {
    if (second && event > race.second) {
      add(race.second);
      second = false;
    }
    add(event);
  }
  if (second) add(race.second);
  return steps;
}

std::optional<std::uint32_t> begins(const core::Step& step, std::span<const RunStep> reversed,
                                    const Run& run, const core::Race& race) {
  const core::ActorId actor = step.actor();
  const core::Summary summary = step.summary();
  const bool pending = race.second == core::kNoEvent;
  for (const RunStep& other : reversed) {
    if (other.actor == actor) {
      return (pending ? other.event : std::max(other.event, race.second)) + 1;
    }
    if (other.summary.meets(summary) &&
        core::dependent_somewhere(run.execution[other.event], step, run.program)) {
      return std::nullopt;
    }
  }
  const bool overtaken = pending && race.pending->actor() != actor &&
                         core::dependent(*race.pending, step, run.program);
  return overtaken ? std::nullopt : std::optional(core::kNoEvent);
}

Overtaken overtaken(const core::Step& step, std::span<const SequenceStep> steps,
                    const core::Program& program) {
  const core::ActorId actor = step.actor();
  const core::Summary summary = step.summary();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const SequenceStep& other = steps[i];
    if (other.actor == actor) return {.yes = false, .after = i + 1};
    if (other.summary.meets(summary) && core::dependent_somewhere(**other.step, step, program)) {
      return {.yes = true, .after = i + 1};
    }
  }
  return {};
}

}  // namespace heddle::explore
