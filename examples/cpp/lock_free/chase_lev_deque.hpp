// The work-stealing deque of Chase and Lev, with the orders of Lê, Pop, Cohen and Zappa Nardelli
// (PPoPP 2013). Of fixed size.
//
// The bug: without the fence in `take`, the owner may look at `top` before thieves can see that
// `bottom` has moved, and both get the last task.
#pragma once

#include <array>
#include <optional>

#include "heddle/atomic.hpp"

namespace examples {

template <bool kFenced, int kSize = 4>
class ChaseLevDeque {
 public:
  /// By the owner.
  void push(int task) {
    const int bottom = bottom_.load(std::memory_order_relaxed);
    tasks_[bottom % kSize].store(task, std::memory_order_relaxed);
    heddle::atomic_thread_fence(std::memory_order_release);
    bottom_.store(bottom + 1, std::memory_order_relaxed);
  }

  /// By the owner: the youngest task.
  std::optional<int> take() {
    const int bottom = bottom_.load(std::memory_order_relaxed) - 1;
    bottom_.store(bottom, std::memory_order_relaxed);
    if (kFenced) heddle::atomic_thread_fence(std::memory_order_seq_cst);
    int top = top_.load(std::memory_order_relaxed);
    if (top > bottom) {
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return std::nullopt;
    }
    const int task = tasks_[bottom % kSize].load(std::memory_order_relaxed);
    if (top < bottom) return task;
    const bool won = top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                                  std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_relaxed);
    return won ? std::optional(task) : std::nullopt;
  }

  /// By anybody: the oldest task.
  std::optional<int> steal() {
    int top = top_.load(std::memory_order_acquire);
    heddle::atomic_thread_fence(std::memory_order_seq_cst);
    if (top >= bottom_.load(std::memory_order_acquire)) return std::nullopt;
    const int task = tasks_[top % kSize].load(std::memory_order_relaxed);
    const bool won = top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                                  std::memory_order_relaxed);
    return won ? std::optional(task) : std::nullopt;
  }

 private:
  heddle::atomic<int> top_{0}, bottom_{0};
  std::array<heddle::atomic<int>, kSize> tasks_{};
};

}  // namespace examples
