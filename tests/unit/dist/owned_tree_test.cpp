// The owned part of an exploration tree, without threads: what is given away, in which order, where
// its tasks begin, what sleeps meanwhile, and where reversals go that arrive when their branch is
// gone.
//
// Actor 1 writes what actors 0 and 2 read. Optimal explores 012, 021, 102 and 210, in this order
// (tests/unit/explore/explorer_test.cpp).
#include "dist/owned_tree.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/support/scripted_program.hpp"

namespace heddle::tests {
namespace {

using core::StepRef;
using dist::ChildState;
using dist::OwnedChild;
using dist::OwnedNode;
using dist::OwnedTree;
using explore::OpenNode;
using explore::Reversal;
using explore::Sequence;
using explore::Task;

constexpr Location x = 1;

std::vector<Script> two_readers() { return {{read(x)}, {write(x, 1)}, {read(x)}}; }

std::string text(const std::vector<ActorId>& schedule) {
  return fmt::format("{}", fmt::join(schedule, ""));
}

std::string text(const std::vector<explore::Branch>& tree) {
  std::string out;
  for (const explore::Branch& branch : tree) {
    out += fmt::format("{}{}", out.empty() ? "" : " ", branch.actor);
    if (!branch.next.empty()) out += "(" + text(branch.next) + ")";
  }
  return out;
}

/// "prefix | who sleeps | branches" of a task.
std::string text(const Task& task) {
  std::string out;
  for (const StepRef& step : task.prefix) out += std::to_string(step->actor());
  out += " |";
  for (const explore::Sleeper& sleeper : task.root.sleep) {
    out += " " + std::to_string(sleeper.step->actor());
  }
  return out + " | " + text(task.root.wakeup);
}

/// Hands in a task that is finished, or cut open as a checkpoint would have it: its nodes are
/// owned, and nothing is being explored there.
void finish_or_cut_open(OwnedTree& tree, OwnedTree::Place place, StepRef first,
                        std::vector<OpenNode> open, std::uint64_t runs) {
  if (open.size() > (place.shared_root ? 1U : 0U)) {
    tree.split(place, std::move(open));
    runs = 0;  // the nodes know
  }
  tree.hand_in(place, std::move(first), runs);
}

class Owned : public testing::Test {
 protected:
  explicit Owned(std::vector<Script> scripts = two_readers(), const char* name = "optimal",
                 dist::TaskSizes sizes = {})
      : scripts_(std::move(scripts)),
        algorithm_(explore::make_algorithm(name)),
        tree_(*algorithm_, {}, sizes),
        program_(scripts_),
        explorer_(program_, *algorithm_, {}) {}

  StepRef step(ActorId actor) const {
    const auto& accesses = scripts_[actor][0].accesses;
    return StepRef::make({actor, 0}, accesses, std::uint64_t{actor} << 32);
  }
  /// Gives away the first branch in order.
  Task give(OwnedTree::Place& place) { return give(tree_.first(), place); }
  Task give(const std::optional<OwnedTree::Pending>& pending, OwnedTree::Place& place) {
    if (!pending) throw std::logic_error("nothing to give away");
    place = *tree_.give(*pending, next_++, program_);
    return tree_.task_at(place);
  }
  /// Explores a task to its end and hands it in; its runs.
  std::vector<std::string> work(Task task, const OwnedTree::Place& place) {
    explorer_.start(std::move(task));
    std::vector<std::string> runs;
    while (explorer_.next_run()) runs.push_back(text(explorer_.schedule()));
    hand_in(place, {}, runs.size());
    return runs;
  }
  /// One run of a task, which is then cut open and handed in.
  std::string work_once(Task task, const OwnedTree::Place& place) {
    explorer_.start(std::move(task));
    explorer_.next_run();
    const std::string run = text(explorer_.schedule());
    hand_in(place, explorer_.open_nodes(), 1);
    return run;
  }
  void hand_in(const OwnedTree::Place& place, std::vector<OpenNode> open, std::uint64_t runs) {
    finish_or_cut_open(tree_, place, explorer_.first_step(), std::move(open), runs);
    for (Reversal& escaped : explorer_.take_escaped()) {
      tree_.take_up(place, std::move(escaped), program_);
    }
    tree_.settle();
  }

