#include "explore/decisive.hpp"

#include "explore/drive.hpp"
#include "explore/replay.hpp"

namespace heddle::explore {
namespace {

constexpr std::uint64_t kSeeds = 3;

/// The run's schedule, if it passes.
std::optional<std::vector<core::ActorId>> passing(core::Program& program,
                                                  std::span<const core::ActorId> prefix,
                                                  Strategy& strategy, const DriveOptions& options) {
  try {
    Driven run = drive(program, prefix, strategy, options);
    if (run.cut_off || program.has_errors()) return std::nullopt;
    return std::move(run.schedule);
  } catch (const ScheduleError&) {
    return std::nullopt;  // what a step finds decides what it does, and it found something else
  }
}

}  // namespace

DecisiveSearch find_decisive(core::Program& program, const RunRaces& races,
                             const DecisiveOptions& options) {
  DecisiveSearch search;
  const auto try_all = [&](Strategy& strategy, std::uint64_t seed, bool alone) {
    for (std::size_t race = races.all().size(); race-- > 0;) {
      if (!races.all()[race].reversible) continue;
      if (search.executions >= options.executions) return false;
      ++search.executions;
      auto twin = passing(program, races.schedule(race), strategy,
                          {.length = options.length, .seed = seed});
      if (!twin) continue;
      search.found = Decisive{race, std::move(*twin), alone};
      return true;
    }
    return false;
  };
  if (try_all(*make_original_order(races.execution().schedule()), 0, true)) return search;
  if (try_all(*make_first(), 0, false)) return search;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    if (try_all(*make_random_walk(), seed, false)) break;
  }
  return search;
}

}  // namespace heddle::explore
