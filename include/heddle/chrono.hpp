// heddle::steady_clock and heddle::system_clock: virtual time, the same in every run.
//
//   const auto begin = heddle::steady_clock::now();
//   heddle::this_thread::sleep_for(10ms);                 // takes no time at all
//   assert(heddle::steady_clock::now() - begin == 10ms);
//
// Time passes by sleeping and by timeouts only; computing takes none. Every thread has its own
// time, and whoever sees what another thread did (joins it, locks what it unlocked, reads what it
// wrote) is not earlier than that thread was. Sleeping orders nothing: a thread that sleeps for a
// second may go on before one that sleeps for a millisecond, as on a busy machine. A timeout is
// possible whenever the operation would have to wait, however long the time: what is explored is
// whether the operation waits or gives up, not when. A loop that only asks for the time never ends,
// and is reported as a thread that spins.
#pragma once

#include <chrono>

#include "heddle/detail/runtime.hpp"

namespace heddle {

namespace detail {

/// One step: what a clock shows to the calling thread.
std::chrono::nanoseconds read_clock(const char* name, place where);

template <class Clock>
concept VirtualClock = requires {
  Clock::kHeddleEpoch;
};

}  // namespace detail

struct steady_clock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<steady_clock>;
  static constexpr bool is_steady = true;
  /// Not zero: programs use time_point{} for "never".
  static constexpr duration kHeddleEpoch = std::chrono::hours(1);

  static time_point now(place where = place::here()) {
    return time_point(kHeddleEpoch + detail::read_clock("steady_clock::now", where));
  }
};

/// Starts on the first of January 2020.
struct system_clock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<system_clock>;
  static constexpr bool is_steady = false;
  static constexpr duration kHeddleEpoch = std::chrono::seconds(1'577'836'800);

  static time_point now(place where = place::here()) {
    return time_point(kHeddleEpoch + detail::read_clock("system_clock::now", where));
  }
  static std::time_t to_time_t(const time_point& time) noexcept {
    return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
  }
  static time_point from_time_t(std::time_t time) noexcept {
    return time_point(std::chrono::seconds(time));
  }
};

using high_resolution_clock = steady_clock;

namespace detail {

/// As long a time as fits; negative ones are none.
template <class Rep, class Period>
std::chrono::nanoseconds bounded(const std::chrono::duration<Rep, Period>& time) {
  constexpr std::chrono::hours kLong(24 * 365 * 100);
  if (!(time > time.zero())) return std::chrono::nanoseconds{0};
  if (time > kLong) return kLong;
  return std::chrono::ceil<std::chrono::nanoseconds>(time);
}

/// When a wait ends. A length is not turned into a point of time before it is over: a loop of such
/// waits is recognised by its local variables.
struct Timeout {
  std::chrono::nanoseconds time{0};
  bool relative = false;

  std::chrono::nanoseconds end() const { return relative ? virtual_time() + time : time; }
  Timeout fixed() const { return {end(), false}; }
  /// Not inline: points of time must not stay behind among the local variables of the caller.
  void happens() const;
};

template <class Rep, class Period>
Timeout deadline_after(const std::chrono::duration<Rep, Period>& time) {
  return {bounded(time), true};
}
/// Real clocks are not followed: no virtual time passes.
template <class Clock, class Duration>
Timeout deadline_at(const std::chrono::time_point<Clock, Duration>& time) {
  if constexpr (VirtualClock<Clock>) {
    return {bounded(time.time_since_epoch() - Clock::kHeddleEpoch), false};
  } else {
    return {};
  }
}

}  // namespace detail

}  // namespace heddle
