// Hazard pointers (Michael 2004), for one reader: it says what it is about to use, looks whether
// that is still the current one, and whoever replaces an object leaves those alone that are in use.
//
// The bug: nothing orders the reader's announcement before its second look, so that the other side
// may miss the announcement although the look succeeds.
#pragma once

#include <array>

#include "heddle/atomic.hpp"
#include "heddle/var.hpp"

namespace examples {

template <bool kFenced>
class HazardPointer {
 public:
  int read() {
    int current = current_.load(std::memory_order_acquire);
    while (true) {
      hazard_.store(current, std::memory_order_release);
      if (kFenced) heddle::atomic_thread_fence(std::memory_order_seq_cst);
      const int again = current_.load(std::memory_order_acquire);
      if (again == current) break;
      current = again;
    }
    const int value = objects_[current].read();
    hazard_.store(kNothing, std::memory_order_release);
    return value;
  }

  /// By one writer. Whether the old object could be reclaimed at once.
  bool replace(int value) {
    const int old = current_.load(std::memory_order_relaxed);
    const int fresh = 1 - old;
    objects_[fresh] = value;
    current_.store(fresh, std::memory_order_release);
    if (kFenced) heddle::atomic_thread_fence(std::memory_order_seq_cst);
    if (hazard_.load(std::memory_order_acquire) == old) return false;
    objects_[old] = kReclaimed;
    return true;
  }

  static constexpr int kReclaimed = -1;

 private:
  static constexpr int kNothing = -1;

  heddle::atomic<int> current_{0}, hazard_{kNothing};
  std::array<heddle::var<int>, 2> objects_{};
};

}  // namespace examples
