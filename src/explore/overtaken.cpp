#include "explore/overtaken.hpp"

#include <algorithm>

namespace heddle::explore {

Beginners::Decision Beginners::decide(const core::Step& step, const Run& run, std::uint32_t first) {
  const core::Summary summary = step.summary();
  for (const std::uint32_t event : run.hb.notdep(first)) {
    if (run.execution.actor(event) == step.actor()) {
      return {.known = true, .own = true, .event = event};
    }
    if (run.execution.summary(event).meets(summary) &&
        core::dependent_somewhere(run.execution[event], step, run.program)) {
      return {.known = true, .own = false, .event = event};
    }
  }
  return {.known = true};
}

std::optional<std::uint32_t> Beginners::begins(std::size_t index, std::span<const Sleeper> sleepers,
                                               const Run& run, const core::Race& race) {
  if (version_ != run.hb.version() || first_ != race.first ||
      decisions_.size() != sleepers.size()) {
    version_ = run.hb.version();
    first_ = race.first;
    decisions_.assign(sleepers.size(), {});
  }
  const core::Step& step = *sleepers[index].step;
  Decision& decision = decisions_[index];
  if (!decision.known) decision = decide(step, run, race.first);
  if (race.second == core::kNoEvent) {
    if (decision.event != core::kNoEvent) {
      return decision.own ? std::optional(decision.event + 1) : std::nullopt;
    }
    const bool overtaken =
        race.pending->actor() != step.actor() && core::dependent(*race.pending, step, run.program);
    return overtaken ? std::nullopt : std::optional(core::kNoEvent);
  }
  if (race.second < decision.event) {  // also if nothing else decides
    if (run.execution.actor(race.second) == step.actor()) return race.second + 1;
    if (core::dependent(run.execution[race.second], step, run.program)) return std::nullopt;
  }
  if (decision.event == core::kNoEvent) return core::kNoEvent;
  return decision.own ? std::optional(std::max(decision.event, race.second) + 1) : std::nullopt;
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
