// The owned part of an exploration tree, without threads: what is given away, in which order, what
// sleeps meanwhile, and what happens to reversals that arrive when their branch is gone.
//
// Actor 1 writes what actors 0 and 2 read. Optimal explores 012, 021, 102 and 210, in this order
// (tests/unit/explore/explorer_test.cpp).
#include "dist/owned_tree.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

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
constexpr Location y = 2;

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

class Owned : public testing::Test {
 protected:
  explicit Owned(std::vector<Script> scripts = two_readers(), const char* name = "optimal")
      : scripts_(std::move(scripts)),
        algorithm_(explore::make_algorithm(name)),
        tree_(*algorithm_, [this] { return std::make_unique<ScriptedProgram>(scripts_); }),
        program_(scripts_),
        explorer_(program_, *algorithm_, {}) {}

  StepRef step(ActorId actor) const {
    const auto& accesses = scripts_[actor][0].accesses;
    return StepRef::make({actor, 0}, accesses, std::uint64_t{actor} << 32);
  }
  /// Gives away the first branch in order.
  Task give(OwnedTree::Place& place) {
    const auto pending = tree_.find(false);
    if (!pending) throw std::logic_error("nothing to give away");
    return tree_.give(*pending, next_++, place);
  }
  const OwnedChild* settle() { return tree_.settle(program_); }
  /// Explores a task to its end and hands it in; its runs.
  std::vector<std::string> work(Task task, const OwnedTree::Place& place) {
    task.keep_explored = true;
    explorer_.start(std::move(task));
    std::vector<std::string> runs;
    while (explorer_.next_run()) runs.push_back(text(explorer_.schedule()));
    tree_.hand_in(place, explorer_.first_step(), {}, explorer_.take_explored(), runs.size(),
                  program_);
    if (place.node != nullptr) tree_.take_up(place.node, explorer_.take_escaped(), program_);
    return runs;
  }
  /// One run of a task, which is then cut open and handed in.
  std::string work_once(Task task, const OwnedTree::Place& place) {
    task.keep_explored = true;
    explorer_.start(std::move(task));
    explorer_.next_run();
    const std::string run = text(explorer_.schedule());
    const StepRef first = explorer_.first_step();
    tree_.hand_in(place, first, explorer_.open_nodes(), {}, 1, program_);
    if (place.node != nullptr) tree_.take_up(place.node, explorer_.take_escaped(), program_);
    return run;
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
  EXPECT_FALSE(tree_.find(false).has_value());
  EXPECT_FALSE(tree_.find(true).has_value());
}

TEST_F(Owned, TreeIsFinishedWithItsOnlyTask) {
  OwnedTree::Place place;
  Task task = give(place);
  EXPECT_EQ(work(std::move(task), place), (std::vector<std::string>{"012", "021", "102", "210"}));
  EXPECT_EQ(tree_.open(), 0U);
  EXPECT_EQ(settle(), nullptr);
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
  EXPECT_EQ(work_once(fourth, place), "210");
  EXPECT_EQ(tree_.open(), 0U);
  settle();
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
  settle();
  EXPECT_TRUE(tree_.finished());
}

// The task goes on below what it gave away.
TEST_F(Owned, TheUpperPartOfATaskIsTakenOver) {
  OwnedTree::Place place;
  explorer_.start(give(place));
  explorer_.next_run();
  tree_.split(place, explorer_.split(1e9), program_);
  ASSERT_NE(place.node, nullptr);
  EXPECT_EQ(place.node->depth, 0U);
  EXPECT_EQ(place.slot->state, ChildState::kGiven);
  EXPECT_EQ(place.slot->step->actor(), 0U);
  EXPECT_EQ(tree_.open(), 2U);  // the task itself, and the write first
  OwnedTree::Place other;
  EXPECT_EQ(text(give(other)), " | 0 | 1");
  // Below, the task still has its own branch.
  EXPECT_TRUE(explorer_.next_run());
  EXPECT_EQ(text(explorer_.schedule()), "021");
  EXPECT_FALSE(explorer_.next_run());
}

// Settling says who is first in order: it misses nothing and need not remember its steps.
TEST_F(Owned, TheFirstTaskInOrderIsKnown) {
  OwnedTree::Place place;
  work_once(give(place), place);
  OwnedTree::Place second_place;
  OwnedTree::Place third_place;
  const Task second = give(second_place);  // task 2
  const Task third = give(third_place);    // task 3
  ASSERT_NE(settle(), nullptr);
  EXPECT_EQ(settle()->task, 2U);
  EXPECT_TRUE(second_place.slot->first);
  EXPECT_FALSE(third_place.slot->first);
  work(second, second_place);
  EXPECT_EQ(settle()->task, 3U);
  EXPECT_TRUE(third_place.slot->first);
}

// Finished parts of the tree go as soon as everything before them is finished.
TEST_F(Owned, SettlingFreesWhatIsFinished) {
  OwnedTree::Place place;
  work_once(give(place), place);
  OwnedTree::Place second_place;
  OwnedTree::Place third_place;
  const Task second = give(second_place);
  const Task third = give(third_place);
  work(third, third_place);
  tree_.settle(program_);
  EXPECT_EQ(third_place.slot->state, ChildState::kExplored);  // waits for the second
  EXPECT_FALSE(third_place.slot->explored.empty());
  work(second, second_place);
  tree_.settle(program_);
  // The root's first branch, with the nodes of the second and the third task below it, is gone.
  EXPECT_EQ(tree_.root().owned->children.front()->state, ChildState::kFinal);
  EXPECT_EQ(tree_.root().owned->children.front()->owned, nullptr);
  EXPECT_FALSE(tree_.finished());  // 2.1 is left at the root
  EXPECT_EQ(tree_.root().state, ChildState::kOwned);
  OwnedTree::Place last;
  work(give(last), last);
  tree_.settle(program_);
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
  OwnedTree tree(
      *algorithm, [] { return std::make_unique<ScriptedProgram>(two_readers()); }, prefix);
  OwnedTree::Place place;
  explore::Explorer explorer(program, *algorithm, {});
  explorer.start(tree.give(*tree.find(false), 1, place));
  ASSERT_TRUE(explorer.next_run());
  EXPECT_EQ(text(explorer.schedule()), "012");
  const StepRef first = explorer.first_step();
  tree.hand_in(place, first, explorer.open_nodes(), {}, 1, program);
  ASSERT_EQ(tree.open(), 1U);
  const Task task = tree.give(*tree.find(false), 2, place);
  EXPECT_EQ(text(task), "0 | 1 | 2");
  explorer.start(task);
  EXPECT_TRUE(explorer.next_run());
  EXPECT_FALSE(explorer.next_run());
  tree.hand_in(place, explorer.first_step(), {}, {}, 1, program);
  tree.take_up(place.node, explorer.take_escaped(), program);
  EXPECT_EQ(tree.open(), 0U);
}

// ---- Late reversals

// Actor 0 reads what actor 2 writes; actor 1 has nothing to do with them.
class Late : public Owned {
 protected:
  Late() : Owned({{read(y)}, {write(x, 1)}, {write(y, 1)}}) {
    OwnedTree::Place root;
    give(root);
    // Task 1 has begun with actor 0, gives its upper node away and goes on below; actor 1 is a
    // branch of that node. (Nothing would make the search try actor 1 first; the tree cannot know.)
    OpenNode open;
    open.node.begun = {0};
    open.node.wakeup.push_back({1, step(1), {}});
    open.step = step(0);
    open.kept = true;
    std::vector<OpenNode> upper;
    upper.push_back(std::move(open));
    tree_.split(root, std::move(upper), program_);
    first_ = root;
    const Task task = give(second_);
    EXPECT_EQ(text(task), " | 0 | 1");
    settle();
  }
  /// Task 2 begins with actor 1, and actor 0 sleeps. It should go on with actor 2, which wakes
  /// actor 0; the reversal that says so comes from task 1.
  void reversal_arrives() {
    tree_.take_up(first_.node, {Reversal{0, {step(1), step(2)}}}, program_);
  }
  void finish(OwnedTree::Place& place) {
    tree_.hand_in(place, place.slot->step, {}, {}, 1, program_);
    settle();
  }

