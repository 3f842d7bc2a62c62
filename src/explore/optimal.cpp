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
//   insert_[E'](v, wut(E'))               insert_into_tree
//   locks (paper I, section on processes that disable others)   core::HappensBefore::blocking_races
#include "explore/algorithm.hpp"
#include "explore/overtaken.hpp"
#include "explore/wakeup_tree.hpp"

namespace heddle::explore {
namespace {

using core::Step;
using core::StepRef;

class Optimal final : public Algorithm {
 public:
  std::string_view name() const override { return "optimal"; }
  bool optimal() const override { return true; }

  /// The order of the run is as good as that of the sequence, and nothing has to be built.
  std::optional<std::uint32_t> refuses(const Run& run, const core::Race& race,
                                       std::span<const Sleeper> sleepers) const override {
    for (const Sleeper& sleeper : sleepers) {
      if (const auto first = begins(*sleeper.step, run, race)) return first;
    }
    return std::nullopt;
  }

  void plan(const Run& run, const core::Race& race, std::vector<Reversal>& out) const override {
    out.push_back({race.first, reversing_sequence(run, race).steps});
  }

  Inserted reverse(const Run& run, const core::Race& race, Node& node) const override {
    return insert_into_tree(node, run.execution.path().first(race.first), Descent(run, race), false,
                            *this, run.program);
  }

  Overtaken overtaken(const Step& step, std::span<const StepRef>,
                      std::span<const SequenceStep> steps,
                      const core::Program& program) const override {
    return explore::overtaken(step, steps, program);
  }

  Inserted insert(Node& node, std::span<const StepRef> path, Reversal reversal,
                  const core::Program& program) const override {
    return insert_into_tree(node, path, Descent(reversal.sequence), reversal.foreign, *this,
                            program);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_optimal() { return std::make_unique<Optimal>(); }

}  // namespace heddle::explore
