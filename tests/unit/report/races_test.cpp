#include "report/races.hpp"

#include <gtest/gtest.h>

#include "tests/unit/report/sample.hpp"

namespace heddle::report {
namespace {

using core::AccessKind;
using core::Trace;

Trace with_actors(std::size_t count) {
  Trace trace;
  for (std::size_t i = 0; i < count; ++i) {
    trace.actors.push_back({std::string(1, static_cast<char>('a' + i)), core::kNoActor, 0, i});
  }
  return trace;
}

TEST(Races, AWriteAndTheReadThatSawIt) {
  // Steps 1 -> 3 and 2 -> 4 are creations: needed, no races.
  EXPECT_EQ(races(sample_trace()), (std::vector<Race>{{2, 4, false, "x"}}));
}

TEST(Races, OnlyWithNothingBetween) {
  // a writes, b updates, c updates: a and c are ordered through b.
  Trace trace = with_actors(3);
  add_step(trace, 0, "1", {at(1, AccessKind::kUpdate, "x")}, {{0, 1}});
  add_step(trace, 1, "2", {at(1, AccessKind::kUpdate, "x")}, {{0, 1}, {1, 1}});
  add_step(trace, 2, "3", {at(1, AccessKind::kUpdate, "x")}, {{0, 1}, {1, 1}, {2, 1}});
  EXPECT_EQ(races(trace), (std::vector<Race>{{0, 1, false, "x"}, {1, 2, false, "x"}}));
}

TEST(Races, NotWhenTheActorAlreadyKnew) {
  // b has read y after a wrote x and y: its read of x could not have come before a's write of x.
  Trace trace = with_actors(2);
  add_step(trace, 0, "x := 1", {at(1, AccessKind::kWrite, "x")}, {{0, 1}});
  add_step(trace, 0, "y := 1", {at(2, AccessKind::kWrite, "y")}, {{0, 2}});
  add_step(trace, 1, "read y", {at(2, AccessKind::kRead, "y")}, {{0, 2}, {1, 1}});
  add_step(trace, 1, "read x", {at(1, AccessKind::kRead, "x")}, {{0, 2}, {1, 2}});
  EXPECT_EQ(races(trace), (std::vector<Race>{{1, 2, false, "y"}}));
}

TEST(Races, OfWritesOnlyIfSomebodyLooked) {
  Trace trace = with_actors(3);
  add_step(trace, 0, "x := 1", {at(1, AccessKind::kWrite, "x")}, {{0, 1}});
  add_step(trace, 1, "x := 2", {at(1, AccessKind::kWrite, "x")}, {{1, 1}});
  EXPECT_TRUE(races(trace).empty());
  // c reads: its clock, and by it that of the second write, contain the first one.
  trace.events[1].clock = {{0, 1}, {1, 1}};
  add_step(trace, 2, "read x", {at(1, AccessKind::kRead, "x")}, {{0, 1}, {1, 1}, {2, 1}});
  EXPECT_EQ(races(trace), (std::vector<Race>{{0, 1, false, "x"}, {1, 2, false, "x"}}));
}

TEST(Races, OfMessagesNotOfAMessageAndItsReceive) {
  // a and b send to c, which takes a's message and would have taken b's.
  Trace trace = with_actors(3);
  add_step(trace, 0, "send", {at(1, AccessKind::kAppend, "mailbox of c")}, {{0, 1}}).text.message =
      "a:1";
  add_step(trace, 1, "send", {at(1, AccessKind::kAppend, "mailbox of c")}, {{0, 1}, {1, 1}})
      .text.message = "b:1";
  add_step(trace, 2, "receive", {at(1, AccessKind::kTake, "mailbox of c")}, {{0, 1}, {2, 1}})
      .text.message = "a:1";
  EXPECT_EQ(races(trace), (std::vector<Race>{{0, 1, false, "mailbox of c"}}));
}

TEST(Races, OfAMessageAndAReceiveThatTimedOut) {
  Trace trace = with_actors(2);
  add_step(trace, 1, "receive after 0", {at(1, AccessKind::kPoll, "mailbox of b")}, {{1, 1}});
  add_step(trace, 0, "send", {at(1, AccessKind::kAppend, "mailbox of b")}, {{0, 1}, {1, 1}});
  EXPECT_EQ(races(trace), (std::vector<Race>{{0, 1, false, "mailbox of b"}}));
}

TEST(Races, OfTwoAcquisitionsOfALock) {
  Trace trace = with_actors(2);
  add_step(trace, 0, "lock m", {at(1, AccessKind::kAcquire, "m")}, {{0, 1}});
  add_step(trace, 0, "unlock m", {at(1, AccessKind::kRelease, "m")}, {{0, 2}});
  add_step(trace, 1, "lock m", {at(1, AccessKind::kAcquire, "m")}, {{0, 2}, {1, 1}});
  EXPECT_EQ(races(trace), (std::vector<Race>{{0, 2, false, "m"}}));
}

TEST(Races, OfAnAcquisitionThatIsStillWaitedFor) {
  Trace trace = with_actors(2);
  add_step(trace, 0, "lock m", {at(1, AccessKind::kAcquire, "m")}, {{0, 1}});
  trace.blocked = {{1, "the lock m", {at(1, AccessKind::kAcquire, "m")}}};
  EXPECT_EQ(races(trace), (std::vector<Race>{{0, 0, true, "m"}}));
  // Not if the actor that waits has seen that it is held.
  add_step(trace, 0, "x := 1", {at(2, AccessKind::kWrite, "x")}, {{0, 2}});
  add_step(trace, 1, "read x", {at(2, AccessKind::kRead, "x")}, {{0, 2}, {1, 1}});
  EXPECT_EQ(races(trace), (std::vector<Race>{{1, 2, false, "x"}}));
}

TEST(Races, AreNotLookedForWhereTheStepWaitsForAValue) {
  Trace trace = with_actors(2);
  add_step(trace, 0, "x := 1", {at(1, AccessKind::kUpdate, "x")}, {{0, 1}});
  add_step(trace, 1, "await x == 1", {at(1, AccessKind::kAwait, "x")}, {{0, 1}, {1, 1}});
  EXPECT_TRUE(races(trace).empty());
}

TEST(Races, ALongRunAtOneLocationIsNoProblem) {
  // Two actors take turns: each step races with the one before, and looks no further back.
  Trace trace = with_actors(2);
  constexpr std::uint32_t kSteps = 50'000;
  for (std::uint32_t i = 0; i < kSteps; ++i) {
    core::TraceEvent event;
    event.actor = i % 2;
    event.ordinal = i / 2;
    event.footprint = {at(1, AccessKind::kUpdate, "x")};
    event.clock = {{0, (i + 2) / 2}};
    if (i > 0) event.clock.push_back({1, (i + 1) / 2});
    trace.events.push_back(std::move(event));
  }
  EXPECT_EQ(races(trace).size(), kSteps - 1);
}

TEST(Races, OfNothingAreNone) { EXPECT_TRUE(races({}).empty()); }

}  // namespace
}  // namespace heddle::report
