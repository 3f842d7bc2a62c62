#include "heddle/atomic.hpp"

#include <gtest/gtest.h>

#include "heddle/thread.hpp"
#include "tests/support/explored.hpp"
#include "tests/support/random_scripts.hpp"

namespace {

using heddle::tests::agreed;
using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::has;
using heddle::tests::Set;

TEST(AtomicWait, GoesOnWhenItIsNotified) {
  const CppOutcomes all = agreed([] {
    heddle::atomic<int> x{0};
    heddle::thread t([&] {
      x.store(1);
      x.notify_one();
    });
    x.wait(0);
    const int seen = x.load();
    t.join();
    return seen;
  });
  EXPECT_EQ(all.outcomes, Set({"1"}));
}

TEST(AtomicWait, AStoreWithoutItsNotificationIsFound) {
  const CppOutcomes all = agreed([] {
    heddle::atomic<int> x{0};
    heddle::thread t([&] { x.store(1); });
    x.wait(0);
    t.join();
    return 1;
  });
  EXPECT_TRUE(has(all, "1"));
  EXPECT_TRUE(has(all, "deadlock: main waits in atomic1.wait"));
}

TEST(AtomicWait, NotifyOneOfTwoIsNotEnough) {
  const auto test = [](bool all) {
    return [all] {
      heddle::atomic<int> x{0};
      heddle::thread a([&] { x.wait(0); });
      heddle::thread b([&] { x.wait(0); });
      x.store(1);
      if (all) {
        x.notify_all();
      } else {
        x.notify_one();
      }
      a.join();
      b.join();
      return 1;
    };
  };
  EXPECT_EQ(agreed(test(true)).outcomes, Set({"1"}));
  const CppOutcomes one = agreed(test(false));
  EXPECT_TRUE(has(one, "1"));
  EXPECT_TRUE(has(one, "T1 waits in atomic1.wait"));
  EXPECT_TRUE(has(one, "T2 waits in atomic1.wait"));
}

TEST(AtomicFlag, ASpinlock) {
  const CppOutcomes all = agreed(
      [] {
        heddle::atomic_flag busy;
        int count = 0;
        const auto increment = [&] {
          while (busy.test_and_set(std::memory_order_acquire)) {
          }
          ++count;
          busy.clear(std::memory_order_release);
        };
        heddle::thread t(increment);
        increment();
        t.join();
        return std::make_pair(count, busy.test());
      },
      {}, true);
  EXPECT_EQ(all.outcomes, Set({"(2, false)"}));
}

TEST(AtomicFlag, Waits) {
  const CppOutcomes all = agreed([] {
    heddle::atomic_flag ready;
    heddle::thread t([&] {
      ready.test_and_set();
      ready.notify_all();
    });
    ready.wait(false);
    t.join();
    return heddle::atomic_flag_test(&ready);
  });
  EXPECT_EQ(all.outcomes, Set({"true"}));
}

TEST(AtomicRef, ChangesTheObject) {
  const CppOutcomes all = agreed([] {
    int count = 0;
    {
      heddle::atomic_ref<int> shared(count);
      heddle::thread t([&] { ++shared; });
      shared.fetch_add(2);
      t.join();
    }
    return count;
  });
  EXPECT_EQ(all.outcomes, Set({"3"}));
  EXPECT_EQ(all.executions, 2U);
}

TEST(AtomicRef, OneForEachThread) {
  const CppOutcomes all = agreed([] {
    int count = 0;
    const auto increment = [&] {
      const heddle::atomic_ref<int> mine(count);
      const int seen = mine.load();
      mine.store(seen + 1);
    };
    heddle::thread t(increment);
    increment();
    t.join();
    return count;
  });
  EXPECT_EQ(all.outcomes, Set({"1", "2"}));
}

TEST(AtomicFunctions, AreTheMembers) {
  const CppOutcomes all = explored([] {
    heddle::atomic_int x{1};
    int expected = 2;
    const bool changed = heddle::atomic_compare_exchange_strong(&x, &expected, 9);
    heddle::atomic_store_explicit(&x, 4, std::memory_order_release);
    heddle::atomic_fetch_add(&x, 2);
    heddle::atomic_fetch_or_explicit(&x, 1, std::memory_order_relaxed);
    const int loaded = heddle::atomic_load(&x);
    return std::make_tuple(changed, expected, loaded, heddle::atomic_exchange(&x, 0));
  });
  EXPECT_EQ(all.outcomes, Set({"(false, 1, 7, 7)"}));
}

TEST(Atomic, FloatingPointPointersAndBools) {
  const CppOutcomes all = explored([] {
    heddle::atomic<double> x{1.5};
    x += 2;
    int array[3] = {1, 2, 3};
    heddle::atomic<int*> p{array};
    ++p;
    heddle::atomic<bool> b{false};
    b.store(true);
    return std::make_tuple(x.load() == 3.5, *p.load(), b.load());
  });
  EXPECT_EQ(all.outcomes, Set({"(true, 2, true)"}));
}

struct Waits {
  static constexpr int kOperations = 5;
  struct Local {};
  heddle::atomic<int> x{0};

  std::string perform(Local&, int operation) {
    switch (operation) {
      case 0:
        x.wait(0);
        return "a";
      case 1:
        x.wait(1);
        return "b";
      case 2:
        return std::to_string(x.fetch_add(1));
      case 3:
        x.notify_one();
        return "";
      default:
        x.notify_all();
        return "";
    }
  }
  void finish(Local&) {}
};

TEST(RandomPrograms, AtomicWaits) { heddle::tests::expect_agreement<Waits>(21, 40, 2, 2); }
TEST(RandomPrograms, AtomicWaitsOfThreeThreads) {
  heddle::tests::expect_agreement<Waits>(22, 15, 3, 1);
}

}  // namespace
