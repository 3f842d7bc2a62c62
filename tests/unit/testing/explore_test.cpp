// The outcome table of heddle::explore: what is in it, and what options do to it.
#include "heddle/explore.hpp"

#include <gtest/gtest.h>

#include "heddle/atomic.hpp"
#include "heddle/mutex.hpp"
#include "heddle/thread.hpp"
#include "tests/unit/testing/programs.hpp"

namespace heddle {
namespace {

using programs::texts;

TEST(Explore, ListsEveryOutcomeInTheOrderOfItsText) {
  const auto all = explore(programs::StoreBuffering{});
  EXPECT_EQ(texts(all), (std::vector<std::string>{"(0, 1)", "(1, 0)", "(1, 1)"}));
  EXPECT_TRUE(all.complete);
  EXPECT_EQ(all.cut_off, "");
  ASSERT_TRUE(all.entries[0].value);
  EXPECT_EQ(*all.entries[0].value, std::pair(0, 1));
}

TEST(Explore, NumbersInTextsAreOrderedAsNumbers) {
  const auto all = explore([] {
    atomic<int> x{9};
    thread t([&] { x.store(10); });
    const int seen = x.load();
    t.join();
    return seen;
  });
  EXPECT_EQ(texts(all), (std::vector<std::string>{"9", "10"}));
}

TEST(Explore, SaysWhatWentWrong) {
  const auto all = explore(programs::LockOrder{});
  ASSERT_EQ(all.entries.size(), 2U);
  EXPECT_EQ(all.entries[0].kind, condition::value);
  EXPECT_EQ(all.entries[1].kind, condition::deadlock);
  EXPECT_FALSE(all.entries[1].value);
  EXPECT_NE(all.entries[1].text.find("T1 waits in"), std::string::npos) << all.entries[1].text;
}

TEST(Explore, CountsExecutionsOfEachOutcome) {
  const auto all = explore(programs::Readers{3});
  std::uint64_t sum = 0;
  for (const auto& one : all.entries) sum += one.executions;
  EXPECT_EQ(sum, all.executions);
  EXPECT_EQ(all.executions, 8U);  // each of three readers sees the one write or does not
  EXPECT_EQ(all.blocked, 0U);
}

TEST(Explore, LimitOnExecutionsIsToldUnlessItWasEnough) {
  const auto cut = explore(programs::Readers{3}, {.executions = 5});
  EXPECT_EQ(cut.executions, 5U);
  EXPECT_FALSE(cut.complete);
  EXPECT_TRUE(cut.limited);
  EXPECT_EQ(cut.cut_off, "limit of 5 executions");
  const auto enough = explore(programs::Readers{3}, {.executions = 8});
  EXPECT_TRUE(enough.complete);
  EXPECT_FALSE(enough.limited);
}

TEST(Explore, TimeLimitEndsALargeSearch) {
  const auto cut = explore(programs::Readers{30}, {.time = std::chrono::milliseconds(50)});
  EXPECT_FALSE(cut.complete);
  EXPECT_EQ(cut.cut_off, "time limit 50 ms");
  EXPECT_LT(cut.seconds, 5);
}

TEST(Explore, LengthBoundGivesAborts) {
  const auto endless = [] {
    atomic<int> x{0};
    thread t([&] {
      while (x.load() < 1'000'000) x.fetch_add(1);
    });
    t.join();
  };
  const options how{.length = 20, .executions = 10};
  const auto all = explore(endless, how);
  ASSERT_EQ(all.entries.size(), 1U);
  EXPECT_EQ(all.entries[0].kind, condition::abort);
  EXPECT_FALSE(all.complete);
  options hidden = how;
  hidden.show_aborts = false;
  const auto none = explore(endless, hidden);
  EXPECT_TRUE(none.entries.empty());
  EXPECT_FALSE(none.complete);
  EXPECT_NE(none.cut_off.find("length bound 20"), std::string::npos) << none.cut_off;
}

TEST(Explore, BoundsChooseAnAlgorithmThatKeepsThem) {
  const auto none = explore(programs::StoreBuffering{}, {.preemptions = 0});
  EXPECT_FALSE(none.complete);
  EXPECT_NE(none.cut_off.find("preemption bound 0"), std::string::npos);
  // (1, 1) needs a preemption: both stores before both loads.
  const auto found = texts(none);
  EXPECT_EQ(std::count(found.begin(), found.end(), "(1, 1)"), 0);
  EXPECT_EQ(texts(explore(programs::StoreBuffering{}, {.preemptions = 1})).size(), 3U);
  EXPECT_EQ(texts(explore(programs::StoreBuffering{}, options::quick())).size(), 3U);
}

TEST(Explore, FirstErrorEndsTheSearch) {
  const auto all = explore(programs::LockOrder{}, {.first_error = true});
  EXPECT_FALSE(all.complete);
  EXPECT_FALSE(all.limited);
  EXPECT_EQ(all.entries.back().kind, condition::deadlock);
  EXPECT_EQ(all.entries.back().executions, 1U);
}

TEST(Explore, EveryAlgorithmGivesTheSameTable) {
  const auto expected = texts(explore(programs::Readers{2}, {.algorithm = "none"}));
  for (const char* name : {"persistent", "source", "optimal", "observers"}) {
    EXPECT_EQ(texts(explore(programs::Readers{2}, {.algorithm = name})), expected) << name;
  }
}

TEST(Explore, OptionsThatDoNotGoTogetherAreToldAtOnce) {
  const auto message = [](const options& how) -> std::string {
    try {
      explore(programs::StoreBuffering{}, how);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(message({.algorithm = "magic"}).find("there is no algorithm 'magic'"),
            std::string::npos);
  EXPECT_NE(message({.algorithm = "optimal", .preemptions = 2}).find("preemption bound"),
            std::string::npos);
  EXPECT_NE(message({.preemptions = 2, .strategy = "pos"}).find("draws single runs"),
            std::string::npos);
  EXPECT_NE(message({.strategy = "magic"}).find("magic"), std::string::npos);
}

TEST(Explore, TestsThatAreNotDeterministicAreToldSo) {
  int runs = 0;
  const auto message = [](auto test) -> std::string {
    try {
      explore(test);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(message([&runs] { return ++runs; }).find("not deterministic"), std::string::npos);
  const std::string other = message([&runs] {
    atomic<int> x{0};
    thread t([&] {
      x.store(1);
      if (++runs % 3 == 0) x.load();
      x.store(2);
    });
    x.load();
    x.load();
    t.join();
  });
  EXPECT_NE(other.find("not deterministic"), std::string::npos) << other;
  EXPECT_NE(other.find("random numbers"), std::string::npos) << other;
}

// An outcome that all executions ended in has come again; of several, one is tried once more.
TEST(Explore, OnlyOutcomesThatDifferAreTriedOnceMore) {
  std::uint64_t bodies = 0;
  const auto race = [&bodies] {
    ++bodies;
    atomic<int> x{0};
    thread t([&] { x.store(1); });
    const int seen = x.load();
    t.join();
    return seen;
  };
  const auto same = explore([&] { race(); });
  EXPECT_EQ(same.executions, 2U);
  EXPECT_EQ(bodies, 2U);
  bodies = 0;
  const auto different = explore(race);
  EXPECT_EQ(different.executions, 2U);
  EXPECT_EQ(bodies, 3U);
  // And once in all is not again.
  bodies = 0;
  explore([&] { ++bodies; });
  EXPECT_EQ(bodies, 2U);
}

TEST(Explore, TableForPeople) {
  const auto all = explore(programs::StoreBuffering{});
  EXPECT_EQ(all.text(),
            "3 outcomes of 3 executions (complete, memory sc)\n"
            "  (0, 1)  1  value\n"
            "  (1, 0)  1  value\n"
            "  (1, 1)  1  value\n");
}

}  // namespace
}  // namespace heddle
