// Bounds against brute force: every interleaving with its cost, counted here from the schedule.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/property/programs.hpp"

namespace heddle::tests {
namespace {

constexpr std::uint64_t kMost = 8000;

struct Costs {
  std::uint32_t preemptions = 0;
  std::uint32_t delays = 0;
  std::uint32_t yields_ahead = 0;
};

// Executes a schedule and counts what each bound counts, by its definition.
Costs costs_of(const std::vector<core::ActorId>& schedule, core::Program& program) {
  Costs costs;
  program.restart();
  core::ActorId previous = core::kNoActor;
  std::map<core::ActorId, std::uint32_t> yields;
  std::vector<core::ActorId> enabled;
  for (const core::ActorId actor : schedule) {
    program.enabled(enabled);
    const auto last = std::find(enabled.begin(), enabled.end(), previous);
    if (last != enabled.end() && previous != actor) ++costs.preemptions;
    const std::ptrdiff_t start = last == enabled.end() ? 0 : last - enabled.begin();
    const std::ptrdiff_t chosen =
        std::find(enabled.begin(), enabled.end(), actor) - enabled.begin();
    const auto size = static_cast<std::ptrdiff_t>(enabled.size());
    costs.delays += static_cast<std::uint32_t>((chosen - start + size) % size);
    if (program.pending_yields(actor)) {
      std::uint32_t least = 0xffffffffU;
      for (const core::ActorId other : enabled) least = std::min(least, yields[other]);
      costs.yields_ahead = std::max(costs.yields_ahead, ++yields[actor] - least);
    }
    core::StepRecord record;
    program.step(actor, record);
    previous = actor;
  }
  return costs;
}

using ByCost = std::map<std::uint32_t, std::set<std::string>>;

std::string compare(const char* algorithm, const char* what, const ByCost& by_cost,
                    std::optional<std::uint32_t> explore::Bounds::*bound, std::uint32_t most,
                    const core::ProgramFactory& factory) {
  std::set<std::string> within;
  for (std::uint32_t k = 0; k <= most; ++k) {
    if (const auto it = by_cost.find(k); it != by_cost.end()) {
      within.insert(it->second.begin(), it->second.end());
    }
    ExploreOptions options{.limit = 20 * kMost, .classes = false};
    options.bounds.*bound = k;
    const Explored explored = explore_with(algorithm, factory, options);
    if (explored.outcomes != within) {
      return fmt::format("{} with {} bound {}: {} outcomes, {} are reachable", algorithm, what, k,
                         explored.outcomes.size(), within.size());
    }
  }
  return "";
}

TEST(Bounds, FindExactlyTheOutcomesWithinThem) {
  toy::GenerateOptions options;
  options.max_interleavings = 1500;
  for_all_programs(options, 0.25, [](const core::ProgramFactory& factory) -> std::string {
    ByCost preemptions;
    ByCost delays;
    ByCost yields;
    const auto other = factory();
    const Explored all =
        explore_with("none", factory,
                     {.limit = kMost, .classes = false, .on_run = [&](explore::Explorer& explorer) {
                        const Costs costs = costs_of(explorer.schedule(), *other);
                        const std::string outcome = explorer.program().outcome();
                        preemptions[costs.preemptions].insert(outcome);
                        delays[costs.delays].insert(outcome);
                        yields[costs.yields_ahead].insert(outcome);
                      }});
    if (!all.complete) return "";
    using explore::Bounds;
    for (const char* algorithm : {"none", "bounded"}) {
      const std::string wrong =
          compare(algorithm, "preemption", preemptions, &Bounds::preemptions, 3, factory);
      if (!wrong.empty()) return wrong;
    }
    const std::string wrong = compare("none", "delay", delays, &Bounds::delays, 4, factory);
    if (!wrong.empty()) return wrong;
    return compare("none", "fair", yields, &Bounds::fair, 2, factory);
  });
}

// An exploration-tree bound at least as large as the tree cuts nothing off; bound 0 leaves one run.
TEST(Bounds, OfTheExplorationTree) {
  for_all_programs({}, 0.1, [](const core::ProgramFactory& factory) -> std::string {
    const Explored all = explore_with("optimal", factory, {.limit = kMost});
    if (!all.complete) return "";
    Explored bounded = explore_with("optimal", factory, {.bounds = {.tree = 10'000}});
    if (bounded.classes != all.classes || bounded.counts.bounds_hit.any()) return "cut off";
    bounded = explore_with("optimal", factory, {.bounds = {.tree = 0}});
    if (bounded.counts.interleavings != 1) return "more than one run";
    if (bounded.counts.bounds_hit.any() != (all.counts.interleavings > 1)) return "not said";
    return "";
  });
}

}  // namespace
}  // namespace heddle::tests
