#include "explore/decisive.hpp"

#include "explore/drive.hpp"
#include "explore/replay.hpp"

namespace heddle::explore {
namespace {

// Few: every further reversal multiplies the runs by the number of races, and more than three are
// no explanation. The walks are for runs that such reversals do not lead out of.
constexpr std::uint32_t kMostReversals = 3;
constexpr std::uint64_t kSeeds = 3;

class Search {
 public:
  Search(core::Program& program, const RunRaces& races, const DecisiveOptions& options)
      : program_(program), races_(races), options_(options) {}

  DecisiveSearch run() {
    for (std::uint32_t depth = 1; depth <= kMostReversals; ++depth) {
      if (reverse(races_, depth, depth == 1, std::nullopt)) return result_;
    }
    if (go_on(*make_first(), 0)) return result_;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      if (go_on(*make_random_walk(), seed)) break;
    }
    return result_;
  }

 private:
  bool exhausted() const { return result_.executions >= options_.executions; }

  /// The run along the variant, if there is one.
  std::optional<std::vector<core::ActorId>> follow(const RunRaces& races, std::size_t race,
                                                   Strategy& strategy, std::uint64_t seed) {
    if (!races.all()[race].reversible) return std::nullopt;
    ++result_.executions;
    try {
      Driven run = drive(program_, races.schedule(race), strategy,
                         {.length = options_.length, .seed = seed});
      if (run.cut_off || program_.abandoned()) return std::nullopt;
      return std::move(run.schedule);
    } catch (const ScheduleError&) {
      return std::nullopt;  // what a step finds decides what it does, and it found something else
    }
  }

  /// Reverses `depth` races, each in the run that the ones before lead to. `decisive`: the first.
  bool reverse(const RunRaces& races, std::uint32_t depth, bool alone,
               std::optional<std::size_t> decisive) {
    const auto order = make_original_order(races.execution().schedule());
    for (std::size_t race = races.all().size(); race-- > 0 && !exhausted();) {
      auto run = follow(races, race, *order, 0);
      if (!run) continue;
      const std::size_t first = decisive.value_or(race);
      if (!program_.has_errors()) {
        result_.found = Decisive{first, std::move(*run), alone};
        return true;
      }
      if (depth > 1 && reverse(RunRaces(program_, *run), depth - 1, alone, first)) return true;
    }
    return false;
  }

  bool go_on(Strategy& strategy, std::uint64_t seed) {
    for (std::size_t race = races_.all().size(); race-- > 0 && !exhausted();) {
      auto run = follow(races_, race, strategy, seed);
      if (!run || program_.has_errors()) continue;
      result_.found = Decisive{race, std::move(*run), false};
      return true;
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
