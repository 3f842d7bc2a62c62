// bounded: partial-order reduction that stays complete for a preemption bound (Coons, Musuvathi and
// McKinley 2013; seed 002 section 5.1).
//
// Classic reduction assumes that a race can be reversed wherever its first event was executed.
// Under a bound that may cost a preemption which a run that switches earlier would not have to pay.
// So each race also gets a *conservative* point: the last state at which the actor of e was
// switched to, where any other actor could have been scheduled just as well. Sleep sets are not
// used: they would remove runs that the bound kept from being explored the first time.
//
//   paper                                          here
//   backtrack at pre(S,i)                          Reversal at race.first
//   conservative: j = start of the block of S_i    Reversal at block_start(race.first)
#include <algorithm>

#include "explore/algorithm.hpp"

namespace heddle::explore {
namespace {

using core::ActorId;
using core::StepRef;

std::uint32_t block_start(const core::Execution& execution, std::uint32_t event) {
  while (event > 0 && execution[event - 1].actor() == execution[event].actor()) --event;
  return event;
}

class Bounded final : public Algorithm {
 public:
  std::string_view name() const override { return "bounded"; }
  bool sleep_sets() const override { return false; }
  bool needs_enabled() const override { return true; }

  void plan(const Run& run, const core::Race& race, std::vector<Reversal>& out) const override {
    const StepRef& second =
        race.second == core::kNoEvent ? race.pending : run.execution.step(race.second);
    out.push_back({race.first, {second}});
    const std::uint32_t conservative = block_start(run.execution, race.first);
    if (conservative != race.first) out.push_back({conservative, {second}});
  }

  Inserted insert(Node& node, std::span<const StepRef>, Reversal reversal,
                  const core::Program&) const override {
    const ActorId wanted = reversal.sequence.front()->actor();
    const auto add = [&](ActorId actor) {
      if (node.has_begun(actor) || node.has_branch(actor)) return false;
      node.wakeup.push_back({actor, {}, {}});
      return true;
    };
    if (std::find(node.enabled.begin(), node.enabled.end(), wanted) != node.enabled.end()) {
      return {.added = add(wanted)};
    }
    bool added = false;
    for (const ActorId actor : node.enabled) added = add(actor) || added;
    return {.added = added};
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_bounded() { return std::make_unique<Bounded>(); }

}  // namespace heddle::explore
