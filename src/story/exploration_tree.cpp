#include "story/exploration_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "explore/explorer.hpp"
#include "explore/replay.hpp"
#include "report/cell.hpp"
#include "report/races.hpp"
#include "report/words.hpp"

namespace heddle::story {
namespace {

using Kind = report::TreeNode::Kind;

constexpr std::uint64_t kMostRuns = 200;
constexpr std::size_t kMostNodes = 5'000;
constexpr std::size_t kWidth = 40;
constexpr std::uint32_t kLongest = 1'000;  // steps of a run

}  // namespace

report::Tree exploration_tree(const Subject& program, const std::string& algorithm) {
  report::Tree tree;
  const auto how = explore::make_algorithm(algorithm);
  if (how == nullptr) return tree;
  const auto instance = program.factory();
  const auto describer = program.factory();
  explore::ExplorerOptions options;
  options.bounds.length = kLongest;
  const auto search = explore::make_explorer(*instance, *how, options);
  explore::Explorer& explorer = *search;
  explorer.start({});
  std::map<std::pair<std::optional<std::size_t>, core::ActorId>, std::size_t> children;
  std::uint64_t runs = 0;
  while (explorer.next_run()) {
    if (runs++ == kMostRuns || tree.nodes.size() > kMostNodes) {
      tree.complete = false;
      break;
    }
    const std::vector<core::ActorId> schedule = explorer.schedule();
    const bool blocked =
        explorer.run_end() == explore::RunEnd::kSleepSetBlocked || instance->abandoned();
    const Kind end = blocked ? Kind::kBlocked : instance->has_errors() ? Kind::kError : Kind::kEnd;
    const core::Trace trace = explore::record(*describer, schedule);
    std::optional<std::size_t> at;
    std::vector<std::size_t> path;
    std::size_t known = 0;  // so many steps were there before this run
    for (std::size_t i = 0; i < schedule.size(); ++i) {
      const auto [it, fresh] = children.try_emplace({at, schedule[i]}, tree.nodes.size());
      if (fresh) {
        const core::TraceEvent& event = trace.events[i];
        tree.nodes.push_back({.parent = at,
                              .label = fmt::format("{}: {}", report::name_of(trace, event.actor),
                                                   report::what_happened(event, kWidth))});
      }
      if (!fresh) known = i + 1;
      at = it->second;
      path.push_back(*at);
    }
    // With what a step races depends on the steps before it only, so once is enough.
    for (const report::Race& race : report::races(trace)) {
      if (race.waits || race.second < known) continue;
      std::vector<std::size_t>& races = tree.nodes[path[race.second]].races;
      if (std::find(races.begin(), races.end(), path[race.first]) == races.end()) {
        races.push_back(path[race.first]);
      }
    }
    if (at) tree.nodes[*at].kind = end;
  }
  return tree;
}

}  // namespace heddle::story
