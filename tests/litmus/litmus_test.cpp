// One program for each pair of operations that interferes, and for pairs that do not: see
// README.md.
//
// race_*: without reduction there are at least two outcomes, and every other algorithm finds
// exactly the same ones. commute_*: one interleaving is all there is, with observers only if its
// name says so. delayed_*: delayed delivery shows more outcomes than instant delivery; same_*: it
// shows the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "beam/loader/compile.hpp"
#include "beam/term/atom.hpp"
#include "tests/support/erlang_outcomes.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::tests {
namespace {

namespace fs = std::filesystem;

bool have_erlang() { return std::system("command -v erlc >/dev/null 2>&1") == 0; }

std::vector<std::string> modules() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(source_path("tests/litmus"))) {
    if (entry.path().extension() == ".erl") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Litmus : public testing::TestWithParam<std::string> {};

TEST_P(Litmus, EveryAlgorithmFindsEveryOutcome) {
  if (!have_erlang()) GTEST_SKIP() << "erlc is not installed";
  const std::string& name = GetParam();
  const beam::PrivateFolder folder;
  beam::compile_source(source_path("tests/litmus/" + name + ".erl"), folder.path(), {});
  beam::CodeBase code{beam::CodePath{{.front = {folder.path()}}}};
  const beam::Module* module = code.load(beam::intern(name));
  ASSERT_NE(module, nullptr);
  int programs = 0;
  for (const beam::NamedLabel& exported : module->file->exports) {
    const std::string function(beam::name_of(exported.function));
    if (exported.arity != 0) continue;
    SCOPED_TRACE(name + ":" + function);
    if (function.starts_with("race_")) {
      ++programs;
      const ErlangOutcomes all = explore_all(code, name, function, "none");
      EXPECT_GE(all.outcomes.size(), 2U);
      for (const char* algorithm : {"persistent", "source", "optimal", "observers"}) {
        const ErlangOutcomes found = explore_all(code, name, function, algorithm);
        EXPECT_EQ(found.outcomes, all.outcomes) << algorithm;
        EXPECT_LE(found.interleavings, all.interleavings) << algorithm;
      }
    } else if (function.starts_with("commute_")) {
      ++programs;
      const char* algorithm = function.starts_with("commute_observed_") ? "observers" : "optimal";
      EXPECT_EQ(explore_all(code, name, function, algorithm).interleavings, 1U) << algorithm;
    }
  }
  EXPECT_GT(programs, 0);
}

// Every program of a module with other options: `wider` than the default ones, which may show more,
// or not, which may show less. Nothing is lost. What is too large for `none` is compared among the
// other algorithms.
void compare(const std::string& name, const erlang::Options& options, bool wider) {
  constexpr std::uint64_t kMost = 3'000;
  const beam::PrivateFolder folder;
  beam::compile_source(source_path("tests/litmus/" + name + ".erl"), folder.path(), {});
  beam::CodeBase code{beam::CodePath{{.front = {folder.path()}}}};
  const auto includes = [](const ErlangOutcomes& more, const ErlangOutcomes& less) {
    return std::includes(more.outcomes.begin(), more.outcomes.end(), less.outcomes.begin(),
                         less.outcomes.end());
  };
  for (const beam::NamedLabel& exported : code.load(beam::intern(name))->file->exports) {
    const std::string function(beam::name_of(exported.function));
    const bool must_be_more = wider && function.starts_with("delayed_");
    const bool must_be_same = wider && function.starts_with("same_");
    const bool is_test = function.starts_with("race_") || function.starts_with("commute_");
    if (exported.arity != 0 || !(is_test || must_be_more || must_be_same)) continue;
    SCOPED_TRACE(name + ":" + function);
    const ErlangOutcomes some = explore_all(code, name, function, "observers", 0, options);
    const ErlangOutcomes usual = explore_all(code, name, function, "observers");
    EXPECT_TRUE(wider ? includes(some, usual) : includes(usual, some));
    if (must_be_more) {
      EXPECT_GT(some.outcomes.size(), usual.outcomes.size());
    }
    if (must_be_same) {
      EXPECT_EQ(some.outcomes, usual.outcomes);
    }
    const ErlangOutcomes all = explore_all(code, name, function, "none", kMost, options);
    EXPECT_TRUE(includes(some, all));
    if (all.complete) {
      EXPECT_EQ(some.outcomes.size(), all.outcomes.size());
    }
    for (const char* algorithm : {"persistent", "source", "optimal"}) {
      const ErlangOutcomes found = explore_all(code, name, function, algorithm, kMost, options);
      if (!found.complete) continue;
      EXPECT_EQ(found.outcomes, some.outcomes) << algorithm;
    }
  }
}

TEST_P(Litmus, EveryAlgorithmFindsEveryOutcomeOfDelayedDelivery) {
  if (!have_erlang()) GTEST_SKIP() << "erlc is not installed";
  erlang::Options options;
  options.instant_delivery = false;
  compare(GetParam(), options, true);
}

TEST_P(Litmus, EveryAlgorithmFindsEveryOutcomeOfVirtualTime) {
  if (!have_erlang()) GTEST_SKIP() << "erlc is not installed";
  erlang::Options options;
  options.virtual_time = true;
  compare(GetParam(), options, false);
}

TEST_P(Litmus, EveryAlgorithmFindsEveryOutcomeOfIdleTime) {
  if (!have_erlang()) GTEST_SKIP() << "erlc is not installed";
  erlang::Options options;
  options.idle_time = true;
  compare(GetParam(), options, false);
}

// What one process starts expires in the order in which it is due.
TEST(LitmusValues, VirtualTimeOrdersTimers) {
  if (!have_erlang()) GTEST_SKIP() << "erlc is not installed";
  const beam::PrivateFolder folder;
  beam::compile_source(source_path("tests/litmus/litmus_timers.erl"), folder.path(), {});
  beam::CodeBase code{beam::CodePath{{.front = {folder.path()}}}};
  erlang::Options options;
  EXPECT_EQ(explore_all(code, "litmus_timers", "race_two_timers", "observers").outcomes.size(), 2U);
  options.virtual_time = true;
  const std::set<std::string> expected = {"P returns early\n"};
  EXPECT_EQ(explore_all(code, "litmus_timers", "race_two_timers", "none", 0, options).outcomes,
            expected);
}

// The algorithms could all be wrong about it together; erl says timeout_value.
TEST(LitmusValues, AReceiveWithAWrongTimeFails) {
  if (!have_erlang()) GTEST_SKIP() << "erlc is not installed";
  const beam::PrivateFolder folder;
  beam::compile_source(source_path("tests/litmus/litmus_receive.erl"), folder.path(), {});
  beam::CodeBase code{beam::CodePath{{.front = {folder.path()}}}};
  const ErlangOutcomes found = explore_all(code, "litmus_receive", "race_bad_timeout", "observers");
  const std::set<std::string> expected = {"P returns m\nP.1 exits with normal\n",
                                          "P returns timeout_value\nP.1 exits with normal\n"};
  EXPECT_EQ(found.outcomes, expected);
}

INSTANTIATE_TEST_SUITE_P(Families, Litmus, testing::ValuesIn(modules()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace heddle::tests
