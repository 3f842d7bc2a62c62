// A lock for many readers or one writer, in one word: the number of readers, or -1.
//
// The bug: a reader that only looks before it counts itself enters together with a writer.
#pragma once

#include "heddle/atomic.hpp"

namespace examples {

template <bool kAtOnce>
class ReaderWriterLock {
 public:
  void lock_shared() {
    while (true) {
      int readers = state_.load(std::memory_order_relaxed);
      if (readers < 0) continue;
      if (!kAtOnce) {
        state_.fetch_add(1, std::memory_order_acquire);
        return;
      }
      if (state_.compare_exchange_strong(readers, readers + 1, std::memory_order_acquire,
                                         std::memory_order_relaxed)) {
        return;
      }
    }
  }
  void unlock_shared() { state_.fetch_sub(1, std::memory_order_release); }

  void lock() {
    while (true) {
      int free = 0;
      if (state_.compare_exchange_strong(free, -1, std::memory_order_acquire,
                                         std::memory_order_relaxed)) {
        return;
      }
    }
  }
  void unlock() { state_.fetch_add(1, std::memory_order_release); }

 private:
  heddle::atomic<int> state_{0};
};

}  // namespace examples
