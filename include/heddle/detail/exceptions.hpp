// The engine's side of exceptions between threads, set-up and teardown, and mailboxes.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>

#include "heddle/detail/runtime.hpp"

namespace heddle {

/// Where exceptions of other threads may arrive.
enum class masking : std::uint8_t {
  unmasked,         // at every operation
  masked,           // only in operations that had to wait
  uninterruptible,  // nowhere
};

}  // namespace heddle

namespace heddle::detail {

masking get_masking() noexcept;
void set_masking(masking state) noexcept;
/// A step at which an exception may arrive; nothing in threads that nobody can throw into.
void interruption_point(place where);
/// From now on others know the number of the calling thread and may throw into it.
void become_target() noexcept;
/// Waits until the exception has arrived in that thread, or that thread has ended.
void throw_to(std::uint32_t thread, std::exception_ptr exception, place where);

/// Until `end_setup` the schedule is fixed: the oldest thread that can go on.
void begin_setup();
void end_setup();
/// `body` runs as a thread of its own when no other can take a step any more.
void at_teardown(std::function<void()> body);
/// Checked after every step of the main phase; fails by throwing.
void add_invariant(std::function<void()> check);
/// An invariant looks at this object.
void inspected(Location location);

}  // namespace heddle::detail
