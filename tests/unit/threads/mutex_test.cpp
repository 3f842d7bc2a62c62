#include "heddle/mutex.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "heddle/atomic.hpp"
#include "heddle/thread.hpp"
#include "tests/support/explored.hpp"

namespace {

using namespace std::chrono_literals;
using heddle::tests::agreed;
using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::has;
using heddle::tests::kSanitized;
using heddle::tests::Set;

int increments(int threads) {
  heddle::mutex m;
  int count = 0;
  std::vector<heddle::thread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back([&] {
      const std::scoped_lock lock(m);
      ++count;
    });
  }
  for (heddle::thread& thread : all) thread.join();
  return count;
}

// One execution for each order of the critical sections: n!.
TEST(Mutex, OneExecutionForEachOrderOfLocking) {
  EXPECT_EQ(explored([] { return increments(3); }).executions, 6U);
  const CppOutcomes four = explored([] { return increments(4); });
  EXPECT_EQ(four.executions, 24U);
  EXPECT_EQ(four.blocked, 0U);
  EXPECT_EQ(four.outcomes, Set({"4"}));
  EXPECT_EQ(explored([] { return increments(4); }, "observers").executions, 24U);
}

TEST(Mutex, Agrees) {
  EXPECT_EQ(agreed([] { return increments(2); }).outcomes, Set({"2"}));
}

TEST(Mutex, AbbaIsADeadlockThatSaysWhoWaitsForWhat) {
  const CppOutcomes all = agreed([] {
    heddle::mutex a;
    heddle::mutex b;
    heddle::thread t([&] {
      const std::scoped_lock first(b);
      const std::scoped_lock second(a);
    });
    {
      const std::scoped_lock first(a);
      const std::scoped_lock second(b);
    }
    t.join();
    return 0;
  });
  EXPECT_EQ(all.outcomes.size(), 2U);
  EXPECT_TRUE(has(all, "0"));
  EXPECT_TRUE(has(all, "deadlock: main waits in mutex2.lock"));
  EXPECT_TRUE(has(all, "held by T1"));
  EXPECT_TRUE(has(all, "held by main"));
}

TEST(Mutex, LockOfSeveralAtOnceAvoidsIt) {
  const CppOutcomes all = agreed([] {
    heddle::mutex a;
    heddle::mutex b;
    int count = 0;
    heddle::thread t([&] {
      const heddle::scoped_lock both(b, a);
      ++count;
    });
    {
      const heddle::scoped_lock both(a, b);
      ++count;
    }
    t.join();
    return count;
  });
  EXPECT_EQ(all.outcomes, Set({"2"}));
  EXPECT_EQ(all.executions, 2U);
}

// That of the standard library backs off and tries again, for ever if the threads are unlucky.
TEST(Mutex, LockOfTheStandardLibraryWorks) {
  heddle::options how;
  how.length = 40;
  const CppOutcomes all = explored(
      [] {
        heddle::mutex a;
        heddle::mutex b;
        heddle::thread t([&] { const std::scoped_lock both(b, a); });
        { const std::scoped_lock both(a, b); }
        t.join();
        return 0;
      },
      "optimal", how);
  EXPECT_FALSE(all.complete);
  EXPECT_FALSE(has(all, "deadlock"));
  EXPECT_TRUE(has(all, "0"));
}

TEST(Mutex, TryLockFailsWhileAnotherThreadHoldsIt) {
  const CppOutcomes all = agreed([] {
    heddle::mutex m;
    bool got = false;
    heddle::thread t([&] {
      got = m.try_lock();
      if (got) m.unlock();
    });
    m.lock();
    m.unlock();
    t.join();
    return got;
  });
  EXPECT_EQ(all.outcomes, Set({"false", "true"}));
}

