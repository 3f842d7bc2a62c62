// Wakeup trees (seed 002 section 3.3; paper I, definition of WuT and its insert operation).
//
// An ordered tree of the sequences still to be explored from a node. Two properties make the
// exploration optimal: no step that sleeps at the node can begin a sequence of the tree, and no
// earlier sibling can begin a later one. Both are checked by one question, asked of a step and a
// sequence: is the step *overtaken* there, i.e. does something in the sequence that it depends on
// come before it? If it is not, the step can begin the sequence, up to equivalence (it is in WI(w),
// the weak initials).
//
// Sequences are inserted whole, as in the paper. It is tempting to keep only as much of one as
// overtakes everything that has to be overtaken; that loses classes (example31copies(2): 48 of 51),
// because a leaf then covers reversals that it does not lead to.
//
//   paper            here
//   p in WI(w)       !overtaken(step of p, w)
//   insert(w, B)     insert(tree, w, ...)
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "explore/algorithm.hpp"

namespace heddle::explore {

/// Adds `sequence` unless the tree already leads to an equivalent of a beginning of it; true if
/// something was added. With `copy`, the tree gets steps of its own.
///
/// `overtaken(step, steps)` is asked with a span of pointers to steps; `sleeper_fits()`, whether a
/// step that sleeps at the node can begin the sequence, only if the tree has no answer.
template <typename SleeperFits, typename Overtaken>
bool insert(std::vector<Branch>& tree, const Sequence& sequence, bool copy,
            const SleeperFits& sleeper_fits, const Overtaken& overtaken) {
  // Kept between calls: this is asked for every race.
  thread_local std::vector<const core::StepRef*> rest;
  rest.clear();
  for (const core::StepRef& step : sequence) rest.push_back(&step);
  std::size_t begin = 0;  // steps that a branch has taken over are moved before this
  std::vector<Branch>* level = &tree;
  while (true) {
    const std::span<const core::StepRef* const> left(rest.data() + begin, rest.size() - begin);
    const auto child = std::find_if(level->begin(), level->end(), [&](const Branch& branch) {
      return !overtaken(*branch.step, left);
    });
    if (child == level->end()) break;
    if (child->next.empty()) return false;
    const auto own = std::find_if(left.begin(), left.end(), [&](const core::StepRef* step) {
      return (*step)->actor() == child->actor;
    });
    if (own != left.end()) {
      const auto at = begin + static_cast<std::size_t>(own - left.begin());
      std::rotate(rest.begin() + begin, rest.begin() + at, rest.begin() + at + 1);
      ++begin;
    }
    level = &child->next;
  }
  if (sleeper_fits()) return false;
  for (std::size_t i = begin; i < rest.size(); ++i) {
    const core::StepRef& step = *rest[i];
    level->push_back({step->actor(), copy ? step.copy() : step, {}});
    level = &level->back().next;
  }
  return true;
}

}  // namespace heddle::explore
