// Steps as values that are shared, and dependence between two of them.
#include "core/step.hpp"

#include <gtest/gtest.h>

#include "tests/support/scripted_program.hpp"

namespace heddle::tests {
namespace {

using core::Step;
using core::StepRef;

StepRef step(ActorId actor, const Footprint& footprint) {
  return StepRef::make({actor, 0}, footprint.accesses, 42);
}

TEST(StepRef, SharesItsStep) {
  StepRef one = step(1, read(5));
  EXPECT_TRUE(one.unique());
  {
    const StepRef two = one;
    EXPECT_EQ(&*two, &*one);
    EXPECT_FALSE(one.unique());
  }
  EXPECT_TRUE(one.unique());
  const Step* const address = &*one;
  const StepRef moved = std::move(one);
  EXPECT_EQ(&*moved, address);
  EXPECT_TRUE(moved.unique());
  EXPECT_FALSE(StepRef{});
}

// Memory of dropped steps is used again for steps with as many accesses; the number of accesses
// must not get mixed up.
TEST(StepRef, KeepsItsAccessesWhenMemoryIsUsedAgain) {
  for (std::size_t round = 0; round < 3; ++round) {
    std::vector<StepRef> steps;
    for (Location count = 0; count < 12; ++count) {
      std::vector<Access> accesses;
      for (Location i = 0; i < count; ++i) accesses.push_back(write(100 * count + i, round));
      steps.push_back(StepRef::make({7, 3}, accesses, count));
    }
    for (Location count = 0; count < 12; ++count) {
      const Step& made = *steps[count];
      ASSERT_EQ(made.accesses().size(), count);
      for (Location i = 0; i < count; ++i) {
        EXPECT_EQ(made.accesses()[i], write(100 * count + i, round));
        EXPECT_NE(made.summary().touched & core::location_bit(100 * count + i), 0U);
      }
    }
  }
}

TEST(StepRef, IsCopiedWithAnotherMessage) {
  const StepRef receive = step(1, take(5, {1}));
  EXPECT_EQ(receive->taken(), core::EventId{});
  const StepRef other = receive.with_taken({3, 4});
  EXPECT_EQ(other->taken(), (core::EventId{3, 4}));
  EXPECT_EQ(receive->taken(), core::EventId{});
  EXPECT_EQ(other->id(), receive->id());
  EXPECT_EQ(other->fingerprint(), receive->fingerprint());
  EXPECT_EQ(other->accesses()[0], receive->accesses()[0]);
}

TEST(Step, FindsTheAccessOfALocation) {
  const StepRef both = step(0, {read(5), write(6, 1)});
  EXPECT_EQ(both->find(6), &both->accesses()[1]);
  EXPECT_EQ(both->find(7), nullptr);
}

bool dependent(const Footprint& earlier, const Footprint& later) {
  const ScriptedProgram program({});
  return core::dependent(*step(0, earlier), *step(1, later), program);
}

// One pair of accesses of a common location is enough; conditional pairs count as conflicts.
TEST(Dependent, IsWhatConflictsSomewhere) {
  EXPECT_FALSE(dependent(read(1), read(1)));
  EXPECT_FALSE(dependent(write(1, 0), write(2, 0)));
  EXPECT_TRUE(dependent(write(1, 0), write(1, 1)));
  EXPECT_TRUE(dependent({read(1), read(2)}, {read(1), write(2, 0)}));
  EXPECT_FALSE(dependent({read(1), read(2)}, {read(1), write(3, 0)}));
  EXPECT_TRUE(dependent(append(1, 0), append(1, 1)));
  EXPECT_TRUE(dependent(acquire(1), acquire(1)));
}

TEST(Dependent, IsOneWayForHandOvers) {
  EXPECT_TRUE(dependent(produce(1), consume(1)));
  EXPECT_FALSE(dependent(consume(1), produce(1)));
}

// Whether a poll depends on a message is for the constraint to say, in both orders.
TEST(Dependent, AsksTheConstraintOfAPoll) {
  EXPECT_TRUE(dependent(append(1, 2), poll(1, {2, 3})));
  EXPECT_TRUE(dependent(poll(1, {2, 3}), append(1, 2)));
  EXPECT_FALSE(dependent(append(1, 4), poll(1, {2, 3})));
  EXPECT_FALSE(dependent(poll(1, {2, 3}), append(1, 4)));
}

}  // namespace
}  // namespace heddle::tests
