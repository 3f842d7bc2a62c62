#include <gtest/gtest.h>

#include <optional>

#include "heddle/atomic.hpp"
#include "heddle/barrier.hpp"
#include "heddle/latch.hpp"
#include "heddle/thread.hpp"
#include "tests/support/explored.hpp"

namespace {

using heddle::tests::agreed;
using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::has;
using heddle::tests::Set;

// The order of counting down is nobody's business.
TEST(Latch, OpensWhenAllHaveCountedDown) {
  const CppOutcomes all = agreed([] {
    heddle::latch done(2);
    int a = 0;
    int b = 0;
    heddle::thread first([&] {
      a = 1;
      done.count_down();
    });
    heddle::thread second([&] {
      b = 1;
      done.count_down();
    });
    done.wait();
    const int sum = a + b;
    first.join();
    second.join();
    return sum;
  });
  EXPECT_EQ(all.outcomes, Set({"2"}));
  EXPECT_EQ(all.executions, 1U);
}

TEST(Latch, ArriveAndWait) {
  const CppOutcomes all = agreed([] {
    heddle::latch meet(2);
    heddle::thread t([&] { meet.arrive_and_wait(); });
    meet.arrive_and_wait();
    t.join();
    return meet.try_wait();
  });
  EXPECT_EQ(all.outcomes, Set({"true"}));
}

TEST(Latch, CountedDownTooOften) {
  EXPECT_TRUE(has(explored([] {
                    heddle::latch once(1);
                    once.count_down(2);
                  }),
                  "latch counted down below zero"));
}

TEST(Latch, DestroyedWhileAThreadWaits) {
  const CppOutcomes all = agreed([] {
    auto gate = std::make_optional<heddle::latch>(1);
    heddle::thread t([&] { gate->wait(); });
    gate->count_down();
    gate.reset();
    t.join();
    return 0;
  });
  EXPECT_TRUE(has(all, "0"));
  EXPECT_TRUE(has(all, "destroyed"));
  EXPECT_EQ(all.outcomes.size(), 2U);
}

int meet(int threads, int phases) {
  heddle::barrier meeting(threads);
  std::vector<int> seen(static_cast<std::size_t>(threads));
  std::vector<heddle::thread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back([&, i] {
      for (int phase = 0; phase < phases; ++phase) {
        ++seen[static_cast<std::size_t>(i)];
        meeting.arrive_and_wait();
      }
    });
  }
  int sum = 0;
  for (heddle::thread& thread : all) thread.join();
  for (const int one : seen) sum += one;
  return sum;
}

// Threads that only meet have one execution.
TEST(Barrier, MeetingIsOneExecution) {
  EXPECT_EQ(agreed([] { return meet(2, 2); }).executions, 1U);
  const CppOutcomes four = explored([] { return meet(4, 3); });
  EXPECT_EQ(four.executions, 1U);
  EXPECT_EQ(four.outcomes, Set({"12"}));
}

TEST(Barrier, TheFunctionRunsOncePerPhaseBeforeAnybodyGoesOn) {
  const CppOutcomes all = agreed([] {
    int phases = 0;
    int seen = 0;
    heddle::barrier meeting(2, [&]() noexcept { ++phases; });
    heddle::thread t([&] {
      meeting.arrive_and_wait();
      seen = phases;
      meeting.arrive_and_wait();
    });
    meeting.arrive_and_wait();
    meeting.arrive_and_wait();
    t.join();
    return std::make_pair(phases, seen);
  });
  EXPECT_EQ(all.outcomes, Set({"(2, 1)"}));
  // Who comes last, in each phase; and whether the one that waits for the first phase sees it
  // before or after the other one arrives for the second.
  EXPECT_EQ(all.executions, 8U);
}

TEST(Barrier, WhoDropsOutIsNotWaitedFor) {
  const CppOutcomes all = agreed([] {
    heddle::barrier meeting(2);
    heddle::thread t([&] { meeting.arrive_and_drop(); });
    meeting.arrive_and_wait();
    meeting.arrive_and_wait();
    t.join();
    return 1;
  });
  EXPECT_EQ(all.outcomes, Set({"1"}));
}

TEST(Barrier, OneTooFew) {
  const CppOutcomes all = explored([] {
    heddle::barrier meeting(2);
    meeting.arrive_and_wait();
  });
  EXPECT_TRUE(has(all, "deadlock: main waits in barrier1.wait"));
}

TEST(Barrier, MoreThreadsThanItIsFor) {
  const CppOutcomes all = agreed([] {
    heddle::barrier meeting(2);
    std::vector<heddle::thread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back([&] { meeting.arrive_and_drop(); });
    for (heddle::thread& thread : threads) thread.join();
    return 1;
  });
  EXPECT_EQ(all.outcomes.size(), 1U);
  EXPECT_TRUE(has(all, "error: more arrivals at a barrier than it expects"));
}

}  // namespace
