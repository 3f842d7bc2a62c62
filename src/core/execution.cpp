#include "core/execution.hpp"

#include <algorithm>

namespace heddle::core {

namespace {

bool does(const Step& step, const StepRecord& record) {
  const auto accesses = step.accesses();
  return step.fingerprint() == record.fingerprint &&
         std::equal(accesses.begin(), accesses.end(), record.accesses.begin(),
                    record.accesses.end());
}

}  // namespace

void ExecutionMemory::clear() {
  steps_.clear();
  actors_.clear();
  ordinals_.clear();
  summaries_.clear();
  previous_.clear();
  last_.clear();
  for (auto& steps : seen_) steps.clear();
}

bool ExecutionMemory::small() const { return steps_.capacity() <= 1024 && seen_.size() <= 64; }

StepRef Execution::step_of(EventId id, const StepRecord& record) {
  if (id.actor >= seen_.size()) seen_.resize(id.actor + 1);
  auto& steps = seen_[id.actor];
  if (id.ordinal >= steps.size()) steps.resize(id.ordinal + 1);
  StepRef& step = steps[id.ordinal];
  if (step && does(*step, record)) return step;
  StepRef made = StepRef::make(id, record.accesses, record.fingerprint);
  if (!made->receives()) step = made;
  return made;
}

const StepRef& Execution::push(ActorId actor, const StepRecord& record) {
  if (actor >= last_.size()) last_.resize(actor + 1, kNoEvent);
  const EventId id{actor, count(actor)};
  steps_.push_back(step_of(id, record));
  actors_.push_back(actor);
  ordinals_.push_back(id.ordinal);
  summaries_.push_back(steps_.back()->summary());
  previous_.push_back(last_[actor]);
  last_[actor] = size() - 1;
  return steps_.back();
}

void Execution::truncate(std::uint32_t size) {
  while (steps_.size() > size) {
    last_[actors_.back()] = previous_.back();
    steps_.pop_back();
    previous_.pop_back();
    actors_.pop_back();
    ordinals_.pop_back();
    summaries_.pop_back();
  }
}

}  // namespace heddle::core
