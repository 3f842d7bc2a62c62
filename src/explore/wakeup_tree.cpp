#include "explore/wakeup_tree.hpp"

#include <algorithm>

namespace heddle::explore {

using core::StepRef;

namespace {

// A take that nobody has seen executed may get its message from any append before it.
bool may_take(const core::Step& step, const core::Step& other) {
  if (step.taken().actor != core::kNoActor) return false;
  const auto accesses = step.accesses();
  return std::any_of(accesses.begin(), accesses.end(), [&](const core::Access& access) {
    const bool takes =
        access.kind == core::AccessKind::kTake || access.kind == core::AccessKind::kPoll;
    const core::Access* theirs = takes ? other.find(access.location) : nullptr;
    return theirs != nullptr && theirs->kind == core::AccessKind::kAppend;
  });
}

// Whether `step` cannot come before `other`, which comes before it.
bool cannot_precede(const core::Step& step, const core::Step& other, const core::Program& program) {
  return step.actor() == other.actor() || step.taken() == other.id() || may_take(step, other) ||
         core::dependent(other, step, program);
}

}  // namespace

// Kept between descents: there is one for every race.
struct Descent::Memory {
  std::vector<std::uint32_t> events;
  std::vector<SequenceStep> steps;
  std::vector<SequenceStep> whole;
  std::vector<std::size_t> overtakers;
  std::vector<bool> needed;

