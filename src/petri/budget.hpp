// How long a part of the engine may go on. Shares of work are counted in steps that are the same in
// every run, so that it does not depend on the machine's mood which method answers; time, memory
// and cancellation only ever end everything.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "petri/cover.hpp"

namespace heddle::petri {

class Budget {
 public:
  explicit Budget(const Limits& limits) : limits_(limits), start_(Clock::now()) {}

  /// Whether time is up or somebody cancelled. Cheap enough to ask thousands of times a second.
  bool over() const { return limits_.stop.stop_requested() || out_of_time(); }
  bool out_of_time() const { return limits_.time && Clock::now() - start_ >= *limits_.time; }
  bool cancelled() const { return limits_.stop.stop_requested(); }
  bool too_large(std::size_t bytes) const { return limits_.bytes && bytes > *limits_.bytes; }
  const Limits& limits() const { return limits_; }

  /// For the progress line.
  void has_markings(std::size_t count) const {
    if (limits_.progress != nullptr) limits_.progress->markings = count;
  }
  void has_elements(std::size_t count) const {
    if (limits_.progress != nullptr) limits_.progress->elements = count;
  }

 private:
  using Clock = std::chrono::steady_clock;
  const Limits& limits_;
  const Clock::time_point start_;
};

}  // namespace heddle::petri
