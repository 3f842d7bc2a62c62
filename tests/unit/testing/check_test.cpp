// heddle::check: verdicts and texts.
#include "heddle/check.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/unit/testing/programs.hpp"

namespace heddle {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Check, PassesAndSaysWhatWasExplored) {
  const check_result result = check(programs::StoreBuffering{}, successful(), not_always_same(),
                                    gives(std::pair(0, 1), std::pair(1, 0), std::pair(1, 1)));
  EXPECT_TRUE(result);
  EXPECT_EQ(result.verdict(), "verified: 3 outcomes of 3 executions (complete, memory sc)");
  EXPECT_EQ(result.text(), result.verdict() + "\n");
}

TEST(Check, FailureHasVerdictScheduleTableAndToken) {
  const check_result result =
      check(programs::LostUpdate{}, {.name = "counter"}, named("both count", gives_values(2)));
  EXPECT_FALSE(result);
  EXPECT_EQ(result.verdict(),
            "failed: counter: both count: unexpected: 1; 2 outcomes of 4 executions (complete, "
            "memory sc)");
  const std::string& text = result.text();
  EXPECT_TRUE(contains(text, "1 of 1 to blame: 1\n")) << text;
  EXPECT_TRUE(contains(text, "schedule: S0")) << text;
  EXPECT_TRUE(contains(text, "(0 main, 1 T1, 2 T2)")) << text;
  EXPECT_TRUE(contains(text, "programs.hpp:")) << text;
  EXPECT_TRUE(contains(text, "HEDDLE_REPLAY=h1.")) << text;
}

TEST(Check, TokenInTheReportLeadsBack) {
  const check_result result = check(programs::LockOrder{}, deadlocks_never());
  const std::string& text = result.text();
  const std::size_t at = text.find("HEDDLE_REPLAY=") + 14;
  const std::string token = text.substr(at, text.find('\n', at) - at);
  ::testing::internal::CaptureStderr();
  const check_result again = check(programs::LockOrder{}, {.replay = token}, deadlocks_never());
  ::testing::internal::GetCapturedStderr();
  EXPECT_FALSE(again);
  EXPECT_TRUE(contains(again.verdict(), "the replay of a single schedule")) << again.verdict();
}

TEST(Check, OneExplorationForAllPredicates) {
  int runs = 0;
  const auto test = [&runs] {
    ++runs;
    programs::StoreBuffering{}();
  };
  explore(test);
  const int once = runs;
  runs = 0;
  EXPECT_TRUE(check(test, successful(), always_same(), deadlocks_never()));
  EXPECT_EQ(runs, once);
}

TEST(Check, LimitsAreNoProof) {
  const check_result cut = check(programs::Readers{4}, {.executions = 3}, successful());
  EXPECT_FALSE(cut);
  EXPECT_TRUE(contains(cut.verdict(), "inconclusive")) << cut.verdict();
  EXPECT_TRUE(contains(cut.text(), "that is no proof")) << cut.text();
  EXPECT_TRUE(check(programs::Readers{4}, {.executions = 3, .allow_cut_off = true}, successful()));
}

TEST(Check, BoundsAndSamplesPassAndAreNamed) {
  const check_result bounded = check(programs::StoreBuffering{}, options::quick(), successful());
  EXPECT_TRUE(bounded);
  const check_result tight = check(programs::StoreBuffering{}, {.preemptions = 0}, successful());
  EXPECT_TRUE(tight);
  EXPECT_TRUE(contains(tight.verdict(), "verified up to preemption bound 0")) << tight.verdict();
  const check_result sampled =
      check(programs::StoreBuffering{}, {.strategy = "pos", .samples = 50}, successful());
  EXPECT_TRUE(sampled);
  EXPECT_TRUE(contains(sampled.verdict(), "no error in 50 samples")) << sampled.verdict();
}

TEST(Check, ErrorsOfUseAreFailures) {
  const check_result wrong =
      check(programs::StoreBuffering{}, {.algorithm = "magic", .name = "sb"}, successful());
  EXPECT_FALSE(wrong);
  EXPECT_TRUE(contains(wrong.verdict(), "failed: sb: there is no algorithm 'magic'"));
  int runs = 0;
  const check_result unstable = check([&runs] { return ++runs; }, successful());
  EXPECT_FALSE(unstable);
  EXPECT_TRUE(contains(unstable.text(), "not deterministic")) << unstable.text();
}

TEST(Check, FiveFailuresAreShown) {
  const check_result result = check(programs::Readers{3}, always_same());
  EXPECT_FALSE(result);
  EXPECT_TRUE(contains(result.text(), "5 of 8 to blame"));
  EXPECT_FALSE(contains(result.text(), "6 of 8 to blame"));
  EXPECT_TRUE(contains(result.text(), "3 more to blame are not shown"));
}

TEST(Check, Autocheck) {
  EXPECT_TRUE(autocheck([] { return 1; }));
  EXPECT_TRUE(contains(autocheck(programs::StoreBuffering{}).verdict(), "deterministic"));
  EXPECT_TRUE(contains(autocheck(programs::LockOrder{}).verdict(), "successful"));
}

std::string content(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

TEST(Check, WritesReportFiles) {
  const std::string junit = ::testing::TempDir() + "heddle_check_test.xml";
  const std::string json = ::testing::TempDir() + "heddle_check_test.json";
  setenv("HEDDLE_JUNIT", junit.c_str(), 1);
  setenv("HEDDLE_JSON", json.c_str(), 1);
  (void)check(programs::StoreBuffering{}, {.name = "fine"}, successful());
  (void)check(programs::LockOrder{}, {.name = "stuck"}, successful());
  unsetenv("HEDDLE_JUNIT");
  unsetenv("HEDDLE_JSON");
  const std::string xml = content(junit);
  EXPECT_TRUE(contains(xml, "tests=\"2\" failures=\"1\"")) << xml;
  EXPECT_TRUE(contains(xml, "name=\"stuck\"")) << xml;
  EXPECT_TRUE(contains(xml, "HEDDLE_REPLAY=h1.")) << xml;
  const std::string object = content(json);
  EXPECT_TRUE(contains(object, "\"fine\"")) << object;
  EXPECT_TRUE(contains(object, "\"deadlock\"")) << object;
  std::remove(junit.c_str());
  std::remove(json.c_str());
}

}  // namespace
}  // namespace heddle
