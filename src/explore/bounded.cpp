// bounded: partial-order reduction that stays complete for a preemption bound (Coons, Musuvathi and
// McKinley 2013; seed 002 section 5.1).
//
// Classic reduction assumes that a race can be reversed wherever its first event was executed.
// Under a bound that may cost a preemption which a run that switches earlier would not have to pay.
// So each race also gets a *conservative* point: the last state at which the actor of e was
// switched to, where any other actor could have been scheduled just as well. Sleep sets are not
// used: they would remove runs that the bound kept from being explored the first time.
//
// An actor that waits is left for nothing. So it makes a difference whether it comes to wait before
// or after the event e that ends the waiting, although the same happens in both cases: before e,
// the switch back to the actor of e is free. Each event that made another one possible is therefore
// a point for the actor of that one as well; a lock and what is sent are not enough as races.
//
//   paper                                          here
//   backtrack at pre(S,i)                          Reversal at race.first
//   conservative: j = start of the block of S_i    Reversal at block_start(race.first)
//   S_i enables next(s,u)                          plan_enabling
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
    plan_at(run, race.first, second, false, out);
  }

  bool needs_enablings() const override { return true; }
  void plan_enabling(const Run& run, const core::Race& pair,
                     std::vector<Reversal>& out) const override {
    plan_at(run, pair.first, run.execution.step(pair.second), true, out);
  }

  Inserted insert(Node& node, std::span<const StepRef>, Reversal reversal,
                  const core::Program&) const override {
    const ActorId wanted = reversal.sequence.front()->actor();
    if (std::find(node.enabled.begin(), node.enabled.end(), wanted) != node.enabled.end()) {
      return {.added = node.add_branch(wanted)};
    }
    if (reversal.if_enabled) return {.added = false};
    return {.added = node.add_all_branches()};
  }

 private:
  static void plan_at(const Run& run, std::uint32_t event, const StepRef& step, bool if_enabled,
                      std::vector<Reversal>& out) {
    out.push_back({.depth = event, .sequence = {step}, .if_enabled = if_enabled});
    const std::uint32_t conservative = block_start(run.execution, event);
    if (conservative == event) return;
    out.push_back({.depth = conservative, .sequence = {step}, .if_enabled = if_enabled});
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_bounded() { return std::make_unique<Bounded>(); }

}  // namespace heddle::explore
