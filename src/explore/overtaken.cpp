#include "explore/overtaken.hpp"

#include <algorithm>

namespace heddle::explore {

std::optional<std::uint32_t> begins(const core::Step& step, const Run& run,
                                    const core::Race& race) {
  const core::ActorId actor = step.actor();
  const core::Summary summary = step.summary();
  const core::Execution& execution = run.execution;
  bool own = false;
  const std::uint32_t event = first_in_reversed_run(run, race, [&](std::uint32_t other) {
    own = execution.actor(other) == actor;
    return own || (execution.summary(other).meets(summary) &&
                   core::dependent_somewhere(execution[other], step, run.program));
  });
  const bool pending = race.second == core::kNoEvent;
  if (event != core::kNoEvent) {
    if (!own) return std::nullopt;
    return (pending ? event : std::max(event, race.second)) + 1;
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