  static Memory& empty() {
    thread_local Memory memory;
    memory.steps.clear();
    memory.overtakers.clear();
    return memory;
  }
};

Descent::Descent(const Sequence& sequence)
    : memory_(Memory::empty()), steps_(memory_.steps), left_(sequence.size()) {
  steps_.reserve(sequence.size());
  for (const StepRef& step : sequence) steps_.emplace_back(step);
}

Descent::Descent(const Run& run, const core::Race& race)
    : memory_(Memory::empty()), steps_(memory_.steps) {
  reversing_events(run, race, memory_.events);
  left_ = memory_.events.size();
  steps_.reserve(left_);
  for (const std::uint32_t event : memory_.events) {
    if (event == core::kNoEvent) {
      steps_.emplace_back(race.pending);
    } else {
      steps_.emplace_back(run.execution, event);
    }
  }
}

std::span<const SequenceStep> Descent::left() const { return std::span(steps_).subspan(first_); }

std::span<const SequenceStep> Descent::whole() const {
  memory_.whole.clear();
  for (const SequenceStep& step : steps_) memory_.whole.emplace_back(*step.step);
  return memory_.whole;
}

bool Descent::fits(const Overtaken& answer) {
  const bool here = answer.after != 0 && answer.after != kWhole;
  const std::size_t after = here ? first_ + answer.after : answer.after;
  if (answer.yes) {
    needs(after);
  } else {
    fits_after_ = after;
  }
  return !answer.yes;
}

void Descent::needs(std::size_t after) {
  if (after == 0) return;
  needed_ = std::max(needed_, after);
  memory_.overtakers.push_back(after - 1);
}

void Descent::needs_all() {
  for (std::size_t i = 0; i < steps_.size(); ++i) needs(i + 1);
}

void Descent::follow(core::ActorId actor, bool own_step_decided) {
  followed_ = std::max(followed_, fits_after_);
  const std::size_t decided = fits_after_ - 1;
  const bool here = own_step_decided && decided < steps_.size() && steps_[decided].actor == actor;
  std::size_t own = here ? decided : first_;
  while (own < steps_.size() && steps_[own].actor != actor) ++own;
  if (own < steps_.size()) {
    steps_[own].actor = core::kNoActor;
    steps_[own].summary = {};
    --left_;
  }
  while (first_ < steps_.size() && steps_[first_].actor == core::kNoActor) ++first_;
}

std::vector<Branch>* Descent::follow_tree(std::vector<Branch>& tree, const Algorithm& algorithm,
                                          const core::Program& program, const Covers& covers) {
  std::vector<Branch>* level = &tree;
  Sequence followed;
  while (true) {
    // Nothing can overtake what comes first.
    const core::ActorId first = first_ < steps_.size() ? steps_[first_].actor : core::kNoActor;
    const auto child = std::find_if(level->begin(), level->end(), [&](const Branch& branch) {
      if (fits(branch.actor == first ? Overtaken{.yes = false, .after = 1}
                                     : algorithm.overtaken(*branch.step, {}, left(), program))) {
        return true;
      }
      passes(branch.wild);
      return false;
    });
    if (child == level->end()) return level;
    if (covers) followed.push_back(child->step);
    const bool leaf = child->next.empty() && !child->wild;
    if (leaf && (!covers || covers(followed))) return nullptr;
    follow(child->actor, !algorithm.observers());
    if (child->next.empty() && done()) return nullptr;
    level = &child->next;
  }
}

void Descent::overtakes(const Overtaken& answer) { needs(answer.after); }

Inserted Descent::covered() const {
  return {.added = false, .rests_on = std::max({needed_, followed_, fits_after_})};
}

Inserted Descent::add_to(std::vector<Branch>& level, bool copy, const Algorithm& algorithm,
                         const core::Program& program) const {
  // With observers, what a step needs shows only in the whole.
  const bool all = algorithm.observers();
  std::vector<bool>& needed = memory_.needed;
  needed.assign(needed_, all);
  for (const std::size_t i : memory_.overtakers) needed[i] = true;
  for (std::size_t i = needed_; !all && i-- > first_;) {
    if (!needed[i] || steps_[i].actor == core::kNoActor) continue;
    for (std::size_t j = first_; j < i; ++j) {
      if (needed[j] || steps_[j].actor == core::kNoActor) continue;
      needed[j] = cannot_precede(**steps_[i].step, **steps_[j].step, program);
    }
  }
  std::vector<Branch>* at = &level;
  for (std::size_t i = first_; i < needed_; ++i) {
    if (!needed[i] || steps_[i].actor == core::kNoActor) continue;
    const StepRef& step = *steps_[i].step;
    at->push_back({steps_[i].actor, copy ? step.copy() : step, {}});
    at = &at->back().next;
  }
  return {.added = true, .rests_on = std::max(needed_, followed_)};
}

void replant(const StepRef& step, std::vector<Branch>& waiting, std::vector<Branch>& below,
             const Algorithm& algorithm, const core::Program& program) {
  // A sequence that ended with the wild step ends now where something may sleep.
  const auto covers_nothing = [](const Sequence&) { return false; };
  const auto goes_below = [&](const Sequence& sequence) {
    Descent descent(sequence);
    if (!descent.fits(algorithm.overtaken(*step, {}, descent.left(), program))) return false;
    descent.follow(step->actor(), !algorithm.observers());
    std::vector<Branch>* level =
        descent.done() ? nullptr : descent.follow_tree(below, algorithm, program, covers_nothing);
    if (level == nullptr) return true;
    descent.needs_all();
    descent.add_to(*level, false, algorithm, program);
    return true;
  };
  // Sequences are as long as runs: this does not recurse. Who goes loses its actor.
  struct Level {
    std::vector<Branch>* branches;
    std::size_t next;
  };
  std::vector<Level> levels{{&waiting, 0}};
  Sequence sequence;
  while (true) {
    const Level level = levels.back();
    if (level.next == level.branches->size()) {
      std::erase_if(*level.branches, [](const Branch& b) { return b.actor == core::kNoActor; });
      levels.pop_back();
      if (levels.empty()) return;
      Level& above = levels.back();
      Branch& parent = (*above.branches)[above.next++];
      if (parent.next.empty()) parent.actor = core::kNoActor;
      sequence.pop_back();
      continue;
    }
    Branch& branch = (*level.branches)[level.next];
    sequence.push_back(branch.step);
    if (!branch.next.empty()) {
      levels.push_back({&branch.next, 0});
      continue;
    }
    if (goes_below(sequence)) branch.actor = core::kNoActor;
    sequence.pop_back();
    ++levels.back().next;
  }
}

Inserted insert_into_tree(Node& node, std::span<const StepRef> path, Descent descent, bool copy,
                          const Algorithm& algorithm, const core::Program& program) {
  std::vector<Branch>* level = descent.follow_tree(node.wakeup, algorithm, program);
  if (level == nullptr) return descent.covered();
  const std::span<const SequenceStep> whole = descent.whole();
  bool covered = false;
  for (const Sleeper& sleeper : node.sleep) {
    const Overtaken answer =
        algorithm.overtaken(*sleeper.step, path.subspan(sleeper.depth), whole, program);
    if (answer.yes) {
      descent.overtakes(answer);
    } else if (answer.after != kWhole) {
      return {.added = false, .rests_on = answer.after};
    } else {
      covered = true;
    }
  }
  if (covered) return {};
  return descent.add_to(*level, copy, algorithm, program);
}

}  // namespace heddle::explore
