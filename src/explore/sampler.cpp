// Sampler: makes the runs that a strategy draws.
//
// Run n draws from the random stream (seed, n). The walks that estimate the length of a run draw
// from streams at the other end of the numbers, so every worker makes the same estimate.
#include <algorithm>
#include <limits>
#include <utility>

#include "explore/random.hpp"
#include "support/check.hpp"

namespace heddle::explore {
namespace {

constexpr std::uint64_t kEstimateWalks = 4;

}  // namespace

Sampler::Sampler(core::Program& program, std::unique_ptr<Strategy> strategy, std::uint64_t seed,
                 const SamplerOptions& options)
    : program_(program),
      strategy_(std::move(strategy)),
      seed_(seed),
      options_(options),
      next_(options.first),
      watch_(options.stop),
      hb_(execution_, program, false) {
  HEDDLE_CHECK(options.stride > 0, "a stride of 0 makes the same run for ever");
}

bool Sampler::next_run() {
  if (options_.end && next_ >= *options_.end) return false;
  if (estimated_length_ == 0 && strategy_->needs_length()) estimate_length();
  run_ = next_;
  next_ += options_.stride;
  run(*strategy_, {run_, std::max(estimated_length_, 1U), RandomStream(seed_, run_)});
  ++counts_.interleavings;
  counts_.events += execution_.size();
  if (run_end_ == RunEnd::kStopped) counts_.bounds_hit.add(BoundKind::kStopped);
  if (run_end_ == RunEnd::kBounded) counts_.bounds_hit.add(BoundKind::kLength);
  longest_ = std::max(longest_, execution_.size());
  return true;
}

void Sampler::estimate_length() {
  if (options_.estimated_length) {
    estimated_length_ = std::max(*options_.estimated_length, 1U);
    return;
  }
  estimated_length_ = 1;
  const auto walk = make_random_walk();
  for (std::uint64_t i = 0; i < kEstimateWalks; ++i) {
    const std::uint64_t number = std::numeric_limits<std::uint64_t>::max() - i;
    run(*walk, {number, 1, RandomStream(seed_, number)});
    estimated_length_ = std::max(estimated_length_, execution_.size());
  }
}

void Sampler::run(Strategy& strategy, const RunStart& start) {
  program_.restart();
  hb_.truncate(0);
  execution_.truncate(0);
  strategy.begin_run(start);
  run_end_ = RunEnd::kMaximal;
  while (true) {
    program_.enabled(enabled_);
    if (enabled_.empty()) return;
    if (options_.length && execution_.size() >= *options_.length) {
      run_end_ = RunEnd::kBounded;
      return;
    }
    if (watch_.says_stop()) {
      run_end_ = RunEnd::kStopped;
      return;
    }
    const core::ActorId actor = strategy.choose(program_, enabled_);
    HEDDLE_CHECK(std::find(enabled_.begin(), enabled_.end(), actor) != enabled_.end(),
                 "{} chooses actor {}, which is not enabled", strategy.name(), actor);
    record_.clear();
    program_.step(actor, record_);
    execution_.push(actor, record_);
  }
}

std::vector<core::ActorId> Sampler::schedule() const {
  std::vector<core::ActorId> schedule(execution_.size());
  for (std::uint32_t i = 0; i < execution_.size(); ++i) schedule[i] = execution_[i].actor();
  return schedule;
}

const core::HappensBefore& Sampler::happens_before() {
  hb_.extend();
  return hb_;
}

}  // namespace heddle::explore