  const std::vector<Script> scripts_;
  const std::unique_ptr<explore::Algorithm> algorithm_;
  OwnedTree tree_;
  ScriptedProgram program_;
  explore::Explorer explorer_;
  dist::TaskId next_ = 1;
};

TEST_F(Owned, TreeStartsAsOneTask) {
  EXPECT_EQ(tree_.open(), 1U);
  EXPECT_FALSE(tree_.finished());
  OwnedTree::Place place;
  const Task task = give(place);
  EXPECT_EQ(text(task), " | | ");
  EXPECT_TRUE(task.fresh);
  EXPECT_FALSE(task.shared_root);
  EXPECT_EQ(tree_.open(), 1U);  // it is not done, but there is nothing to give
  EXPECT_FALSE(tree_.first().has_value());
  EXPECT_FALSE(tree_.worthwhile(program_).has_value());
}

TEST_F(Owned, TreeIsFinishedWithItsOnlyTask) {
  OwnedTree::Place place;
  Task task = give(place);
  EXPECT_EQ(work(std::move(task), place), (std::vector<std::string>{"012", "021", "102", "210"}));
  EXPECT_EQ(tree_.open(), 0U);
  EXPECT_TRUE(tree_.finished());
}

// After the first run two branches are known: the write first, and reader 2 second. The later one
// in the path is the first in the order of the search. What was explored before a branch sleeps in
// its task, and what its task finds for nodes above goes there.
TEST_F(Owned, BranchesAreGivenInTheOrderOfTheSearch) {
  OwnedTree::Place place;
  EXPECT_EQ(work_once(give(place), place), "012");
  EXPECT_EQ(tree_.open(), 2U);
  const Task second = give(place);
  EXPECT_EQ(text(second), "0 | 1 | 2");
  EXPECT_FALSE(second.fresh);
  EXPECT_TRUE(second.shared_root);
  EXPECT_EQ(work_once(second, place), "021");
  EXPECT_EQ(tree_.open(), 2U);  // one less, but 2.1 was found for the root
  const Task third = give(place);
  EXPECT_EQ(text(third), " | 0 | 1");
  EXPECT_EQ(work_once(third, place), "102");
  const Task fourth = give(place);
  EXPECT_EQ(text(fourth), " | 0 1 | 2(1)");
  ASSERT_EQ(fourth.covered.size(), 1U);
  EXPECT_EQ(fourth.covered[0].size(), 2U);  // reversals that begin with 0 or 1 need not escape
  EXPECT_EQ(work_once(fourth, place), "210");
  EXPECT_EQ(tree_.open(), 0U);
  EXPECT_TRUE(tree_.finished());
}

// Given away at the same time, later tasks still leave out what earlier ones will explore.
TEST_F(Owned, BranchesInFlightSleepForLaterOnes) {
  OwnedTree::Place place;
  work_once(give(place), place);
  OwnedTree::Place second_place;
  OwnedTree::Place third_place;
  const Task second = give(second_place);
  const Task third = give(third_place);
  EXPECT_EQ(text(second), "0 | 1 | 2");
  EXPECT_EQ(text(third), " | 0 | 1");
  EXPECT_EQ(tree_.open(), 2U);
  // In the wrong order: the third first.
  EXPECT_EQ(work(third, third_place), std::vector<std::string>{"102"});
  EXPECT_EQ(work(second, second_place), std::vector<std::string>{"021"});
  OwnedTree::Place last_place;
  EXPECT_EQ(work(give(last_place), last_place), std::vector<std::string>{"210"});
  EXPECT_TRUE(tree_.finished());
}

// The task goes on below what it gave away.
TEST_F(Owned, TheUpperPartOfATaskIsTakenOver) {
  OwnedTree::Place place;
  explorer_.start(give(place));
  explorer_.next_run();
  tree_.split(place, explorer_.split(1e9));
  ASSERT_NE(place.node, nullptr);
  EXPECT_EQ(place.node->depth, 0U);
  EXPECT_EQ(place.slot->state, ChildState::kGiven);
  EXPECT_EQ(place.slot->step->actor(), 0U);
  EXPECT_EQ(place.slot->task, 1U);
  EXPECT_TRUE(place.slot->split);
  EXPECT_EQ(tree_.open(), 2U);  // the task itself, and the write first
  OwnedTree::Place other;
  EXPECT_EQ(text(give(other)), " | 0 | 1");
  // Below, the task still has its own branch.
  EXPECT_TRUE(explorer_.next_run());
  EXPECT_EQ(text(explorer_.schedule()), "021");
  EXPECT_FALSE(explorer_.next_run());
  hand_in(place, {}, 2);
  EXPECT_EQ(place.slot->state, ChildState::kFinished);
  EXPECT_FALSE(place.slot->split);
}

// Finished parts of the tree go as soon as everything before them is finished.
TEST_F(Owned, SettlingFreesWhatIsFinished) {
  OwnedTree::Place place;
  work_once(give(place), place);
  const OwnedNode& root = *tree_.root().owned;
  // The end of the first run is gone: nothing is before it.
  EXPECT_EQ(root.children[0]->owned->children[0]->state, ChildState::kFinished);
  OwnedTree::Place second_place;
  OwnedTree::Place third_place;
  const Task second = give(second_place);
  const Task third = give(third_place);
  work(third, third_place);
  EXPECT_EQ(root.children[0]->state, ChildState::kOwned);
  work(second, second_place);
  EXPECT_EQ(root.children[0]->state, ChildState::kFinished);
  EXPECT_EQ(root.children[0]->owned, nullptr);
  EXPECT_EQ(root.node.runs_done, 2U);  // the run at which a task is cut open is in no branch
  EXPECT_FALSE(tree_.finished());      // 2.1 is left at the root
  OwnedTree::Place last;
  work(give(last), last);
  EXPECT_TRUE(tree_.finished());
  EXPECT_EQ(tree_.root().owned, nullptr);
}

// A reversal for a node before the prefix is not part of this exploration.
TEST(OwnedTree, WithAPrefixIgnoresReversalsAboveIt) {
  const auto algorithm = explore::make_optimal();
  ScriptedProgram program(two_readers());
  core::StepRecord record;
  program.step(0, record);
  const Sequence prefix = {StepRef::make({0, 0}, record.accesses, record.fingerprint)};
  OwnedTree tree(*algorithm, prefix);
  OwnedTree::Place place;
  explore::Explorer explorer(program, *algorithm, {});
  place = *tree.give(*tree.first(), 1, program);
  explorer.start(tree.task_at(place));
  ASSERT_TRUE(explorer.next_run());
  EXPECT_EQ(text(explorer.schedule()), "012");
  const StepRef first = explorer.first_step();
  finish_or_cut_open(tree, place, first, explorer.open_nodes(), 1);
  tree.settle();
  ASSERT_EQ(tree.open(), 1U);
  place = *tree.give(*tree.first(), 2, program);
  const Task task = tree.task_at(place);
  EXPECT_EQ(text(task), "0 | 1 | 2");
  explorer.start(task);
  EXPECT_TRUE(explorer.next_run());
  EXPECT_FALSE(explorer.next_run());
  tree.hand_in(place, explorer.first_step(), 1);
  for (Reversal& escaped : explorer.take_escaped()) {
    tree.take_up(place, std::move(escaped), program);
  }
  EXPECT_EQ(tree.open(), 0U);
}

// ---- Where tasks begin

// The tasks of the first two readers are under way; the second one has told the root about 2.1.
// Reader 0 sleeps after 2 and its branch is not finished, so 2 is owned; 1 wakes it.
TEST_F(Owned, SequencesAreOwnedUntilNothingUnfinishedSleeps) {
  OwnedTree::Place place;
  work_once(give(place), place);
  OwnedTree::Place second_place;
  explorer_.start(give(second_place));
  ASSERT_TRUE(explorer_.next_run());
  ASSERT_FALSE(explorer_.next_run());
  for (Reversal& escaped : explorer_.take_escaped()) {
    tree_.take_up(second_place, std::move(escaped), program_);
  }
  OwnedTree::Place third_place;
  EXPECT_EQ(text(give(third_place)), " | 0 | 1");  // wakes 0 at once
  EXPECT_FALSE(third_place.slot->within_sequence);
  OwnedTree::Place last_place;
  const Task last = give(last_place);
  EXPECT_EQ(text(last), "2 | 0 | 1");
  EXPECT_TRUE(last_place.slot->within_sequence);
  EXPECT_EQ(last_place.node, tree_.root().owned->children[2]->owned.get());
  EXPECT_EQ(last_place.node->depth, 1U);
  EXPECT_EQ(tree_.open(), 3U);  // three tasks
  EXPECT_EQ(work(last, last_place), std::vector<std::string>{"210"});
}

/// Task 1 has begun with actor 0, has given its upper node away and goes on below. The branches of
/// that node are made by hand: the tree cannot know whether a search would find them.
class Beside : public Owned {
 protected:
  explicit Beside(std::vector<Script> scripts, const char* name = "optimal",
                  dist::TaskSizes sizes = {})
      : Owned(std::move(scripts), name, sizes) {
    give(first_);
    std::vector<OpenNode> upper(1);
    upper[0].node.begun = {0};
    upper[0].step = step(0);
    tree_.split(first_, std::move(upper));
  }
  explore::Branch branch(ActorId actor, std::vector<explore::Branch> next = {}) const {
    return {actor, step(actor), std::move(next)};
  }
  std::vector<explore::Branch>& branches() { return root().node.wakeup; }
  OwnedNode& root() { return *tree_.root().owned; }
  OwnedNode& below(std::size_t child) { return *root().children[child]->owned; }
  /// Task 1, or another one, found these sequences.
  void arrives(const OwnedTree::Place& place, std::uint32_t depth,
               std::initializer_list<ActorId> actors) {
    Reversal reversal{depth, {}};
    for (const ActorId actor : actors) reversal.sequence.push_back(step(actor));
    tree_.take_up(place, std::move(reversal), program_);
  }
  void finish(const OwnedTree::Place& place) {
    tree_.hand_in(place, place.slot->step, 1);
    tree_.settle();
  }

