#include "explore/drive.hpp"

#include <algorithm>
#include <unordered_map>

#include "explore/recorder.hpp"
#include "support/check.hpp"

namespace heddle::explore {
namespace {

using core::ActorId;

class First final : public Strategy {
 public:
  std::string name() const override { return "first"; }
  void begin_run(const RunStart&) override { last_ = core::kNoActor; }
  ActorId choose(const core::Program&, std::span<const ActorId> enabled) override {
    if (std::find(enabled.begin(), enabled.end(), last_) == enabled.end()) last_ = enabled.front();
    return last_;
  }

 private:
  ActorId last_ = core::kNoActor;
};

// An event is known by its actor and ordinal. `drive` tells the strategy of the steps of its prefix
// by letting it choose among one actor only.
class OriginalOrder final : public Strategy {
 public:
  explicit OriginalOrder(std::vector<ActorId> schedule) : schedule_(std::move(schedule)) {
    for (std::size_t i = 0; i < schedule_.size(); ++i) events_of_[schedule_[i]].push_back(i);
  }
  std::string name() const override { return "original order"; }
  void begin_run(const RunStart& start) override {
    taken_.clear();
    done_.assign(schedule_.size(), false);
    begin_ = 0;
    first_.begin_run(start);
  }
  ActorId choose(const core::Program& program, std::span<const ActorId> enabled) override {
    const ActorId actor = enabled.size() == 1 ? enabled.front() : next(program, enabled);
    const std::vector<std::size_t>& events = events_of_[actor];
    const std::size_t ordinal = taken_[actor]++;
    if (ordinal < events.size()) done_[events[ordinal]] = true;
    return actor;
  }

 private:
  ActorId next(const core::Program& program, std::span<const ActorId> enabled) {
    while (begin_ < done_.size() && done_[begin_]) ++begin_;
    for (std::size_t i = begin_; i < done_.size(); ++i) {
      if (done_[i]) continue;
      if (std::find(enabled.begin(), enabled.end(), schedule_[i]) != enabled.end()) {
        return schedule_[i];
      }
    }
    return first_.choose(program, enabled);
  }

  std::vector<ActorId> schedule_;
  std::unordered_map<ActorId, std::vector<std::size_t>> events_of_;
  std::unordered_map<ActorId, std::size_t> taken_;  // steps so far
  std::vector<bool> done_;                          // events of the schedule
  std::size_t begin_ = 0;                           // all before are done
  First first_;
};

}  // namespace

Driven drive(core::Program& program, std::span<const ActorId> prefix, Strategy& strategy,
             const DriveOptions& options) {
  program.restart();
  Driven run;
  core::StepRecord record;
  std::vector<ActorId> enabled;
  const auto length = static_cast<std::uint32_t>(std::max<std::size_t>(prefix.size(), 1));
  strategy.begin_run({0, length, RandomStream(options.seed, 0)});
  while (true) {
    program.enabled(enabled);
    const std::size_t at = run.schedule.size();
    if (at < prefix.size()) {
      if (std::find(enabled.begin(), enabled.end(), prefix[at]) == enabled.end()) {
        throw schedule_error(program, prefix.first(at + 1));
      }
      enabled = {prefix[at]};
    }
    if (enabled.empty()) break;
    if (at >= options.length && at >= prefix.size()) {
      run.cut_off = true;
      break;
    }
    const ActorId actor = strategy.choose(program, enabled);
    HEDDLE_CHECK(std::find(enabled.begin(), enabled.end(), actor) != enabled.end(),
                 "{} chooses actor {}, which is not enabled", strategy.name(), actor);
    record.clear();
    program.step(actor, record);
    run.schedule.push_back(actor);
  }
  return run;
}

std::unique_ptr<Strategy> make_first() { return std::make_unique<First>(); }

std::unique_ptr<Strategy> make_original_order(std::vector<ActorId> schedule) {
  return std::make_unique<OriginalOrder>(std::move(schedule));
}

}  // namespace heddle::explore
