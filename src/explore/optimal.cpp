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
#include <optional>

#include "explore/algorithm.hpp"
#include "explore/wakeup_tree.hpp"

namespace heddle::explore {
namespace {

using core::Step;
using core::StepRef;

/// After how many steps of `sequence` (of StepRef or pointers) `step` is overtaken.
template <typename Pointer>
std::optional<std::size_t> overtaken_after(const Step& step, std::span<const Pointer> sequence,
                                           const core::Program& program) {
  const core::ActorId actor = step.actor();
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const Step& other = *sequence[i];
    if (other.actor() == actor) return std::nullopt;
    if (core::dependent(other, step, program)) return i + 1;
  }
  return std::nullopt;
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
    return overtaken_after(*sleeper.step, std::span(sequence), program).has_value();
  }

  bool insert(Node& node, std::span<const StepRef>, Reversal reversal,
              const core::Program& program) const override {
    const auto sleepers_overtaken = [&]() -> std::optional<std::size_t> {
      std::size_t needed = 0;
      for (const Sleeper& sleeper : node.sleep) {
        const auto after =
            overtaken_after(*sleeper.step, std::span<const StepRef>(reversal.sequence), program);
        if (!after) return std::nullopt;
        needed = std::max(needed, *after);
      }
      return needed;
    };
    return explore::insert(node.wakeup, reversal.sequence, reversal.foreign, sleepers_overtaken,
                           [&](const Step& step, std::span<const Step* const> sequence) {
                             return overtaken_after(step, sequence, program);
                           });
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_optimal() { return std::make_unique<Optimal>(); }

}  // namespace heddle::explore
