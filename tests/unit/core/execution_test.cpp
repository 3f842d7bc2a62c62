// The events of a run, as a stack: what is cut off leaves no trace.
#include "core/execution.hpp"

#include <gtest/gtest.h>

#include "explore/random_stream.hpp"

namespace heddle::core {
namespace {

StepRecord record(std::uint64_t fingerprint) { return {{{7, 3, AccessKind::kWrite}}, fingerprint}; }

void run(const std::vector<ActorId>& schedule, Execution& execution) {
  for (const ActorId actor : schedule) execution.push(actor, record(execution.size()));
}

TEST(Execution, KeepsWhatWasRecorded) {
  Execution execution;
  EXPECT_TRUE(execution.empty());
  const StepRef& pushed = execution.push(5, record(42));
  EXPECT_EQ(execution.size(), 1U);
  EXPECT_EQ(&*pushed, &execution[0]);
  EXPECT_EQ(execution[0].actor(), 5U);
  EXPECT_EQ(execution[0].fingerprint(), 42U);
  EXPECT_EQ(execution[0].taken(), EventId{});  // no message yet
  ASSERT_EQ(execution[0].accesses().size(), 1U);
  EXPECT_EQ(execution[0].accesses()[0], (Access{7, 3, AccessKind::kWrite}));
  EXPECT_EQ(execution[0].summary().touched, location_bit(7));
}

// An event is "the n-th of its actor", wherever it is in the run.
TEST(Execution, NumbersTheEventsOfEachActor) {
  Execution execution;
  run({2, 0, 2, 2, 0}, execution);
  const std::vector<EventId> expected = {{2, 0}, {0, 0}, {2, 1}, {2, 2}, {0, 1}};
  for (std::uint32_t event = 0; event < expected.size(); ++event) {
    EXPECT_EQ(execution[event].id(), expected[event]) << event;
  }
  EXPECT_EQ(execution.schedule(), (std::vector<ActorId>{2, 0, 2, 2, 0}));
  EXPECT_EQ(execution.path().size(), 5U);
}

TEST(Execution, KnowsTheEventsOfAnActor) {
  Execution execution;
  run({2, 0, 2, 2, 0}, execution);
  const std::vector<std::uint32_t> previous = {kNoEvent, kNoEvent, 0, 2, 1};
  for (std::uint32_t event = 0; event < previous.size(); ++event) {
    EXPECT_EQ(execution.previous(event), previous[event]) << event;
  }
  EXPECT_EQ(execution.last(2), 3U);
  EXPECT_EQ(execution.last(0), 4U);
  EXPECT_EQ(execution.count(2), 3U);
  EXPECT_EQ(execution.count(0), 2U);
}

// Actor 1 is among the known ids but has done nothing; actor 99 was never heard of.
TEST(Execution, KnowsWhoHasDoneNothing) {
  Execution execution;
  run({2, 0}, execution);
  for (const ActorId actor : {1U, 99U}) {
    EXPECT_EQ(execution.last(actor), kNoEvent);
    EXPECT_EQ(execution.count(actor), 0U);
  }
}

TEST(Execution, IsCutBack) {
  Execution execution;
  run({2, 0, 2, 2, 0}, execution);
  execution.truncate(7);  // not shorter: nothing happens
  EXPECT_EQ(execution.size(), 5U);
  execution.truncate(2);
  EXPECT_EQ(execution.schedule(), (std::vector<ActorId>{2, 0}));
  EXPECT_EQ(execution.last(2), 0U);
  EXPECT_EQ(execution.count(2), 1U);
  execution.push(2, record(9));
  EXPECT_EQ(execution[2].id(), (EventId{2, 1}));
  EXPECT_EQ(execution.previous(2), 0U);
  execution.truncate(0);
  EXPECT_TRUE(execution.empty());
  EXPECT_EQ(execution.last(2), kNoEvent);
}

// Steps outlive the run: a wakeup sequence still holds them when the search has gone back.
TEST(Execution, LeavesItsStepsToThoseWhoHoldThem) {
  StepRef kept;
  {
    Execution execution;
    run({3}, execution);
    kept = execution.step(0);
    EXPECT_FALSE(kept.unique());
    execution.truncate(0);
    execution.push(4, record(1));  // may use memory that became free
  }
  EXPECT_TRUE(kept.unique());
  EXPECT_EQ(kept->id(), (EventId{3, 0}));
  EXPECT_EQ(kept->accesses()[0].location, 7U);
}

TEST(Execution, AnEventThatDoesTheSameAgainIsTheSameStep) {
  Execution execution;
  run({3}, execution);
  const StepRef before = execution.step(0);
  execution.truncate(0);
  execution.push(3, record(0));
  EXPECT_EQ(&execution[0], &*before);
  execution.truncate(0);
  execution.push(3, record(1));  // another fingerprint
  EXPECT_NE(&execution[0], &*before);
  EXPECT_EQ(before->fingerprint(), record(0).fingerprint);
}

// It is told later what it got, and that may differ.
TEST(Execution, AReceiveIsAStepOfItsOwn) {
  core::StepRecord take;
  take.accesses.push_back({9, 1, AccessKind::kTake});
  Execution execution;
  const StepRef before = execution.push(3, take);
  execution.truncate(0);
  execution.push(3, take);
  EXPECT_NE(&execution[0], &*before);
}

// After any pushes and cuts everything is as if the remaining events had been pushed alone.
TEST(Execution, IsAFunctionOfItsSchedule) {
  explore::RandomStream random(1, 0);
  Execution execution;
  std::vector<ActorId> schedule;
  for (int round = 0; round < 200; ++round) {
    for (std::uint64_t more = random.below(6); more > 0; --more) {
      schedule.push_back(static_cast<ActorId>(random.below(5)));
      execution.push(schedule.back(), record(schedule.size() - 1));
    }
    schedule.resize(random.below(schedule.size() + 1));
    execution.truncate(static_cast<std::uint32_t>(schedule.size()));
    Execution fresh;
    run(schedule, fresh);
    ASSERT_EQ(execution.schedule(), schedule);
    for (std::uint32_t event = 0; event < fresh.size(); ++event) {
      ASSERT_EQ(execution[event].id(), fresh[event].id());
      ASSERT_EQ(execution[event].fingerprint(), fresh[event].fingerprint());
      ASSERT_EQ(execution.previous(event), fresh.previous(event));
    }
    for (ActorId actor = 0; actor < 6; ++actor) {
      ASSERT_EQ(execution.last(actor), fresh.last(actor));
      ASSERT_EQ(execution.count(actor), fresh.count(actor));
    }
  }
}

}  // namespace
}  // namespace heddle::core
