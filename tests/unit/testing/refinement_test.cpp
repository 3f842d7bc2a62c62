// Refinement and equivalence under interference.
#include "heddle/refinement.hpp"

#include <gtest/gtest.h>

#include "heddle/atomic.hpp"
#include "heddle/mutex.hpp"

namespace heddle {
namespace {

using Counter = atomic<int>;

// Somebody else doubles the counter.
const auto kCounter =
    signature([](int seed) { return Counter(seed); }, [](Counter& c, int) { return c.load(); },
              [](Counter& c, int) { c.store(c.load() * 2); }, [](Counter&) {});

const auto kAddTwo = kCounter.with([](Counter& c) { c.fetch_add(2); });
const auto kAddOneTwice = kCounter.with([](Counter& c) {
  c.fetch_add(1);
  c.fetch_add(1);
});
const auto kReadThenWrite = kCounter.with([](Counter& c) { c.store(c.load() + 2); });

TEST(Refinement, OneStepRefinesTwo) {
  const auto seeds = enumerate<int>(6);
  EXPECT_TRUE(refines(kAddTwo, kAddTwo, seeds));
  EXPECT_TRUE(equivalent(kAddTwo, kAddTwo, seeds));
  EXPECT_FALSE(strictly_refines(kAddTwo, kAddTwo, seeds));
  EXPECT_TRUE(refines(kAddTwo, kAddOneTwice, seeds));
  EXPECT_TRUE(strictly_refines(kAddTwo, kAddOneTwice, seeds));
  EXPECT_FALSE(equivalent(kAddTwo, kAddOneTwice, seeds));
  EXPECT_FALSE(refines(kAddOneTwice, kAddTwo, seeds));
}

TEST(Refinement, CounterexampleNamesTheInputAndBothSets) {
  const refinement_result result = equivalent(kAddTwo, kReadThenWrite, std::vector<int>{3});
  EXPECT_FALSE(result);
  // The addition before, between or after the two steps of the other thread: (3+2)*2, 3*2, 3*2+2.
  // If it is made of two steps, the product may be lost as well: 3+2.
  EXPECT_EQ(result.text(),
            "failed: left is equivalent to right\n"
            "  seed 3\n"
            "  left gives  {10, 6, 8}\n"
            "  right gives {10, 5, 6, 8}\n");
}

TEST(Refinement, Arguments) {
  const auto add = kCounter.with([](Counter& c, int n) { c.fetch_add(n); });
  const auto add_in_two = kCounter.with([](Counter& c, int n) {
    c.fetch_add(n);
    c.fetch_add(0);
  });
  EXPECT_TRUE(equivalent(add, add_in_two, enumerate<int>(4), enumerate<int>(4)));
  const auto other = kCounter.with([](Counter& c, int n) { c.fetch_add(n > 1 ? n + 1 : n); });
  const refinement_result result = equivalent(add, other, std::vector<int>{0}, enumerate<int>(10));
  EXPECT_FALSE(result);
  EXPECT_NE(result.text().find("seed 0, argument 2\n"), std::string::npos) << result.text();
}

TEST(Refinement, Enumerations) {
  EXPECT_EQ(enumerate<int>(5), (std::vector<int>{0, 1, -1, 2, -2}));
  EXPECT_EQ(enumerate<unsigned>(3), (std::vector<unsigned>{0, 1, 2}));
  EXPECT_EQ(enumerate<bool>(10).size(), 2U);
  EXPECT_EQ(enumerate<std::optional<int>>(3), (std::vector<std::optional<int>>{{}, 0, 1}));
  const auto pairs = enumerate<std::pair<bool, bool>>(10);
  EXPECT_EQ(pairs.size(), 4U);
  EXPECT_EQ(pairs[1], std::pair(false, true));
}

}  // namespace
}  // namespace heddle
