// Several workers, and runs that are drawn: the same outcomes as one worker's.
#include <gtest/gtest.h>

#include <cstdlib>

#include "heddle/explore.hpp"
#include "tests/unit/testing/programs.hpp"

namespace heddle {
namespace {

using programs::texts;

template <class Value>
std::vector<std::uint64_t> counts(const outcomes<Value>& all) {
  std::vector<std::uint64_t> out;
  for (const auto& one : all.entries) out.push_back(one.executions);
  return out;
}

TEST(Jobs, FindTheSameOutcomesTheSameNumberOfTimes) {
  const auto alone = explore(programs::Readers{8});
  for (const unsigned jobs : {2U, 4U}) {
    const auto together = explore(programs::Readers{8}, {.jobs = jobs});
    EXPECT_EQ(texts(together), texts(alone));
    EXPECT_EQ(counts(together), counts(alone));
    EXPECT_EQ(together.executions, alone.executions);
    EXPECT_EQ(together.blocked, alone.blocked);
    EXPECT_TRUE(together.complete);
  }
}

TEST(Jobs, FindErrorsAndTheirTraces) {
  const auto all = explore(programs::LockOrder{}, {.jobs = 2});
  ASSERT_EQ(all.entries.size(), 2U);
  EXPECT_EQ(all.entries[1].kind, condition::deadlock);
  EXPECT_EQ(all.trace_of(all.entries[1]).switches(),
            explore(programs::LockOrder{}).trace_of(all.entries[1]).switches());
}

TEST(Jobs, StopAtLimits) {
  const auto few = explore(programs::Readers{12}, {.executions = 50, .jobs = 2});
  EXPECT_FALSE(few.complete);
  EXPECT_TRUE(few.limited);
  const auto brief =
      explore(programs::Readers{30}, {.time = std::chrono::milliseconds(60), .jobs = 2});
  EXPECT_FALSE(brief.complete);
  EXPECT_TRUE(brief.limited);
  const auto first = explore(programs::LockOrder{}, {.jobs = 2, .first_error = true});
  EXPECT_FALSE(first.limited);
  EXPECT_EQ(first.entries.back().kind, condition::deadlock);
}

TEST(Samples, DependOnTheSeedAndNotOnTheJobs) {
  for (const char* strategy : {"uniform", "weighted", "pct:2", "pos", "portfolio"}) {
    const options how{.strategy = strategy, .seed = 7, .samples = 300};
    const auto alone = explore(programs::Readers{3}, how);
    options shared = how;
    shared.jobs = 3;
    const auto together = explore(programs::Readers{3}, shared);
    EXPECT_EQ(alone.executions, 300U) << strategy;
    EXPECT_EQ(texts(together), texts(alone)) << strategy;
    EXPECT_EQ(counts(together), counts(alone)) << strategy;
    EXPECT_FALSE(alone.complete);
    EXPECT_FALSE(alone.limited);
    EXPECT_TRUE(alone.sampled);
    EXPECT_NE(alone.cut_off.find("300"), std::string::npos) << alone.cut_off;
  }
}

TEST(Samples, FindOutcomesOfTheSystematicSearchOnly) {
  const auto systematic = texts(explore(programs::LostUpdate{}));
  EXPECT_EQ(texts(explore(programs::LostUpdate{}, {.strategy = "pct:2"})), systematic);
}

class Environment : public ::testing::Test {
 protected:
  void set(const char* name, const char* value) {
    setenv(name, value, 1);
    names_.push_back(name);
  }
  void TearDown() override {
    for (const char* name : names_) unsetenv(name);
  }

 private:
  std::vector<const char*> names_;
};

std::string message_of(const options& how) {
  try {
    explore(programs::StoreBuffering{}, how);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(Environment, MemoryOverridesTheOptions) {
  set("HEDDLE_MEMORY", "tso");
  EXPECT_EQ(texts(explore(programs::StoreBuffering{})).size(), 4U);
}

TEST_F(Environment, StrategySeedAndSamples) {
  set("HEDDLE_STRATEGY", "pos");
  set("HEDDLE_SEED", "9");
  set("HEDDLE_SAMPLES", "40");
  const auto all = explore(programs::StoreBuffering{});
  EXPECT_TRUE(all.sampled);
  EXPECT_EQ(all.executions, 40U);
  EXPECT_EQ(all.cut_off, "the number of samples: 40 (pos, seed 9)");
  set("HEDDLE_STRATEGY", "systematic");
  EXPECT_TRUE(explore(programs::StoreBuffering{}, {.strategy = "pos"}).complete);
}

TEST_F(Environment, TimeAndJobs) {
  set("HEDDLE_TIME", "0.05");
  set("HEDDLE_JOBS", "2");
  EXPECT_TRUE(explore(programs::Readers{30}).limited);
}

TEST_F(Environment, NonsenseIsTold) {
  set("HEDDLE_MEMORY", "arm");
  EXPECT_NE(message_of({}).find("HEDDLE_MEMORY=arm"), std::string::npos);
  set("HEDDLE_MEMORY", "");
  set("HEDDLE_JOBS", "many");
  EXPECT_NE(message_of({}).find("HEDDLE_JOBS=many: is no number"), std::string::npos);
  set("HEDDLE_JOBS", "");
  set("HEDDLE_TIME", "-1");
  EXPECT_NE(message_of({}).find("HEDDLE_TIME=-1"), std::string::npos);
}

}  // namespace
}  // namespace heddle