  OwnedTree::Place first_;
  OwnedTree::Place second_;
};

// The branch is gone, and its task may be past the place: the reversal waits.
TEST_F(Late, ReversalsWaitWithTheirBranch) {
  reversal_arrives();
  EXPECT_EQ(tree_.open(), 2U);  // the two tasks, no new branch
  ASSERT_NE(second_.slot->late, nullptr);
  EXPECT_EQ(text(second_.slot->late->wakeup), "2");
  EXPECT_FALSE(tree_.find(false).has_value());
}

// The task ends without it; when everything before is finished it is explored below its step.
TEST_F(Late, ReversalsAreTakenUpWhenEverythingBeforeIsFinished) {
  reversal_arrives();
  finish(second_);
  EXPECT_EQ(second_.slot->state, ChildState::kExplored);
  EXPECT_FALSE(tree_.find(false).has_value());
  finish(first_);
  ASSERT_TRUE(tree_.find(false).has_value());
  OwnedTree::Place place;
  const Task task = give(place);
  EXPECT_EQ(text(task), "1 | 0 | 2");
  EXPECT_EQ(work(task, place), std::vector<std::string>{"120"});
  settle();
  EXPECT_TRUE(tree_.finished());
}

// The task had explored it by itself, as it says when it is handed in: 1, then 2, then 0.
TEST_F(Late, ReversalsThatWereExploredAnywayAreNotRepeated) {
  reversal_arrives();
  tree_.hand_in(second_, step(1), {}, {{1, 2}, {2, 0}}, 1, program_);
  finish(first_);
  EXPECT_FALSE(tree_.find(false).has_value());
  EXPECT_TRUE(tree_.finished());
}

// Everything before the branch is finished: its task has found, or will find, what there is.
TEST_F(Late, ReversalsForTheFirstTaskInOrderAreItsOwnBusiness) {
  finish(first_);
  EXPECT_TRUE(second_.slot->first);
  reversal_arrives();
  EXPECT_EQ(second_.slot->late, nullptr);
  EXPECT_EQ(tree_.open(), 1U);
}

// The task is cut open before the reversal has to wait for anything: its node takes it up.
TEST_F(Late, ReversalsAreTakenUpByATaskThatIsCutOpen) {
  reversal_arrives();
  std::vector<OpenNode> open(2);
  open[0].step = step(1);
  open[1].node.sleep.push_back({step(0), 0});
  open[1].node.begun = {3};
  // It went on with an actor 3 that never was; what counts is that nothing there leads to 2.
  open[1].step = StepRef::make({3, 0}, std::vector<Access>{write(y, 5)}, 0);
  open[0].kept = open[1].kept = true;
  tree_.hand_in(second_, step(1), std::move(open), {}, 1, program_);
  EXPECT_EQ(second_.slot->state, ChildState::kOwned);
  EXPECT_EQ(text(second_.slot->owned->node.wakeup), "2");
}

// Actor 1 does not occur in it, but could as well begin it: the same place.
TEST_F(Late, ReversalsWaitWithABranchThatIsIndependentOfThem) {
  tree_.take_up(first_.node, {Reversal{0, {step(2)}}}, program_);
  ASSERT_NE(second_.slot->late, nullptr);
  EXPECT_EQ(text(second_.slot->late->wakeup), "2");
}

// A step that sleeps, or a branch that is finished, covers what it can begin.
TEST_F(Late, ReversalsThatAreCoveredAreDropped) {
  finish(first_);
  tree_.take_up(first_.node, {Reversal{0, {step(1), step(0)}}}, program_);
  EXPECT_EQ(tree_.open(), 1U);
}

TEST(Leaves, AreTheSequencesOfATree) {
  const auto step = [](ActorId actor) { return StepRef::make({actor, 0}, {}, 0); };
  std::vector<explore::Branch> tree;
  EXPECT_TRUE(dist::leaves(tree).empty());
  tree.push_back({1, step(1), {{2, step(2), {}}, {3, step(3), {{4, step(4), {}}}}}});
  tree.push_back({5, step(5), {}});
  std::vector<std::string> found;
  for (const Sequence& sequence : dist::leaves(tree)) {
    std::string out;
    for (const StepRef& s : sequence) out += std::to_string(s->actor());
    found.push_back(out);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"12", "134", "5"}));
}

}  // namespace
}  // namespace heddle::tests