  OwnedTree::Place first_;
};

constexpr Location y = 2;
constexpr Location z = 3;

/// Actors 2 and 3 write what actor 0 reads, 5 what 1 writes. Actor 4 has nothing to do with them.
class Readers : public Beside {
 protected:
  explicit Readers(const char* name = "optimal")
      : Beside(
            {{read(y)}, {write(x, 1)}, {write(y, 1)}, {write(y, 2)}, {write(z, 1)}, {write(x, 2)}},
            name) {}
  /// A task, given as `place`, is cut open after its second step, beside which `branches` wait.
  void cut_open(const OwnedTree::Place& place, ActorId second,
                std::vector<explore::Branch> branches) {
    std::vector<OpenNode> open(2);
    open[0].step = place.slot->step;
    open[1].node.begun = {second};
    open[1].step = step(second);
    open[1].node.wakeup = std::move(branches);
    finish_or_cut_open(tree_, place, place.slot->step, std::move(open), 1);
    tree_.settle();
  }
};

// Neither 1 nor 4 wakes actor 0: both are owned.
TEST_F(Readers, SequencesAreOwnedStepByStep) {
  branches().push_back(branch(1, {branch(4, {branch(2, {branch(3)})})}));
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), "14 | 0 | 2(3)");
  EXPECT_EQ(place.node->depth, 2U);
  EXPECT_EQ(place.node->parent, &below(1));
  EXPECT_EQ(place.node->parent->parent, &root());
  EXPECT_TRUE(place.shared_root);
  EXPECT_EQ(tree_.open(), 2U);
  ASSERT_EQ(below(1).node.sleep.size(), 1U);
  EXPECT_EQ(below(1).node.sleep[0].step->actor(), 0U);
  EXPECT_EQ(below(1).node.sleep[0].depth, 0U);
}

