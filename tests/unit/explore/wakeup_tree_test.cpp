// Inserting into wakeup trees, by the paper's definition (paper I; facts/dpor.md, "Insert v"), but
// only as much of a sequence as is needed (docs/algorithms.md).
//
// Actors are p, q, r, s, t; each takes one step. A tree is written with its branches in order:
// "p(q r) s" is p followed by q or r, then s.
#include "explore/wakeup_tree.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/scripted_program.hpp"

namespace heddle::tests {
namespace {

using core::StepRef;
using explore::Branch;
using explore::Inserted;
using explore::kWhole;
using explore::Sequence;

constexpr Location x = 1;
constexpr Location y = 2;
/// Each actor also writes a location of its own.
constexpr Location own(char actor) { return 10 + static_cast<Location>(actor - 'p'); }

StepRef step(char actor, const Footprint& footprint) {
  std::vector<core::Access> accesses = footprint.accesses;
  accesses.push_back(write(own(actor), 1));
  return StepRef::make({static_cast<ActorId>(actor - 'p'), 0}, accesses, 0);
}

/// Somebody else whom only this step overtakes.
StepRef overtaken_by(const StepRef& step) {
  const char actor = static_cast<char>('p' + step->actor());
  const core::Access access = read(own(actor));
  return StepRef::make({100 + step->actor(), 0}, std::span(&access, 1), 0);
}

std::string show(const std::vector<Branch>& tree) {
  std::string out;
  for (const Branch& branch : tree) {
    if (!out.empty()) out += " ";
    out += static_cast<char>('p' + branch.actor);
    if (!branch.next.empty()) out += "(" + show(branch.next) + ")";
  }
  return out;
}

/// A tree under test: what is dependent follows from the footprints.
class Tree {
 public:
  explicit Tree(std::vector<Branch> tree = {}, const char* algorithm = "optimal")
      : algorithm_(explore::make_algorithm(algorithm)) {
    node_.wakeup = std::move(tree);
  }

  /// What sleeps at the node is overtaken by the last step.
  Inserted insert(const Sequence& sequence) {
    return insert(sequence, {overtaken_by(sequence.back())});
  }
  Inserted insert(const Sequence& sequence, const Sequence& sleepers, bool copy = false) {
    node_.sleep.clear();
    for (const StepRef& sleeper : sleepers) node_.sleep.push_back({sleeper, 0});
    return explore::insert_into_tree(node_, {}, explore::Descent(sequence), copy, *algorithm_,
                                     program_);
  }
  std::string text() const { return show(node_.wakeup); }
  const std::vector<Branch>& branches() const { return node_.wakeup; }

 private:
  const ScriptedProgram program_{{}};
  const std::unique_ptr<explore::Algorithm> algorithm_;
  explore::Node node_;
};

class WakeupTree : public testing::Test {
 protected:
  static Branch branch(const StepRef& step, std::vector<Branch> next = {}) {
    return {step->actor(), step, std::move(next)};
  }
  /// "p(q)", and the like.
  static std::vector<Branch> line(const StepRef& first, const StepRef& second) {
    std::vector<Branch> next;
    next.push_back(branch(second));
    std::vector<Branch> tree;
    tree.push_back(branch(first, std::move(next)));
    return tree;
  }

