#include "explore/overtaken.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace heddle::explore {

namespace {

bool in_v(std::uint32_t event, const Run& run, const core::Race& race) {
  return event == race.second || !run.hb.before(race.first, event);
}

// Whether an event does, directly.
bool depends_on_v(std::uint32_t event, const Run& run, const core::Race& race) {
  const auto edges = run.hb.edges(event);
  return std::any_of(edges.begin(), edges.end(), [&](const auto& edge) {
    return edge.from > race.first && in_v(edge.from, run, race);
  });
}

}  // namespace

// Nothing of the step's own actor comes between the node and p, the step itself in this run. If p
// is in v, so is all that it depends on after e: it can begin v unless there is such an event. If p
// is not, it can unless it depends on anything in v.
Beginning begins_at_once(const core::Step& step, std::uint32_t since, const Run& run,
                         const core::Race& race) {
  const std::uint32_t first = race.first;
  const std::uint32_t second = race.second;
  if (second == core::kNoEvent) return {};
  const std::uint32_t p = run.execution.find(step.id());
  const bool seen = p != core::kNoEvent && p > first && &run.execution[p] == &step &&
                    run.hb.nearest(p).conditional <= since;
  if (p == core::kNoEvent || !in_v(p, run, race)) {
    if (seen && depends_on_v(p, run, race)) return {.known = true};
    if (!run.hb.depends_on_none_after(first, step)) return {};
    return {.known = true, .events = core::kNoEvent};
  }
  if (!seen) return {};
  const std::uint32_t conflict = run.hb.nearest(p).conflict;
  if (conflict <= first) return {.known = p != second, .events = std::max(p, second) + 1};
  if (p != second) return {.known = true};
  if (conflict == first + 1) return {.known = true, .events = second + 1};
  return {.known = in_v(conflict - 1, run, race)};
}

namespace {

// The way of v down a tree, by the edges of the run. The events that branches have taken over are
// all that their steps depend on in v, so what comes next is what depends on nothing else there.
class Way {
 public:
  Way(const Run& run, const core::Race& race) : run_(run), race_(race) {}

  enum class Answer { kFits, kOvertaken, kUnknown };
  Answer ask(const core::Step& step) {
    const std::uint32_t first = race_.first;
    event_ = run_.execution.find(step.id());
    const bool known = event_ != core::kNoEvent;
    const bool seen = known && event_ > first && &run_.execution[event_] == &step &&
                      run_.hb.nearest(event_).conditional <= first;
    const bool inside = known && in_v(event_, run_, race_);
    if (!seen && inside) return Answer::kUnknown;
    if (seen) {
      rests_on_ = std::max(rests_on_, std::max(event_, race_.second) + 1);
      const std::uint32_t previous = run_.execution.previous(event_);
      const bool next = previous == core::kNoEvent || previous <= first || taken(previous);
      if (inside && !next) return Answer::kUnknown;
      bool unknown = false;
      for (const auto& edge : run_.hb.edges(event_)) {
        if (edge.from <= first || taken(edge.from)) continue;
        if (in_v(edge.from, run_, race_)) return Answer::kOvertaken;
        unknown = true;  // what is before that may be in v
      }
      if (inside) return unknown ? Answer::kUnknown : Answer::kFits;
    }
    rests_on_ = event_ = core::kNoEvent;
    return run_.hb.depends_on_none_after(first, step) ? Answer::kFits : Answer::kUnknown;
  }
  /// The branch that fitted takes its event over; false: there is no room.
  bool follow() {
    if (event_ == core::kNoEvent) return true;
    if (count_ == std::ssize(taken_)) return false;
    taken_[count_++] = event_;
    return true;
  }
  std::uint32_t rests_on() const { return rests_on_; }

 private:
  bool taken(std::uint32_t event) const {
    return std::find(taken_.begin(), taken_.begin() + count_, event) != taken_.begin() + count_;
  }

  const Run& run_;
  const core::Race& race_;
  std::uint32_t event_ = core::kNoEvent;  // of the step asked last, if it is in v
  std::uint32_t rests_on_ = 0;
  std::ptrdiff_t count_ = 0;
  std::array<std::uint32_t, 8> taken_;
};

}  // namespace

std::optional<std::uint32_t> covered_by_tree(std::span<const Branch> tree, const Run& run,
                                             const core::Race& race) {
  if (tree.empty() || race.second == core::kNoEvent) return std::nullopt;
  Way way(run, race);
  while (true) {
    const Branch* next = nullptr;
    for (const Branch& branch : tree) {
      const Way::Answer answer = branch.wild ? Way::Answer::kUnknown : way.ask(*branch.step);
      if (answer == Way::Answer::kUnknown) return std::nullopt;
      if (answer == Way::Answer::kOvertaken) continue;
      next = &branch;
      break;
    }
    if (next == nullptr) return std::nullopt;
    if (next->next.empty()) return way.rests_on();
    if (!way.follow()) return std::nullopt;
    tree = next->next;
  }
}

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
