// optimal: Optimal DPOR (seed 002 section 3.3; paper I, algorithm 2).
//
// Every class is explored exactly once: no run is equivalent to another and none ends sleep-set blocked.
// After a maximal run, each reversible race (e, e') gives the sequence v = notdep(e,E).e', which reverses it from the
// state before e. If no step that sleeps there can begin v, v goes into the wakeup tree of that node; the search follows
// the branches of the tree to their leaves and is free only beyond them.
//
// Invariant: at a leaf of a wakeup tree nothing sleeps any more. Cost: the length of the run for each race.
//
//   paper                                 here
//   E' = pre(E,e)                         the node at Reversal::depth
//   v = notdep(e,E).e'                    Algorithm::plan
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

bool comes_later(const Step& step, const Sequence& sequence, const core::Program& program) {
  for (const StepRef& other : sequence) {
    if (other->actor() == step.actor()) return false;
    if (core::dependent(*other, step, program)) return true;
  }
  return false;
}

class Optimal final : public Algorithm {
 public:
  std::string_view name() const override { return "optimal"; }
  bool optimal() const override { return true; }

  bool overtaken(const Sleeper& sleeper, std::span<const StepRef>, const Sequence& sequence,
                 const core::Program& program) const override {
    return comes_later(*sleeper.step, sequence, program);
  }

  bool insert(Node& node, std::span<const StepRef>, Reversal reversal,
              const core::Program& program) const override {
    const bool redundant = std::any_of(node.sleep.begin(), node.sleep.end(), [&](const Sleeper& s) {
      return !comes_later(*s.step, reversal.sequence, program);
    });
    if (redundant) return false;
    return explore::insert(node.wakeup, std::move(reversal.sequence),
                           [&](const Step& step, const Sequence& sequence) {
                             return comes_later(step, sequence, program);
                           });
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_optimal() { return std::make_unique<Optimal>(); }

}  // namespace heddle::explore
