// heddle::latch: threads wait until it has been counted down to zero, once.
//
//   heddle::latch done(2);
//   ... done.count_down(); ...   // in two threads
//   done.wait();
//
// Counting down below zero is an error of use. try_wait fails only if the count is not zero.
#pragma once

#include <cstddef>

#include "heddle/detail/guarded.hpp"

namespace heddle {

namespace detail {

/// Arguments: the initial count and by how much it is counted down, 20 bits each.
struct LatchState {
  static constexpr const char* kName = "latch";
  static constexpr unsigned kBits = 20;
  static constexpr std::uint64_t kMost = (std::uint64_t{1} << kBits) - 1;
  enum Code : std::uint8_t { kCountDown, kWait, kTryWait };

  explicit LatchState(std::uint64_t argument)
      : count(static_cast<std::int64_t>(argument >> kBits)) {}
  bool admits(Token operation) const { return code_of(operation) != kWait || count <= 0; }
  /// Whether it is open.
  bool apply(Token operation) {
    if (code_of(operation) == kCountDown) {
      count -= static_cast<std::int64_t>(argument_of(operation) & kMost);
    }
    return count <= 0;
  }
  static bool commute(Token first, Token second) {
    return (code_of(first) == kCountDown) == (code_of(second) == kCountDown);
  }
  const char* wrong_to_destroy() const { return nullptr; }

  std::int64_t count;
};

}  // namespace detail

class latch : public detail::GuardedObject<detail::LatchState> {
 public:
  explicit latch(std::ptrdiff_t expected, place made = place::here());
  latch(const latch&) = delete;
  latch& operator=(const latch&) = delete;
  static constexpr std::ptrdiff_t max() noexcept {
    return static_cast<std::ptrdiff_t>(detail::LatchState::kMost);
  }

  void count_down(std::ptrdiff_t n = 1, place where = place::here());
  bool try_wait(place where = place::here()) const;
  void wait(place where = place::here()) const;
  void arrive_and_wait(std::ptrdiff_t n = 1, place where = place::here()) {
    count_down(n, where);
    wait(where);
  }
};

}  // namespace heddle
