// Steps: executed operations as values that outlive the run they were executed in.
//
// The same `Step` object is an event of the current execution, a link of a wakeup sequence and a
// member of a sleep set: planning a reversal copies pointers, not footprints. Reference counts are
// not atomic: two threads never hold the same step (dist/clone.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "core/actor.hpp"
#include "core/footprint.hpp"
#include "core/program.hpp"

namespace heddle::core {

/// "The n-th event of this actor": an event's identity in every interleaving that contains it.
struct EventId {
  ActorId actor = kNoActor;
  std::uint32_t ordinal = 0;
  bool operator==(const EventId&) const = default;
  auto operator<=>(const EventId&) const = default;
};

class Step {
 public:
  ActorId actor() const { return id_.actor; }
  EventId id() const { return id_; }
  /// Of a take or poll: the append whose message it got; `kNoActor` if none.
  EventId taken() const { return taken_; }
  std::uint64_t fingerprint() const { return fingerprint_; }
  const Summary& summary() const { return summary_; }
  std::span<const Access> accesses() const { return {accesses_, count_}; }
  /// The first access of this location, or null.
  const Access* find(Location location) const;
  /// Some of its dependencies may show only when a later step observes them.
  bool conditional() const { return conditional_; }
  /// A take or a poll: what it got is learnt later.
  bool receives() const { return receives_; }
  bool polls() const { return polls_; }
  /// Something could have kept it waiting: a lock, an await, an object.
  bool can_wait() const { return can_wait_; }
  /// What it finds decides what else it touches.
  bool decides() const { return decides_; }
  /// Nobody knows what it will touch: it counts as dependent on every other step.
  bool wild() const { return count_ > 0 && accesses_[count_ - 1].location == kAnywhere; }

 private:
  friend class StepRef;
  EventId id_;
  EventId taken_;
  std::uint64_t fingerprint_;
  Summary summary_;
  std::uint32_t references_;
  std::uint32_t count_ : 27;
  std::uint32_t conditional_ : 1;
  std::uint32_t receives_ : 1;
  std::uint32_t polls_ : 1;
  std::uint32_t can_wait_ : 1;
  std::uint32_t decides_ : 1;
  Access accesses_[];
};

/// Shared ownership of an immutable step; may be empty.
class StepRef {
 public:
  StepRef() = default;
  StepRef(const StepRef& other) : step_(other.step_) {
    if (step_ != nullptr) ++step_->references_;
  }
  StepRef(StepRef&& other) noexcept : step_(std::exchange(other.step_, nullptr)) {}
  StepRef& operator=(StepRef other) noexcept {
    std::swap(step_, other.step_);
    return *this;
  }
  ~StepRef() {
    if (step_ != nullptr && --step_->references_ == 0) release(step_);
  }

  static StepRef make(EventId id, std::span<const Access> accesses, std::uint64_t fingerprint,
                      EventId taken = {});
  /// The same step, but having taken another message.
  StepRef with_taken(EventId taken) const;
  /// The same step, but it may touch anything.
  StepRef as_wild() const;
  /// An equal step that nobody else holds.
  StepRef copy() const { return step_ == nullptr ? StepRef{} : with_taken(step_->taken_); }

  const Step* operator->() const { return step_; }
  const Step& operator*() const { return *step_; }
  explicit operator bool() const { return step_ != nullptr; }
  /// Nobody else holds this step.
  bool unique() const { return step_ == nullptr || step_->references_ == 1; }
  /// Only for the place that executes a take and learns which message it got.
  void set_taken(EventId taken) { step_->taken_ = taken; }

 private:
  static void release(Step* step);
  Step* step_ = nullptr;
};

/// For steps whose summaries meet.
bool dependent_somewhere(const Step& earlier, const Step& later, const Program& program);

/// Whether two steps of different actors are dependent in this order, taking conditional pairs as
/// conflicts.
inline bool dependent(const Step& earlier, const Step& later, const Program& program) {
  return earlier.summary().meets(later.summary()) && dependent_somewhere(earlier, later, program);
}

}  // namespace heddle::core
