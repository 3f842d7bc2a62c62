// Read-copy-update: readers follow a pointer, the writer swaps it and waits for the readers who may
// still use what it pointed to before that is used for something else.
//
// The bug: the writer does not wait.
#pragma once

#include <array>

#include "heddle/atomic.hpp"
#include "heddle/thread.hpp"
#include "heddle/var.hpp"

namespace examples {

template <bool kWaits>
class PointerSwap {
 public:
  int read() {
    readers_.fetch_add(1, std::memory_order_seq_cst);
    const int current = current_.load(std::memory_order_seq_cst);
    const int value = versions_[current].read();
    readers_.fetch_sub(1, std::memory_order_release);
    return value;
  }

  /// By one writer.
  void update(int value) {
    const int old = current_.load(std::memory_order_relaxed);
    const int fresh = 1 - old;
    versions_[fresh] = value;
    current_.store(fresh, std::memory_order_seq_cst);
    heddle::atomic_thread_fence(std::memory_order_seq_cst);  // for machines: swap, then look
    if (kWaits) {
      while (readers_.load(std::memory_order_seq_cst) != 0) heddle::this_thread::yield();
    }
    versions_[old] = kReclaimed;
  }

  static constexpr int kReclaimed = -1;

 private:
  heddle::atomic<int> readers_{0}, current_{0};
  std::array<heddle::var<int>, 2> versions_{};
};

}  // namespace examples
