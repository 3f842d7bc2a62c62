#include "explore/overtaken.hpp"

#include <algorithm>

namespace heddle::explore {

namespace {

// v of a race of the run, as a set of events after e.
class Reversed {
 public:
  Reversed(const Run& run, const core::Race& race)
      : hb_(run.hb),
        first_(race.first),
        second_(race.second),
        actor_(run.execution.actor(race.first)),
        ordinal_(run.execution.ordinal(race.first)) {}

  bool contains(std::uint32_t event) const {
    return event == second_ || (event > first_ && hb_.clock(event)[actor_] <= ordinal_);
  }
  /// That the event is where it is in the run says whether it is here, and where.
  std::uint32_t known_after(std::uint32_t event) const { return std::max(event, second_) + 1; }

 private:
  const core::HappensBefore& hb_;
  const std::uint32_t first_;
  const std::uint32_t second_;
  const core::ActorId actor_;
  const std::uint32_t ordinal_;
};

// Whether something in v that comes after p, which is not in v, may depend on it: only e' does, and
// a write where the order of two of them matters as soon as somebody looks.
bool may_depend_on(std::uint32_t p, const Run& run, const core::Race& race) {
  if (run.hb.before(p, race.second)) return true;
  const core::Step& step = run.execution[p];
  if (!run.hb.observers() || !step.conditional()) return false;
  for (std::uint32_t event = p + 1; event < run.execution.size(); ++event) {
    if (run.execution.summary(event).meets(step.summary()) && run.execution[event].conditional()) {
      return true;
    }
  }
  return false;
}

// Whether the step is event p of the run, after `first`, and who depends on it since `since` does
// so whoever looks.
bool is_event(const core::Step& step, std::uint32_t p, std::uint32_t first, std::uint32_t since,
              const Run& run) {
  return p != core::kNoEvent && p > first && &run.execution[p] == &step &&
         run.hb.nearest(p).conditional <= since;
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
  const Reversed v(run, race);
  const std::uint32_t p = run.execution.find(step.id());
  const bool seen = is_event(step, p, first, since, run);
  if (p == core::kNoEvent || !v.contains(p)) {
    bool none = run.hb.depends_on_none_after(first, step);
    if (seen && !none) {
      none = !may_depend_on(p, run, race);
      for (const auto& edge : run.hb.edges(p)) {
        if (v.contains(edge.from)) return {.known = true};
        none = none && edge.from <= first;  // what is before others may be in v
      }
    }
    return {.known = none, .events = core::kNoEvent};
  }
  if (!seen) return {};
  const std::uint32_t conflict = run.hb.nearest(p).conflict;
  if (conflict <= first) return {.known = p != second, .events = v.known_after(p)};
  if (p != second) return {.known = true};
  if (conflict == first + 1) return {.known = true, .events = v.known_after(p)};
  return {.known = v.contains(conflict - 1)};
}

namespace {

// The way of v down a tree, by the edges of the run. The events that branches have taken over are
// all that their steps depend on in v, so what comes next is what depends on nothing else there.
class Way {
 public:
  Way(const Run& run, const core::Race& race)
      : run_(run), race_(race), first_(race.first), v_(run, race) {}

  enum class Answer { kFits, kOvertaken, kUnknown };
  Answer ask(const core::Step& step) {
    event_ = run_.execution.find(step.id());
    const bool seen = is_event(step, event_, first_, first_, run_);
    const bool inside = event_ != core::kNoEvent && v_.contains(event_);
    bool open = false;
    if (seen) {
      rests_on_ = std::max(rests_on_, v_.known_after(event_));
      for (const auto& edge : run_.hb.edges(event_)) {
        if (edge.from <= first_ || taken(edge.from)) continue;
        if (v_.contains(edge.from)) return Answer::kOvertaken;
        open = true;  // what is before that may be in v
      }
      const std::uint32_t previous = run_.execution.previous(event_);
      const bool next = previous == core::kNoEvent || previous <= first_ || taken(previous);
      if (inside) return open || !next ? Answer::kUnknown : Answer::kFits;
    }
    const bool none = (seen && !open && !may_depend_on(event_, run_, race_)) ||
                      (!inside && run_.hb.depends_on_none_after(first_, step));
    if (!none) return Answer::kUnknown;
    rests_on_ = event_ = core::kNoEvent;
    return Answer::kFits;
  }
  /// The branch that fitted takes its event over; false: there is no room.
  bool follow() {
    if (event_ == core::kNoEvent) return true;
    if (event_ - first_ >= kRoom) return false;
    taken_ |= std::uint64_t{1} << (event_ - first_);
    return true;
  }
  std::uint32_t rests_on() const { return rests_on_; }

 private:
  static constexpr std::uint32_t kRoom = 64;
  bool taken(std::uint32_t event) const {
    return event - first_ < kRoom && (taken_ >> (event - first_) & 1) != 0;
  }

  const Run& run_;
  const core::Race& race_;
  const std::uint32_t first_;
  const Reversed v_;
  std::uint32_t event_ = core::kNoEvent;  // of the step asked last, if it is in v
  std::uint32_t rests_on_ = 0;
  std::uint64_t taken_ = 0;  // a bit for each event after e
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