TEST(Mutex, ALoopOfTryLockWaits) {
  const CppOutcomes all = agreed(
      [] {
        heddle::mutex m;
        m.lock();
        heddle::thread t([&] {
          while (!m.try_lock()) {
          }
          m.unlock();
        });
        m.unlock();
        t.join();
        return 1;
      },
      {}, true);
  EXPECT_EQ(all.outcomes, Set({"1"}));
}

TEST(Mutex, ErrorsOfUse) {
  EXPECT_TRUE(has(explored([] {
                    heddle::mutex m;
                    m.lock();
                    m.lock();
                  }),
                  "mutex locked by the thread that holds it"));
  EXPECT_TRUE(has(explored([] {
                    heddle::mutex m;
                    m.unlock();
                  }),
                  "mutex unlocked that nobody holds"));
  EXPECT_TRUE(has(agreed([] {
                    heddle::mutex m;
                    m.lock();
                    heddle::thread t([&] { m.unlock(); });
                    t.join();
                    m.unlock();
                  }),
                  "mutex unlocked by a thread that does not hold it"));
  EXPECT_TRUE(has(explored([] {
                    heddle::mutex m;
                    m.lock();
                  }),
                  "mutex destroyed while it is held"));
}

TEST(Mutex, DestroyedWhileAnotherThreadWaitsForIt) {
  if (kSanitized) GTEST_SKIP() << "the program uses a destroyed object: sanitizers stop it";
  const CppOutcomes all = agreed([] {
    auto m = std::make_optional<heddle::mutex>();
    heddle::thread t([&] {
      m->lock();
      m->unlock();
    });
    m.reset();
    t.join();
    return 0;
  });
  EXPECT_TRUE(has(all, "0"));
  EXPECT_TRUE(has(all, "destroyed while a thread waits in lock"));
  EXPECT_TRUE(has(all, "mutex destroyed while it is held"));
}

TEST(TimedMutex, GivesUpOrNot) {
  const CppOutcomes all = agreed([] {
    heddle::timed_mutex m;
    bool got = false;
    std::chrono::nanoseconds waited{0};
    heddle::thread t([&] {
      const auto begin = heddle::steady_clock::now();
      got = m.try_lock_for(10ms);
      waited = heddle::steady_clock::now() - begin;
      if (got) m.unlock();
    });
    m.lock();
    m.unlock();
    t.join();
    return std::make_pair(got, static_cast<long>(waited / 1ms));
  });
  EXPECT_EQ(all.outcomes, Set({"(false, 10)", "(true, 0)"}));
}

TEST(TimedMutex, UntilAPointOfTime) {
  const CppOutcomes all = explored([] {
    heddle::timed_mutex m;
    m.lock();
    bool late = false;
    heddle::thread t([&] {
      const auto deadline = heddle::steady_clock::now() + 5ms;
      if (m.try_lock_until(deadline)) m.unlock();
      late = heddle::steady_clock::now() >= deadline;
    });
    t.join();
    m.unlock();
    return late;
  });
  EXPECT_EQ(all.outcomes, Set({"true"}));
}

TEST(RecursiveMutex, TheOwnerLocksAgain) {
  const CppOutcomes all = agreed([] {
    heddle::recursive_mutex m;
    int count = 0;
    const auto twice = [&] {
      const std::scoped_lock outer(m);
      const std::scoped_lock inner(m);
      count = count + 1;
    };
    heddle::thread t(twice);
    twice();
    t.join();
    return count;
  });
  EXPECT_EQ(all.outcomes, Set({"2"}));
  EXPECT_EQ(all.executions, 2U);
}

TEST(RecursiveTimedMutex, CountsItsLocks) {
  const CppOutcomes all = agreed([] {
    heddle::recursive_timed_mutex m;
    m.lock();
    const bool again = m.try_lock_for(1s);
    m.unlock();
    bool other = false;
    heddle::thread t([&] {
      other = m.try_lock();
      if (other) m.unlock();
    });
    t.join();
    m.unlock();
    return std::make_pair(again, other);
  });
  EXPECT_EQ(all.outcomes, Set({"(true, false)"}));
}

}  // namespace
