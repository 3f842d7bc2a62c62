// weighted: every actor has a weight, and is chosen with a probability proportional to it.
//
// Déjà Fu's way `randomly` (seed 004): an actor draws a weight from 1 to 50 when it is first seen
// enabled in a run and keeps it for the run. In a uniform walk all actors go at about the same
// speed; here one may be fifty times slower than another, so long delays become likely without any
// knowledge of the program. Every maximal run has a positive probability.
//
// Invariant: weights_[a] is 0 exactly if a has not been enabled in this run.
// Cost: O(enabled actors) a step.
#include <algorithm>

#include "explore/random.hpp"

namespace heddle::explore {
namespace {

class Weighted final : public Strategy {
 public:
  std::string name() const override { return "weighted"; }

  void begin_run(const RunStart& start) override {
    random_ = start.random;
    std::fill(weights_.begin(), weights_.end(), 0);
  }

  core::ActorId choose(const core::Program& /*program*/,
                       std::span<const core::ActorId> enabled) override {
    std::uint64_t total = 0;
    for (const core::ActorId actor : enabled) total += weight(actor);
    std::uint64_t drawn = random_.below(total);
    for (const core::ActorId actor : enabled) {
      if (drawn < weights_[actor]) return actor;
      drawn -= weights_[actor];
    }
    return enabled.back();  // not reached: drawn < total
  }

 private:
  static constexpr std::uint64_t kMaxWeight = 50;  // as in Déjà Fu

  std::uint64_t weight(core::ActorId actor) {
    if (actor >= weights_.size()) weights_.resize(actor + 1, 0);
    if (weights_[actor] == 0) weights_[actor] = 1 + random_.below(kMaxWeight);
    return weights_[actor];
  }

  RandomStream random_{0, 0};
  std::vector<std::uint64_t> weights_;  // by actor
};

}  // namespace

std::unique_ptr<Strategy> make_weighted() { return std::make_unique<Weighted>(); }

}  // namespace heddle::explore
