// Inserting into wakeup trees, by the paper's definition (paper I; facts/dpor.md, "Insert v").
//
// Actors are p, q, r, s, t; each takes one step. A tree is written with its branches in order:
// "p(q r) s" is p followed by q or r, then s.
#include "explore/wakeup_tree.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/scripted_program.hpp"

namespace heddle::tests {
namespace {

using core::Step;
using core::StepRef;
using explore::Branch;
using explore::Sequence;

constexpr Location x = 1;
constexpr Location y = 2;

StepRef step(char actor, const Footprint& footprint) {
  return StepRef::make({static_cast<ActorId>(actor - 'p'), 0}, footprint.accesses, 0);
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
  /// By definition: something in `sequence` that the step depends on comes before it there.
  static bool overtaken(const Step& step, std::span<const StepRef* const> sequence) {
    const ScriptedProgram program({});
    for (const StepRef* other : sequence) {
      if ((*other)->actor() == step.actor()) return false;
      if (core::dependent(**other, step, program)) return true;
    }
    return false;
  }

  bool insert(const Sequence& sequence, bool sleeper_fits = false) {
    return explore::insert(
        tree_, sequence, false, [&] { return sleeper_fits; }, overtaken);
  }
  std::string text() const { return show(tree_); }
  const std::vector<Branch>& branches() const { return tree_; }

 private:
  std::vector<Branch> tree_;
};

class WakeupTree : public testing::Test {
 protected:
  const StepRef p = step('p', write(x, 1));
  const StepRef q = step('q', write(x, 2));
  const StepRef r = step('r', write(x, 3));
  const StepRef s = step('s', write(y, 1));  // depends on nobody but t
  const StepRef t = step('t', read(y));
};

TEST_F(WakeupTree, TakesASequenceAsABranch) {
  Tree tree;
  EXPECT_TRUE(tree.insert({p, q, r}));
  EXPECT_EQ(tree.text(), "p(q(r))");
  EXPECT_EQ(tree.branches()[0].actor, 0U);
  EXPECT_EQ(&*tree.branches()[0].step, &*p);  // shared, not copied
}

// p leads to every sequence that p can begin: a leaf leaves the rest open.
TEST_F(WakeupTree, HasWhatALeafCovers) {
  Tree tree;
  tree.insert({p});
  EXPECT_FALSE(tree.insert({p, q}));
  EXPECT_FALSE(tree.insert({s, p, q}));  // p is an initial there: s does not matter to it
  EXPECT_EQ(tree.text(), "p");
}

// A weak initial: s does not occur in the sequence and depends on nothing in it, so s and then the
// sequence is as good.
TEST_F(WakeupTree, HasWhatAnIndependentLeafCovers) {
  Tree tree;
  tree.insert({s});
  EXPECT_FALSE(tree.insert({p, q}));
  EXPECT_EQ(tree.text(), "s");
}

// q.p is not what p begins: q overtakes p.
TEST_F(WakeupTree, AppendsABranchBehindItsSiblings) {
  Tree tree;
  tree.insert({p});
  EXPECT_TRUE(tree.insert({q, p}));
  EXPECT_TRUE(tree.insert({r, q}));
  EXPECT_EQ(tree.text(), "p q(p) r(q)");
}

TEST_F(WakeupTree, SharesThePrefix) {
  Tree tree;
  tree.insert({p, q});
  EXPECT_TRUE(tree.insert({p, r}));
  EXPECT_EQ(tree.text(), "p(q r)");
  EXPECT_FALSE(tree.insert({p, q}));
  EXPECT_FALSE(tree.insert({p, r, q}));
}

// s.p.r is equivalent to p.s.r, so it goes under p, as s.r.
TEST_F(WakeupTree, SharesAPrefixUpToEquivalence) {
  Tree tree;
  tree.insert({p, q});
  EXPECT_TRUE(tree.insert({s, p, r}));
  EXPECT_EQ(tree.text(), "p(q s(r))");
}

// s is no part of p.q, and independent of it: s, then p.q, is the same class of runs as far as
// p.q goes. t depends on s, but that is for later.
TEST_F(WakeupTree, GoesThroughAnIndependentBranchWithTheWholeSequence) {
  Tree tree;
  tree.insert({s, t});
  EXPECT_TRUE(tree.insert({t, s}));
  EXPECT_EQ(tree.text(), "s(t) t(s)");
  EXPECT_FALSE(tree.insert({p, q}));  // s.t is independent of it as a whole: a leaf covers it
  Tree deeper;
  deeper.insert({s, p});
  EXPECT_TRUE(deeper.insert({q, p}));  // s can begin it, p then cannot
  EXPECT_EQ(deeper.text(), "s(p q(p))");
}

// p and s could both begin s.p.r; the earlier branch is explored first and hence has to have it.
TEST_F(WakeupTree, TakesTheFirstBranchThatFits) {
  Tree tree;
  tree.insert({p, q});
  tree.insert({s, q, p});
  EXPECT_EQ(tree.text(), "p(q) s(q(p))");
  EXPECT_TRUE(tree.insert({s, p, r}));
  EXPECT_EQ(tree.text(), "p(q s(r)) s(q(p))");
}

// A step that sleeps at the node can begin the sequence: it was explored already.
TEST_F(WakeupTree, RefusesWhatASleeperCanBegin) {
  Tree tree;
  EXPECT_FALSE(tree.insert({p, q}, true));
  EXPECT_EQ(tree.text(), "");
}

// Sleepers are many and branches few: who sleeps is asked only if the tree does not cover it.
TEST_F(WakeupTree, AsksTheSleepersLast) {
  std::vector<Branch> tree = {{p->actor(), p, {}}};
  bool asked = false;
  const auto sleepers = [&] {
    asked = true;
    return false;
  };
  EXPECT_FALSE(explore::insert(tree, Sequence{p, q}, false, sleepers, Tree::overtaken));
  EXPECT_FALSE(asked);
  EXPECT_TRUE(explore::insert(tree, Sequence{q, p}, false, sleepers, Tree::overtaken));
  EXPECT_TRUE(asked);
}

TEST_F(WakeupTree, CopiesStepsWhenAsked) {
  std::vector<Branch> tree;
  const auto no_sleeper = [] { return false; };
  EXPECT_TRUE(explore::insert(tree, Sequence{p, q}, true, no_sleeper, Tree::overtaken));
  EXPECT_EQ(show(tree), "p(q)");
  EXPECT_NE(&*tree[0].step, &*p);
  EXPECT_TRUE(tree[0].step.unique());
  EXPECT_EQ(tree[0].step->id(), p->id());
  EXPECT_EQ(tree[0].step->accesses()[0], p->accesses()[0]);
}

}  // namespace
}  // namespace heddle::tests
