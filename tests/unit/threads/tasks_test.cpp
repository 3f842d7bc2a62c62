// facts/dejafu.md section 2.5, the cases about async.
#include "heddle/tasks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "heddle/ref.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle::tasks {
namespace {

using testing::all_outcomes;
using testing::Words;

template <class F>
Words outcomes_of(F test) {
  return testing::all_outcomes(test, {}, true);
}

std::string how(const ending<int>& end) {
  try {
    return std::to_string(end.get());
  } catch (const std::exception& exception) {
    return exception.what();
  }
}

const std::runtime_error kFailure("failure");

TEST(Tasks, Wait) {
  EXPECT_EQ(outcomes_of([] { return wait(async([] { return 7; })); }), (Words{"7"}));
  EXPECT_EQ(outcomes_of([] { return how(wait_catch(async([] { return 7; }))); }), (Words{"7"}));
  const auto fails = []() -> int { throw kFailure; };
  EXPECT_EQ(outcomes_of([=] {
              try {
                return wait(async(fails));
              } catch (const std::runtime_error&) {
                return 0;
              }
            }),
            (Words{"0"}));
  EXPECT_EQ(outcomes_of([=] { return how(wait_catch(async(fails))); }), (Words{"failure"}));
}

TEST(Tasks, CancelWith) {
  EXPECT_EQ(outcomes_of([] {
              const auto a = async([] { return 7; });
              cancel_with(a, kFailure);
              return how(wait_catch(a));
            }),
            (Words{"7", "failure"}));
}

TEST(Tasks, Poll) {
  EXPECT_EQ(outcomes_of([] {
              const mvar<int> never;
              const auto a = async([=] { return never.take(); });
              return poll(a).has_value();
            }),
            (Words{"false"}));
  EXPECT_EQ(outcomes_of([] {
              const auto a = async([] { return 7; });
              wait(a);
              return how(*poll(a));
            }),
            (Words{"7"}));
}

TEST(Tasks, WithAsync) {
  EXPECT_EQ(outcomes_of([] {
              return with_async([] { return 7; },
                                [](const task<int>& a) { return how(wait_catch(a)); });
            }),
            (Words{"7"}));
  EXPECT_EQ(outcomes_of([] {
              const mvar<int> never;
              const auto a =
                  with_async([=] { return never.take(); }, [](const task<int>& b) { return b; });
              return how(wait_catch(a));
            }),
            (Words{"thread killed"}));
}

TEST(Tasks, Concurrently) {
  EXPECT_EQ(outcomes_of([] {
              const ref<int> sum(0);
              const auto add = [sum](int n) {
                return [=] { sum.atomic_modify([=](int old) { return old + n; }); };
              };
              concurrently(add(1), add(2));
              return sum.read();
            }),
            (Words{"3"}));
  EXPECT_EQ(outcomes_of([] { return concurrently([] { return 1; }, [] { return true; }); }),
            (Words{"(1, true)"}));
  EXPECT_EQ(outcomes_of([] {
              const mvar<int> never;
              try {
                concurrently([=] { never.take(); }, [] { throw kFailure; });
              } catch (const std::runtime_error& exception) {
                return std::string(exception.what());
              }
              return std::string();
            }),
            (Words{"failure"}));
}

TEST(Tasks, ReplicateConcurrently) {
  const auto found = explore([] {
    const ref<int> count(0);
    auto all =
        replicate_concurrently(3, [=] { return count.atomic_modify([](int n) { return n + 1; }); });
    std::sort(all.begin(), all.end());
    return all;
  });
  ASSERT_EQ(found.entries.size(), 1U);
  EXPECT_EQ(found.entries[0].text, "[0, 1, 2]");
}

TEST(Tasks, Race) {
  EXPECT_EQ(testing::outcome_words([] { return race([] { return 1; }, [] { return true; }); }),
            (Words{"1", "true"}));
}

TEST(Tasks, Link) {
  EXPECT_EQ(outcomes_of([] {
              const mvar<int> never;
              const auto a = async([]() -> int { throw kFailure; });
              link(a);
              never.take();
            }),
            (Words{"uncaught exception: failure"}));
}

}  // namespace
}  // namespace heddle::tasks