// Nothing that is still being explored would sleep.
TEST_F(Readers, SequencesAreGivenWholeWhenEverythingBeforeIsFinished) {
  branches().push_back(branch(1, {branch(2)}));
  finish(first_);
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), " | 0 | 1(2)");
  EXPECT_EQ(place.node, &root());
}

// The other branches of a wakeup tree wait in the node that its first step has become. There 2
// sleeps as well, whose task is under way; 3 wakes it.
TEST_F(Readers, TheRestOfAWakeupTreeWaitsInItsNode) {
  branches().push_back(branch(1, {branch(2), branch(4, {branch(3)})}));
  EXPECT_EQ(tree_.open(), 2U);
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), "1 | 0 | 2");
  EXPECT_EQ(tree_.open(), 3U);
  EXPECT_EQ(text(give(place)), "14 | 0 2 | 3");
  EXPECT_EQ(tree_.open(), 3U);
  EXPECT_FALSE(tree_.first().has_value());
}

// Actor 0 is not finished and comes before, but has nothing to tell to a node where it does not
// sleep: what was explored from there is finished.
TEST_F(Readers, SequencesAreGivenWholeBelowANodeWithoutSleepers) {
  branches().push_back(branch(2));
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), " | 0 | 2");
  cut_open(place, 1, {branch(4, {branch(5)})});
  EXPECT_EQ(text(give(place)), "2 | 1 | 4(5)");
}

