// Tasks that run out of order lost reversals: classes were missing, depending on who was faster.
#include <gtest/gtest.h>

#include "tests/support/oracle.hpp"
#include "tests/support/simulated_workers.hpp"
#include "toy/toy.hpp"

namespace heddle::tests {
namespace {

// The smallest program that had it, as the property tests shrank it. The interleavings of `none`
// make 21 classes; optimal has to visit each once, whatever the order of three workers.
TEST(Regression, TasksOutOfOrderKeepAllReversals) {
  const auto factory = toy::make_factory(toy::parse(R"(
var x = 0
proc main() { spawn p1()  spawn p2()  spawn p3() }
proc p1() { read x }
proc p2() { write x = 0  read x  read x }
proc p3() { read x  write x = 0 }
)",
                                                    "regression.toy"));
  const Explored all = explore_with("none", factory);
  ASSERT_EQ(all.classes.size(), 21U);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Totals totals = explore_with_workers("optimal", factory, seed);
    ASSERT_EQ(totals.sleep_set_blocked, 0U) << "order " << seed;
    ASSERT_EQ(totals.runs, 21U) << "order " << seed;
    ASSERT_EQ(totals.classes, all.classes) << "order " << seed;
  }
}

// Reversals that came too late for their branch were kept in a wakeup tree. One that turned out to
// be explored had been a leaf there meanwhile, and covered others that were not. A chain of writers
// and readers: each of the four cells is read before or after it is written, 2^4 classes.
TEST(Regression, ReversalsThatComeLateDoNotCoverEachOther) {
  const auto factory = toy::make_factory(toy::parse(R"(
var c2 = 0
var c3 = 0
var c4 = 0
var c5 = 0
proc main() { spawn reader()  spawn w2()  spawn w3()  spawn w4()  spawn w5() }
proc reader() { read c5 }
proc w2() { write c2 = 0 }
proc w3() { read c2  write c3 = 0 }
proc w4() { read c3  write c4 = 0 }
proc w5() { read c4  write c5 = 0 }
)",
                                                    "regression.toy"));
  ASSERT_EQ(explore_with("optimal", factory).counts.interleavings, 16U);
  for (const char* name : {"optimal", "observers"}) {
    // About one order in 500 had it.
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      const Totals totals = explore_with_workers(name, factory, seed);
      ASSERT_EQ(totals.sleep_set_blocked, 0U) << name << ", order " << seed;
      ASSERT_EQ(totals.runs, 16U) << name << ", order " << seed;
    }
  }
}

// Tasks of `none` took the branches before theirs for sleepers, and lost runs. main's second spawn
// comes after 0, 1 or 2 of p's two steps, and the rest of them mixes with q's two: 6 + 3 + 1.
TEST(Regression, TasksOfNoneDoNotSleep) {
  const auto factory = toy::make_factory(toy::parse(R"(
var x = 0
var y = 0
proc main() { spawn p()  spawn q() }
proc p() { read x  read x }
proc q() { read y  read y }
)",
                                                    "regression.toy"));
  ASSERT_EQ(explore_with("none", factory).counts.interleavings, 10U);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    ASSERT_EQ(explore_with_workers("none", factory, seed).runs, 10U) << "order " << seed;
  }
}

}  // namespace
}  // namespace heddle::tests
