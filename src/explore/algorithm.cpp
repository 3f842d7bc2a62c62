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

bool Algorithm::overtaken(const Sleeper&, std::span<const StepRef>, const Sequence&,
                          const core::Program&) const {
  HEDDLE_CHECK(!optimal(), "{} has wakeup trees and must say when a step is overtaken", name());
  return false;
}

bool Algorithm::stays_asleep(const Sleeper& sleeper, std::span<const StepRef> path,
                             const core::Program& program) const {
  const core::Step& last = *path.back();
  return last.actor() != sleeper.step->actor() && !core::dependent(last, *sleeper.step, program);
}

Sequence notdep(const Run& run, const Race& race) {
  Sequence sequence;
  const bool pending = race.second == core::kNoEvent;
  const std::uint32_t end = pending ? run.execution.size() : race.second;
  for (std::uint32_t event = race.first + 1; event < end; ++event) {
    if (!run.hb.before(race.first, event)) sequence.push_back(run.execution.step(event));
  }
  sequence.push_back(pending ? race.pending : run.execution.step(race.second));
  return sequence;
}

ReversingSequence reversing_sequence(const Run& run, const Race& race) {
  ReversingSequence result;
  const std::uint32_t end = run.execution.size();
  result.steps.reserve(end - race.first);
  // What a blocked step needs is not recorded anywhere, so it comes last.
  const bool pending = race.second == core::kNoEvent;
  for (std::uint32_t event = race.first + 1; !pending && event < race.second; ++event) {
    if (run.hb.before(event, race.second) && !run.hb.before(race.first, event)) {
      result.steps.push_back(run.execution.step(event));
    }
  }
  result.second = result.steps.size();
  if (!pending) result.steps.push_back(run.execution.step(race.second));
  for (std::uint32_t event = race.first + 1; event < end; ++event) {
    const bool placed = !pending && (event == race.second ||
                                     (event < race.second && run.hb.before(event, race.second)));
    if (!placed && !run.hb.before(race.first, event)) {
      result.steps.push_back(run.execution.step(event));
    }
  }
  if (pending) {
    result.second = result.steps.size();
    result.steps.push_back(race.pending);
  }
  return result;
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
    {"none", make_none},       {"persistent", make_persistent}, {"source", make_source},
    {"optimal", make_optimal}, {"observers", make_observers},   {"bounded", make_bounded},
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
