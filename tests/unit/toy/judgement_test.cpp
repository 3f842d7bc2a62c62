// What a finished run is said to be.
#include <gtest/gtest.h>

#include "tests/unit/toy/session.hpp"

namespace heddle::toy {
namespace {

using core::Finding;

TEST(Judgement, ADeadlockNamesEverybodyAndWhatTheyWaitFor) {
  Session run(R"(mutex a
var x
proc main() {
  spawn p()
  lock a
  await x == 1
}
proc p() {
  lock a
})");
  run.steps({"main", "main"});
  const std::vector<Finding> errors = run.program().errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].kind, Finding::Kind::kDeadlock);
  EXPECT_EQ(errors[0].actors.size(), 2U);
  EXPECT_EQ(errors[0].file, "test.toy");
  EXPECT_EQ(errors[0].line, 6);
  EXPECT_EQ(errors[0].message,
            "deadlock: main waits at line 6 for x == 1 (it is 0), main.1 waits at line 9 for a "
            "(held by main)");
  EXPECT_EQ(run.outcome(), "main: blocked at line 6\nmain.1: blocked at line 9\n");
}

TEST(Judgement, WaitingIsNoErrorBeforeTheEndOrIfAllowed) {
  Session early("mutex a proc main() { lock a  spawn p()  yield } proc p() { lock a }");
  early.steps({"main", "main"});
  EXPECT_FALSE(early.program().has_errors()) << "main can still go on";
  early.step("main");
  EXPECT_TRUE(early.program().has_errors());

  Session allowed("mutex a proc main() { lock a  lock a }", {.allow_deadlock = true});
  allowed.step("main");
  EXPECT_FALSE(allowed.program().has_errors());
  EXPECT_TRUE(allowed.program().errors().empty());
}

TEST(Judgement, AssertionsAndFailuresHaveTheirKindAndPlace) {
  Session run("proc main() {\n  r = 2\n  s = self\n  assert r == 1 || s == r\n}");
  const std::vector<Finding> errors = run.program().errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].kind, Finding::Kind::kAssertion);
  EXPECT_EQ(errors[0].line, 4);
  EXPECT_EQ(errors[0].message, "main: assert r == 1 || s == r does not hold (r = 2, s = main)");

  Session fail("proc main() { fail \"no\" }");
  EXPECT_EQ(fail.program().errors()[0].kind, Finding::Kind::kAbnormalExit);
}

// An endless local computation cannot be scheduled around, so the run ends there.
TEST(Judgement, TheLocalLimitStopsTheRun) {
  Session run("proc main() { spawn p()  spawn p() } proc p() { yield  while 1 {} }",
              {.local_limit = 1000});
  run.steps({"main", "main", "main.1"});
  EXPECT_EQ(run.enabled(), Names{});
  EXPECT_EQ(run.blocked(), Names{});
  const std::vector<Finding> errors = run.program().errors();
  ASSERT_EQ(errors.size(), 1U) << "no deadlock beside it";
  EXPECT_EQ(errors[0].kind, Finding::Kind::kLimit);
  EXPECT_EQ(errors[0].message,
            "main.1 computes for more than 1000 instructions without an operation");
  run.program().restart();
  EXPECT_EQ(run.enabled(), Names{"main"});
}

// Ids are given in the order of exploration; an outcome must not show them.
TEST(Judgement, OutcomesDoNotDependOnIds) {
  const auto source = parse(R"(proc main() { a = spawn p()  b = spawn p() }
proc p() { c = spawn leaf(self) }
proc leaf(parent) { yield })",
                            "a.toy");
  const auto shared = make_shared_state();
  const core::ProgramFactory make = make_factory(source, {}, shared);
  Session late(make());
  late.steps({"main", "main", "main.2", "main.1"});
  late.finish();
  Session fresh(make_factory(source)());
  fresh.finish();
  EXPECT_EQ(late.outcome(), fresh.outcome());
  EXPECT_EQ(fresh.outcome(),
            "main: a=main.1 b=main.2 done\nmain.1: c=main.1.1 done\nmain.1.1: parent=main.1 done\n"
            "main.2: c=main.2.1 done\nmain.2.1: parent=main.2 done\n");
}

TEST(Judgement, EveryStepHasWords) {
  Session run(R"(mutex m
condition c
var x
proc main() {
  lock m
  wait c m
  add(x, 1)
}
)");
  run.step("main");
  EXPECT_EQ(run.text(), "lock m");
  EXPECT_EQ(run.program().describe_last_step().source, (core::SourceLocation{"test.toy", 5}));
  run.step("main");
  EXPECT_EQ(run.text(), "wait c m");
}

}  // namespace
}  // namespace heddle::toy
