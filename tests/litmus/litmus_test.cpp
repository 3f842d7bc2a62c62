// One program for each pair of operations that interferes, and for pairs that do not: see
// README.md.
//
// race_*: without reduction there are at least two outcomes, and every other algorithm finds
// exactly the same ones. commute_*: one interleaving is all there is, with observers only if its
// name says so.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "beam/loader/compile.hpp"
#include "beam/term/atom.hpp"
#include "tests/support/erlang_outcomes.hpp"

namespace heddle::tests {
namespace {

namespace fs = std::filesystem;

bool have_erlang() { return std::system("command -v erlc >/dev/null 2>&1") == 0; }

std::vector<std::string> modules() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(HEDDLE_SOURCE_DIR "/tests/litmus")) {
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
  beam::compile_source(fmt::format("{}/tests/litmus/{}.erl", HEDDLE_SOURCE_DIR, name),
                       folder.path(), {});
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
      const Explored all = explore_all(code, name, function, "none");
      EXPECT_GE(all.outcomes.size(), 2U);
      for (const char* algorithm : {"persistent", "source", "optimal", "observers"}) {
        const Explored found = explore_all(code, name, function, algorithm);
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

// With delivery as a step of its own: what instant delivery shows is among it, and nothing is lost.
// Larger programs are compared among the algorithms.
TEST_P(Litmus, EveryAlgorithmFindsEveryOutcomeOfDelayedDelivery) {
  if (!have_erlang()) GTEST_SKIP() << "erlc is not installed";
  constexpr std::uint64_t kMost = 3'000;
  const std::string& name = GetParam();
  const beam::PrivateFolder folder;
  beam::compile_source(fmt::format("{}/tests/litmus/{}.erl", HEDDLE_SOURCE_DIR, name),
                       folder.path(), {});
  beam::CodeBase code{beam::CodePath{{.front = {folder.path()}}}};
  erlang::Options delayed;
  delayed.instant_delivery = false;
  for (const beam::NamedLabel& exported : code.load(beam::intern(name))->file->exports) {
    const std::string function(beam::name_of(exported.function));
    const bool is_test = function.starts_with("race_") || function.starts_with("commute_");
    if (exported.arity != 0 || !is_test) continue;
    SCOPED_TRACE(name + ":" + function);
    const Explored some = explore_all(code, name, function, "observers", 0, delayed);
    const Explored instant = explore_all(code, name, function, "observers");
    EXPECT_TRUE(std::includes(some.outcomes.begin(), some.outcomes.end(), instant.outcomes.begin(),
                              instant.outcomes.end()));
    const Explored all = explore_all(code, name, function, "none", kMost, delayed);
    if (all.complete) {
      EXPECT_EQ(some.outcomes, all.outcomes);
    } else {
      EXPECT_TRUE(std::includes(some.outcomes.begin(), some.outcomes.end(), all.outcomes.begin(),
                                all.outcomes.end()));
    }
    for (const char* algorithm : {"persistent", "source", "optimal"}) {
      const Explored found = explore_all(code, name, function, algorithm, kMost, delayed);
      if (!found.complete) continue;
      EXPECT_EQ(found.outcomes, some.outcomes) << algorithm;
    }
  }
}

// The algorithms could all be wrong about it together; erl says timeout_value.
TEST(LitmusValues, AReceiveWithAWrongTimeFails) {
  if (!have_erlang()) GTEST_SKIP() << "erlc is not installed";
  const beam::PrivateFolder folder;
  beam::compile_source(HEDDLE_SOURCE_DIR "/tests/litmus/litmus_receive.erl", folder.path(), {});
  beam::CodeBase code{beam::CodePath{{.front = {folder.path()}}}};
  const Explored found = explore_all(code, "litmus_receive", "race_bad_timeout", "observers");
  const std::set<std::string> expected = {"P returns m\nP.1 exits with normal\n",
                                          "P returns timeout_value\nP.1 exits with normal\n"};
  EXPECT_EQ(found.outcomes, expected);
}

INSTANTIATE_TEST_SUITE_P(Families, Litmus, testing::ValuesIn(modules()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace heddle::tests
