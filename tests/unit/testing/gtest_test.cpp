// The integration with GoogleTest, by the failures it makes.
#include "heddle/gtest.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/testing/programs.hpp"

namespace heddle {
namespace {

HEDDLE_TEST(HeddleTest, ExploresItsBody) {
  atomic<int> x{0};
  thread t([&] { x.fetch_add(1); });
  x.fetch_add(1);
  t.join();
  EXPECT_EQ(x.load(), 2);
}

HEDDLE_TEST(HeddleTest, TakesOptions, .preemptions = 1, .jobs = 2) {
  EXPECT_LE(programs::LostUpdate{}(), 2);
}

TEST(Gtest, OutcomesThatHold) {
  EXPECT_OUTCOMES(programs::LostUpdate{}, gives(1, 2));
  ASSERT_OUTCOMES(programs::LostUpdate{}, {.memory = memory::tso}, successful(), gives(1, 2));
}

void expect_two() { EXPECT_OUTCOMES(programs::LostUpdate{}, {.name = "sum"}, gives(2)); }
void assert_two() {
  ASSERT_OUTCOMES(programs::LostUpdate{}, gives(2)) << " and more";
  FAIL() << "goes on";
}

TEST(Gtest, FailuresHaveTheReport) {
  EXPECT_NONFATAL_FAILURE(expect_two(), "failed: sum: unexpected: 1");
  EXPECT_NONFATAL_FAILURE(expect_two(), "HEDDLE_REPLAY=h1.");
  EXPECT_FATAL_FAILURE(assert_two(), "failed: Gtest.FailuresHaveTheReport: unexpected: 1");
  EXPECT_FATAL_FAILURE(assert_two(), " and more");
}

void assertion_inside() {
  EXPECT_OUTCOMES([] { EXPECT_EQ(programs::LostUpdate{}(), 2) << "lost"; }, successful());
}
void assertion_in_a_thread() {
  EXPECT_OUTCOMES(
      [] {
        atomic<int> x{0};
        thread t([&] { ASSERT_EQ(x.load(), 0); });
        x.store(1);
        t.join();
      },
      assertions_never());
}

TEST(Gtest, AssertionsInsideAreOutcomes) {
  // One failure, though more than one execution fails.
  EXPECT_NONFATAL_FAILURE(assertion_inside(), "assertion");
  EXPECT_NONFATAL_FAILURE(assertion_inside(), "Which is: 1");
  EXPECT_NONFATAL_FAILURE(assertion_in_a_thread(), "there is a way to assertion");
}

}  // namespace
}  // namespace heddle
