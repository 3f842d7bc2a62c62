#include "explore/parsimonious.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "support/check.hpp"

namespace heddle::explore {
namespace {

using core::ActorId;
using core::kNoActor;
using core::kNoEvent;
using core::Step;
using core::StepRef;

bool touches(const Step& step, core::AccessKind kind) {
  const auto accesses = step.accesses();
  return std::any_of(accesses.begin(), accesses.end(),
                     [&](const core::Access& access) { return access.kind == kind; });
}

/// Whether a step waits for a state that others can also take away again.
bool may_wait(const Step& step) {
  return touches(step, core::AccessKind::kAcquire) || touches(step, core::AccessKind::kAwait) ||
         touches(step, core::AccessKind::kGuarded);
}

bool takes(const Step& step) { return touches(step, core::AccessKind::kTake); }

/// Whether a step waits for anything.
bool can_wait(const Step& step) {
  return may_wait(step) || takes(step) || touches(step, core::AccessKind::kConsume);
}

class ParsimoniousAlgorithm final : public Algorithm {
 public:
  std::string_view name() const override { return "parsimonious"; }
  bool optimal() const override { return true; }
  bool parsimonious() const override { return true; }
  Inserted insert(Node&, std::span<const StepRef>, Reversal, const core::Program&) const override {
    HEDDLE_CHECK(false, "a parsimonious exploration has no nodes that take reversals");
    return {};
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_parsimonious() { return std::make_unique<ParsimoniousAlgorithm>(); }

void Parsimonious::start(Task task) {
  if (!task.parts.empty()) return start_parts(std::move(task.parts));
  if (!task.deviations.empty()) {
    std::vector<Task> alone;
    alone.push_back(std::move(task));
    return start_parts(std::move(alone));
  }
  go_to(task.prefix);
  root_ = fixed_ = execution_.size();
  deviations_.clear();
  frames_.clear();
  counts_ = {};
  started_ = true;
  run_pending_ = false;
}

// Each part waits as the only reversal of a run that is not known any further.
void Parsimonious::start_parts(std::vector<Task> parts) {
  go_to({});
  root_ = 0;
  fixed_ = parts.front().fixed;
  frames_.clear();
  for (Task& part : parts) {
    const Deviation last = part.deviations.back();
    part.deviations.pop_back();
    const auto node = part.prefix.begin() + last.node;
    Reversed reversed{last.node, {node, part.prefix.end()}};
    Frame frame;
    frame.path.assign(part.prefix.begin(), node);
    frame.path.push_back(last.reversed);
    frame.deviations = std::move(part.deviations);
    frame.reversals.push_back(std::move(reversed));
    frames_.push_back(std::move(frame));
  }
  counts_ = {};
  started_ = true;
  run_pending_ = run_analysed_ = true;
}

bool Parsimonious::next_run() {
  if (!started_) return false;
  if (run_pending_) {
    analyse();
    run_pending_ = false;
    if (!begin_next()) {
      started_ = false;
      return false;
    }
  }
  run_to_end();
  run_pending_ = true;
  run_analysed_ = false;
  return true;
}

// Goes to the end of the next schedule; false if there is none.
bool Parsimonious::begin_next() {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.reversals.empty()) {
      frames_.pop_back();
      continue;
    }
    if (frame.begun++ == 0) frame.runs_before = counts_.interleavings;
    const Reversed next = std::move(frame.reversals.back());
    frame.reversals.pop_back();
    go_to(std::span(frame.path).first(next.depth));
    deviations_ = deviations_after(frame, next);
    frame.path.resize(next.depth + 1);
    if (take_schedule(next.schedule)) return true;
  }
  return false;
}

// False if its head has to wait there: then there is no run like that.
bool Parsimonious::take_schedule(const Sequence& schedule) {
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const ActorId actor = schedule[i]->actor();
    const bool head = i + 1 == schedule.size();
    if (head && can_wait(*schedule[i]) && !program_.is_enabled(actor) && !program_.go_on(actor)) {
      return false;
    }
    take(actor, Says::kPlan, schedule[i], execution_.size());
    ++counts_.events;
    look_around(nodes_.push());
  }
  return true;
}

std::vector<Deviation> Parsimonious::deviations_after(const Frame& frame,
                                                      const Reversed& reversed) {
  std::vector<Deviation> deviations;
  for (const Deviation& deviation : frame.deviations) {
    if (deviation.node < reversed.depth) deviations.push_back(deviation);
  }
  const auto head = static_cast<std::uint32_t>(reversed.depth + reversed.schedule.size() - 1);
  deviations.push_back({reversed.depth, head, frame.path[reversed.depth]});
  return deviations;
}

// Whether the step that a deviation reversed has been taken since.
bool Parsimonious::resumed(const Deviation& deviation) const {
  const core::EventId id = deviation.reversed->id();
  return execution_.count(id.actor) > id.ordinal;
}

void Parsimonious::run_to_end() {
  run_end_ = RunEnd::kMaximal;
  const std::uint32_t begin = execution_.size();
  waiting_.clear();
  for (std::size_t i = 0; i < deviations_.size(); ++i) {
    if (!resumed(deviations_[i])) waiting_.push_back(i);
  }
  while (true) {
    const std::uint32_t depth = execution_.size();
    if (depth > begin && watch_.says_stop()) {
      run_end_ = RunEnd::kStopped;
      counts_.bounds_hit.add(BoundKind::kStopped);
      break;
    }
    const ActorId actor = choose();
    if (actor == kNoActor) break;
    take(actor, Says::kProgram, {}, depth);
    ++counts_.events;
    look_around(nodes_.push());
    std::erase_if(waiting_, [&](std::size_t i) { return resumed(deviations_[i]); });
  }
  ++(run_end_ == RunEnd::kSleepSetBlocked ? counts_.sleep_set_blocked : counts_.interleavings);
}

// The canonical way on: the steps that were reversed as soon as they can be taken, else who took
// the last step, else the oldest actor.
ActorId Parsimonious::choose() {
  const std::uint32_t depth = execution_.size();
  if (program_.abandoned()) return kNoActor;
  if (options_.bounds.length && depth >= *options_.bounds.length) {
    program_.enabled(actors_);
    if (!actors_.empty()) {
      run_end_ = RunEnd::kBounded;
      counts_.bounds_hit.add(BoundKind::kLength);
    }
    return kNoActor;
  }
  for (std::size_t i = waiting_.size(); i-- > 0;) {
    const ActorId actor = deviations_[waiting_[i]].reversed->actor();
    if (program_.is_enabled(actor) && allowed(actor)) return actor;
  }
  const ActorId previous = previous_actor(depth);
  if (previous != kNoActor && program_.is_enabled(previous) && allowed(previous)) return previous;
  program_.enabled(actors_);
  for (const ActorId actor : actors_) {
    if (allowed(actor)) return actor;
  }
  if (!actors_.empty()) run_end_ = RunEnd::kSleepSetBlocked;
  return kNoActor;
}

// Rule 3 for a canonical step: only while a step that was reversed cannot be taken.
bool Parsimonious::allowed(ActorId actor) {
  StepRef step;
  for (const std::size_t i : waiting_) {
    const Deviation& deviation = deviations_[i];
    const ActorId head = execution_.actor(deviation.head);
    if (actor >= head || actor == deviation.reversed->actor()) continue;
    if (!step) {
      record_.clear();
      program_.pending(actor, record_);
      step = StepRef::make({actor, execution_.count(actor)}, record_.accesses, record_.fingerprint);
      hb_.extend();
    }
    if (!core::dependent(*step, *deviation.reversed, program_)) continue;
    // What the step happens after.
    needed_.clear();
    for (std::uint32_t event = execution_.size(); event-- > deviation.head;) {
      const bool cause = event == execution_.last(actor) ||
                         core::dependent(execution_[event], *step, program_) ||
                         std::any_of(needed_.begin(), needed_.end(),
                                     [&](std::uint32_t later) { return hb_.before(event, later); });
      if (cause) needed_.push_back(event);
    }
    const bool after = std::any_of(needed_.begin(), needed_.end(), [&](std::uint32_t event) {
      return core::dependent(execution_[event], *deviation.reversed, program_);
    });
    if (!after) return false;
  }
  return true;
}

void Parsimonious::analyse() {
  if (run_analysed_) return;
  run_analysed_ = true;
  if (run_end_ == RunEnd::kStopped) return;
  hb_.extend();
  races_.clear();
  const std::uint32_t fresh = deviations_.empty() ? fixed_ : deviations_.back().head;
  hb_.races(fresh, races_);
  std::erase_if(races_, [&](const core::Race& race) { return race.second < fresh; });
  counts_.races += races_.size();
  program_.blocked(actors_);
  for (const ActorId actor : actors_) {
    record_.clear();
    program_.pending(actor, record_);
    hb_.blocked_races(actor, record_, races_);
  }
  resumes_.clear();
  for (const Deviation& deviation : deviations_) {
    const core::EventId id = deviation.reversed->id();
    std::uint32_t event = deviation.head + 1;
    while (event < execution_.size() && execution_[event].id() != id) ++event;
    resumes_.push_back(event < execution_.size() ? event : kNoEvent);
  }
  Frame frame;
  for (const core::Race& race : races_) reverse(race, frame.reversals);
  if (frame.reversals.empty()) return;
  std::stable_sort(frame.reversals.begin(), frame.reversals.end(),
                   [](const Reversed& a, const Reversed& b) { return a.depth < b.depth; });
  const auto path = execution_.path().first(frame.reversals.back().depth + 1);
  frame.path.assign(path.begin(), path.end());
  frame.deviations = deviations_;
  frames_.push_back(std::move(frame));
}

// Rule 1: whether an event belongs to a deviation.
bool Parsimonious::deviates(std::uint32_t event) const {
  const auto after = std::upper_bound(
      deviations_.begin(), deviations_.end(), event,
      [](std::uint32_t e, const Deviation& deviation) { return e < deviation.node; });
  return after != deviations_.begin() && event <= std::prev(after)->head;
}

// The events after `race.first` that `second` needs, latest first: none of them happens after it.
// A step that may have to wait depends also on who let it go on; that one goes away with the first
// event, and only what the step depends on otherwise is needed. Of a step that was never taken only
// the past of its actor is known to be needed, and what is `chosen`.
void Parsimonious::needs(const core::Race& race, const Step& second,
                         std::span<const std::uint32_t> chosen,
                         std::vector<std::uint32_t>& events) {
  events.clear();
  const bool pending = race.second == kNoEvent;
  const bool waits = pending || may_wait(second);
  const std::uint32_t previous =
      pending ? execution_.last(second.actor()) : execution_.previous(race.second);
  const auto independent = hb_.notdep(race.first);
  for (auto it = independent.rbegin(); it != independent.rend(); ++it) {
    const std::uint32_t event = *it;
    if (!waits) {
      if (event < race.second && hb_.before(event, race.second)) events.push_back(event);
      continue;
    }
    if (!pending && event >= race.second) continue;
    const bool direct = event == previous || execution_[event].id() == second.taken() ||
                        (pending ? std::find(chosen.begin(), chosen.end(), event) != chosen.end()
                                 : core::dependent(execution_[event], second, program_));
    if (direct || std::any_of(events.begin(), events.end(),
                              [&](std::uint32_t later) { return hb_.before(event, later); })) {
      events.push_back(event);
    }
  }
}

// Rule 3 for a schedule: whether it brings an event before the step that a deviation reversed which
// should have been the deviation's head.
bool Parsimonious::by_lower_actor(const core::Race& race, const Step& second,
                                  const std::vector<std::uint32_t>& needed,
                                  std::size_t deviation) const {
  const Step& reversed = *deviations_[deviation].reversed;
  const std::uint32_t head = deviations_[deviation].head;
  const ActorId lowest = execution_.actor(head);
  std::vector<std::uint32_t> conflicting;
  for (std::uint32_t event = head; event < race.first; ++event) {
    if (core::dependent(execution_[event], reversed, program_)) conflicting.push_back(event);
  }
  const std::size_t on_path = conflicting.size();
  for (auto it = needed.rbegin(); it != needed.rend(); ++it) {
    if (!core::dependent(execution_[*it], reversed, program_)) continue;
    const bool after = std::any_of(conflicting.begin(), conflicting.end(),
                                   [&](std::uint32_t event) { return hb_.before(event, *it); });
    if (execution_.actor(*it) < lowest && !after) return true;
    conflicting.push_back(*it);
  }
  if (second.actor() >= lowest || !core::dependent(second, reversed, program_)) {
    return false;
  }
  if (conflicting.size() > on_path) return false;  // all that is needed comes before it
  const std::uint32_t previous =
      race.second == kNoEvent ? execution_.last(second.actor()) : execution_.previous(race.second);
  const auto happens_after = [&](std::uint32_t event) {
    if (previous != kNoEvent && (event == previous || hb_.before(event, previous))) return true;
    for (std::uint32_t between = event; between < race.first; ++between) {
      if ((between == event || hb_.before(event, between)) &&
          core::dependent(execution_[between], second, program_)) {
        return true;
      }
    }
    return std::any_of(needed.begin(), needed.end(),
                       [&](std::uint32_t later) { return hb_.before(event, later); });
  };
  return std::none_of(conflicting.begin(), conflicting.end(), happens_after);
}

void Parsimonious::refuse(const char* why, const Step& second) const {
  throw support::UserError(fmt::format(
      "--dpor parsimonious cannot reverse a race with a step that {} (of {}); use --dpor optimal",
      why, program_.actor_name(second.actor())));
}

// The schedules v.e' of a race that is to be reversed in this run. There is one, unless e' was
// never taken: then it may come before or after any event that it depends on, as long as what
// happens before one that comes before it does so, too.
void Parsimonious::reverse(const core::Race& race, std::vector<Reversed>& out) {
  if (race.first < fixed_) return;
  const bool pending = race.second == kNoEvent;
  const StepRef& second = pending ? race.pending : execution_.step(race.second);
  // Also where another run has to reverse it: that run may not be found.
  if (changes_when_reversed(race)) refuse("may touch something else then", *second);
  if (pending && takes(*second)) refuse("takes a message, nobody knows which", *second);
  if (deviates(race.first)) return;
  std::vector<std::uint32_t> free;
  if (pending) {
    needs(race, *second, {}, needed_);
    for (const std::uint32_t event : hb_.notdep(race.first)) {
      const bool needed =
          std::binary_search(needed_.begin(), needed_.end(), event, std::greater<>());
      if (!needed && execution_.actor(event) != second->actor() &&
          core::dependent(execution_[event], *second, program_)) {
        free.push_back(event);
      }
    }
  }
  std::vector<std::uint32_t> chosen;
  reverse_after(race, *second, free, chosen, out);
}

// For each choice of the events of `free` that contains what happens before its events.
void Parsimonious::reverse_after(const core::Race& race, const Step& second,
                                 std::span<const std::uint32_t> free,
                                 std::vector<std::uint32_t>& chosen, std::vector<Reversed>& out) {
  if (free.empty()) {
    needs(race, second, chosen, needed_);
    if (is_head(race, second)) out.push_back({race.first, schedule_of(race)});
    return;
  }
  const std::uint32_t event = free.front();
  chosen.push_back(event);
  reverse_after(race, second, free.subspan(1), chosen, out);
  chosen.pop_back();
  std::vector<std::uint32_t> others;
  for (const std::uint32_t other : free.subspan(1)) {
    if (!hb_.before(event, other)) others.push_back(other);
  }
  reverse_after(race, second, others, chosen, out);
}

// Rules 2 and 3 for what is `needed_`.
bool Parsimonious::is_head(const core::Race& race, const Step& second) const {
  for (auto it = deviations_.rbegin(); it != deviations_.rend() && it->node > race.first; ++it) {
    if (it->head != race.second &&
        !std::binary_search(needed_.begin(), needed_.end(), it->head, std::greater<>())) {
      return false;
    }
  }
  for (std::size_t i = 0; i < deviations_.size() && deviations_[i].node < race.first; ++i) {
    if (resumes_[i] >= race.first && by_lower_actor(race, second, needed_, i)) return false;
  }
  return true;
}

Sequence Parsimonious::schedule_of(const core::Race& race) const {
  Sequence schedule;
  schedule.reserve(needed_.size() + 1);
  for (auto it = needed_.rbegin(); it != needed_.rend(); ++it) {
    schedule.push_back(execution_.step(*it));
  }
  schedule.push_back(race.second == kNoEvent ? race.pending : execution_.step(race.second));
  return schedule;
}

bool Parsimonious::has_open_branches() const {
  return started_ && std::any_of(frames_.begin(), frames_.end(),
                                 [](const Frame& frame) { return !frame.reversals.empty(); });
}

Task Parsimonious::task_of(const Frame& frame, Reversed reversed) const {
  Task task;
  task.prefix.assign(frame.path.begin(), frame.path.begin() + reversed.depth);
  task.deviations = deviations_after(frame, reversed);
  std::move(reversed.schedule.begin(), reversed.schedule.end(), std::back_inserter(task.prefix));
  task.fixed = fixed_;
  return task;
}

// The oldest runs of the stack first, and of each the reversal closest to the start.
std::vector<Task> Parsimonious::give_away(std::size_t most) {
  std::vector<Task> tasks;
  if (!started_) return tasks;
  if (run_pending_) analyse();
  for (Frame& frame : frames_) {
    std::size_t given = 0;
    for (; given < frame.reversals.size() && tasks.size() < most; ++given) {
      tasks.push_back(task_of(frame, std::move(frame.reversals[given])));
    }
    frame.reversals.erase(frame.reversals.begin(),
                          frame.reversals.begin() + static_cast<std::ptrdiff_t>(given));
  }
  return tasks;
}

// A reversal that waits is taken to hold as many runs as those of its run held on average.
double Parsimonious::estimate() const {
  double below = 1;
  for (auto it = frames_.rbegin(); it != frames_.rend(); ++it) {
    const double done = static_cast<double>(counts_.interleavings - it->runs_before);
    const double begun = std::max<std::uint32_t>(it->begun, 1);
    below = std::max(below, done);
    below += static_cast<double>(it->reversals.size()) * below / begun;
  }
  return std::max(below, static_cast<double>(counts_.interleavings));
}

}  // namespace heddle::explore