/// 1 and 2 wake 0; only 3 wakes 1.
class Sleepers : public Beside {
 protected:
  Sleepers()
      : Beside({{{read(x), read(y)}}, {{write(x, 1), read(z)}}, {write(y, 1)}, {write(z, 1)}}) {
    branches().push_back(branch(1));
    branches().push_back(branch(2, {branch(3)}));
    OwnedTree::Place place;
    EXPECT_EQ(text(give(place)), " | 0 | 1");
    finish(place);
  }
};

// Actor 1 is finished and has told the branch of 2 all it has to; 0 is not, but 2 wakes it.
TEST_F(Sleepers, ThatAreFinishedMaySleepOn) {
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), " | 0 1 | 2(3)");
}

// What 0 finds for the root may still be covered by a branch that is finished, or lead to a new
// one, but not into the task of 2.
TEST_F(Sleepers, ReversalsOfOthersDoNotLeadToTheirTasks) {
  OwnedTree::Place place;
  give(place);
  arrives(first_, 0, {3, 1});
  EXPECT_EQ(text(branches()), "") << "2 is independent of 3 and 1: its task covers them";
  arrives(first_, 0, {1, 3});
  EXPECT_EQ(text(branches()), "");
}

// Without wakeup trees nothing has to arrive in time: a task begins with its branch.
class ReadersWithSource : public Readers {
 protected:
  ReadersWithSource() : Readers("source") {}
};

TEST_F(ReadersWithSource, BranchesOfBacktrackSetsAreGivenAsTheyAre) {
  branches().push_back({1, {}, {}});
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), " | 0 | 1");
  EXPECT_EQ(place.node, &root());
  EXPECT_FALSE(place.slot->step);
  tree_.hand_in(place, step(1), 1);
  EXPECT_EQ(place.slot->step->actor(), 1U);
}

// ---- Reversals that arrive when their branch is gone

/// Task 2 explores 1.2, from the node after 1; actor 0 sleeps there.
class Arriving : public Readers {
 protected:
  Arriving() {
    branches().push_back(branch(1, {branch(2)}));
    EXPECT_EQ(text(give(second_)), "1 | 0 | 2");
  }
  /// What the root and the node after 1 have to give.
  std::string waiting() { return text(branches()) + " | " + text(below(1).node.wakeup); }

  OwnedTree::Place second_;
};

// It needs 3 before 0, and 1 is the branch that it fits.
TEST_F(Arriving, ReversalsAreTakenUpByALaterOwnedNode) {
  arrives(first_, 0, {1, 3});
  EXPECT_EQ(waiting(), " | 3");
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), "1 | 0 2 | 3");
}

// Actor 1 does not occur in it, but could as well begin it: the same place. 3 overtakes both 0 and
// 2, so it is enough.
TEST_F(Arriving, ReversalsAreTakenUpByANodeThatIsIndependentOfThem) {
  arrives(first_, 0, {3, 4});
  EXPECT_EQ(waiting(), " | 3");
}

