#include "cli/race_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "explore/explorer.hpp"
#include "explore/replay.hpp"
#include "report/races.hpp"

namespace heddle::cli {
namespace {

// Describing a run costs more than exploring it.
constexpr std::uint64_t kMostRuns = 300;
constexpr std::uint64_t kMostEvents = 30'000;
constexpr std::uint32_t kLongest = 1'000;  // steps of a run, which need not end

std::string place(const core::TraceEvent& event) {
  const core::SourceLocation& source = event.text.source;
  if (source.line == 0) return event.text.operation;
  return fmt::format("{}:{}", source.file, source.line);
}

bool same_step(const core::Trace& a, const core::TraceEvent& x, const core::Trace& b,
               const core::TraceEvent& y) {
  return a.actors[x.actor].name == b.actors[y.actor].name && x.ordinal == y.ordinal;
}

// The race of `before` that `now` has the other way round.
const report::Race* reversed(const core::Trace& before, const std::vector<report::Race>& races,
                             const core::Trace& now) {
  const std::size_t shared = std::min(before.events.size(), now.events.size());
  std::size_t at = 0;
  while (at < shared && same_step(before, before.events[at], now, now.events[at])) ++at;
  if (at == shared) return nullptr;
  const auto position = [&](const core::TraceEvent& event) {
    const auto it = std::find_if(
        now.events.begin() + static_cast<std::ptrdiff_t>(at), now.events.end(),
        [&](const core::TraceEvent& other) { return same_step(before, event, now, other); });
    return it - now.events.begin();
  };
  const auto first = position(before.events[at]);
  const report::Race* best = nullptr;
  for (const report::Race& race : races) {
    if (race.first != at || race.waits) continue;
    if (position(before.events[race.second]) < first) return &race;
    if (best == nullptr) best = &race;
  }
  return best;
}

}  // namespace

RaceCosts race_costs(const Subject& program, const std::string& algorithm) {
  RaceCosts costs;
  const auto how = explore::make_algorithm(algorithm);
  if (how == nullptr) return costs;
  const auto instance = program.factory();
  const auto describer = program.factory();
  explore::ExplorerOptions options;
  options.bounds.length = kLongest;
  const auto search = explore::make_explorer(*instance, *how, options);
  explore::Explorer& explorer = *search;
  explorer.start({});
  std::map<std::pair<std::string, std::string>, RaceCost> counted;
  core::Trace before;
  std::uint64_t events = 0;
  while (costs.interleavings < kMostRuns && events < kMostEvents && explorer.next_run()) {
    core::Trace now = explore::record(*describer, explorer.schedule());
    events += now.events.size();
    if (costs.interleavings++ > 0) {
      const std::vector<report::Race> races = report::races(before);
      if (const report::Race* race = reversed(before, races, now)) {
        std::string first = place(before.events[race->first]);
        std::string second = place(before.events[race->second]);
        if (second < first) std::swap(first, second);
        RaceCost& cost = counted[{first, second}];
        cost = {first, second, race->location, cost.times + 1};
      }
    }
    before = std::move(now);
  }
  for (auto& [pair, cost] : counted) costs.pairs.push_back(std::move(cost));
  std::stable_sort(costs.pairs.begin(), costs.pairs.end(),
                   [](const RaceCost& a, const RaceCost& b) { return a.times > b.times; });
  return costs;
}

}  // namespace heddle::cli
