// Wakeup trees (seed 002 section 3.3; paper I, definition of WuT and its insert operation).
//
// An ordered tree of the sequences still to be explored from a node. Two properties make the
// exploration optimal: no step that sleeps at the node can begin a sequence of the tree, and no
// earlier sibling can begin a later one. Both are checked by one question, asked of a step and a
// sequence: is the step *overtaken* there, i.e. does something in the sequence that it depends on
// come before it? If it is not, the step can begin the sequence, up to equivalence (it is in WI(w),
// the weak initials).
//
// The paper inserts whole sequences. Only as much is kept here as overtakes everything that has to
// be overtaken: what comes after that does not change any answer, and the search finds it anyway.
//
//   paper            here
//   p in WI(w)       overtaken_after(step of p, w) is empty
//   insert(w, B)     insert(tree, w, ...)
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>

#include "explore/algorithm.hpp"

namespace heddle::explore {

/// Adds `sequence` unless the tree already leads to an equivalent of a beginning of it; true if
/// something was added. With `copy`, the tree gets steps of its own.
///
/// `overtaken_after(step, steps)`, steps being a span of pointers, says how many of the steps it
/// takes until the step is overtaken, as a std::optional; empty: it never is.
/// `sleepers_overtaken()` says the same of all steps that sleep at the node, for the whole
/// sequence; it is asked only if the tree has no answer.
template <typename SleepersOvertaken, typename OvertakenAfter>
bool insert(std::vector<Branch>& tree, const Sequence& sequence, bool copy,
            const SleepersOvertaken& sleepers_overtaken, const OvertakenAfter& overtaken_after) {
  // Kept between calls: this is asked for every race.
  thread_local std::vector<const core::Step*> rest;
  thread_local std::vector<std::uint32_t> position;  // of the rest, in the sequence
  rest.clear();
  for (const core::StepRef& step : sequence) rest.push_back(&*step);
  position.resize(rest.size());
  std::iota(position.begin(), position.end(), 0U);
  std::size_t begin = 0;  // steps that a branch has taken over are moved before this
  std::size_t needed = 0;
  std::vector<Branch>* level = &tree;
  while (true) {
    const std::span<const core::Step* const> left(rest.data() + begin, rest.size() - begin);
    const auto child = std::find_if(level->begin(), level->end(), [&](const Branch& branch) {
      const std::optional<std::size_t> after = overtaken_after(*branch.step, left);
      if (!after) return true;
      needed = std::max<std::size_t>(needed, position[begin + *after - 1] + 1);
      return false;
    });
    if (child == level->end()) break;
    if (child->next.empty()) return false;
    const auto own = std::find_if(left.begin(), left.end(), [&](const core::Step* step) {
      return step->actor() == child->actor;
    });
    if (own != left.end()) {
      const auto at = begin + static_cast<std::size_t>(own - left.begin());
      std::rotate(rest.begin() + begin, rest.begin() + at, rest.begin() + at + 1);
      std::rotate(position.begin() + begin, position.begin() + at, position.begin() + at + 1);
      ++begin;
    }
    level = &child->next;
  }
  const std::optional<std::size_t> for_sleepers = sleepers_overtaken();
  if (!for_sleepers) return false;
  needed = std::max(needed, *for_sleepers);
  for (std::size_t i = begin; i < rest.size() && position[i] < needed; ++i) {
    const core::StepRef& step = sequence[position[i]];
    level->push_back({step->actor(), copy ? step.copy() : step, {}});
    level = &level->back().next;
  }
  return true;
}

}  // namespace heddle::explore
