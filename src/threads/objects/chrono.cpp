#include "heddle/chrono.hpp"

#include <string>

#include "threads/program.hpp"

namespace heddle::detail {

[[gnu::noinline]] void Timeout::happens() const { pass_time_until(end()); }

// Only a clock that has moved since the thread looked last makes a difference to it: a loop that
// asks again and again for a time that does not pass is a loop that waits.
std::chrono::nanoseconds read_clock(const char* name, place where) {
  if (!exploring()) return std::chrono::nanoseconds{0};
  Operation op(name, where);
  op.acquires = op.releases = false;
  op.changes = threads::Program::current()->clock_moved();
  perform(op);
  const std::chrono::nanoseconds time = virtual_time();
  if (recording()) note_value(std::to_string(time.count()) + " ns");
  return time;
}

}  // namespace heddle::detail
