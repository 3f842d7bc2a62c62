// pos: partial-order sampling.
//
// Yuan, Yang and Gu, "Partial Order Aware Concurrency Sampling" (CAV 2018). Not the actors but
// their pending steps have random priorities, and the highest enabled step is executed. Its actor's
// next step draws a new priority, and so does every pending step that races with the executed one;
// the others keep theirs. A step that has lost against many independent ones therefore is no less
// likely to lose the one comparison that matters, and a step that has lost a race is not bound to
// lose the next one: a step is as likely to come after an independent chain of m steps as 1/(m+1)
// (a walk: 2^-m), while among racing steps every order stays likely.
//
//   paper            here
//   pri(e)           priorities_[actor]: of the actor's pending step
//   en(s)            `enabled`
//   isRacing(e, e')  core::dependent on the footprints of two enabled steps of different actors
//
// Invariant: before a choice every enabled actor has a step and a priority, and the priority of a
// step that neither was executed nor raced with an executed one since it was drawn is unchanged. A
// step that is not enabled keeps its priority; it does not race (something else holds it up).
// Every maximal run has a positive probability.
//
// The footprint of a pending step is a function of its actor's history (core/footprint.hpp), so it
// is asked for once. Cost: O(enabled actors) a step, most pairs told apart by one `and`.
#include <algorithm>

#include "core/step.hpp"
#include "explore/random.hpp"

namespace heddle::explore {
namespace {

class PartialOrderSampling final : public Strategy {
 public:
  std::string name() const override { return "pos"; }

  void begin_run(const RunStart& start) override {
    random_ = start.random;
    std::fill(pending_.begin(), pending_.end(), core::StepRef());
  }

  core::ActorId choose(const core::Program& program,
                       std::span<const core::ActorId> enabled) override {
    for (const core::ActorId actor : enabled) see(program, actor);
    const core::ActorId chosen = *std::max_element(
        enabled.begin(), enabled.end(),
        [&](core::ActorId a, core::ActorId b) { return priorities_[a] < priorities_[b]; });
    const core::Step& executed = *pending_[chosen];
    for (const core::ActorId actor : enabled) {
      if (actor == chosen || !core::dependent(executed, *pending_[actor], program)) continue;
      priorities_[actor] = random_.next();
    }
    pending_[chosen] = {};
    return chosen;
  }

 private:
  void see(const core::Program& program, core::ActorId actor) {
    if (actor >= pending_.size()) {
      pending_.resize(actor + 1);
      priorities_.resize(actor + 1, 0);
    }
    if (pending_[actor]) return;
    record_.clear();
    program.pending(actor, record_);
    pending_[actor] = core::StepRef::make({actor, 0}, record_.accesses, record_.fingerprint);
    priorities_[actor] = random_.next();
  }

  RandomStream random_{0, 0};
  std::vector<core::StepRef> pending_;     // by actor; empty: not seen yet
  std::vector<std::uint64_t> priorities_;  // by actor, of its pending step
  core::StepRecord record_;
};

}  // namespace

std::unique_ptr<Strategy> make_pos() { return std::make_unique<PartialOrderSampling>(); }

}  // namespace heddle::explore
