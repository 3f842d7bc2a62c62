// optimal: Optimal DPOR (seed 002 section 3.3; paper I, algorithm 2).
//
// Every class is explored exactly once: no run is equivalent to another and none ends sleep-set
// blocked. After a maximal run, each reversible race (e, e') gives the sequence v = notdep(e,E).e',
// which reverses it from the state before e. If no step that sleeps there can begin v, v goes into
// the wakeup tree of that node; the search follows the branches of the tree to their leaves and is
// free only beyond them.
//
// Invariant: at a leaf of a wakeup tree nothing sleeps any more. Cost: the length of the run for
// each race.
//
//   paper                                 here
//   E' = pre(E,e)                         the node at Reversal::depth
//   v = notdep(e,E).e'                    reversing_sequence (e' as early as possible)
//   sleep(E') meets WI_[E'](v): stop      a sleeper that is not overtaken in v
//   insert_[E'](v, wut(E'))               explore::insert
//   locks (paper I, section on processes that disable others)   core::HappensBefore::blocking_races
#include <algorithm>

#include "explore/algorithm.hpp"
#include "explore/wakeup_tree.hpp"

namespace heddle::explore {
namespace {

using core::Step;
using core::StepRef;

const Step& step_of(const StepRef& step) { return *step; }
const Step& step_of(const StepRef* step) { return **step; }

template <typename Steps>
bool comes_later(const Step& step, const Steps& sequence, const core::Program& program) {
  const core::ActorId actor = step.actor();
  for (const auto& pointer : sequence) {
    const Step& other = step_of(pointer);
    if (other.actor() == actor) return false;
    if ((other.mask() & step.mask()) != 0 && core::dependent(other, step, program)) return true;
  }
  return false;
}

class Optimal final : public Algorithm {
 public:
  std::string_view name() const override { return "optimal"; }
  bool optimal() const override { return true; }

  /// The order of the run is as good as that of the sequence, and nothing has to be built.
  bool refuses(const Run& run, const core::Race& race,
               std::span<const Sleeper> sleepers) const override {
    return std::any_of(sleepers.begin(), sleepers.end(), [&](const Sleeper& sleeper) {
      const Step& step = *sleeper.step;
      const core::Execution& execution = run.execution;
      for (std::uint32_t event = race.first + 1; event < execution.size(); ++event) {
        const bool own = execution.actor(event) == step.actor();
        if (!own && !execution.may_meet(event, step.mask())) continue;
        if (event != race.second && run.hb.before(race.first, event)) continue;
        if (own) return true;
        if (core::dependent_somewhere(execution[event], step, run.program)) return false;
      }
      return race.second != core::kNoEvent || race.pending->actor() == step.actor() ||
             !core::dependent(*race.pending, step, run.program);
    });
  }

  void plan(const Run& run, const core::Race& race, std::vector<Reversal>& out) const override {
    out.push_back({race.first, reversing_sequence(run, race).steps});
  }

  bool overtaken(const Sleeper& sleeper, std::span<const StepRef>, const Sequence& sequence,
                 const core::Program& program) const override {
    return comes_later(*sleeper.step, sequence, program);
  }

  bool insert(Node& node, std::span<const StepRef>, Reversal reversal,
              const core::Program& program) const override {
    const auto sleeper_fits = [&] {
      return std::any_of(node.sleep.begin(), node.sleep.end(), [&](const Sleeper& sleeper) {
        return !comes_later(*sleeper.step, reversal.sequence, program);
      });
    };
    return explore::insert(
        node.wakeup, reversal.sequence, reversal.foreign, sleeper_fits,
        [&](const Step& step, const auto& rest) { return comes_later(step, rest, program); });
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_optimal() { return std::make_unique<Optimal>(); }

}  // namespace heddle::explore
