#include "heddle/assert.hpp"

#include <gtest/gtest.h>

#include "heddle/atomic.hpp"
#include "heddle/explore.hpp"
#include "heddle/thread.hpp"

namespace {

TEST(Assert, GivesTheExpression) {
  const auto outcomes = heddle::explore([] {
    heddle::atomic<int> x{0};
    heddle::thread t([&] { x.store(1); });
    const int seen = x.load();
    t.join();
    HEDDLE_ASSERT(seen == 1);
  });
  ASSERT_EQ(outcomes.entries.size(), 2U);
  for (const auto& entry : outcomes.entries) {
    if (entry.kind == heddle::condition::value) continue;
    EXPECT_EQ(entry.kind, heddle::condition::assertion);
    EXPECT_NE(entry.text.find("seen == 1"), std::string::npos);
  }
}

TEST(Check, GivesItsMessage) {
  const auto outcomes = heddle::explore([] { heddle::check(false, "never"); });
  ASSERT_EQ(outcomes.entries.size(), 1U);
  EXPECT_EQ(outcomes.entries[0].kind, heddle::condition::assertion);
  EXPECT_NE(outcomes.entries[0].text.find("never"), std::string::npos);
}

TEST(CheckDeathTest, EndsTheProcessOutsideOfExplorations) {
  EXPECT_DEATH(HEDDLE_ASSERT(1 + 1 == 3), "assertion failed: 1 \\+ 1 == 3");
}

}  // namespace