/// Actors 1 and 2 write what actor 0 reads.
class Writers : public Beside {
 protected:
  Writers() : Beside({{read(x)}, {write(x, 1)}, {write(x, 2)}}) {}
};

// No branch leads to 2 before 1.
TEST_F(Writers, ReversalsAreTakenUpWhereNoBranchFits) {
  branches().push_back(branch(1));
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), " | 0 | 1");
  arrives(first_, 0, {2, 1});
  EXPECT_EQ(text(branches()), "2");
  arrives(place, 0, {2, 1});
  EXPECT_EQ(text(branches()), "2") << "it is there already";
}

// The task covers whatever does not begin with one of its sleepers; a finished one has covered it.
TEST_F(Arriving, ReversalsThatLeadIntoAGivenOrFinishedBranchAreDropped) {
  arrives(first_, 0, {1, 2, 3});
  arrives(first_, 0, {2});
  EXPECT_EQ(waiting(), " | ");
  finish(second_);
  EXPECT_EQ(second_.slot->state, ChildState::kFinished);
  arrives(first_, 0, {1, 2, 3});
  EXPECT_EQ(waiting(), " | ");
  EXPECT_EQ(tree_.open(), 1U);
}

TEST_F(Arriving, ReversalsThatBeginWithASleeperAreDropped) {
  arrives(second_, 1, {0, 3});
  arrives(second_, 1, {4, 0});
  EXPECT_EQ(waiting(), " | ");
  arrives(second_, 1, {3});
  EXPECT_EQ(waiting(), " | 3");
}

// A branch that began before covers alone what it can begin, even if its node could take more.
TEST_F(Arriving, ReversalsThatFitABranchBeforeTheirOriginAreDropped) {
  branches().push_back(branch(3, {branch(5)}));
  OwnedTree::Place third;
  EXPECT_EQ(text(give(third)), "3 | 1 | 5");
  arrives(third, 0, {1, 3});
  arrives(third, 0, {3, 4});
  EXPECT_EQ(waiting(), " | ");
  arrives(first_, 0, {1, 3});
  EXPECT_EQ(waiting(), " | 3") << "it is later than the first";
}

// Where nothing sleeps, nothing has to be told.
TEST_F(Readers, ReversalsThatLeadToANodeWithoutSleepersAreDropped) {
  branches().push_back(branch(2));
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), " | 0 | 2");
  cut_open(place, 1, {branch(4, {branch(5)})});
  ASSERT_EQ(root().children[1]->state, ChildState::kOwned);
  arrives(first_, 0, {2, 5});
  EXPECT_EQ(text(branches()), "");
  EXPECT_EQ(text(below(1).node.wakeup), "4(5)");
}

// Actor 0 does not sleep there: nothing can arrive.
TEST_F(Readers, NodesWithoutSleepersAreForgottenBeforeWhatIsBeforeThem) {
  branches().push_back(branch(2));
  OwnedTree::Place place;
  give(place);
  cut_open(place, 1, {});
  EXPECT_EQ(root().children[0]->state, ChildState::kGiven);
  EXPECT_EQ(root().children[1]->state, ChildState::kFinished);
}

// Something could still arrive there.
TEST_F(Arriving, NodesAreForgottenOnlyWhenEverythingBeforeIsFinished) {
  finish(second_);
  EXPECT_EQ(root().children[1]->state, ChildState::kOwned);
  EXPECT_FALSE(tree_.finished());
  arrives(first_, 0, {1, 3});
  EXPECT_EQ(waiting(), " | 3");
  finish(first_);
  EXPECT_EQ(root().children[0]->state, ChildState::kFinished);
  EXPECT_EQ(root().children[1]->state, ChildState::kOwned) << "a branch waits";
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), "1 | 0 2 | 3");
  finish(place);
  EXPECT_TRUE(tree_.finished());
}

// ---- What to give

