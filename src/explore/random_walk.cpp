// walk: at every step each enabled actor is equally likely.
//
// The simplest strategy, and the yardstick for the others. A run of which step i was chosen among
// b_i actors has the probability 1/(b_1 b_2 ... b_k): runs are not equally likely, and an order
// that needs one actor to wait while another makes m steps gets about 2^-m. That is what pct and
// pos repair. Every maximal run has a positive probability.
//
// Cost: one random number a step.
#include "explore/random.hpp"

namespace heddle::explore {
namespace {

class RandomWalk final : public Strategy {
 public:
  std::string name() const override { return "walk"; }
  void begin_run(const RunStart& start) override { random_ = start.random; }
  core::ActorId choose(const core::Program& /*program*/,
                       std::span<const core::ActorId> enabled) override {
    return enabled[random_.below(enabled.size())];
  }

 private:
  RandomStream random_{0, 0};
};

}  // namespace

std::unique_ptr<Strategy> make_random_walk() { return std::make_unique<RandomWalk>(); }

}  // namespace heddle::explore
