#include "heddle/stop_token.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "heddle/thread.hpp"
#include "tests/support/explored.hpp"

namespace {

using heddle::tests::agreed;
using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::Set;

TEST(StopToken, TheFirstRequestWins) {
  const CppOutcomes all = agreed([] {
    heddle::stop_source source;
    bool other = false;
    heddle::thread t([&] { other = source.request_stop(); });
    const bool mine = source.request_stop();
    t.join();
    return std::make_tuple(mine != other, source.get_token().stop_requested());
  });
  EXPECT_EQ(all.outcomes, Set({"(true, true)"}));
  // Who is first, and whether the other one comes before or after it has looked for callbacks.
  EXPECT_EQ(all.executions, 4U);
}

TEST(StopToken, Possible) {
  const CppOutcomes all = explored([] {
    const heddle::stop_token none;
    heddle::stop_token orphan;
    {
      const heddle::stop_source source;
      orphan = source.get_token();
    }
    const heddle::stop_source empty(heddle::nostopstate);
    return std::make_tuple(none.stop_possible(), orphan.stop_possible(), empty.stop_possible());
  });
  EXPECT_EQ(all.outcomes, Set({"(false, false, false)"}));
}

TEST(StopCallback, IsCalledOnceByWhoRequests) {
  const CppOutcomes all = agreed([] {
    heddle::stop_source source;
    int calls = 0;
    heddle::thread::id who;
    {
      const heddle::stop_callback callback(source.get_token(), [&] {
        ++calls;
        who = heddle::this_thread::get_id();
      });
      heddle::thread t([&] { source.request_stop(); });
      const heddle::thread::id other = t.get_id();
      t.join();
      if (who != other) return -1;
    }
    return calls;
  });
  EXPECT_EQ(all.outcomes, Set({"1"}));
}

TEST(StopCallback, AfterTheRequestItIsCalledAtOnce) {
  const CppOutcomes all = explored([] {
    heddle::stop_source source;
    source.request_stop();
    bool called = false;
    const heddle::stop_callback callback(source.get_token(), [&] { called = true; });
    return called;
  });
  EXPECT_EQ(all.outcomes, Set({"true"}));
}

// What the callback uses may be destroyed after it.
TEST(StopCallback, ItsDestructorWaitsWhileItIsExecuted) {
  const CppOutcomes all = agreed([] {
    heddle::stop_source source;
    int steps = 0;
    heddle::thread t;
    int seen = 0;
    {
      const heddle::stop_callback callback(source.get_token(), [&] {
        ++steps;
        heddle::this_thread::yield();
        ++steps;
      });
      t = heddle::thread([&] { source.request_stop(); });
    }
    seen = steps;
    t.join();
    return seen;
  });
  EXPECT_EQ(all.outcomes, Set({"0", "2"}));
}

TEST(StopCallback, MayDestroyItself) {
  const CppOutcomes all = explored([] {
    struct Function {
      std::function<void()> f;
      void operator()() { f(); }
    };
    heddle::stop_source source;
    std::optional<heddle::stop_callback<Function>> callback;
    bool called = false;
    callback.emplace(source.get_token(), Function{[&] {
                       called = true;
                       callback.reset();
                     }});
    source.request_stop();
    return called && !callback;
  });
  EXPECT_EQ(all.outcomes, Set({"true"}));
}

}  // namespace
