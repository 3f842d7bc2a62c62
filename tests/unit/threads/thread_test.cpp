#include "heddle/thread.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <unordered_set>

#include "heddle/atomic.hpp"
#include "heddle/mutex.hpp"
#include "tests/support/explored.hpp"

namespace {

using namespace std::chrono_literals;
using heddle::tests::agreed;
using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::has;
using heddle::tests::Set;

TEST(Thread, Ids) {
  const CppOutcomes all = agreed([] {
    heddle::thread::id inside;
    heddle::thread t([&] { inside = heddle::this_thread::get_id(); });
    const heddle::thread::id outside = t.get_id();
    t.join();
    const std::unordered_set<heddle::thread::id> ids{outside, heddle::this_thread::get_id(), {}};
    return inside == outside && ids.size() == 3 && t.get_id() == heddle::thread::id();
  });
  EXPECT_EQ(all.outcomes, Set({"true"}));
}

TEST(Thread, ArgumentsMoveAndSwap) {
  const CppOutcomes all = explored([] {
    int sum = 0;
    heddle::thread a([](int& target, int value) { target = value; }, std::ref(sum), 5);
    heddle::thread b;
    swap(a, b);
    a = std::move(b);
    a.join();
    return std::make_pair(sum, a.joinable());
  });
  EXPECT_EQ(all.outcomes, Set({"(5, false)"}));
}

TEST(Thread, ErrorsOfUse) {
  EXPECT_TRUE(has(explored([] { heddle::thread t([] {}); }), "a thread was destroyed that was"));
  EXPECT_TRUE(has(explored([] {
                    heddle::thread t([] {});
                    t = heddle::thread();
                  }),
                  "a thread was assigned to that was"));
  EXPECT_TRUE(has(explored([] {
                    heddle::thread t([] {});
                    t.join();
                    t.join();
                  }),
                  "uncaught exception: Invalid argument"));
}

TEST(Thread, JoiningEachOtherIsADeadlock) {
  const CppOutcomes all = explored([] {
    heddle::atomic<heddle::thread*> other{nullptr};
    heddle::thread a([&] {
      other.wait(nullptr);
      other.load()->join();
    });
    heddle::thread b([&] { a.join(); });
    other.store(&b);
    other.notify_one();
    b.join();
  });
  EXPECT_TRUE(has(all, "deadlock"));
}

TEST(Thread, MainDoesNotWaitForWhatIsDetached) {
  const CppOutcomes all = agreed([] {
    auto x = std::make_shared<heddle::atomic<int>>(0);
    heddle::thread([x] { x->store(1); }).detach();
    return x->load();
  });
  EXPECT_EQ(all.outcomes, Set({"0", "1"}));
}

TEST(JThread, StopsAndJoins) {
  const CppOutcomes all = agreed(
      [] {
        heddle::atomic<int> rounds{0};
        {
          heddle::jthread t([&](heddle::stop_token stop) {
            while (!stop.stop_requested()) heddle::this_thread::yield();
            rounds.store(1);
          });
        }
        return rounds.load();
      },
      {}, true);
  EXPECT_EQ(all.outcomes, Set({"1"}));
}

TEST(JThread, WithoutAToken) {
  const CppOutcomes all = agreed([] {
    int value = 0;
    heddle::jthread t([&](int v) { value = v; }, 3);
    t = heddle::jthread();
    return value;
  });
  EXPECT_EQ(all.outcomes, Set({"3"}));
}

TEST(ThisThread, SleepingTakesVirtualTimeAndOrdersNothing) {
  const CppOutcomes all = agreed([] {
    heddle::atomic<int> x{0};
    heddle::thread t([&] {
      heddle::this_thread::sleep_for(10ms);
      x.store(1);
    });
    const auto begin = heddle::steady_clock::now();
    heddle::this_thread::sleep_for(1h);
    const bool slept = heddle::steady_clock::now() - begin == 1h;
    const int seen = x.load();
    t.join();
    return std::make_pair(slept, seen);
  });
  EXPECT_EQ(all.outcomes, Set({"(true, 0)", "(true, 1)"}));
}

TEST(Clock, WhoSeesWhatAThreadDidIsNotEarlier) {
  const CppOutcomes all = agreed([] {
    heddle::mutex m;
    bool slept = false;
    heddle::thread t([&] {
      heddle::this_thread::sleep_for(10ms);
      const std::scoped_lock lock(m);
      slept = true;
    });
    const auto begin = heddle::system_clock::now();
    bool seen = false;
    {
      const std::scoped_lock lock(m);
      seen = slept;
    }
    const long before = (heddle::system_clock::now() - begin) / 1ms;
    t.join();
    const long after = (heddle::system_clock::now() - begin) / 1ms;
    return std::make_tuple(seen, before, after);
  });
  EXPECT_EQ(all.outcomes, Set({"(false, 0, 10)", "(true, 10, 10)"}));
}

// The time of a store that other runs begin with as well is handed over in each of them.
TEST(Clock, IsHandedOverByStepsThatAreRepeated) {
  const CppOutcomes all = agreed([] {
    heddle::atomic<int> a{0};
    heddle::atomic<int> x{0};
    std::tuple<int, long, int> seen;
    heddle::thread t([&] {
      const int before = a.load();
      const long time = heddle::steady_clock::now().time_since_epoch() / 1ms;
      seen = {before, time, x.load()};
    });
    const long begin = heddle::steady_clock::now().time_since_epoch() / 1ms;
    heddle::this_thread::sleep_for(10ms);
    a.store(1);
    x.store(1);
    t.join();
    std::get<1>(seen) -= begin;
    return seen;
  });
  EXPECT_EQ(all.outcomes, Set({"(0, 0, 0)", "(0, 0, 1)", "(1, 10, 0)", "(1, 10, 1)"}));
}

TEST(Clock, ALoopThatSleepsUntilATimeEnds) {
  const CppOutcomes all = explored([] {
    int rounds = 0;
    const auto end = heddle::steady_clock::now() + 3ms;
    while (heddle::steady_clock::now() < end) {
      heddle::this_thread::sleep_for(1ms);
      ++rounds;
    }
    return rounds;
  });
  EXPECT_EQ(all.outcomes, Set({"3"}));
}

TEST(Clock, ALoopThatOnlyAsksForTheTimeDoesNotEnd) {
  const CppOutcomes all = explored([] {
    const auto end = heddle::steady_clock::now() + 3ms;
    while (heddle::steady_clock::now() < end) {
    }
  });
  EXPECT_TRUE(has(all, "spins at steady_clock::now"));
}

TEST(Clock, ALoopThatSleepsAndLooksWaits) {
  const CppOutcomes all = agreed(
      [] {
        heddle::atomic<bool> done{false};
        heddle::thread t([&] { done.store(true); });
        while (!done.load()) heddle::this_thread::sleep_for(1ms);
        t.join();
        return 1;
      },
      {}, true);
  EXPECT_EQ(all.outcomes, Set({"1"}));
}

}  // namespace
