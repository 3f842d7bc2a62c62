#include "explore/algorithm.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace heddle::explore {

using core::ActorId;
using core::Race;
using core::StepRef;

void Branch::destroy_below() {
  std::vector<Branch> below = std::move(next);
  while (!below.empty()) {
    std::vector<Branch> last = std::move(below.back().next);
    below.pop_back();
    std::move(last.begin(), last.end(), std::back_inserter(below));
  }
}

void Node::clear() {
  mark = 0;
  sleep.clear();
  wakeup.clear();
  begun.clear();
  enabled.clear();
  yielding.clear();
  preemptions = delays = divergences = 0;
  runs_done = 0;
}

bool Node::has_begun(ActorId actor) const {
  return std::find(begun.begin(), begun.end(), actor) != begun.end();
}

bool Node::asleep(ActorId actor) const {
  return std::any_of(sleep.begin(), sleep.end(),
                     [&](const Sleeper& s) { return s.step->actor() == actor; });
}

bool Node::has_branch(ActorId actor) const {
  return std::any_of(wakeup.begin(), wakeup.end(),
                     [&](const Branch& branch) { return branch.actor == actor; });
}

bool Node::add_branch(ActorId actor) {
  if (has_begun(actor) || has_branch(actor)) return false;
  wakeup.push_back({actor, {}, {}});
  return true;
}

bool Node::add_all_branches() {
  bool added = false;
  for (const ActorId actor : enabled) added = add_branch(actor) || added;
  return added;
}

Inserted Algorithm::reverse(const Run& run, const Race& race, Node& node) const {
  std::vector<Reversal> reversals;
  plan(run, race, reversals);
  HEDDLE_CHECK(reversals.size() == 1 && reversals[0].depth == race.first,
               "{} does not reverse races by one sequence", name());
  const auto path = run.execution.path().first(race.first);
  return insert(node, path, std::move(reversals[0]), run.program);
}

Overtaken Algorithm::overtaken(const core::Step&, std::span<const StepRef>,
                               std::span<const SequenceStep>, const core::Program&) const {
  HEDDLE_CHECK(!optimal(), "{} has wakeup trees and must say when a step is overtaken", name());
  return {};
}

bool Algorithm::stays_asleep(const Sleeper& sleeper, std::span<const StepRef> path,
                             const core::Program& program) const {
  const core::Step& last = *path.back();
  return last.actor() != sleeper.step->actor() && !core::dependent(last, *sleeper.step, program);
}

Sequence notdep(const Run& run, const Race& race) {
  Sequence sequence;
  const bool pending = race.second == core::kNoEvent;
  for (const std::uint32_t event : run.hb.notdep(race.first)) {
    if (event > race.second) break;
    sequence.push_back(run.execution.step(event));
  }
  sequence.push_back(pending ? race.pending : run.execution.step(race.second));
  return sequence;
}

void reversing_events(const Run& run, const Race& race, std::vector<std::uint32_t>& events) {
  thread_local std::vector<std::uint32_t> rest;
  events.clear();
  rest.clear();
  // What a blocked step needs is not recorded anywhere, so it comes last.
  const bool pending = race.second == core::kNoEvent;
  for (const std::uint32_t event : run.hb.notdep(race.first)) {
    const bool causes = !pending && event < race.second && run.hb.before(event, race.second);
    (causes ? events : rest).push_back(event);
  }
  if (pending) events.swap(rest);
  events.push_back(race.second);
  events.insert(events.end(), rest.begin(), rest.end());
}

ReversingSequence reversing_sequence(const Run& run, const Race& race) {
  thread_local std::vector<std::uint32_t> events;
  reversing_events(run, race, events);
  ReversingSequence result;
  result.steps.reserve(events.size());
  for (const std::uint32_t event : events) {
    if (event == race.second) result.second = result.steps.size();
    result.steps.push_back(event == core::kNoEvent ? race.pending : run.execution.step(event));
  }
  return result;
}

// Before e' come its causes, and after it the rest in the order of the run: so many steps are there
// as soon as e' is, and as many events that do not depend on e.
std::uint32_t events_behind(std::size_t steps, const Run& run, const Race& race) {
  if (steps == kWhole || race.second == core::kNoEvent || race.observer != core::kNoEvent) {
    return core::kNoEvent;
  }
  if (steps > 0) --steps;  // e' itself
  if (steps == 0) return race.second + 1;
  const auto independent = run.hb.notdep(race.first);
  if (steps > independent.size()) return core::kNoEvent;
  return std::max(independent[steps - 1], race.second) + 1;
}

std::vector<ActorId> initials(const Sequence& sequence, const core::Program& program) {
  std::vector<ActorId> seen;
  std::vector<ActorId> result;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const core::Step& step = *sequence[i];
    if (std::find(seen.begin(), seen.end(), step.actor()) != seen.end()) continue;
    seen.push_back(step.actor());
    const bool depends = std::any_of(sequence.begin(), sequence.begin() + i, [&](const StepRef& s) {
      return s->id() == step.taken() || core::dependent(*s, step, program);
    });
    if (!depends) result.push_back(step.actor());
  }
  return result;
}

namespace {

struct Entry {
  const char* name;
  std::unique_ptr<Algorithm> (*make)();
};
constexpr Entry kAlgorithms[] = {
    {"none", make_none},       {"persistent", make_persistent},     {"source", make_source},
    {"optimal", make_optimal}, {"parsimonious", make_parsimonious}, {"observers", make_observers},
    {"bounded", make_bounded},
};

}  // namespace

std::unique_ptr<Algorithm> make_algorithm(std::string_view name) {
  for (const Entry& entry : kAlgorithms) {
    if (name == entry.name) return entry.make();
  }
  return nullptr;
}

std::string algorithm_names() {
  std::string names;
  for (const Entry& entry : kAlgorithms) {
    if (!names.empty()) names += ", ";
    names += entry.name;
  }
  return names;
}

}  // namespace heddle::explore
