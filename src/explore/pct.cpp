// pct: probabilistic concurrency testing, with a guarantee.
//
// Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with Probabilistic
// Guarantees of Finding Bugs" (ASPLOS 2010). The depth of a bug is the number of ordering
// constraints between steps that suffice to bring it about: 1 for a use before an initialisation, 2
// for a broken atomicity or a deadlock of two locks. Actors get a random order of priorities, and
// the highest enabled one always runs; before d-1 randomly chosen steps the actor about to run
// falls below all others.
//
// Guarantee: a run finds a bug of depth d with a probability of at least
//
//     1 / (n k^(d-1))
//
// if the program has at most n actors (phantom actors count) and no run has more than k events. It
// holds for the estimated k (RunStart::length) as long as runs are not longer; Sampler::longest()
// tells. This is the paper's theorem about its algorithm; the tests measure it here for depths 2
// and 4. Actors need not be known beforehand: one draws its priority when it is first seen. Change
// points are drawn independently; if two meet at a step, two actors fall, the first one lower.
//
//   paper                       here
//   n, k, d                     (not needed)  RunStart::length  depth_
//   priorities d, ..., d+n-1    a random number of at least 2^61, drawn when an actor is first seen
//   k_i with priority i         change_points_[i-1]
//
// Invariant: the order among the actors that have not met a change point nor yielded is uniformly
// random; an actor that met change point i has priority i, below all those, above all that yielded.
//
// A strict priority starves everybody else while its owner spins. So an actor that yields (the
// program says when) falls to the bottom; this is not in the paper's algorithm, and the guarantee
// is for programs that do not yield. Cost: O(enabled actors + d) a step.
#include <fmt/format.h>

#include <algorithm>

#include "explore/random.hpp"
#include "support/check.hpp"

namespace heddle::explore {
namespace {

class Pct final : public Strategy {
 public:
  explicit Pct(std::uint32_t depth) : depth_(depth) {}

  std::string name() const override { return fmt::format("pct:{}", depth_); }
  bool needs_length() const override { return depth_ > 1; }

  void begin_run(const RunStart& start) override {
    random_ = start.random;
    step_ = 0;
    bottom_ = -1;
    std::fill(priorities_.begin(), priorities_.end(), kUnseen);
    change_points_.clear();
    for (std::uint32_t i = 1; i < depth_; ++i) {
      change_points_.push_back(1 + random_.below(start.length));
    }
  }

  core::ActorId choose(const core::Program& program,
                       std::span<const core::ActorId> enabled) override {
    for (const core::ActorId actor : enabled) see(actor);
    ++step_;
    core::ActorId chosen = highest(enabled);
    for (std::size_t i = 0; i < change_points_.size(); ++i) {
      if (change_points_[i] != step_) continue;
      priorities_[chosen] = static_cast<std::int64_t>(i) + 1;
      chosen = highest(enabled);
    }
    if (program.pending_yields(chosen)) priorities_[chosen] = bottom_--;
    return chosen;
  }

 private:
  static constexpr std::int64_t kUnseen = 0;
  static constexpr std::int64_t kLowestInitial = std::int64_t{1} << 61;

  void see(core::ActorId actor) {
    if (actor >= priorities_.size()) priorities_.resize(actor + 1, kUnseen);
    if (priorities_[actor] != kUnseen) return;
    // 61 random bits: equal ones are as good as impossible, and then the older actor is higher.
    priorities_[actor] = kLowestInitial + static_cast<std::int64_t>(random_.next() >> 3);
  }

  core::ActorId highest(std::span<const core::ActorId> enabled) const {
    return *std::max_element(enabled.begin(), enabled.end(), [&](core::ActorId a, core::ActorId b) {
      return priorities_[a] < priorities_[b];
    });
  }

  const std::uint32_t depth_;
  RandomStream random_{0, 0};
  std::uint64_t step_ = 0;  // the one being chosen, from 1
  std::int64_t bottom_ = -1;
  std::vector<std::int64_t> priorities_;  // by actor
  std::vector<std::uint64_t> change_points_;
};

}  // namespace

std::unique_ptr<Strategy> make_pct(std::uint32_t depth) {
  HEDDLE_CHECK(depth >= 1, "a bug has at least depth 1");
  return std::make_unique<Pct>(depth);
}

}  // namespace heddle::explore