  const StepRef p = step('p', write(x, 1));
  const StepRef q = step('q', write(x, 2));
  const StepRef r = step('r', write(x, 3));
  const StepRef s = step('s', write(y, 1));  // depends on nobody but t
  const StepRef t = step('t', read(y));
};

TEST_F(WakeupTree, TakesASequenceAsABranch) {
  Tree tree;
  const Inserted inserted = tree.insert({p, q, r});
  EXPECT_TRUE(inserted.added);
  EXPECT_EQ(inserted.rests_on, 3U);
  EXPECT_EQ(tree.text(), "p(q(r))");
  EXPECT_EQ(tree.branches()[0].actor, 0U);
  EXPECT_EQ(&*tree.branches()[0].step, &*p);  // shared, not copied
}

// After q nothing sleeps any more.
TEST_F(WakeupTree, TakesNoMoreThanOvertakesTheSleepers) {
  Tree tree;
  EXPECT_EQ(tree.insert({p, q, r}, {overtaken_by(p), overtaken_by(q)}).rests_on, 2U);
  EXPECT_EQ(tree.text(), "p(q)");
}

// s could as well come after q.
TEST_F(WakeupTree, LeavesOutWhatNobodyNeeds) {
  Tree tree;
  EXPECT_EQ(tree.insert({s, p, q, t}, {overtaken_by(q)}).rests_on, 3U);
  EXPECT_EQ(tree.text(), "p(q)");
  Tree observers({}, "observers");
  EXPECT_EQ(observers.insert({s, p, q, t}, {overtaken_by(q)}).rests_on, 3U);
  EXPECT_EQ(observers.text(), "s(p(q))") << "q may show only to an observer what it needs";
}

// p will sleep when s is explored: something has to overtake it, too.
TEST_F(WakeupTree, TakesWhatOvertakesEarlierSiblings) {
  Tree tree;
  tree.insert({p});
  const Inserted inserted = tree.insert({s, t, q, r}, {overtaken_by(s)});
  EXPECT_TRUE(inserted.added);
  EXPECT_EQ(inserted.rests_on, 3U);
  EXPECT_EQ(tree.text(), "p s(q)");
}

// p leads to every sequence that p can begin: a leaf leaves the rest open.
TEST_F(WakeupTree, HasWhatALeafCovers) {
  Tree tree;
  tree.insert({p});
  Inserted inserted = tree.insert({p, q});
  EXPECT_FALSE(inserted.added);
  EXPECT_EQ(inserted.rests_on, 1U);
  inserted = tree.insert({s, p, q});  // p is an initial there: s does not matter to it
  EXPECT_FALSE(inserted.added);
  EXPECT_EQ(inserted.rests_on, 2U);
  EXPECT_EQ(tree.text(), "p");
}

// A weak initial: s does not occur in the sequence and depends on nothing in it, so s and then the
// sequence is as good. Another sequence that begins like this one may have t next.
TEST_F(WakeupTree, HasWhatAnIndependentLeafCovers) {
  Tree tree;
  tree.insert({s});
  const Inserted inserted = tree.insert({p, q});
  EXPECT_FALSE(inserted.added);
  EXPECT_EQ(inserted.rests_on, kWhole);
  EXPECT_TRUE(tree.insert({p, q, t}).added);
  EXPECT_EQ(tree.text(), "s t");
}

// q.p is not what p begins: q overtakes p.
TEST_F(WakeupTree, AppendsABranchBehindItsSiblings) {
  Tree tree;
  tree.insert({p});
  EXPECT_TRUE(tree.insert({q, p}).added);
  EXPECT_TRUE(tree.insert({r, q}).added);
  EXPECT_EQ(tree.text(), "p q(p) r(q)");
}

TEST_F(WakeupTree, SharesThePrefix) {
  Tree tree;
  tree.insert({p, q});
  EXPECT_TRUE(tree.insert({p, r}).added);
  EXPECT_EQ(tree.text(), "p(q r)");
  EXPECT_FALSE(tree.insert({p, q}).added);
  EXPECT_FALSE(tree.insert({p, r, q}).added);
}

// s.p.r is equivalent to p.s.r, so it goes under p.
TEST_F(WakeupTree, SharesAPrefixUpToEquivalence) {
  Tree tree;
  tree.insert({p, q});
  EXPECT_TRUE(tree.insert({s, p, r}, {overtaken_by(s), overtaken_by(r)}).added);
  EXPECT_EQ(tree.text(), "p(q s(r))");
}

// s is no part of p.q, and independent of it: s, then p.q, is the same class of runs as far as
// p.q goes. t depends on s, but that is for later.
TEST_F(WakeupTree, GoesThroughAnIndependentBranchWithTheWholeSequence) {
  Tree tree(line(s, t));
  EXPECT_TRUE(tree.insert({t, s}).added);
  EXPECT_EQ(tree.text(), "s(t) t(s)");
  EXPECT_FALSE(tree.insert({p, q}).added);  // s.t is independent of it as a whole: a leaf covers it
  Tree deeper(line(s, p));
  const Inserted inserted = deeper.insert({q, p});  // s can begin it, p then cannot
  EXPECT_TRUE(inserted.added);
  EXPECT_EQ(inserted.rests_on, kWhole) << "what follows q.p might overtake s";
  EXPECT_EQ(deeper.text(), "s(p q(p))");
}

// p and s could both begin s.p.r; the earlier branch is explored first and hence has to have it.
TEST_F(WakeupTree, TakesTheFirstBranchThatFits) {
  std::vector<Branch> branches = line(p, q);
  branches.push_back(branch(s, line(q, p)));
  Tree tree(std::move(branches));
  EXPECT_EQ(tree.text(), "p(q) s(q(p))");
  EXPECT_TRUE(tree.insert({s, p, r}).added);
  EXPECT_EQ(tree.text(), "p(q r) s(q(p))");
}

// A step that sleeps at the node can begin the sequence: it was explored already.
TEST_F(WakeupTree, RefusesWhatASleeperCanBegin) {
  Tree tree;
  Inserted inserted = tree.insert({p, q}, {overtaken_by(p), s});
  EXPECT_FALSE(inserted.added);
  EXPECT_EQ(inserted.rests_on, kWhole) << "t might follow";
  inserted = tree.insert({s, p, q}, {s, overtaken_by(q), p});
  EXPECT_FALSE(inserted.added);
  EXPECT_EQ(inserted.rests_on, 1U);
  EXPECT_EQ(tree.text(), "");
}

// What `rests_on` promises: sequences that begin with the same steps have the same fate.
TEST_F(WakeupTree, NeedsNoOtherSequenceThatBeginsAsOneThatItTook) {
  Tree tree;
  const Sequence sleepers = {overtaken_by(p), overtaken_by(q)};
  ASSERT_EQ(tree.insert({p, q, r}, sleepers).rests_on, 2U);
  for (const Sequence& other : {Sequence{p, q}, Sequence{p, q, s, t}, Sequence{p, q, t, r}}) {
    const Inserted inserted = tree.insert(other, sleepers);
    EXPECT_FALSE(inserted.added);
    EXPECT_EQ(inserted.rests_on, 2U);
  }
  EXPECT_EQ(tree.text(), "p(q)");
}

// With observers it may be a later step of the same actor that says that a step fits: p's second
// write hides the order of q's and its first. What the branch takes over is the first all the same.
TEST_F(WakeupTree, ABranchTakesOverTheFirstStepOfItsActor) {
  const StepRef again = StepRef::make({p->actor(), 1}, p->accesses(), 0);
  Tree tree(line(p, t), "observers");
  EXPECT_TRUE(tree.insert({q, p, again, s}).added);
  ASSERT_EQ(tree.text(), "p(t q(p(s)))");
  EXPECT_EQ(tree.branches()[0].next[1].next[0].step->id().ordinal, 1U);
}

TEST_F(WakeupTree, CopiesStepsWhenAsked) {
  Tree tree;
  EXPECT_TRUE(tree.insert({p, q}, {overtaken_by(q)}, true).added);
  EXPECT_EQ(tree.text(), "p(q)");
  const StepRef& copy = tree.branches()[0].step;
  EXPECT_NE(&*copy, &*p);
  EXPECT_TRUE(copy.unique());
  EXPECT_EQ(copy->id(), p->id());
  EXPECT_EQ(copy->accesses()[0], p->accesses()[0]);
}

}  // namespace
}  // namespace heddle::tests
