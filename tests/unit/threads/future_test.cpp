#include "heddle/future.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/explored.hpp"
#include "tests/support/random_scripts.hpp"

namespace {

using namespace std::chrono_literals;
using heddle::tests::agreed;
using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::has;
using heddle::tests::Set;

/// The code of the future_error that `f` throws; -1: none.
template <class F>
int error_of(F f) {
  try {
    f();
  } catch (const std::future_error& error) {
    return error.code().value();
  }
  return -1;
}
int value_of(std::future_errc code) { return static_cast<int>(code); }

TEST(Future, GetsWhatThePromiseWasGiven) {
  const CppOutcomes all = agreed([] {
    heddle::promise<int> promise;
    heddle::future<int> future = promise.get_future();
    heddle::thread t([&] { promise.set_value(5); });
    const int seen = future.get();
    t.join();
    return std::make_pair(seen, future.valid());
  });
  EXPECT_EQ(all.outcomes, Set({"(5, false)"}));
  EXPECT_EQ(all.executions, 1U);
}

TEST(Future, AnExceptionIsThrownAgain) {
  const CppOutcomes all = explored([] {
    auto future = heddle::async([]() -> int { throw std::runtime_error("no"); });
    try {
      future.get();
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  });
  EXPECT_EQ(all.outcomes, Set({"no"}));
}

TEST(Future, WaitForMayTimeOutUntilItIsReady) {
  const CppOutcomes all = agreed([] {
    heddle::promise<void> promise;
    heddle::future<void> future = promise.get_future();
    heddle::thread t([&] { promise.set_value(); });
    const bool ready = future.wait_for(1ms) == heddle::future_status::ready;
    t.join();
    return ready && future.wait_for(0ms) == heddle::future_status::ready;
  });
  EXPECT_EQ(all.outcomes, Set({"false", "true"}));
  EXPECT_EQ(all.executions, 2U);
}

TEST(Future, Errors) {
  const CppOutcomes all = explored([] {
    heddle::promise<int> promise;
    auto future = promise.get_future();
    const int retrieved = error_of([&] { promise.get_future(); });
    promise.set_value(1);
    const int satisfied = error_of([&] { promise.set_value(2); });
    future.get();
    const int no_state = error_of([&] { future.get(); });
    heddle::future<int> orphan;
    {
      heddle::promise<int> broken;
      orphan = broken.get_future();
    }
    const int broken = error_of([&] { orphan.get(); });
    return std::make_tuple(retrieved == value_of(std::future_errc::future_already_retrieved),
                           satisfied == value_of(std::future_errc::promise_already_satisfied),
                           no_state == value_of(std::future_errc::no_state),
                           broken == value_of(std::future_errc::broken_promise));
  });
  EXPECT_EQ(all.outcomes, Set({"(true, true, true, true)"}));
}

TEST(Future, TwoThreadsSetOnePromise) {
  const CppOutcomes all = agreed([] {
    heddle::promise<int> promise;
    int failures = 0;
    const auto set = [&](int value) {
      try {
        promise.set_value(value);
      } catch (const std::future_error&) {
        ++failures;
      }
    };
    heddle::thread t([&] { set(1); });
    set(2);
    t.join();
    return std::make_pair(promise.get_future().get(), failures);
  });
  EXPECT_EQ(all.outcomes, Set({"(1, 1)", "(2, 1)"}));
}

TEST(Future, NobodyEverSetsIt) {
  EXPECT_TRUE(has(explored([] {
                    heddle::promise<int> promise;
                    promise.get_future().get();
                  }),
                  "deadlock: main waits in future1.wait"));
}

TEST(SharedFuture, ManyGetTheSame) {
  const CppOutcomes all = agreed([] {
    heddle::promise<int> promise;
    const heddle::shared_future<int> shared = promise.get_future().share();
    int other = 0;
    heddle::thread t([&other, shared] { other = shared.get(); });
    promise.set_value(3);
    const int mine = shared.get();
    t.join();
    return mine + other;
  });
  EXPECT_EQ(all.outcomes, Set({"6"}));
  EXPECT_EQ(all.executions, 1U);
}

TEST(Async, ItsFutureWaitsWhenItIsDestroyed) {
  const CppOutcomes all = agreed([] {
    int done = 0;
    {
      const auto future = heddle::async(heddle::launch::async, [&] { done = 1; });
    }
    return done;
  });
  EXPECT_EQ(all.outcomes, Set({"1"}));
}

TEST(Async, DeferredRunsWhereItIsWaitedFor) {
  const CppOutcomes all = agreed([] {
    heddle::thread::id where;
    auto future = heddle::async(
        heddle::launch::deferred,
        [&](int value) {
          where = heddle::this_thread::get_id();
          return value;
        },
        4);
    const bool deferred = future.wait_for(1s) == heddle::future_status::deferred;
    const int value = future.get();
    return std::make_tuple(deferred, value, where == heddle::this_thread::get_id());
  });
  EXPECT_EQ(all.outcomes, Set({"(true, 4, true)"}));
}

TEST(Async, DeferredIsExecutedByTheFirstOfSeveral) {
  const CppOutcomes all = agreed([] {
    int calls = 0;
    const heddle::shared_future<int> shared =
        heddle::async(heddle::launch::deferred, [&] { return ++calls; }).share();
    heddle::thread t([shared] { shared.wait(); });
    const int seen = shared.get();
    t.join();
    return std::make_pair(seen, calls);
  });
  EXPECT_EQ(all.outcomes, Set({"(1, 1)"}));
}

TEST(PackagedTask, RunsOnceUntilItIsReset) {
  const CppOutcomes all = agreed([] {
    heddle::packaged_task<int(int)> task([](int value) { return value + 1; });
    auto first = task.get_future();
    heddle::thread t([&] { task(1); });
    const int one = first.get();
    t.join();
    const int again = error_of([&] { task(5); });
    task.reset();
    auto second = task.get_future();
    task(2);
    return std::make_tuple(one, again == value_of(std::future_errc::promise_already_satisfied),
                           second.get());
  });
  EXPECT_EQ(all.outcomes, Set({"(2, true, 3)"}));
}

TEST(Promise, AtThreadExit) {
  const CppOutcomes all = agreed([] {
    heddle::promise<int> promise;
    auto future = promise.get_future();
    int after = 0;
    heddle::thread t([&] {
      promise.set_value_at_thread_exit(1);
      after = 1;
    });
    future.wait();
    const int seen = after;
    t.join();
    return seen;
  });
  EXPECT_EQ(all.outcomes, Set({"1"}));
}

struct Promises {
  static constexpr int kOperations = 4;
  struct Local {};
  heddle::promise<int> promise;
  heddle::shared_future<int> future = promise.get_future().share();

  std::string perform(Local&, int operation) {
    switch (operation) {
      case 0:
        return std::to_string(future.get());
      case 1:
        return future.wait_for(1ms) == heddle::future_status::ready ? "r" : "t";
      default:
        return error_of([&] { promise.set_value(operation); }) == -1 ? "s" : "x";
    }
  }
  void finish(Local&) {}
};

TEST(RandomPrograms, Promises) { heddle::tests::expect_agreement<Promises>(31, 50, 2, 3); }
TEST(RandomPrograms, PromisesOfThreeThreads) {
  heddle::tests::expect_agreement<Promises>(32, 20, 3, 2);
}

}  // namespace