// After a resume the branch that was in flight is first again, before what is open below a later
// one.
TEST_F(Arriving, WhatWasLostIsGivenInOrder) {
  arrives(first_, 0, {1, 3});
  first_.slot->branch = branch(0);
  for (const OwnedTree::Place* lost : {&first_, &second_}) lost->slot->task = 0;
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), " | | 0");
  EXPECT_EQ(place.slot, first_.slot);
  finish(place);
  EXPECT_EQ(text(give(place)), "1 | 0 | 2");
  EXPECT_EQ(place.slot, second_.slot);
  finish(place);
  EXPECT_EQ(text(give(place)), "1 | 0 2 | 3");
  finish(place);
  EXPECT_TRUE(tree_.finished());
}

/// An exploration with several tasks under way at once, which are finished or cut open in an order
/// that depends on a seed. Always gives the first branch.
class Crowd {
 public:
  Crowd(core::Program& program, const explore::Algorithm& algorithm, std::uint64_t seed)
      : program_(program), explorer_(program, algorithm, {}), tree_(algorithm), random_(seed) {}

  void explore() {
    while (!tree_.finished()) {
      const auto pending = tree_.first();
      ASSERT_TRUE(pending || !under_way_.empty());
      if (pending && (under_way_.empty() || random_() % 3 != 0)) {
        give(*pending);
      } else {
        hand_in();
      }
    }
  }

  std::set<std::string> runs;
  std::uint64_t interleavings = 0;
  std::uint64_t blocked = 0;
  std::size_t most = 0;  // tasks under way

 private:
  void give(const OwnedTree::Pending& pending) {
    OwnedTree::Place place;
    place = *tree_.give(pending, next_++, program_);
    Task task = tree_.task_at(place);
    // Nothing unfinished is before it: it begins where it is.
    EXPECT_TRUE(!under_way_.empty() || place.node == pending.node);
    under_way_.emplace_back(std::move(task), place);
    most = std::max(most, under_way_.size());
  }
  /// After at most three runs.
  void hand_in() {
    std::swap(under_way_[random_() % under_way_.size()], under_way_.back());
    auto [task, place] = std::move(under_way_.back());
    under_way_.pop_back();
    explorer_.start(std::move(task));
    for (std::uint64_t left = 1 + random_() % 3; left > 0 && explorer_.next_run(); --left) {
      if (explorer_.run_end() == explore::RunEnd::kMaximal) {
        runs.insert(text(explorer_.schedule()));
      }
    }
    interleavings += explorer_.counts().interleavings;
    blocked += explorer_.counts().sleep_set_blocked;
    const StepRef first = explorer_.first_step();
    finish_or_cut_open(tree_, place, first, explorer_.open_nodes(),
                       explorer_.counts().interleavings);
    for (Reversal& escaped : explorer_.take_escaped()) {
      tree_.take_up(place, std::move(escaped), program_);
    }
    tree_.settle();
  }

  core::Program& program_;
  explore::Explorer explorer_;
  OwnedTree tree_;
  std::mt19937_64 random_;
  dist::TaskId next_ = 1;
  std::vector<std::pair<Task, OwnedTree::Place>> under_way_;
};

// The search in order says how many classes there are.
TEST(OwnedTree, TheFirstBranchCanAlwaysBeGiven) {
  ScriptedProgram program(
      {{read(x), write(y, 1)}, {write(x, 1), read(y)}, {read(x), write(z, 1)}, {read(z), read(y)}});
  for (const char* name : {"optimal", "observers"}) {
    const auto algorithm = explore::make_algorithm(name);
    explore::Explorer explorer(program, *algorithm, {});
    explorer.start({});
    while (explorer.next_run()) continue;
    const std::uint64_t classes = explorer.counts().interleavings;
    ASSERT_GE(classes, 8U);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Crowd crowd(program, *algorithm, seed);
      crowd.explore();
      EXPECT_EQ(crowd.interleavings, classes) << name << ", order " << seed;
      EXPECT_EQ(crowd.runs.size(), classes) << name << ", order " << seed;
      EXPECT_EQ(crowd.blocked, 0U);
      EXPECT_GE(crowd.most, 2U);
    }
  }
}

