// How good the estimates are, and how honest about it.
#include "explore/estimate.hpp"

#include <gtest/gtest.h>

#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

using explore::EstimateTrend;

TEST(EstimateTrend, KnowsNothingAtFirst) {
  const EstimateTrend trend;
  EXPECT_EQ(trend.estimate(), 0);
  EXPECT_EQ(trend.uncertainty(), 1);
}

// The estimate is the latest; the factor is that to the one farthest from it, up or down.
TEST(EstimateTrend, MeasuresHowFarTheEstimatesLieApart) {
  EstimateTrend trend;
  trend.add(100);
  EXPECT_EQ(trend.uncertainty(), 1);
  trend.add(400);
  EXPECT_EQ(trend.estimate(), 400);
  EXPECT_EQ(trend.uncertainty(), 4);  // it has grown
  trend.add(80);
  EXPECT_EQ(trend.estimate(), 80);
  EXPECT_EQ(trend.uncertainty(), 5);  // it has shrunk
}

TEST(EstimateTrend, IgnoresWhatIsNoEstimate) {
  EstimateTrend trend;
  trend.add(7);
  trend.add(0);
  trend.add(-1);
  EXPECT_EQ(trend.estimate(), 7);
  EXPECT_EQ(trend.uncertainty(), 1);
}

// What was thought at the beginning does not count for ever: twenty estimates are kept.
TEST(EstimateTrend, ForgetsOldEstimates) {
  EstimateTrend trend;
  trend.add(1);
  for (int i = 0; i < 19; ++i) trend.add(1000);
  EXPECT_EQ(trend.uncertainty(), 1000);
  trend.add(1000);
  EXPECT_EQ(trend.uncertainty(), 1);
}

/// The estimate after each run.
std::vector<double> estimates(const char* algorithm_name, const char* builtin) {
  const auto program = toy::make_factory(toy::builtin(builtin), {.allow_deadlock = true})();
  const auto algorithm = explore::make_algorithm(algorithm_name);
  explore::Explorer explorer(*program, *algorithm, {});
  explorer.start({});
  std::vector<double> out;
  while (explorer.next_run()) out.push_back(explorer.estimate());
  return out;
}

// With the last run nothing is left open, and what was counted is exact.
TEST(Estimate, IsTheTrueNumberAtTheEnd) {
  for (const char* builtin : {"readers(6)", "lastzero(5)", "filesystem(16)", "lock(3)"}) {
    for (const char* algorithm : {"optimal", "observers"}) {
      const std::vector<double> all = estimates(algorithm, builtin);
      EXPECT_EQ(all.back(), static_cast<double>(all.size())) << builtin << " with " << algorithm;
    }
  }
}

// When the task is over (next_run() said no), the finished branches are not counted again.
TEST(Estimate, StaysTheTrueNumberAfterTheEnd) {
  const auto program = toy::make_factory(toy::builtin("readers(10)"), {})();
  const auto algorithm = explore::make_optimal();
  explore::Explorer explorer(*program, *algorithm, {});
  explorer.start({});
  while (explorer.next_run()) {
  }
  EXPECT_EQ(explorer.estimate(), 1024);
}

// Never less than what has been counted already.
TEST(Estimate, IsAtLeastWhatIsKnown) {
  for (const char* builtin : {"readers(6)", "lastzero(6)", "lock(3)", "philosophers(3)"}) {
    const std::vector<double> all = estimates("optimal", builtin);
    for (std::size_t run = 0; run < all.size(); ++run) {
      EXPECT_GE(all[run], static_cast<double>(run + 1)) << builtin;
    }
  }
}

}  // namespace
}  // namespace heddle::tests
