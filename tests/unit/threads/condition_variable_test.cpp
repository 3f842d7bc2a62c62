#include "heddle/condition_variable.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>

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

heddle::options without_spurious() {
  heddle::options how;
  how.spurious_wakeups = 0;
  return how;
}

template <class Condition>
int hand_over() {
  heddle::mutex m;
  Condition ready;
  int value = 0;
  heddle::thread t([&] {
    const std::scoped_lock lock(m);
    value = 1;
    ready.notify_one();
  });
  int seen = 0;
  {
    std::unique_lock lock(m);
    ready.wait(lock, [&] { return value != 0; });
    seen = value;
  }
  t.join();
  return seen;
}

TEST(ConditionVariable, HandsOver) {
  const CppOutcomes all = agreed([] { return hand_over<heddle::condition_variable>(); });
  EXPECT_EQ(all.outcomes, Set({"1"}));
  // Main waits or comes too late; 1 more if it wakes up for no reason before the value is there and
  // waits again (after it, waking up for no reason is the same as being notified late).
  const CppOutcomes plain =
      agreed([] { return hand_over<heddle::condition_variable>(); }, without_spurious());
  EXPECT_EQ(plain.executions, 2U);
}

TEST(ConditionVariableAny, HandsOver) {
  EXPECT_EQ(agreed([] { return hand_over<heddle::condition_variable_any>(); }).outcomes,
            Set({"1"}));
}

TEST(ConditionVariable, AWaitWithoutItsLoopIsFound) {
  const auto test = [] {
    heddle::mutex m;
    heddle::condition_variable ready;
    bool done = false;
    heddle::thread t([&] {
      const std::scoped_lock lock(m);
      done = true;
      ready.notify_one();
    });
    bool seen = false;
    {
      std::unique_lock lock(m);
      if (!done) ready.wait(lock);
      seen = done;
    }
    t.join();
    return seen;
  };
  EXPECT_EQ(agreed(test).outcomes, Set({"false", "true"}));
  EXPECT_EQ(agreed(test, without_spurious()).outcomes, Set({"true"}));
}

TEST(ConditionVariable, ANotificationBeforeTheWaitIsLost) {
  const CppOutcomes all = agreed([] {
    heddle::mutex m;
    heddle::condition_variable ready;
    heddle::thread t([&] { ready.notify_one(); });
    {
      std::unique_lock lock(m);
      ready.wait(lock);
    }
    t.join();
    return 1;
  });
  EXPECT_TRUE(has(all, "1"));
  EXPECT_TRUE(has(all, "deadlock: main waits in condition_variable2.wait"));
}

// Two wait, one is notified: the other waits for ever. Which one is a matter of chance.
TEST(ConditionVariable, NotifyOneWakesAnyOneOfThem) {
  struct Shared {
    heddle::mutex m;
    heddle::condition_variable go;
    int waiting = 0;
    int woken = 0;
  };
  const auto test = [](bool all) {
    return [all] {
      auto shared = std::make_shared<Shared>();  // outlives main
      const auto wait = [&](int who) {
        return [shared, who] {
          std::unique_lock lock(shared->m);
          ++shared->waiting;
          shared->go.wait(lock);
          shared->woken = shared->woken * 10 + who;
        };
      };
      heddle::thread(wait(1)).detach();
      heddle::thread(wait(2)).detach();
      {
        const std::scoped_lock lock(shared->m);
        if (shared->waiting < 2) return -1;  // not this time
      }
      if (all) {
        shared->go.notify_all();
      } else {
        shared->go.notify_one();
      }
      const std::scoped_lock lock(shared->m);
      return shared->woken;
    };
  };
  EXPECT_EQ(agreed(test(false), without_spurious()).outcomes, Set({"-1", "0", "1", "2"}));
  EXPECT_EQ(agreed(test(true), without_spurious()).outcomes,
            Set({"-1", "0", "1", "2", "12", "21"}));
}

TEST(ConditionVariable, TwoNotificationsWakeTwo) {
  const CppOutcomes all = agreed(
      [] {
        heddle::mutex m;
        heddle::condition_variable go;
        int tickets = 0;
        const auto take = [&] {
          std::unique_lock lock(m);
          go.wait(lock, [&] { return tickets > 0; });
          --tickets;
        };
        heddle::thread a(take);
        heddle::thread b(take);
        for (int i = 0; i < 2; ++i) {
          const std::scoped_lock lock(m);
          ++tickets;
          go.notify_one();
        }
        a.join();
        b.join();
        return tickets;
      },
      without_spurious());
  EXPECT_EQ(all.outcomes, Set({"0"}));
}

TEST(ConditionVariable, AWaitWithATimeNeverWaitsForEver) {
  const CppOutcomes all = agreed([] {
    heddle::mutex m;
    heddle::condition_variable ready;
    bool done = false;
    heddle::thread t([&] {
      const std::scoped_lock lock(m);
      done = true;
      ready.notify_one();
    });
    bool seen = false;
    long late = 0;
    {
      const auto begin = heddle::steady_clock::now();
      std::unique_lock lock(m);
      seen = ready.wait_for(lock, 5ms, [&] { return done; });
      late = (heddle::steady_clock::now() - begin) / 1ms;
    }
    t.join();
    return std::make_pair(seen, late);
  });
  // Late and yet done: the value came between the timeout and the lock.
  EXPECT_EQ(all.outcomes, Set({"(false, 5)", "(true, 0)", "(true, 5)"}));
}

TEST(ConditionVariable, ALoopOfWaitsWithATimeWaits) {
  const CppOutcomes all = agreed(
      [] {
        heddle::mutex m;
        heddle::condition_variable ready;
        bool done = false;
        heddle::thread t([&] {
          const std::scoped_lock lock(m);
          done = true;
        });
        {
          std::unique_lock lock(m);
          while (!done) ready.wait_for(lock, 5ms);
        }
        t.join();
        return 1;
      },
      without_spurious(), true);
  EXPECT_EQ(all.outcomes, Set({"1"}));
}

TEST(ConditionVariable, ErrorsOfUse) {
  EXPECT_TRUE(has(explored([] {
                    heddle::mutex m;
                    heddle::condition_variable c;
                    std::unique_lock lock(m, std::defer_lock);
                    c.wait(lock);
                  }),
                  "waits on a condition without holding its mutex"));
}

TEST(ConditionVariable, DestroyedWhileAThreadWaits) {
  if (kSanitized) GTEST_SKIP() << "the program uses a destroyed object: sanitizers stop it";
  EXPECT_TRUE(has(explored(
                      [] {
                        heddle::mutex m;
                        auto c = std::make_optional<heddle::condition_variable>();
                        heddle::thread t([&] {
                          std::unique_lock lock(m);
                          c->wait(lock);
                        });
                        c.reset();
                        t.join();
                      },
                      "optimal", without_spurious()),
                  "condition_variable destroyed while a thread waits on it"));
}

TEST(ConditionVariableAny, StopsWaitingWhenStopIsRequested) {
  const CppOutcomes all = agreed(
      [] {
        heddle::mutex m;
        heddle::condition_variable_any ready;
        bool seen = true;
        {
          heddle::jthread t([&](heddle::stop_token stop) {
            std::unique_lock lock(m);
            seen = ready.wait(lock, stop, [] { return false; });
          });
        }
        return seen;
      },
      without_spurious());
  EXPECT_EQ(all.outcomes, Set({"false"}));
}

}  // namespace
