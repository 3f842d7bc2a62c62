#include "heddle/semaphore.hpp"

#include <gtest/gtest.h>

#include "heddle/thread.hpp"
#include "tests/support/explored.hpp"

namespace {

using namespace std::chrono_literals;
using heddle::tests::agreed;
using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::has;
using heddle::tests::Set;

// As a mutex: one execution for each order, 2! and 3!.
TEST(Semaphore, AsALock) {
  const auto test = [](int threads) {
    return [threads] {
      heddle::binary_semaphore free(1);
      int count = 0;
      std::vector<heddle::thread> all;
      for (int i = 0; i < threads; ++i) {
        all.emplace_back([&] {
          free.acquire();
          ++count;
          free.release();
        });
      }
      for (heddle::thread& thread : all) thread.join();
      return count;
    };
  };
  EXPECT_EQ(agreed(test(2)).executions, 2U);
  const CppOutcomes three = explored(test(3));
  EXPECT_EQ(three.executions, 6U);
  EXPECT_EQ(three.outcomes, Set({"3"}));
}

// Nobody can tell in which order it was released.
TEST(Semaphore, ReleasesCommute) {
  const CppOutcomes all = agreed([] {
    heddle::counting_semaphore<> done(0);
    heddle::thread a([&] { done.release(); });
    heddle::thread b([&] { done.release(); });
    a.join();
    b.join();
    done.acquire();
    done.acquire();
    return done.try_acquire();
  });
  EXPECT_EQ(all.outcomes, Set({"false"}));
  EXPECT_EQ(all.executions, 1U);
}

TEST(Semaphore, WaitsForEver) {
  const CppOutcomes all = explored([] {
    heddle::counting_semaphore<> never(0);
    never.acquire();
  });
  EXPECT_EQ(all.outcomes.size(), 1U);
  EXPECT_TRUE(has(all, "deadlock: main waits in semaphore1.acquire"));
}

TEST(Semaphore, GivesUpOrNot) {
  const CppOutcomes all = agreed([] {
    heddle::counting_semaphore<> some(0);
    heddle::thread t([&] { some.release(); });
    const auto begin = heddle::steady_clock::now();
    const bool got = some.try_acquire_for(3ms);
    const long waited = (heddle::steady_clock::now() - begin) / 1ms;
    t.join();
    return std::make_pair(got, waited);
  });
  EXPECT_EQ(all.outcomes, Set({"(false, 3)", "(true, 0)"}));
}

TEST(Semaphore, ReleasedAboveItsMaximum) {
  const CppOutcomes all = agreed([] {
    heddle::binary_semaphore one(0);
    heddle::thread a([&] { one.release(); });
    heddle::thread b([&] { one.release(); });
    one.acquire();
    a.join();
    b.join();
    return 1;
  });
  EXPECT_EQ(all.outcomes, Set({"1", "error: semaphore released above its maximum"}));
}

}  // namespace
