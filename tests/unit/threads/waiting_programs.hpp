// Programs with loops that wait and leave something behind in plain memory, compiled at several
// levels of optimisation: whatever the compiler makes of a loop, what its rounds have changed must
// not be lost, and a loop that changes nothing must be recognised. Included by each of the tests
// retrying_*_test.cpp, which define WAITING, the name of the test suite.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

#include "heddle/atomic.hpp"
#include "heddle/mutex.hpp"
#include "heddle/thread.hpp"
#include "heddle/thread_specific.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {  // the same names in every program, with code of their own

struct Remembered {
  int rounds = 0;
  bool waited = false;
};
int remembered_rounds = 0;

// What a sanitizer adds to the code is not followed, nor other machines' code: such loops are
// taken to wait, as the result says.
#if defined(__SANITIZE_ADDRESS__) || !defined(__x86_64__)
constexpr bool kUnseen = true;
#else
constexpr bool kUnseen = false;
#endif

template <class F>
void expect_everywhere(F test, const testing::Words& expected) {
  if (kUnseen) GTEST_SKIP();
  for (const memory model : {memory::sc, memory::tso, memory::pso, memory::cpp}) {
    options how;
    how.memory = model;
    how.length = 500;
    EXPECT_EQ(testing::outcome_words(test, how), expected) << static_cast<int>(model);
    how.algorithm = "none";
    EXPECT_EQ(testing::outcome_words(test, how), expected) << static_cast<int>(model);
  }
}

TEST(WAITING, ThatItWaitedIsRemembered) {
  expect_everywhere(
      [] {
        const auto object = std::make_unique<Remembered>();
        heddle::atomic<int> ready{0};
        heddle::thread writer([&] { ready.store(1, memory_order_release); });
        while (ready.load(memory_order_acquire) == 0) object->waited = true;
        writer.join();
        return object->waited ? 1 : 0;
      },
      {"0", "1"});
}

TEST(WAITING, RoundsThatAnObjectCounts) {
  expect_everywhere(
      [] {
        const auto object = std::make_unique<Remembered>();
        heddle::atomic<int> ready{0};
        heddle::thread writer([&] { ready.store(1, memory_order_release); });
        while (ready.load(memory_order_acquire) == 0) {
          if (object->rounds < 2) ++object->rounds;
        }
        writer.join();
        return object->rounds;
      },
      {"0", "1", "2"});
}

TEST(WAITING, RoundsThatAGlobalCounts) {
  expect_everywhere(
      [] {
        remembered_rounds = 0;
        heddle::atomic<int> ready{0};
        heddle::thread writer([&] { ready.store(1, memory_order_release); });
        while (remembered_rounds < 2 && ready.load(memory_order_acquire) == 0) ++remembered_rounds;
        writer.join();
        return remembered_rounds;
      },
      {"0", "1", "2"});
}

// Nobody answers: it gives up, and is not stuck.
TEST(WAITING, ABoundedNumberOfRoundsIsNoDeadlock) {
  if (kUnseen) GTEST_SKIP();
  const auto test = [] {
    const auto object = std::make_unique<Remembered>();
    heddle::atomic<int> ready{0};
    while (object->rounds < 3 && ready.load(memory_order_acquire) == 0) ++object->rounds;
    return object->rounds;
  };
  expect_everywhere(test, {"3"});
  const auto drawn = explore(test, {.strategy = "uniform", .samples = 3});
  ASSERT_EQ(drawn.entries.size(), 1U);
  EXPECT_EQ(drawn.entries[0].text, "3");
}

TEST(WAITING, RoundsOfTryLock) {
  expect_everywhere(
      [] {
        const auto object = std::make_unique<Remembered>();
        heddle::mutex lock;
        lock.lock();
        heddle::thread other([&] {
          while (!lock.try_lock()) {
            if (object->rounds < 2) ++object->rounds;
          }
          lock.unlock();
        });
        lock.unlock();
        other.join();
        return object->rounds;
      },
      {"0", "1", "2"});
}

TEST(WAITING, RoundsOfAWeakCompareExchange) {
  expect_everywhere(
      [] {
        const auto object = std::make_unique<Remembered>();
        heddle::atomic<int> held{1};
        heddle::thread other([&] {
          int free = 0;
          while (!held.compare_exchange_weak(free, 1, memory_order_acquire, memory_order_relaxed)) {
            free = 0;
            if (object->rounds < 1) ++object->rounds;
          }
        });
        held.store(0, memory_order_release);
        other.join();
        return object->rounds;
      },
      {"0", "1"});
}

TEST(WAITING, RoundsOfAThreadsOwnCounter) {
  expect_everywhere(
      [] {
        thread_specific<int> rounds([] { return 0; });
        heddle::atomic<int> ready{0};
        heddle::thread writer([&] { ready.store(1, memory_order_release); });
        while (*rounds < 2 && ready.load(memory_order_acquire) == 0) ++*rounds;
        writer.join();
        return *rounds;
      },
      {"0", "1", "2"});
}

// And those that only wait are recognised, whatever is between their looks.
TEST(WAITING, WithYieldsSleepsAndExceptions) {
  expect_everywhere(
      [] {
        const auto one = std::make_unique<heddle::atomic<int>>(0);
        heddle::atomic<int> other{0};
        heddle::thread writer([&] {
          one->store(1, memory_order_release);
          other.store(1, memory_order_release);
        });
        while (one->load(memory_order_acquire) == 0) this_thread::yield();
        while (true) {
          try {
            if (other.load(memory_order_acquire) == 0) throw 1;
            break;
          } catch (int) {
          }
        }
        while (one->load(memory_order_acquire) + other.load(memory_order_acquire) < 2) {
          this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        writer.join();
        return 1;
      },
      {"1"});
}

}  // namespace
}  // namespace heddle
