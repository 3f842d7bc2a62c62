// Traces of outcomes: minimal, readable, and able to be run again.
#include <gtest/gtest.h>

#include <cstdlib>

#include "heddle/explore.hpp"
#include "tests/unit/testing/programs.hpp"

namespace heddle {
namespace {

TEST(Trace, HasTheFewestSwitches) {
  const auto all = explore(programs::StoreBuffering{});
  // main starts both, one runs after the other, main joins: (0, 1).
  const trace way = all.trace_of(all.entries[0]);
  EXPECT_EQ(way.switches(), 3U);
  EXPECT_EQ(way.schedule, "S0--S1--S2--S0--") << way.text();
  EXPECT_EQ(way.key(), "0 main, 1 T1, 2 T2");
  // Both stores before both loads: one switch more.
  EXPECT_EQ(all.trace_of(all.entries[2]).switches(), 4U);
}

TEST(Trace, TableHasAColumnForEachThread) {
  const auto all = explore([] {
    atomic<int> x{0};
    x.set_name("x");
    thread t([&] { x.store(1); });
    const int seen = x.load();
    t.join();
    return seen;
  });
  const trace way = all.trace_of(all.entries[1]);
  const std::string table = way.table();
  EXPECT_NE(table.find("     main                T1\n"), std::string::npos) << table;
  EXPECT_NE(table.find("x.store(1)"), std::string::npos) << table;
  EXPECT_NE(table.find("x.load -> 1"), std::string::npos) << table;
  EXPECT_NE(table.find("trace_test.cpp:"), std::string::npos) << table;
}

TEST(Trace, SaysWhoWaits) {
  const auto all = explore(programs::LockOrder{});
  const trace way = all.trace_of(all.entries[1]);
  ASSERT_EQ(way.waiting.size(), 3U) << way.text();
  EXPECT_NE(way.waiting[0].find("main waits in join"), std::string::npos) << way.waiting[0];
  EXPECT_NE(way.text().find("at the end: T1 waits in"), std::string::npos) << way.text();
}

TEST(Replay, RunsOneScheduleOnce) {
  int runs = 0;
  const auto counting = [&runs] {
    ++runs;
    return programs::StoreBuffering{}();
  };
  const auto all = explore(counting);
  for (const auto& one : all.entries) {
    const std::string token = all.trace_of(one).token;
    runs = 0;
    ::testing::internal::CaptureStderr();
    const auto again = explore(counting, {.replay = token});
    EXPECT_NE(::testing::internal::GetCapturedStderr().find("replayed: value " + one.text),
              std::string::npos);
    EXPECT_EQ(runs, 1);
    ASSERT_EQ(again.entries.size(), 1U);
    EXPECT_EQ(again.entries[0].text, one.text);
    EXPECT_FALSE(again.complete);
  }
}

TEST(Replay, TokenFromTheEnvironmentIsForItsTestOnly) {
  const auto deadlocks = explore(programs::LockOrder{});
  const std::string token = deadlocks.trace_of(deadlocks.entries[1]).token;
  setenv("HEDDLE_REPLAY", token.c_str(), 1);
  ::testing::internal::CaptureStderr();
  const auto other = explore(programs::StoreBuffering{});
  const auto same = explore(programs::LockOrder{});
  const std::string said = ::testing::internal::GetCapturedStderr();
  unsetenv("HEDDLE_REPLAY");
  EXPECT_EQ(other.entries.size(), 3U);
  EXPECT_NE(said.find("token of another test"), std::string::npos) << said;
  ASSERT_EQ(same.entries.size(), 1U);
  EXPECT_EQ(same.entries[0].text, deadlocks.entries[1].text);
}

TEST(Replay, MemoryModelComesWithTheToken) {
  const auto all = explore(programs::StoreBuffering{}, {.memory = memory::tso});
  ASSERT_EQ(all.entries.size(), 4U);
  EXPECT_EQ(all.entries[0].text, "(0, 0)");
  const trace way = all.trace_of(all.entries[0]);
  EXPECT_NE(way.schedule.find("C-"), std::string::npos) << way.text();
  ::testing::internal::CaptureStderr();
  const auto again = explore(programs::StoreBuffering{}, {.replay = way.token});
  ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(again.entries[0].text, "(0, 0)");
}

TEST(Trace, UnderTheCppModelAThreadsStepsAreItsOwn) {
  const auto all = explore(programs::StoreBuffering{}, {.memory = memory::cpp});
  ASSERT_EQ(all.entries.size(), 3U) << all.text();
  const trace way = all.trace_of(all.entries[0]);
  EXPECT_EQ(way.schedule.find('C'), std::string::npos) << way.text();
  for (const trace::step& step : way.steps) EXPECT_TRUE(step.own) << way.text();
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(explore(programs::StoreBuffering{}, {.replay = way.token}).entries[0].text, "(0, 1)");
  ::testing::internal::GetCapturedStderr();
}

std::string message_of(auto test, const std::string& token) {
  try {
    explore(test, {.replay = token});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Replay, TokensThatDoNotFitAreTold) {
  static bool changed = false;
  const auto test = [] {
    atomic<int> x{0};
    if (!changed) {
      thread t([&] { x.store(1); });
      t.join();
    }
    return x.load();
  };
  const auto all = explore(test);
  const std::string token = all.trace_of(all.entries[0]).token;
  EXPECT_NE(message_of(programs::StoreBuffering{}, token).find("of another test"),
            std::string::npos);
  changed = true;
  const std::string message = message_of(test, token);
  EXPECT_NE(message.find("does not fit this test, which must have been changed"), std::string::npos)
      << message;
  EXPECT_NE(message_of(test, "h1.AAAA").find("damaged"), std::string::npos);
}

}  // namespace
}  // namespace heddle
