// Shared variables: values, footprints and tokens of each operation.
#include <gtest/gtest.h>

#include "tests/unit/toy/session.hpp"

namespace heddle::toy {
namespace {

TEST(Memory, ReadsAndWrites) {
  Session run("var x = 5 proc main() { a = read x  write x = a + 1  b = read x }");
  EXPECT_EQ(run.pending("main"), "read x");
  EXPECT_EQ(run.step("main"), "read x");
  EXPECT_EQ(run.program().describe_last_step().value, "5");
  EXPECT_EQ(run.pending_accesses("main")[0].token, 6U);
  EXPECT_EQ(run.step("main"), "write x");
  EXPECT_EQ(run.text(), "x := 6");
  run.step("main");
  EXPECT_EQ(run.outcome(), "main: a=5 b=6 done\n");
}

TEST(Memory, ArraysHaveOneLocationAnElement) {
  Session run(
      "array a[3] = 7 proc main() { i = 1  write a[i + 1] = 4  r = read a[i]  s = read a[2] }");
  EXPECT_EQ(run.step("main"), "write a[2]");
  EXPECT_EQ(run.step("main"), "read a[1]");
  EXPECT_EQ(run.step("main"), "read a[2]");
  EXPECT_EQ(run.outcome(), "main: i=1 r=7 s=4 done\n");
}

TEST(Memory, AnIndexOutOfBoundsEndsTheProcessBeforeTheOperation) {
  Session run("array a[3] proc main() { i = read a[0]  read a[i - 1] }");
  run.step("main");
  EXPECT_EQ(run.enabled(), Names{});
  EXPECT_EQ(run.errors(), Names{"main uses the index -1 of a, which has 3 elements"});
}

// A compare-and-swap is an update whether or not it succeeds: its footprint must not depend on what
// others did.
TEST(Memory, CompareAndSwapIsAlwaysAnUpdate) {
  Session run("var x = 1 proc main() { a = cas(x, 0, 5)  b = cas(x, 1, 5)  c = read x }");
  EXPECT_EQ(run.pending_accesses("main")[0].token, 1U) << "the token is the resulting value";
  EXPECT_EQ(run.step("main"), "update x");
  EXPECT_EQ(run.pending_accesses("main")[0].token, 5U);
  EXPECT_EQ(run.step("main"), "update x");
  run.step("main");
  EXPECT_EQ(run.outcome(), "main: a=0 b=1 c=5 done\n");
}

TEST(Memory, AddGivesTheValueBefore) {
  Session run("var x = 3 proc main() { a = add(x, 4)  b = add(x, -1)  c = read x }");
  EXPECT_EQ(run.pending_accesses("main")[0].token, 7U);
  EXPECT_EQ(run.step("main"), "update x");
  run.finish();
  EXPECT_EQ(run.outcome(), "main: a=3 b=7 c=6 done\n");
}

TEST(Memory, AwaitBlocksUntilItsComparisonHolds) {
  Session run(
      "var x = 0 proc main() { spawn p()  await x >= 2  r = 1 } proc p() { write x = 1  write x = "
      "2 }");
  run.step("main");
  EXPECT_EQ(run.blocked(), Names{"main"});
  run.step("main.1");
  EXPECT_EQ(run.blocked(), Names{"main"});
  run.step("main.1");
  EXPECT_EQ(run.enabled(), Names{"main"});
  EXPECT_EQ(run.step("main"), "await x");
  EXPECT_EQ(run.outcome(), "main: r=1 done\nmain.1: done\n");
}

TEST(Memory, AwaitConstraintsJudgeWrittenValues) {
  Session run("var x = 3 proc main() { await x < 3 }");
  const core::Access access = run.pending_accesses("main")[0];
  EXPECT_TRUE(run.program().matches(access.token, 2));
  EXPECT_FALSE(run.program().matches(access.token, 3));
  EXPECT_TRUE(run.program().matches(access.token, static_cast<core::Token>(std::int64_t{-1})));
  EXPECT_EQ(run.program().initial_value(access.location), 3U);
}

// The order of two writes that an await could have seen between is never irrelevant, so such writes
// are updates.
TEST(Memory, WritesOfAwaitedVariablesAreUpdates) {
  Session run("var x  var y  proc main() { write x = 1  write y = 1  await x == 1 }");
  EXPECT_EQ(run.step("main"), "update x");
  EXPECT_EQ(run.step("main"), "write y");
}

TEST(Memory, LocalComputationBelongsToTheStepBefore) {
  Session run(R"(var x = 2
proc main() {
  r = read x
  while r < 10 { r = r * 2  if r == 8 { break } }
  ok = r == 8 && !(r / 0 == 1 && 0) || 1
})");
  run.step("main");
  EXPECT_EQ(run.errors(),
            Names{"main divides by zero in 'ok = r == 8 && !(r / 0 == 1 && 0) || 1'"});
}

TEST(Memory, LogicalOperatorsDecideEarly) {
  Session run(
      "proc main() { z = 0  a = z != 0 && 1 / z == 1  b = z == 0 || 1 / z == 1  c = 7 && 9 }");
  EXPECT_EQ(run.outcome(), "main: z=0 a=0 b=1 c=1 done\n");
}

TEST(Memory, ArithmeticWrapsAndRounds) {
  Session run(
      "proc main() { a = 9223372036854775807 + 1  b = a / -1  c = -7 / 2  d = -7 % 2  e = -(a) - a "
      "}");
  EXPECT_EQ(run.outcome(),
            "main: a=-9223372036854775808 b=-9223372036854775808 c=-3 d=-1 e=0 done\n");
}

TEST(Memory, YieldTouchesNothing) {
  Session run("proc main() { yield }");
  EXPECT_TRUE(run.program().pending_yields(run.id("main")));
  EXPECT_EQ(run.step("main"), "");
}

// The register that is assigned may stand anywhere on the right side; && and || stop early.
TEST(Memory, ExpressionsAreEvaluatedFromTheLeftBeforeTheyAreAssigned) {
  Session run(R"(proc main() {
  a = 10  b = 3
  a = a - b - a + (b * b - 1) * 2 - (a && b || 0)
  b = b && a - 12 || a == 12 && b > 2
  c = 1 || 1 / 0
  d = -(3) - -3 - !0
  e = (1 + 2) * 3 - (4 - (5 - 6))
  yield
})");
  run.step("main");
  EXPECT_EQ(run.outcome(), "main: a=12 b=1 c=1 d=-1 e=4 done\n");
}

}  // namespace
}  // namespace heddle::toy
