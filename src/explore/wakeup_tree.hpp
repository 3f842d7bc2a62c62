// Wakeup trees (seed 002 section 3.3; paper I, definition of WuT and its insert operation).
//
// An ordered tree of the sequences still to be explored from a node. Two properties make the
// exploration optimal: no step that sleeps at the node can begin a sequence of the tree, and no
// earlier sibling can begin a later one. Both are checked by one question, asked of a step and a
// sequence: is the step *overtaken* there, i.e. does something in the sequence that it depends on
// come before it? If it is not, the step can begin the sequence, up to equivalence (it is in WI(w),
// the weak initials).
//
// The paper inserts whole sequences. Here a sequence ends where everything is overtaken that has to
// be, the sleepers of the node and the earlier siblings on the way: there nothing sleeps any more,
// and from such a state the search needs no guidance (docs/algorithms.md, "Why this is complete").
// It follows that the first steps of a sequence, so many as were looked at, decide what becomes of
// it. This is what `rests_on` says, and a race need not be looked at again as long as they stay.
//
//   paper            here
//   p in WI(w)       !overtaken(step of p, w).yes
//   insert(w, B)     insert_into_tree
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "explore/algorithm.hpp"

namespace heddle::explore {

/// A sequence on its way down a tree: what is left of it below the branches that it followed. There
/// can be one in each thread.
class Descent {
 public:
  explicit Descent(const Sequence& sequence);
  /// The reversing sequence of a race.
  Descent(const Run& run, const core::Race& race);

  /// Whether a step can begin what is left; `answer` is what the algorithm says of it and `left()`.
  bool fits(const Overtaken& answer);
  /// Goes below the step that fitted last. `own_step_decided`: unless the answer was known only at
  /// the end, its own step gave it, so that is where it is.
  void follow(core::ActorId actor, bool own_step_decided = false);
  std::span<const SequenceStep> left() const;
  /// As it was before it followed anything; until the next call.
  std::span<const SequenceStep> whole() const;
  bool done() const { return left_ == 0; }

  /// Whether a leaf at the end of these steps covers all that they can begin.
  using Covers = std::function<bool(const Sequence& steps)>;
  /// Follows the branches of a tree that fit first; the level where none does, or null if a leaf
  /// covers the sequence. Leaves do, but for wild ones, unless `covers` knows better.
  std::vector<Branch>* follow_tree(std::vector<Branch>& tree, const Algorithm& algorithm,
                                   const core::Program& program, const Covers& covers = {});
  /// A step that sleeps at the top; for the whole sequence.
  void overtakes(const Overtaken& answer);
  /// A branch that does not fit, and will be explored before what is left. If it is wild, all that
  /// is left is needed: what the branch turns out to do may be overtaken by any step (`replant`).
  void passes(bool wild) {
    if (wild) needs_all();
  }
  void needs_all();

  /// The step that fitted last covers the sequence.
  Inserted covered() const;
  /// What is left becomes a branch of `level`, as far as it is needed. With `copy`, the tree gets
  /// steps of its own.
  Inserted add_to(std::vector<Branch>& level, bool copy, const Algorithm& algorithm,
                  const core::Program& program) const;

 private:
  struct Memory;
  void needs(std::size_t after);

  Memory& memory_;
  std::vector<SequenceStep>& steps_;
  std::size_t first_ = 0;       // of the steps that are left
  std::size_t left_;            // how many
  std::size_t needed_ = 0;      // so many steps overtake all that has been asked
  std::size_t followed_ = 0;    // so many steps say that the branches followed were to be followed
  std::size_t fits_after_ = 0;  // the same of the step that fitted last
};

/// A wild branch was taken and turned out to be `step`: the sequences that wait behind it in
/// `waiting`, and that it can begin, go `below` it, where insertion would have led them.
void replant(const core::StepRef& step, std::vector<Branch>& waiting, std::vector<Branch>& below,
             const Algorithm& algorithm, const core::Program& program);

/// Insertion for algorithms with wakeup trees, of a sequence that is still whole. Sleepers are many
/// and branches few: who sleeps is asked only if the tree does not cover the sequence.
Inserted insert_into_tree(Node& node, std::span<const core::StepRef> path, Descent descent,
                          bool copy, const Algorithm& algorithm, const core::Program& program);

}  // namespace heddle::explore