/// Everything writes the same, so every branch wakes whatever sleeps.
class Sizes : public Owned {
 protected:
  Sizes()
      : Owned({{write(x, 0)}, {write(x, 1)}, {write(x, 2)}, {write(x, 3)}}, "optimal",
              {.many = 10, .few = 3}) {}
  /// The first run is 012; its nodes have seen so many runs, and each has a branch left.
  void cut_open(std::initializer_list<std::uint64_t> runs) {
    OwnedTree::Place place;
    give(place);
    std::vector<OpenNode> open;
    for (const std::uint64_t done : runs) {
      OpenNode node;
      const auto actor = static_cast<ActorId>(open.size());
      node.node.begun = {actor};
      node.step = step(actor);
      node.node.wakeup.push_back({3, step(3), {}});
      node.node.runs_done = done;
      open.push_back(std::move(node));
    }
    finish_or_cut_open(tree_, place, step(0), std::move(open), 1);
    tree_.settle();
  }
  /// The prefixes of the tasks that are worthwhile, one after the other.
  std::vector<std::string> worthwhile() {
    std::vector<std::string> tasks;
    while (const auto pending = tree_.worthwhile(program_)) {
      OwnedTree::Place place;
      tasks.push_back(text(give(pending, place)));
    }
    return tasks;
  }
};

// Of those that are large the deepest: it is the smallest of them, and nearest in order.
TEST_F(Sizes, TheDeepestBranchOfManyRunsIsWorthwhile) {
  cut_open({100, 20, 1});
  EXPECT_EQ(worthwhile(), (std::vector<std::string>{"0 | 1 | 3", " | 0 | 3"}));
  OwnedTree::Place place;
  EXPECT_EQ(text(give(place)), "01 | 2 | 3") << "it is small, but the first in order";
}

// Where nothing is known, many are hoped for.
TEST_F(Sizes, ABranchBesideUnfinishedOnesIsWorthwhile) {
  cut_open({2, 0, 1});
  EXPECT_EQ(worthwhile(), std::vector<std::string>{"0 | 1 | 3"});
}

// None is large: the upper ones are the larger ones.
TEST_F(Sizes, TheHighestBranchOfSomeRunsIsWorthwhile) {
  cut_open({9, 5, 3});
  EXPECT_EQ(worthwhile(), (std::vector<std::string>{" | 0 | 3", "0 | 1 | 3", "01 | 2 | 3"}));
}

TEST_F(Sizes, SmallBranchesAreNotWorthwhile) {
  cut_open({2, 2, 1});
  EXPECT_EQ(worthwhile(), std::vector<std::string>{});
  EXPECT_TRUE(tree_.first().has_value());
}

/// Many readers, and a writer: 1.20, 2.20, 3.20, ... from the root, where the task of reader 0 is
/// under way.
class Sequences : public Beside {
 protected:
  static constexpr ActorId kWriter = 20;
  Sequences() : Beside(readers_and_writer(), "optimal", {.many = 10, .few = 3}) {
    for (ActorId reader = 1; reader < kWriter; ++reader) {
      branches().push_back(branch(reader, {branch(kWriter)}));
    }
  }
  static std::vector<Script> readers_and_writer() {
    std::vector<Script> scripts(kWriter, Script{read(x)});
    scripts.push_back({write(x, 1)});
    return scripts;
  }
  /// Does tasks within sequences until none is worthwhile, or 18 of them.
  int tasks_of(std::uint64_t runs) {
    int tasks = 0;
    for (; tasks < 18; ++tasks) {
      const auto pending = tree_.worthwhile(program_);
      if (!pending) break;
      OwnedTree::Place place;
      give(pending, place);
      EXPECT_TRUE(place.slot->within_sequence);
      tree_.hand_in(place, place.slot->step, runs);
      tree_.settle();
    }
    return tasks;
  }
};

// Sixteen tasks show that those which begin within a sequence hold little here. A branch that wakes
// everything at once still makes a task.
TEST_F(Sequences, ThatHoldLittleAreNotWorthwhile) {
  EXPECT_EQ(tasks_of(1), 16);
  EXPECT_TRUE(tree_.first().has_value());
  branches().insert(branches().begin(), branch(kWriter));
  EXPECT_TRUE(tree_.worthwhile(program_).has_value());
}

TEST_F(Sequences, ThatHoldEnoughStayWorthwhile) { EXPECT_EQ(tasks_of(3), 18); }

}  // namespace
}  // namespace heddle::tests
