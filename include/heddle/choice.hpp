// Nondeterminism of the test itself, and code that the engine cannot see into.
//
//   const int size = heddle::choose({1, 2, 8});        // every one of them is explored
//   const std::size_t victim = heddle::choose(3);      // 0, 1 and 2
//   heddle::assume(size > limit);                      // other runs do not count
//   heddle::atomic_step([&] { log << "started\n"; });  // as one step; others do not come between
//
// A choice is a step of its own. A run in which an assumption does not hold tells nothing, not even
// errors: it is counted as blocked. The opaque code of `atomic_step` uses nothing of this library;
// all such steps depend on each other, so what they share with each other is explored in every
// order, and each sees what the ones before it did. Only in explorations.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "heddle/detail/runtime.hpp"
#include "heddle/detail/text.hpp"

namespace heddle {

namespace detail {

/// The run does not count; the thread stays here.
void refute(place where);

/// While it lives, the calling thread must not perform operations: a step of it has begun.
class OpaqueStep {
 public:
  explicit OpaqueStep(place where);
  ~OpaqueStep();
  OpaqueStep(const OpaqueStep&) = delete;
  OpaqueStep& operator=(const OpaqueStep&) = delete;
};

}  // namespace detail

/// A number below `count`.
inline std::size_t choose(std::size_t count, place where = place::here()) {
  if (count == 0) detail::misuse("choose: there is nothing to choose from", where);
  const std::size_t chosen = detail::choose(count, "choose", where);
  if (detail::recording()) detail::note_value(std::to_string(chosen));
  return chosen;
}
template <class T>
T choose(std::initializer_list<T> values, place where = place::here()) {
  if (values.size() == 0) detail::misuse("choose: there is nothing to choose from", where);
  const std::size_t chosen = detail::choose(values.size(), "choose", where);
  const T& value = *std::next(values.begin(), static_cast<std::ptrdiff_t>(chosen));
  if (detail::recording()) detail::note_value(detail::trace_text(value));
  return value;
}

inline void assume(bool holds, place where = place::here()) {
  if (!holds) detail::refute(where);
}

/// What `code` gives.
template <class F>
decltype(auto) atomic_step(F&& code, place where = place::here()) {
  const detail::OpaqueStep step(where);
  return std::forward<F>(code)();
}

}  // namespace heddle
