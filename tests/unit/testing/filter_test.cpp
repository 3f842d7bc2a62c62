// Discarding outcomes and ending a search early.
#include <gtest/gtest.h>

#include "heddle/check.hpp"
#include "heddle/declared.hpp"
#include "tests/unit/testing/programs.hpp"

namespace heddle {
namespace {

using programs::texts;
using Texts = std::vector<std::string>;

/// The last of some threads that store their numbers: 1, ..., count.
struct LastWriter {
  int count;
  int operator()() const {
    atomic<int> x{0};
    std::vector<thread> threads;
    for (int i = 1; i <= count; ++i) threads.emplace_back([&x, i] { x.store(i); });
    for (thread& one : threads) one.join();
    return x.load();
  }
};

TEST(Filter, Discard) {
  const auto none = [](const outcome<int>&) { return discard::nothing; };
  const auto everything = [](const outcome<int>&) { return discard::outcome; };
  const auto three = [](const outcome<int>& one) {
    return one.value == 3 ? discard::outcome : discard::nothing;
  };
  EXPECT_EQ(texts(explore(LastWriter{3}, {}, {.discard = none})), (Texts{"1", "2", "3"}));
  EXPECT_EQ(texts(explore(LastWriter{3}, {}, {.discard = everything})), Texts{});
  const auto some = explore(LastWriter{3}, {}, {.discard = three});
  EXPECT_EQ(texts(some), (Texts{"1", "2"}));
  EXPECT_EQ(some.executions, explore(LastWriter{3}).executions);
  EXPECT_TRUE(some.complete);
}

TEST(Filter, DiscardTraces) {
  const auto all = explore(LastWriter{3}, {}, {.discard = [](const outcome<int>& one) {
                             return one.value == 2 ? discard::trace : discard::nothing;
                           }});
  ASSERT_EQ(texts(all), (Texts{"1", "2", "3"}));
  EXPECT_FALSE(all.entries[0].schedule.empty());
  EXPECT_TRUE(all.entries[1].schedule.empty());
  EXPECT_THROW((void)all.trace_of(all.entries[1]), std::runtime_error);
}

TEST(Filter, EarlyExit) {
  const auto after = [](int last) {
    return explore(LastWriter{5}, {},
                   {.stop_after = [last](const outcome<int>& one) { return one.value == last; }});
  };
  const auto never = after(0);
  EXPECT_EQ(texts(never), (Texts{"1", "2", "3", "4", "5"}));
  EXPECT_TRUE(never.complete);
  for (int last = 1; last <= 5; ++last) {
    const auto some = after(last);
    EXPECT_FALSE(some.limited);
    const Texts found = texts(some);
    EXPECT_NE(std::find(found.begin(), found.end(), std::to_string(last)), found.end());
    EXPECT_EQ(some.complete, false);
    EXPECT_NE(some.cut_off.find("told to stop"), std::string::npos) << some.cut_off;
  }
}

TEST(Filter, WithSeveralJobsEachOutcomeIsAskedAboutOnce) {
  int asked = 0;
  const auto all = explore(programs::Readers{6}, {.jobs = 3},
                           {.discard = [&asked](const outcome<std::vector<int>>&) {
                             ++asked;
                             return discard::nothing;
                           }});
  EXPECT_EQ(all.entries.size(), 64U);
  EXPECT_EQ(asked, 64);
}

TEST(Filter, ResultsSetWithACondition) {
  // Two threads hand over a number through one slot; the second putter may find nobody to take it.
  const auto all = explore([] {
    mutex a;
    mutex b;
    int value = 0;
    thread first([&] {
      a.lock();
      b.lock();
      value = 1;
      b.unlock();
      a.unlock();
    });
    thread second([&] {
      b.lock();
      a.lock();
      value = 2;
      a.unlock();
      b.unlock();
    });
    first.join();
    second.join();
    return value;
  });
  EXPECT_TRUE(gives(1, 2, condition::deadlock)(all).passed) << all.text();
}

TEST(Declared, ForbidsWhatIsNotDeclared) {
  const auto grades =
      declared(acceptable(std::pair(0, 1), "T1 ran first"), acceptable(std::pair(1, 0)),
               forbidden(std::pair(0, 0), "a load overtook a store"));
  const judgement result = grades(explore(programs::StoreBuffering{}));
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.failures, std::vector<std::size_t>{2});
  EXPECT_EQ(result.message,
            "outcome  executions  grade\n"
            "(0, 1)            1  acceptable   T1 ran first\n"
            "(1, 0)            1  acceptable\n"
            "(1, 1)            1  forbidden    not declared\n"
            "(0, 0)            0  forbidden    a load overtook a store");
}

TEST(Declared, GradesConditionsAndTheRest) {
  EXPECT_TRUE(check(programs::LockOrder{}, declared(acceptable(std::monostate()),
                                                    interesting(condition::deadlock, "ABBA"))));
  const check_result rest =
      check(programs::StoreBuffering{},
            declared(forbidden(std::pair(0, 0)), otherwise(grade::interesting)));
  EXPECT_TRUE(rest);
  EXPECT_NE(rest.text().find("(1, 1)            1  interesting"), std::string::npos) << rest.text();
}

}  // namespace
}  // namespace heddle
