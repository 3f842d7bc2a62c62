#include "dist/found.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace heddle::dist {
namespace {

core::Finding finding(const char* message, int line = 1) {
  return {core::Finding::Kind::kAssertion, {1}, message, "a.erl", line};
}

TEST(FoundErrors, RunsWithTheSameFindingsAreOneError) {
  FoundErrors errors;
  errors.add({{0, 1, 2}, {finding("a")}, 1});
  errors.add({{0, 1}, {finding("a")}, 2});
  errors.add({{0, 1, 1}, {finding("a")}, 3});
  errors.add({{0, 2}, {finding("a"), finding("a")}, 4});
  errors.add({{2}, {finding("a", 2)}, 5});
  EXPECT_EQ(errors.runs(), 5U);
  const std::vector<Found> sorted = errors.sorted();
  ASSERT_EQ(sorted.size(), 3U);
  EXPECT_EQ(sorted[0].findings[0].line, 2);
  EXPECT_EQ(sorted[1].schedule, (std::vector<core::ActorId>{0, 1}));
  EXPECT_EQ(sorted[1].interleaving, 2U) << "that of the schedule";
  EXPECT_EQ(sorted[1].runs, 3U);
  EXPECT_EQ(sorted[2].findings.size(), 2U);
  EXPECT_EQ(runs_of(sorted), 5U);
}

// Where one text ends and the next begins is part of what is compared.
TEST(FoundErrors, TellsFindingsApartThatReadTheSame) {
  FoundErrors errors;
  errors.add({{0}, {{core::Finding::Kind::kLimit, {}, "ab", "c", 1}}});
  errors.add({{0}, {{core::Finding::Kind::kLimit, {}, "a", "bc", 1}}});
  errors.add({{0}, {{core::Finding::Kind::kLimit, {1}, "ab", "c", 1}}});
  errors.add({{0}, {{core::Finding::Kind::kDeadlock, {}, "ab", "c", 1}}});
  EXPECT_EQ(errors.all().size(), 4U);
}

TEST(FoundErrors, TheOrderOfFindingDoesNotMatter) {
  std::vector<Found> runs;
  for (core::ActorId i = 0; i < 40; ++i) {
    runs.push_back({{i % 7, i % 5, i % 3}, {finding("a", static_cast<int>(i % 4))}, i + 1U});
  }
  std::mt19937 random(1);
  const FoundErrors expected(runs);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(runs.begin(), runs.end(), random);
    // Handed in by two workers.
    FoundErrors first(std::vector<Found>(runs.begin(), runs.begin() + 17));
    first.add(FoundErrors(std::vector<Found>(runs.begin() + 17, runs.end())).all());
    const auto a = expected.sorted();
    const auto b = first.sorted();
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].schedule, b[i].schedule);
      EXPECT_EQ(a[i].findings, b[i].findings);
      EXPECT_EQ(a[i].runs, b[i].runs);
    }
  }
}

}  // namespace
}  // namespace heddle::dist
