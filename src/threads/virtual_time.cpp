// Virtual time: clocks that move only by sleeping and by timeouts.
//
// Time flows along the dependencies between steps, so that what a thread reads from a clock is the
// same in all equivalent runs: of two operations that commute, none sees the time of the other.
// Cells and hand-overs publish what they hand over; the others what they synchronise.
#include <algorithm>

#include "threads/locations.hpp"
#include "threads/program.hpp"

namespace heddle::threads {

using detail::Location;

void Program::see_times(const Operation& operation, Thread& thread) {
  const auto see = [&](Location location) {
    const auto published = times_.find(location);
    if (published != times_.end()) thread.time = std::max(thread.time, published->second);
  };
  for (std::size_t i = 0; i < operation.touches; ++i) {
    const detail::Access access = operation.touched[i].access;
    const bool sees = access == detail::Access::read || access == detail::Access::update ||
                      access == detail::Access::consume;
    if (sees) see(operation.touched[i].location);
  }
  operation.each_acquired(see);
  see(begin_of(thread.actor));
}

// The operation itself is gone by now: `step` has its cells and hand-overs.
void Program::publish_time(const core::StepRecord& step, const Thread& thread) {
  const auto publish = [&](Location location) {
    std::chrono::nanoseconds& published = times_[location];
    published = std::max(published, thread.time);
  };
  for (const core::Access& access : step.accesses) {
    const bool publishes = access.kind == core::AccessKind::kWrite ||
                           access.kind == core::AccessKind::kUpdate ||
                           access.kind == core::AccessKind::kProduce;
    if (publishes) publish(access.location);
  }
  for (const Location location : released_) publish(location);
}

void Program::pass_time_until(std::chrono::nanoseconds time) {
  Thread& thread = threads_[running_];
  thread.time = std::max(thread.time, time);
}

}  // namespace heddle::threads
