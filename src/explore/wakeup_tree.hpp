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

#include <cstddef>
#include <functional>
#include <optional>

#include "explore/algorithm.hpp"

namespace heddle::explore {

/// How many steps of the sequence it takes until the step is overtaken; empty: it never is.
using OvertakenAfter =
    std::function<std::optional<std::size_t>(const core::Step&, const Sequence&)>;

/// Adds `sequence` unless the tree already leads to an equivalent of a beginning of it; true if
/// something was added. Of the sequence at least the first `needed` steps count.
bool insert(std::vector<Branch>& tree, Sequence sequence, std::size_t needed,
            const OvertakenAfter& overtaken_after);

}  // namespace heddle::explore
