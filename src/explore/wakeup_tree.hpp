// Wakeup trees (seed 002 section 3.3; paper I, definition of WuT and its insert operation).
//
// An ordered tree of the sequences still to be explored from a node. Two properties make the exploration optimal: no
// step that sleeps at the node can begin a sequence of the tree, and no earlier sibling can begin a later one. Both are
// checked by one question, asked of a step and a sequence: is the step *overtaken* there, i.e. does something in the
// sequence that it depends on come before it? If it is not, the step can begin the sequence, up to equivalence
// (it is in WI(w), the weak initials).
//
//   paper            here
//   p in WI(w)       !overtaken(step of p, w)
//   insert(w, B)     insert(tree, w, overtaken)
#pragma once

#include <functional>

#include "explore/algorithm.hpp"

namespace heddle::explore {

using Overtaken = std::function<bool(const core::Step&, const Sequence&)>;

/// Adds `sequence` unless the tree already leads to an equivalent of a beginning of it. True if something was added.
bool insert(std::vector<Branch>& tree, Sequence sequence, const Overtaken& overtaken);

}  // namespace heddle::explore
