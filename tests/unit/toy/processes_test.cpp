// Spawning, ending and joining.
#include <gtest/gtest.h>

#include "tests/unit/toy/session.hpp"

namespace heddle::toy {
namespace {

TEST(Processes, TheFirstStepConsumesTheStart) {
  Session run(
      "var x proc main() { h = spawn p(3) } proc p(a) { r = a + 1  write x = r  write x = 0 }");
  EXPECT_EQ(run.step("main"), "produce start of main.1");
  EXPECT_EQ(run.program().describe_last_step().target, "main.1");
  EXPECT_EQ(run.step("main.1"), "consume start of main.1, write x");
  EXPECT_EQ(run.step("main.1"), "write x");
  EXPECT_EQ(run.outcome(), "main: h=main.1 done\nmain.1: a=3 r=4 done\n");
}

// What comes before the first operation runs with the spawn, and main's with the start.
TEST(Processes, TheirFirstComputationIsPartOfTheSpawn) {
  Session run("proc main() { s = 2  spawn p() } proc p() { assert 0 }");
  EXPECT_EQ(run.errors(), Names{});
  run.step("main");
  EXPECT_EQ(run.errors(), Names{"main.1: assert 0 does not hold"});
  EXPECT_EQ(run.enabled(), Names{});
}

TEST(Processes, NamesFollowTheSpawnsNotTheSchedule) {
  const char* text = R"(proc main() { spawn p()  spawn p() }
proc p() { spawn leaf()  spawn leaf() }
proc leaf() { yield })";
  Session one(text);
  one.steps({"main", "main", "main.2", "main.1", "main.1", "main.2"});
  EXPECT_EQ(one.enabled(), (Names{"main.2.1", "main.1.1", "main.1.2", "main.2.2"}));
  Session two(text);
  two.finish();
  one.finish();
  EXPECT_EQ(one.outcome(), two.outcome());
}

TEST(Processes, WithoutJoinTheyEndWithTheirLastStep) {
  Session run("proc main() { yield }");
  run.step("main");
  EXPECT_EQ(run.enabled(), Names{});
  EXPECT_EQ(run.blocked(), Names{});
}

TEST(Processes, WithJoinEndingIsAStep) {
  Session run("proc main() { h = spawn p()  join h } proc p() {}");
  run.step("main");
  EXPECT_EQ(run.blocked(), Names{"main"});
  EXPECT_EQ(run.pending("main"), "await exit of main.1");
  const core::Access await = run.pending_accesses("main")[0];
  EXPECT_FALSE(run.program().matches(await.token, run.program().initial_value(await.location)));
  const core::Access exit = run.pending_accesses("main.1")[1];
  EXPECT_TRUE(run.program().matches(await.token, exit.token));
  EXPECT_EQ(run.step("main.1"), "consume start of main.1, write exit of main.1");
  EXPECT_EQ(run.step("main"), "await exit of main.1");
  EXPECT_EQ(run.step("main"), "write exit of main");
  EXPECT_EQ(run.errors(), Names{});
}

TEST(Processes, AFailedOneCanBeJoined) {
  Session run("proc main() { h = spawn p()  join h } proc p() { yield  fail \"broken\" }");
  run.steps({"main", "main.1", "main.1", "main", "main"});
  EXPECT_EQ(run.errors(), Names{"main.1 fails: broken"});
  EXPECT_EQ(run.outcome(), "main: h=main.1 done\nmain.1: failed: main.1 fails: broken\n");
}

TEST(Processes, AFailureStopsOnlyItsOwnProcess) {
  Session run(
      "var x proc main() { spawn p()  spawn p() } proc p() { r = add(x, 1)  assert r == 0  yield "
      "}");
  run.finish();
  EXPECT_EQ(run.errors(), Names{"main.2: assert r == 0 does not hold (r = 1)"});
  EXPECT_EQ(run.outcome(),
            "main: done\nmain.1: r=0 done\n"
            "main.2: r=1 failed: main.2: assert r == 0 does not hold (r = 1)\n");
}

TEST(Processes, HandleNamesAProcessThatMainSpawnsLater) {
  Session run(
      "proc main() { a = handle(1)  yield  b = spawn p()  same = a == b } proc p() { yield }");
  run.steps({"main", "main"});
  EXPECT_EQ(run.outcome(), "main: a=main.1 b=main.1 same=1 done\nmain.1: stopped at line 1\n");
}

TEST(Processes, WhatIsNotAHandleCannotBeJoinedOrSentTo) {
  Session join("proc main() { join 7 }");
  EXPECT_EQ(join.errors(), Names{"7 is not the handle of a process, in 'join 7' of main"});
  Session send("proc main() { h = handle(0) }");
  EXPECT_EQ(send.errors(), Names{"0 is not the handle of a process, in 'h = handle(0)' of main"});
}

TEST(Processes, FingerprintsTellOperationsNotResults) {
  const char* text =
      "var x proc main() { spawn p() r = read x  write x = r } proc p() { write x = 1 }";
  Session one(text);
  one.step("main");
  const std::uint64_t read = one.pending_fingerprint("main");
  one.step("main");
  const std::uint64_t write_zero = one.pending_fingerprint("main");
  Session two(text);
  two.steps({"main", "main.1"});
  EXPECT_EQ(two.pending_fingerprint("main"), read);
  two.step("main");
  EXPECT_NE(two.pending_fingerprint("main"), write_zero) << "the value written is its own history";
}

}  // namespace
}  // namespace heddle::toy
