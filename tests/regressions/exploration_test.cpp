// One small program for each defect that the search once had.
#include "dist/exploration.hpp"

#include <gtest/gtest.h>

#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

core::ProgramFactory program(const char* text) {
  return toy::make_factory(toy::parse(text, "regression.toy"), {.allow_deadlock = true});
}

// A sleeping actor was taken for a branch that leads to the second event of a race; it covers only
// the runs that begin with it. Classes were lost: 9 of 2^8.
TEST(Regression, PersistentDoesNotCountSleepers) {
  EXPECT_EQ(count("persistent", "readers(8)"), 256U);
}

// The holder of a lock was taken for an actor that leads to the next acquisition. 1 of 2 classes.
TEST(Regression, PersistentReversesAcquisitions) {
  EXPECT_EQ(count("persistent", "filesystem(14)"), 2U);
}

// Writes to an awaited variable were ordered only if read, but waiting for ever observes their
// order as well: the await either ends (1, then 0) or does not (0, then 1).
TEST(Regression, AwaitingObservesTheOrderOfWrites) {
  const auto factory = program(
      "var x = 0  proc main() { spawn p1() spawn p2() }"
      "proc p1() { write x = 0 }  proc p2() { write x = 1  await x == 0 }");
  EXPECT_EQ(explore_with("none", factory).outcomes.size(), 2U);
  EXPECT_EQ(explore_with("observers", factory).outcomes.size(), 2U);
}

// Tasks of branches that ran before everything in front of them was finished missed reversals that
// arrived late (docs/algorithms.md, "Tasks"). 21 classes: `none` counts them.
TEST(Regression, LateReversalsReachTheirBranch) {
  const auto factory = program(
      "var x = 0  proc main() { spawn p1() spawn p2() spawn p3() }"
      "proc p1() { read x }  proc p2() { write x = 0  read x  read x }"
      "proc p3() { read x  write x = 0 }");
  ASSERT_EQ(explore_with("none", factory).classes.size(), 21U);
  const auto algorithm = explore::make_optimal();
  for (int repeat = 0; repeat < 50; ++repeat) {
    dist::ExplorationOptions options;
    options.jobs = 4;
    options.worker.shortest_task = std::chrono::microseconds(0);
    options.worker.runs_between_looks = 1;
    const dist::ExplorationResult result = dist::explore(factory, *algorithm, options);
    EXPECT_EQ(result.counts.interleavings, 21U);
    EXPECT_EQ(result.counts.sleep_set_blocked, 0U);
  }
}

// Wakeup sequences were cut after what had to be overtaken, and each race was reversed in the first
// run that had it only: 48 of 51 classes. Classic reduction, which has no wakeup trees, counts 51;
// too large for `none`.
TEST(Regression, WakeupSequencesThatEndEarlyLoseNothing) {
  const auto factory = toy::make_factory(toy::builtin("example31copies(2)"), {});
  const Explored classic = explore_with("persistent", factory);
  const Explored optimal = explore_with("optimal", factory);
  EXPECT_EQ(optimal.counts.interleavings, 51U);
  EXPECT_EQ(optimal.classes, classic.classes);
  EXPECT_EQ(explore_with("observers", factory).outcomes, classic.outcomes);
}

// The same in its smallest form: 11 of 12 classes when a race that an earlier run had is never
// looked at again. What follows the shared part of the two runs makes another sequence of it, which
// belongs somewhere else (docs/algorithms.md, "Races that are known").
TEST(Regression, RacesOfTheSharedPartAreLookedAtAgain) {
  const auto factory = program(
      "var y = 1  var z = 0"
      "  proc main() { spawn p2() spawn p3() spawn p5() spawn p7() }"
      "  proc p2() { cas(z, 0, 0)  send handle(4) (0, 0) }"
      "  proc p3() { cas(y, 1, 2) }"
      "  proc p5() { send handle(4) (0, 0)  cas(z, 0, 0) }"
      "  proc p7() { r2 = cas(y, 2, 0)  assert r2  read z }");
  const Explored source = explore_with("source", factory);
  const Explored optimal = explore_with("optimal", factory);
  ASSERT_EQ(source.classes.size(), 12U);
  EXPECT_EQ(optimal.classes, source.classes);
  EXPECT_EQ(optimal.counts.interleavings, 12U);
}

// Tasks of `none` inherited the steps explored before them as sleepers, and lost runs.
TEST(Regression, TasksOfNoneHaveNoSleepers) {
  const auto factory = program(
      "var z = 0  proc main() { spawn p1() spawn p2() }  proc p1() { read z }  proc p2() {}");
  const auto algorithm = explore::make_none();
  dist::SavedTree saved;
  dist::ExplorationOptions options;
  options.worker.max_runs = 1;
  options.on_save = [&](dist::SavedTree tree) { saved = std::move(tree); };
  ASSERT_FALSE(dist::explore(factory, *algorithm, options).complete);
  options.worker.max_runs = 0;
  dist::SavedTree resumed = std::move(saved);
  // main, main, p1 and main, p1, main.
  EXPECT_EQ(dist::explore(factory, *algorithm, options, &resumed).counts.interleavings, 2U);
}

// An error that happened before a bound cut the run off was not reported: bank fails at its 14th
// step, after which main would still end.
TEST(Regression, ErrorsBeforeABoundAreErrors) {
  const auto factory = toy::make_factory(toy::builtin("bank"), {});
  const auto algorithm = explore::make_none();
  dist::ExplorationOptions options;
  options.worker.explorer.bounds.length = 14;
  EXPECT_EQ(dist::explore(factory, *algorithm, options).found.size(), 1U);
}

}  // namespace
}  // namespace heddle::tests
