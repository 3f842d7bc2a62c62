// Tests on real threads, and what they have in common with the explored ones.
#include "heddle/native.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "heddle/atomic.hpp"
#include "heddle/explore.hpp"
#include "heddle/thread.hpp"

namespace heddle {
namespace {

struct StdConc {
  template <class T>
  using atomic = std::atomic<T>;
  using thread = std::thread;
};
struct HeddleConc {
  template <class T>
  using atomic = heddle::atomic<T>;
  using thread = heddle::thread;
};

template <class Conc>
std::pair<int, int> store_buffering() {
  typename Conc::template atomic<int> x{0};
  typename Conc::template atomic<int> y{0};
  int a = 0;
  int b = 0;
  typename Conc::thread first([&] {
    x.store(1);
    a = y.load();
  });
  typename Conc::thread second([&] {
    y.store(1);
    b = x.load();
  });
  first.join();
  second.join();
  return {a, b};
}

TEST(Native, RealOutcomesAreAmongTheExplored) {
  const auto real = run_natively(store_buffering<StdConc>, {.runs = 300});
  EXPECT_EQ(real.executions, 300U);
  EXPECT_FALSE(real.complete);
  const auto all = explore(store_buffering<HeddleConc>);
  const judgement result = covered_by(all)(real);
  EXPECT_TRUE(result.passed) << result.message;
  EXPECT_TRUE(always_true([](const auto& p) { return p != std::pair(0, 0); })(real).passed);
}

TEST(Native, WhatTheExplorationLacksIsBlamed) {
  const auto real = run_natively([] { return 1; }, {.runs = 3});
  ASSERT_EQ(real.entries.size(), 1U);
  EXPECT_EQ(real.entries[0].executions, 3U);
  const auto other = explore([] { return 2; });
  EXPECT_FALSE(covered_by(other)(real).passed);
}

TEST(Native, ExceptionsAndTimeoutsAreConditions) {
  const auto thrown = run_natively([]() -> int { throw std::runtime_error("no"); }, {.runs = 2});
  ASSERT_EQ(thrown.entries.size(), 1U);
  EXPECT_EQ(thrown.entries[0].text, "uncaught exception: no");
  EXPECT_TRUE(exceptions_always()(thrown).passed);

  const auto stop = std::make_shared<std::atomic<bool>>(false);
  const auto stuck = run_natively(
      [stop] {
        while (!*stop) std::this_thread::yield();
      },
      {.runs = 2, .patience = std::chrono::milliseconds(30)});
  *stop = true;
  ASSERT_EQ(stuck.entries.size(), 1U);
  EXPECT_EQ(stuck.entries[0].kind, condition::deadlock);
  EXPECT_EQ(stuck.entries[0].text, "did not end within 30 ms");
}

}  // namespace
}  // namespace heddle
