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

class Search {
 public:
  Search(core::Program& program, const RunRaces& races, const DecisiveOptions& options)
      : program_(program), races_(races), options_(options) {}

  DecisiveSearch run() {
    const auto original = make_original_order(races_.execution().schedule());
    if (reverse_one(*original, 0, true) || reverse_one(*make_first(), 0, false)) return result_;
    if (reverse_two()) return result_;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      if (reverse_one(*make_random_walk(), seed, false)) break;
    }
    return result_;
  }

 private:
  bool exhausted() const { return result_.executions >= options_.executions; }

  bool passes(std::size_t race, std::span<const core::ActorId> prefix, Strategy& strategy,
              std::uint64_t seed, bool alone) {
    ++result_.executions;
    auto twin = passing(program_, prefix, strategy, {.length = options_.length, .seed = seed});
    if (twin) result_.found = Decisive{race, std::move(*twin), alone};
    return result_.found.has_value();
  }

  bool reverse_one(Strategy& strategy, std::uint64_t seed, bool alone) {
    for (std::size_t race = races_.all().size(); race-- > 0 && !exhausted();) {
      if (!races_.all()[race].reversible) continue;
      if (passes(race, races_.schedule(race), strategy, seed, alone)) return true;
    }
    return false;
  }

  bool reverse_two() {
    for (std::size_t race = races_.all().size(); race-- > 0 && !exhausted();) {
      if (races_.all()[race].reversible && reverse_after(race)) return true;
    }
    return false;
  }

  /// Another race of the run that the reversal of `race` leads to.
  bool reverse_after(std::size_t race) {
    ++result_.executions;
    try {
      const auto order = make_original_order(races_.execution().schedule());
      const Driven run =
          drive(program_, races_.schedule(race), *order, {.length = options_.length});
      const RunRaces more(program_, run.schedule);
      const auto same = make_original_order(run.schedule);
      for (std::size_t next = more.all().size(); next-- > 0 && !exhausted();) {
        if (!more.all()[next].reversible) continue;
        if (passes(race, more.schedule(next), *same, 0, false)) return true;
      }
    } catch (const ScheduleError&) {
      // As in `passing`.
    }
    return false;
  }

  core::Program& program_;
  const RunRaces& races_;
  const DecisiveOptions options_;
  DecisiveSearch result_;
};

}  // namespace

DecisiveSearch find_decisive(core::Program& program, const RunRaces& races,
                             const DecisiveOptions& options) {
  return Search(program, races, options).run();
}

}  // namespace heddle::explore
