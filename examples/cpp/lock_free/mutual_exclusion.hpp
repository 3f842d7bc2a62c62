// Mutual exclusion of two threads by loads and stores alone: Dekker's and Peterson's algorithms.
// Right if stores take effect at once; where they wait in a buffer, each needs its fences.
#pragma once

#include <array>

#include "heddle/atomic.hpp"

namespace examples {

template <bool kFenced>
void fence_if_asked() {
  if (kFenced) heddle::atomic_thread_fence(std::memory_order_seq_cst);
}

template <bool kFenced>
class Dekker {
 public:
  void lock(int me) {
    const int other = 1 - me;
    wants_[me].store(true, std::memory_order_relaxed);
    fence_if_asked<kFenced>();
    while (wants_[other].load(std::memory_order_relaxed)) {
      if (turn_.load(std::memory_order_relaxed) == me) continue;
      wants_[me].store(false, std::memory_order_relaxed);
      while (turn_.load(std::memory_order_relaxed) != me) {
      }
      wants_[me].store(true, std::memory_order_relaxed);
      fence_if_asked<kFenced>();
    }
    heddle::atomic_thread_fence(std::memory_order_acquire);
  }
  void unlock(int me) {
    heddle::atomic_thread_fence(std::memory_order_release);
    turn_.store(1 - me, std::memory_order_relaxed);
    wants_[me].store(false, std::memory_order_relaxed);
  }

 private:
  std::array<heddle::atomic<bool>, 2> wants_{};
  heddle::atomic<int> turn_{0};
};

template <bool kFenced>
class Peterson {
 public:
  void lock(int me) {
    const int other = 1 - me;
    wants_[me].store(true, std::memory_order_relaxed);
    fence_if_asked<kFenced>();
    turn_.store(other, std::memory_order_relaxed);
    fence_if_asked<kFenced>();
    while (wants_[other].load(std::memory_order_acquire) &&
           turn_.load(std::memory_order_acquire) == other) {
    }
    heddle::atomic_thread_fence(std::memory_order_acquire);
  }
  void unlock(int me) { wants_[me].store(false, std::memory_order_release); }

 private:
  std::array<heddle::atomic<bool>, 2> wants_{};
  heddle::atomic<int> turn_{0};
};

}  // namespace examples
