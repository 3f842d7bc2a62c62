// heddle::counting_semaphore and binary_semaphore, with every operation of <semaphore>.
//
//   heddle::counting_semaphore<3> slots(3);
//   slots.acquire();
//   ...
//   slots.release();
//
// try_acquire fails only if the count is 0 (the standard would let it fail for no reason, too).
// Releasing above the maximum is an error of use.
#pragma once

#include <cstddef>
#include <limits>

#include "heddle/chrono.hpp"
#include "heddle/detail/guarded.hpp"

namespace heddle {

namespace detail {

/// Arguments: the initial count and how many are released, 20 bits each.
struct SemaphoreState {
  static constexpr const char* kName = "semaphore";
  static constexpr unsigned kBits = 20;
  static constexpr std::uint64_t kMost = (std::uint64_t{1} << kBits) - 1;
  enum Code : std::uint8_t { kAcquire, kTry, kRelease };

  explicit SemaphoreState(std::uint64_t argument) : count(argument >> kBits) {}
  bool admits(Token operation) const { return code_of(operation) != kAcquire || count > 0; }
  /// Whether one was acquired.
  bool apply(Token operation) {
    if (code_of(operation) == kRelease) {
      count += argument_of(operation) & kMost;
      return false;
    }
    if (count == 0) return false;
    --count;
    return true;
  }
  static bool commute(Token first, Token second) {
    return code_of(first) == kRelease && code_of(second) == kRelease;
  }
  const char* wrong_to_destroy() const { return nullptr; }

  std::uint64_t count;
};

class Semaphore : public GuardedObject<SemaphoreState> {
 public:
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void release(std::ptrdiff_t update = 1, place where = place::here());
  void acquire(place where = place::here()) {
    execute("acquire", Kind::waits, token(SemaphoreState::kAcquire), where, Sync::acquire);
  }
  bool try_acquire(place where = place::here()) { return try_to("try_acquire", {}, where); }
  template <class Rep, class Period>
  bool try_acquire_for(const std::chrono::duration<Rep, Period>& time,
                       place where = place::here()) {
    return try_to("try_acquire_for", deadline_after(time), where);
  }
  template <class Clock, class Duration>
  bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& time,
                         place where = place::here()) {
    return try_to("try_acquire_until", deadline_at(time), where);
  }

 protected:
  Semaphore(std::ptrdiff_t count, std::ptrdiff_t most, place made);

 private:
  bool try_to(const char* name, Timeout deadline, place where);
  const std::ptrdiff_t most_;
};

}  // namespace detail

template <std::ptrdiff_t LeastMaxValue = std::numeric_limits<std::ptrdiff_t>::max()>
class counting_semaphore : public detail::Semaphore {
 public:
  static_assert(LeastMaxValue >= 0);
  explicit counting_semaphore(std::ptrdiff_t count, place made = place::here())
      : Semaphore(count, LeastMaxValue, made) {}
  static constexpr std::ptrdiff_t max() noexcept { return LeastMaxValue; }
};

using binary_semaphore = counting_semaphore<1>;

}  // namespace heddle
