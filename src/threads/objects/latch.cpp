#include "heddle/latch.hpp"

namespace heddle {

using detail::Kind;
using detail::LatchState;
using detail::Sync;

latch::latch(std::ptrdiff_t expected, place made)
    : GuardedObject("latch", static_cast<std::uint64_t>(expected) << LatchState::kBits, made) {
  if (detail::exploring() && (expected < 0 || expected > max())) {
    detail::misuse("latch made with a count that is negative or above its maximum", made);
  }
}

// Two of these commute, so an error here must not stop the thread: which of them is one too many is
// not explored.
void latch::count_down(std::ptrdiff_t n, place where) {
  if (n < 0 || n > max()) detail::misuse("latch counted down by an impossible number", where);
  execute("count_down", Kind::releases,
          token(LatchState::kCountDown, static_cast<std::uint64_t>(n)), where, Sync::release);
  if (state().count < 0) detail::report_error("latch counted down below zero", where);
}

// Looking changes nothing that anybody can see.
bool latch::try_wait(place where) const {
  const bool open = const_cast<latch*>(this)->execute(
      "try_wait", Kind::tries, token(LatchState::kTryWait), where, Sync::acquire);
  detail::no_change();
  if (detail::recording()) detail::note_value(open ? "true" : "false");
  return open;
}

void latch::wait(place where) const {
  const_cast<latch*>(this)->execute("wait", Kind::waits, token(LatchState::kWait), where,
                                    Sync::acquire);
}

}  // namespace heddle
