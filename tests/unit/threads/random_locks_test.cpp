// Random programs over locks: the reductions find what the search without any finds.
#include <gtest/gtest.h>

#include "heddle/call_once.hpp"
#include "heddle/mutex.hpp"
#include "heddle/shared_mutex.hpp"
#include "tests/support/random_scripts.hpp"

namespace {

using heddle::tests::expect_agreement;

struct Mutexes {
  static constexpr int kOperations = 6;
  struct Local {
    bool held[2] = {false, false};
  };
  heddle::timed_mutex locks[2];
  int counts[2] = {0, 0};

  std::string perform(Local& local, int operation) {
    const int which = operation % 2;
    bool& held = local.held[which];
    if (operation / 2 == 0) {
      if (held) return release(local, which);
      locks[which].lock();
      held = true;
      return std::to_string(++counts[which]);
    }
    if (operation / 2 == 1) {
      if (held) return "";
      held = locks[which].try_lock();
      return held ? "t" : "f";
    }
    return release(local, which);
  }
  std::string release(Local& local, int which) {
    if (!local.held[which]) return "";
    local.held[which] = false;
    const std::string seen = std::to_string(++counts[which]);
    locks[which].unlock();
    return seen;
  }
  void finish(Local& local) {
    release(local, 0);
    release(local, 1);
  }
};

TEST(RandomPrograms, Mutexes) { expect_agreement<Mutexes>(1, 60, 2, 3); }
TEST(RandomPrograms, MutexesOfThreeThreads) { expect_agreement<Mutexes>(2, 15, 3, 2); }

struct SharedMutex {
  static constexpr int kOperations = 5;
  struct Local {
    int held = 0;  // 1: shared, 2: exclusive
  };
  heddle::shared_mutex lock;
  int count = 0;

  std::string perform(Local& local, int operation) {
    if (local.held != 0 || operation == 4) return release(local);
    switch (operation) {
      case 0:
        lock.lock();
        local.held = 2;
        break;
      case 1:
        lock.lock_shared();
        local.held = 1;
        break;
      case 2:
        local.held = lock.try_lock() ? 2 : 0;
        break;
      default:
        local.held = lock.try_lock_shared() ? 1 : 0;
    }
    if (local.held == 2) return "w" + std::to_string(++count);
    return local.held == 1 ? "r" + std::to_string(count) : "f";
  }
  std::string release(Local& local) {
    if (local.held == 2) lock.unlock();
    if (local.held == 1) lock.unlock_shared();
    local.held = 0;
    return "";
  }
  void finish(Local& local) { release(local); }
};

TEST(RandomPrograms, SharedMutex) { expect_agreement<SharedMutex>(3, 50, 2, 4); }
TEST(RandomPrograms, SharedMutexOfThreeThreads) { expect_agreement<SharedMutex>(4, 20, 3, 2); }

struct Once {
  static constexpr int kOperations = 4;
  struct Local {};
  heddle::once_flag flags[2];
  heddle::mutex lock;
  int count = 0;

  std::string perform(Local&, int operation) {
    std::string found = ".";
    if (operation == 3) {
      const std::scoped_lock guard(lock);
      return std::to_string(++count);
    }
    try {
      heddle::call_once(flags[operation % 2], [&] {
        found = "!";
        if (operation == 2) throw 1;
      });
    } catch (int) {
      found = "x";
    }
    return found;
  }
  void finish(Local&) {}
};

TEST(RandomPrograms, Once) { expect_agreement<Once>(5, 40, 2, 3); }

}  // namespace
