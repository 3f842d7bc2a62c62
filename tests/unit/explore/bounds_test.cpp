// What each bound costs, on schedules that can be counted by hand.
//
// The program of most tests: two actors with two steps each that have nothing to do with each
// other, hence the six schedules 0011, 0101, 0110, 1001, 1010, 1100.
#include "explore/bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/oracle.hpp"
#include "tests/support/scripted_program.hpp"

namespace heddle::tests {
namespace {

using explore::BoundKind;
using explore::Bounds;
using explore::BoundsHit;
using explore::Node;

using Runs = std::set<std::string>;

/// The schedules that `none` explores within the bounds, "+" behind those that were cut off.
Runs runs_within(const Bounds& bounds, explore::Counts* counts = nullptr) {
  const core::ProgramFactory factory = [] {
    return std::make_unique<ScriptedProgram>(
        std::vector<Script>{{read(1), read(1)}, {read(2), read(2)}});
  };
  Runs runs;
  ExploreOptions options{.bounds = bounds, .classes = false};
  options.on_run = [&](explore::Explorer& explorer) {
    std::string text;
    for (const ActorId actor : explorer.schedule()) text += std::to_string(actor);
    if (explorer.run_end() == explore::RunEnd::kBounded) text += "+";
    EXPECT_TRUE(runs.insert(text).second) << text << " again";
  };
  const Explored explored = explore_with("none", factory, options);
  EXPECT_EQ(explored.counts.interleavings, runs.size());
  if (counts != nullptr) *counts = explored.counts;
  return runs;
}

Node enabled(std::vector<ActorId> actors) {
  Node node;
  node.enabled = std::move(actors);
  return node;
}

// ---- Costs

TEST(PreemptionCost, IsASwitchAwayFromAnActorThatCouldGoOn) {
  EXPECT_EQ(preemption_cost(enabled({0, 1, 2}), 0, 1), 1U);
  EXPECT_EQ(preemption_cost(enabled({0, 1, 2}), 2, 0), 1U);
  EXPECT_EQ(preemption_cost(enabled({0, 1, 2}), 1, 1), 0U);
  EXPECT_EQ(preemption_cost(enabled({1, 2}), 0, 1), 0U);  // 0 is blocked or has ended
  EXPECT_EQ(preemption_cost(enabled({0, 1}), core::kNoActor, 1), 0U);
}

// Counted round from the actor that a fixed scheduler would take.
TEST(DelayCost, IsHowManyActorsArePassedOver) {
  const Node node = enabled({0, 3, 7});
  EXPECT_EQ(delay_cost(node, core::kNoActor, 0), 0U);
  EXPECT_EQ(delay_cost(node, core::kNoActor, 7), 2U);
  EXPECT_EQ(delay_cost(node, 3, 3), 0U);
  EXPECT_EQ(delay_cost(node, 3, 7), 1U);
  EXPECT_EQ(delay_cost(node, 3, 0), 2U);
  EXPECT_EQ(delay_cost(node, 5, 3), 1U);  // 5 cannot go on: counted from the oldest
}

TEST(Bounds, ByDefaultThereAreNone) {
  EXPECT_FALSE(Bounds{}.any());
  explore::Counts counts;
  EXPECT_EQ(runs_within({}, &counts), (Runs{"0011", "0101", "0110", "1001", "1010", "1100"}));
  EXPECT_FALSE(counts.bounds_hit.any());
}

// 0011 and 1100 switch where an actor has ended; 0110 and 1001 leave one actor in the middle; 0101
// and 1010 leave both.
TEST(PreemptionBound, CountsPreemptions) {
  explore::Counts counts;
  EXPECT_EQ(runs_within({.preemptions = 0}, &counts), (Runs{"0011", "1100"}));
  EXPECT_TRUE(counts.bounds_hit.any());
  EXPECT_EQ(runs_within({.preemptions = 1}), (Runs{"0011", "0110", "1001", "1100"}));
  EXPECT_EQ(runs_within({.preemptions = 2}, &counts).size(), 6U);
  EXPECT_FALSE(counts.bounds_hit.any());
}

// The fixed scheduler gives 0011. With two actors each deviation passes over one: 0110 deviates
// once, 1100 at the start, 0101 and 1001 twice, 1010 three times.
TEST(DelayBound, CountsDeviationsFromTheFixedScheduler) {
  explore::Counts counts;
  EXPECT_EQ(runs_within({.delays = 0}, &counts), (Runs{"0011"}));
  EXPECT_TRUE(counts.bounds_hit.any());
  EXPECT_EQ(runs_within({.delays = 1}), (Runs{"0011", "0110", "1100"}));
  EXPECT_EQ(runs_within({.delays = 2}), (Runs{"0011", "0101", "0110", "1001", "1100"}));
  EXPECT_EQ(runs_within({.delays = 3}, &counts).size(), 6U);
  EXPECT_FALSE(counts.bounds_hit.any());
}

// `none` tries the actors in order, so the first branch is always actor 0 where it can go on:
// 0101 and 1001 leave it once, the others twice.
TEST(TreeBound, CountsHowOftenAPathLeavesTheFirstBranch) {
  explore::Counts counts;
  EXPECT_EQ(runs_within({.tree = 0}, &counts), (Runs{"0011"}));
  EXPECT_TRUE(counts.bounds_hit.any());
  EXPECT_EQ(runs_within({.tree = 1}), (Runs{"0011", "0101", "1001"}));
  EXPECT_EQ(runs_within({.tree = 2}, &counts).size(), 6U);
  EXPECT_FALSE(counts.bounds_hit.any());
}

// Whatever the algorithm, bound 0 leaves the first run and a bound of the number of readers leaves
// everything (2^3 classes): each reader is one reason to leave the first branch of a node.
TEST(TreeBound, GoesWithEveryAlgorithm) {
  const auto factory = toy::make_factory(toy::builtin("readers(3)"), {});
  for (const char* algorithm : {"source", "optimal", "observers"}) {
    std::vector<std::uint64_t> runs;
    for (std::uint32_t k = 0; k <= 3; ++k) {
      const Explored explored =
          explore_with(algorithm, factory, {.bounds = {.tree = k}, .classes = false});
      runs.push_back(explored.counts.interleavings);
      EXPECT_EQ(explored.counts.bounds_hit.any(), runs.back() < 8) << algorithm;
    }
    EXPECT_EQ(runs.front(), 1U) << algorithm;
    EXPECT_EQ(runs.back(), 8U) << algorithm;
    EXPECT_TRUE(std::is_sorted(runs.begin(), runs.end())) << algorithm;
  }
}

// After two events there are four different beginnings. With four events nothing is cut off: a run
// that ends there by itself is no cut.
TEST(LengthBound, CutsRunsOff) {
  explore::Counts counts;
  EXPECT_EQ(runs_within({.length = 2}, &counts), (Runs{"00+", "01+", "10+", "11+"}));
  EXPECT_TRUE(counts.bounds_hit.any());
  EXPECT_EQ(runs_within({.length = 4}, &counts).size(), 6U);
  EXPECT_FALSE(counts.bounds_hit.any());
}

// Both at once: one preemption, and the second actor's last step is cut off.
TEST(Bounds, AreKeptTogether) {
  EXPECT_EQ(runs_within({.preemptions = 0, .length = 3}), (Runs{"001+", "110+"}));
}

// p polls x and yields in between, for ever if main does not come to write it. With fair bound k it
// can yield k times while main, which has not yielded, is enabled: it has taken 0, 1, ... or 2k + 1
// steps when main writes, which makes 2k + 2 interleavings. With k = 0 the second of them ends
// before the yield, because even alone p would be ahead by one.
TEST(FairBound, EndsPollingLoops) {
  const auto factory = toy::make_factory(toy::parse(R"(
var x = 0
proc main() { spawn p()  write x = 1 }
proc p() {
  r = read x
  while r == 0 {
    yield
    r = read x
  }
}
)",
                                                    "poll.toy"));
  for (std::uint32_t k = 0; k <= 3; ++k) {
    std::uint64_t cut_off = 0;
    ExploreOptions options{.bounds = {.fair = k}, .classes = false};
    options.on_run = [&](explore::Explorer& explorer) {
      cut_off += explorer.run_end() == explore::RunEnd::kBounded ? 1 : 0;
    };
    const Explored explored = explore_with("none", factory, options);
    EXPECT_EQ(explored.counts.interleavings, 2 * k + 2) << "fair bound " << k;
    EXPECT_EQ(cut_off, k == 0 ? 1U : 0U);
    EXPECT_TRUE(explored.counts.bounds_hit.any());
  }
}

// ---- Words

std::vector<core::CutOff> described(std::initializer_list<BoundKind> kinds, const Bounds& bounds,
                                    const char* algorithm) {
  BoundsHit hit;
  for (const BoundKind kind : kinds) hit.add(kind);
  return hit.describe(bounds, algorithm);
}

const Bounds kAll = {.preemptions = 1, .delays = 2, .fair = 3, .tree = 4, .length = 5};

TEST(BoundsHit, NamesWhatCutSomethingOffWithItsLimit) {
  EXPECT_TRUE(described({}, kAll, "none").empty());
  using K = BoundKind;
  EXPECT_EQ(described({K::kLength, K::kTree, K::kFair, K::kDelay, K::kPreemption}, kAll, "none"),
            (std::vector<core::CutOff>{{"preemption bound 1", true},
                                       {"delay bound 2", true},
                                       {"fair bound 3", true},
                                       {"exploration-tree bound 4", false},
                                       {"length bound 5", true}}));
}

// Exhaustive search keeps every promise but the tree's, which depends on the order of the search.
// Bounded reduction is complete for preemptions only.
TEST(BoundsHit, PromisesOnlyWhatTheAlgorithmKeeps) {
  using K = BoundKind;
  EXPECT_EQ(described({K::kPreemption, K::kFair, K::kLength}, kAll, "bounded"),
            (std::vector<core::CutOff>{
                {"preemption bound 1", true}, {"fair bound 3", false}, {"length bound 5", false}}));
  EXPECT_EQ(
      described({K::kTree, K::kLength}, kAll, "optimal"),
      (std::vector<core::CutOff>{{"exploration-tree bound 4", false}, {"length bound 5", false}}));
}

TEST(BoundsHit, AddsUp) {
  BoundsHit one;
  one.add(BoundKind::kDelay);
  BoundsHit two;
  two.add(BoundKind::kTree);
  EXPECT_TRUE(one.any());
  EXPECT_FALSE(BoundsHit{}.any());
  one.merge(two);
  EXPECT_EQ(one.describe(kAll, "none").size(), 2U);
  EXPECT_EQ(BoundsHit::from_bits(one.bits()).describe(kAll, "none"), one.describe(kAll, "none"));
}

TEST(Incompatible, SaysWhatToUseInstead) {
  const auto optimal = explore::make_optimal();
  EXPECT_EQ(incompatible({.preemptions = 1}, *optimal),
            "a preemption bound cannot be combined with 'optimal' without losing its guarantee; "
            "use --dpor none or --dpor bounded");
  EXPECT_EQ(incompatible({.delays = 1}, *explore::make_bounded()),
            "a delay bound cannot be combined with 'bounded' without losing its guarantee; use "
            "--dpor none");
  EXPECT_EQ(incompatible({.fair = 1}, *explore::make_source()),
            "a fair bound cannot be combined with 'source'; use --dpor none or --dpor bounded");
}

TEST(Incompatible, LeavesTheRestAlone) {
  EXPECT_EQ(incompatible(kAll, *explore::make_none()), std::nullopt);
  EXPECT_EQ(incompatible({.preemptions = 1, .fair = 1}, *explore::make_bounded()), std::nullopt);
  for (const char* name : {"persistent", "source", "optimal", "observers", "bounded"}) {
    const auto algorithm = explore::make_algorithm(name);
    EXPECT_EQ(incompatible({}, *algorithm), std::nullopt) << name;
    EXPECT_EQ(incompatible({.tree = 1, .length = 9}, *algorithm), std::nullopt) << name;
    EXPECT_NE(incompatible({.delays = 1}, *algorithm), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace heddle::tests
