#include "heddle/semaphore.hpp"

namespace heddle::detail {

Semaphore::Semaphore(std::ptrdiff_t count, std::ptrdiff_t most, place made)
    : GuardedObject("semaphore", static_cast<std::uint64_t>(count) << SemaphoreState::kBits, made),
      most_(most) {
  const auto representable = static_cast<std::ptrdiff_t>(SemaphoreState::kMost);
  if (exploring() && (count < 0 || count > most || count > representable)) {
    misuse("semaphore made with a count that is negative or above its maximum", made);
  }
}

// Two releases commute, so an error here must not stop the thread: which of them is one too many is
// not explored.
void Semaphore::release(std::ptrdiff_t update, place where) {
  const auto representable = static_cast<std::ptrdiff_t>(SemaphoreState::kMost);
  if (update < 0 || update > most_ || update > representable) {
    misuse("semaphore released by a number that is negative or above its maximum", where);
  }
  execute("release", Kind::releases,
          token(SemaphoreState::kRelease, static_cast<std::uint64_t>(update)), where,
          Sync::release);
  if (static_cast<std::ptrdiff_t>(state().count) > most_) {
    report_error("semaphore released above its maximum", where);
  }
}

bool Semaphore::try_to(const char* name, Timeout deadline, place where) {
  const bool done = execute(name, Kind::tries, token(SemaphoreState::kTry), where, Sync::acquire);
  if (recording()) note_value(done ? "true" : "false");
  if (!done) {
    no_change();
    deadline.happens();
  }
  return done;
}

}  // namespace heddle::detail
