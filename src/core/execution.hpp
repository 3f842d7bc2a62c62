// Execution: the events of the current run, in order. Grows at the end and is cut back to a prefix.
//
// An event that does in one run what it did in the one before is the same step: wakeup trees hold
// steps of thousands of runs, few of which differ.
#pragma once

#include <span>
#include <vector>

#include "core/step.hpp"
#include "support/recycled.hpp"

namespace heddle::core {

inline constexpr std::uint32_t kNoEvent = 0xffffffffU;

struct ExecutionMemory {
  std::vector<StepRef> steps_;
  // Of the steps, so that they need not be looked at.
  std::vector<ActorId> actors_;
  std::vector<std::uint32_t> ordinals_;
  std::vector<Summary> summaries_;
  std::vector<std::uint32_t> previous_;
  std::vector<std::uint32_t> last_;
  std::vector<std::vector<StepRef>> seen_;  // by actor and ordinal: the latest such step

  void clear();
  bool small() const;
};

class Execution : support::Recycled<ExecutionMemory> {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(steps_.size()); }
  bool empty() const { return steps_.empty(); }
  const Step& operator[](std::uint32_t event) const { return *steps_[event]; }
  const StepRef& step(std::uint32_t event) const { return steps_[event]; }
  StepRef& step(std::uint32_t event) { return steps_[event]; }
  std::span<const StepRef> path() const { return steps_; }
  /// The actor of each event.
  const std::vector<ActorId>& schedule() const { return actors_; }
  const Summary& summary(std::uint32_t event) const { return summaries_[event]; }
  ActorId actor(std::uint32_t event) const { return actors_[event]; }
  std::uint32_t ordinal(std::uint32_t event) const { return ordinals_[event]; }
  /// The event of the same actor before this one, or kNoEvent.
  std::uint32_t previous(std::uint32_t event) const { return previous_[event]; }
  /// The last event of an actor, or kNoEvent.
  std::uint32_t last(ActorId actor) const { return actor < last_.size() ? last_[actor] : kNoEvent; }
  /// How many events of this actor there are; the ordinal of its next one.
  std::uint32_t count(ActorId actor) const {
    const std::uint32_t event = last(actor);
    return event == kNoEvent ? 0 : ordinals_[event] + 1;
  }

  /// Appends the event `record` of `actor`.
  const StepRef& push(ActorId actor, const StepRecord& record);
  void truncate(std::uint32_t size);

 private:
  StepRef step_of(EventId id, const StepRecord& record);
};

}  // namespace heddle::core
