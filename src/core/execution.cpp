#include "core/execution.hpp"

namespace heddle::core {

const StepRef& Execution::push(ActorId actor, const StepRecord& record) {
  if (actor >= last_.size()) last_.resize(actor + 1, kNoEvent);
  const EventId id{actor, count(actor)};
  steps_.push_back(StepRef::make(id, record.accesses, record.fingerprint));
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
