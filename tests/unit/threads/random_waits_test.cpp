// Random programs over what threads wait for: the reductions find what the search without any
// finds.
#include <gtest/gtest.h>

#include "heddle/condition_variable.hpp"
#include "heddle/latch.hpp"
#include "heddle/semaphore.hpp"
#include "heddle/stop_token.hpp"
#include "tests/support/random_scripts.hpp"

namespace {

using namespace std::chrono_literals;
using heddle::tests::expect_agreement;

struct Semaphores {
  static constexpr int kOperations = 6;
  struct Local {};
  heddle::counting_semaphore<> some{1};
  heddle::binary_semaphore one{0};

  std::string perform(Local&, int operation) {
    switch (operation) {
      case 0:
        some.acquire();
        return "a";
      case 1:
        some.release();
        return "";
      case 2:
        return some.try_acquire() ? "t" : "f";
      case 3:
        one.acquire();
        return "b";
      case 4:
        return one.try_acquire_for(1ms) ? "T" : "F";
      default:
        some.release(2);
        return "";
    }
  }
  void finish(Local&) { one.release(); }
};

TEST(RandomPrograms, Semaphores) { expect_agreement<Semaphores>(11, 60, 2, 3); }
TEST(RandomPrograms, SemaphoresOfThreeThreads) { expect_agreement<Semaphores>(12, 15, 3, 2); }

struct Latches {
  static constexpr int kOperations = 4;
  struct Local {};
  heddle::latch latches[2] = {heddle::latch(2), heddle::latch(3)};

  std::string perform(Local&, int operation) {
    switch (operation) {
      case 0:
        return latches[1].try_wait() ? "t" : "f";
      case 1:
        latches[0].count_down();
        return "";
      case 2:
        latches[1].count_down();
        return "";
      default:
        latches[0].wait();
        return latches[1].try_wait() ? "T" : "F";
    }
  }
  void finish(Local&) {}
};

TEST(RandomPrograms, Latches) { expect_agreement<Latches>(13, 60, 2, 3); }
TEST(RandomPrograms, LatchesOfThreeThreads) { expect_agreement<Latches>(14, 20, 3, 2); }

// The condition is what the threads are notified of, nothing else: most programs get stuck.
template <class Condition>
struct Conditions {
  static constexpr int kOperations = 5;
  struct Local {};
  heddle::mutex lock;
  Condition changed;
  int count = 0;

  std::string perform(Local&, int operation) {
    switch (operation) {
      case 0: {
        std::unique_lock guard(lock);
        changed.wait(guard);
        return "w" + std::to_string(++count);
      }
      case 1: {
        std::unique_lock guard(lock);
        const bool in_time = changed.wait_for(guard, 1ms) == heddle::cv_status::no_timeout;
        return (in_time ? "n" : "t") + std::to_string(++count);
      }
      case 2: {
        const std::scoped_lock guard(lock);
        changed.notify_one();
        return std::to_string(++count);
      }
      case 3:
        changed.notify_one();
        return "";
      default:
        changed.notify_all();
        return "";
    }
  }
  void finish(Local&) {}
};

heddle::options without_spurious() {
  heddle::options how;
  how.spurious_wakeups = 0;
  return how;
}

TEST(RandomPrograms, Conditions) {
  expect_agreement<Conditions<heddle::condition_variable>>(15, 60, 2, 2, without_spurious());
}
TEST(RandomPrograms, ConditionsOfThreeThreads) {
  expect_agreement<Conditions<heddle::condition_variable>>(16, 25, 3, 1, without_spurious());
}
TEST(RandomPrograms, ConditionsThatWakeUpForNoReason) {
  expect_agreement<Conditions<heddle::condition_variable>>(17, 15, 2, 2);
}
TEST(RandomPrograms, ConditionsAny) {
  expect_agreement<Conditions<heddle::condition_variable_any>>(18, 25, 2, 2, without_spurious());
}

struct Stops {
  static constexpr int kOperations = 3;
  struct Local {};
  heddle::stop_source source;
  heddle::mutex lock;
  int count = 0;

  std::string perform(Local&, int operation) {
    switch (operation) {
      case 0:
        return source.request_stop() ? "r" : "-";
      case 1:
        return source.stop_requested() ? "t" : "f";
      default: {
        std::string found;
        {
          const heddle::stop_callback callback(source.get_token(), [&] { found = "called"; });
          const std::scoped_lock guard(lock);
          found += std::to_string(++count);
        }
        return found;
      }
    }
  }
  void finish(Local&) {}
};

TEST(RandomPrograms, Stops) { expect_agreement<Stops>(19, 40, 2, 2); }

}  // namespace
