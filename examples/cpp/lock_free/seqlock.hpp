// A sequence lock: readers do not write, and look again if a writer was there meanwhile.
//
// The bug: without the fence the second look at the sequence may come before the data was read, and
// halves of two values pass for one.
#pragma once

#include <utility>

#include "heddle/atomic.hpp"

namespace examples {

template <bool kFenced>
class Seqlock {
 public:
  /// By one writer.
  void write(int first, int second) {
    const unsigned sequence = sequence_.load(std::memory_order_relaxed);
    sequence_.store(sequence + 1, std::memory_order_relaxed);
    heddle::atomic_thread_fence(std::memory_order_release);
    first_.store(first, std::memory_order_relaxed);
    second_.store(second, std::memory_order_relaxed);
    sequence_.store(sequence + 2, std::memory_order_release);
  }

  std::pair<int, int> read() const {
    while (true) {
      const unsigned before = sequence_.load(std::memory_order_acquire);
      if (before % 2 != 0) continue;
      const int first = first_.load(std::memory_order_relaxed);
      const int second = second_.load(std::memory_order_relaxed);
      if (kFenced) heddle::atomic_thread_fence(std::memory_order_acquire);
      if (sequence_.load(std::memory_order_relaxed) == before) return {first, second};
    }
  }

 private:
  heddle::atomic<unsigned> sequence_{0};
  heddle::atomic<int> first_{0}, second_{0};
};

}  // namespace examples
