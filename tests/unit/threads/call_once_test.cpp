#include "heddle/call_once.hpp"

#include <gtest/gtest.h>

#include "heddle/thread.hpp"
#include "tests/support/explored.hpp"

namespace {

using heddle::tests::agreed;
using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::has;
using heddle::tests::Set;

TEST(CallOnce, TheOthersWaitForTheResult) {
  const CppOutcomes all = agreed([] {
    heddle::once_flag flag;
    int calls = 0;
    int value = 0;
    int seen = 0;
    const auto make = [&] {
      ++calls;
      heddle::this_thread::yield();
      value = 7;
    };
    heddle::thread t([&] {
      heddle::call_once(flag, make);
      seen = value;
    });
    heddle::call_once(flag, make);
    t.join();
    return std::make_pair(calls, seen);
  });
  EXPECT_EQ(all.outcomes, Set({"(1, 7)"}));
  EXPECT_EQ(all.executions, 2U);
}

TEST(CallOnce, AnExceptionLeavesItToTheNext) {
  const CppOutcomes all = agreed([] {
    heddle::once_flag flag;
    int calls = 0;
    const auto call = [&](bool fails) {
      try {
        heddle::call_once(flag, [&] {
          ++calls;
          if (fails) throw 1;
        });
      } catch (int) {
      }
    };
    heddle::thread t([&] { call(true); });
    call(false);
    t.join();
    return calls;
  });
  EXPECT_EQ(all.outcomes, Set({"1", "2"}));
}

TEST(CallOnce, CallingItselfIsADeadlock) {
  EXPECT_TRUE(has(explored([] {
                    heddle::once_flag flag;
                    heddle::call_once(flag, [&] { heddle::call_once(flag, [] {}); });
                  }),
                  "deadlock: main waits in once_flag1.call_once"));
}

}  // namespace
