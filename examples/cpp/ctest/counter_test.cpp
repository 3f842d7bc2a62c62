#include "counter.hpp"

#include "heddle/gtest.hpp"

int two(void (counter::*increment)()) {
  counter hits;
  conc::thread other([&] { (hits.*increment)(); });
  (hits.*increment)();
  other.join();
  return hits.value();
}

TEST(Counter, LosesNothing) {
  EXPECT_OUTCOMES([] { return two(&counter::increment); }, heddle::gives(2));
}

TEST(Counter, CarelessIncrementsGetLost) {
  EXPECT_OUTCOMES([] { return two(&counter::increment_carelessly); }, heddle::gives(1, 2));
}

// `ctest` leaves it out; run with --gtest_also_run_disabled_tests it shows what a failure looks
// like.
TEST(Counter, DISABLED_CarelessIsWrong) {
  EXPECT_OUTCOMES([] { return two(&counter::increment_carelessly); }, heddle::gives(2));
}
