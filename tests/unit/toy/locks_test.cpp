// Mutexes and conditions on fixed schedules.
#include <gtest/gtest.h>

#include "tests/unit/toy/session.hpp"

namespace heddle::toy {
namespace {

TEST(Locks, OneProcessAtATime) {
  Session run(R"(mutex m
proc main() { spawn p()  spawn p() }
proc p() { lock m  yield  unlock m })");
  run.steps({"main", "main"});
  EXPECT_EQ(run.pending("main.1"), "consume start of main.1, acquire m");
  run.step("main.1");
  EXPECT_EQ(run.blocked(), Names{"main.2"});
  run.step("main.1");
  EXPECT_EQ(run.step("main.1"), "release m");
  EXPECT_EQ(run.enabled(), Names{"main.2"});
}

TEST(Locks, ArraysOfMutexesAreSeparate) {
  Session run(R"(mutex m[2]
proc main() { spawn p(0)  spawn p(1) }
proc p(i) { lock m[i]  unlock m[i] })");
  run.steps({"main", "main", "main.1"});
  EXPECT_EQ(run.step("main.2"), "consume start of main.2, acquire m[1]");
}

TEST(Locks, LockingTwiceWaitsForOneself) {
  Session run("mutex m proc main() { lock m  lock m }");
  run.step("main");
  EXPECT_EQ(run.blocked(), Names{"main"});
  EXPECT_EQ(run.errors(), Names{"deadlock: main waits at line 1 for m (held by main)"});
}

// Whether one holds a mutex is one's own history, so misuse needs no step of its own.
TEST(Locks, MisuseEndsTheProcess) {
  Session unlock("mutex m proc main() { yield  unlock m }");
  unlock.step("main");
  EXPECT_EQ(unlock.enabled(), Names{});
  EXPECT_EQ(unlock.errors(), Names{"main does not hold the mutex in 'unlock m'"});

  Session wait("mutex m condition c proc main() { spawn p()  wait c m } proc p() { lock m }");
  wait.step("main");
  EXPECT_EQ(wait.errors(), Names{"main does not hold the mutex in 'wait c m'"});
}

const char* const kWaiting = R"(mutex m
condition c
proc main() { spawn waiter()  spawn waiter()  spawn signaller() }
proc waiter() { lock m  wait c m  unlock m }
proc signaller() { signal c  broadcast c })";

TEST(Conditions, WaitReleasesAndWakesUpWithTheMutex) {
  Session run(kWaiting);
  run.steps({"main", "main", "main", "main.1"});
  EXPECT_EQ(run.step("main.1"), "update c, release m");
  EXPECT_EQ(run.pending("main.1"), "await c, acquire m");
  EXPECT_EQ(run.blocked(), Names{"main.1"});
  run.step("main.2");  // holds the mutex
  EXPECT_EQ(run.step("main.3"), "consume start of main.3, update c");
  EXPECT_EQ(run.blocked(), Names{"main.1"}) << "signalled, but the mutex is taken";
  run.step("main.2");  // waits itself
  EXPECT_EQ(run.enabled(), (Names{"main.1", "main.3"}));
  EXPECT_EQ(run.step("main.1"), "await c, acquire m");
}

TEST(Conditions, SignalWakesTheOldestBroadcastAll) {
  Session run(kWaiting);
  run.steps({"main", "main", "main", "main.2", "main.2", "main.1", "main.1"});
  run.step("main.3");
  EXPECT_EQ(run.enabled(), (Names{"main.2", "main.3"}));
  run.step("main.3");
  EXPECT_EQ(run.enabled(), (Names{"main.1", "main.2"}));
}

TEST(Conditions, ASignalThatNobodyWaitsForIsLost) {
  Session run(kWaiting);
  run.steps({"main", "main", "main", "main.3", "main.3", "main.1", "main.1", "main.2", "main.2"});
  EXPECT_EQ(run.enabled(), Names{});
  EXPECT_EQ(run.errors(), Names{"deadlock: main.1 waits at line 4 for a signal of c, main.2 waits "
                                "at line 4 for a signal of c"});
}

// Being signalled is never taken back, so the waiting process only reads the condition.
TEST(Conditions, TheConstraintJudgesStatesOfTheCondition) {
  Session run(kWaiting);
  run.steps({"main", "main", "main", "main.1"});
  const core::Access waiting = run.pending_accesses("main.1")[0];
  run.step("main.1");
  const core::Access ticket = run.pending_accesses("main.1")[0];
  const core::Access signalled = run.pending_accesses("main.3")[1];
  EXPECT_FALSE(run.program().matches(ticket.token, run.program().initial_value(ticket.location)));
  EXPECT_FALSE(run.program().matches(ticket.token, waiting.token));
  EXPECT_TRUE(run.program().matches(ticket.token, signalled.token));
  run.steps({"main.3", "main.1", "main.1"});
  const core::Access later = run.pending_accesses("main.3")[0];
  EXPECT_TRUE(run.program().matches(ticket.token, later.token));
}

}  // namespace
}  // namespace heddle::toy
