// The queue of Michael and Scott. Nodes are taken from a pool and not used again.
//
// The bug: a node is linked with a relaxed operation, so that who finds it need not see what its
// maker has written into it.
#pragma once

#include <array>
#include <optional>

#include "heddle/atomic.hpp"
#include "heddle/var.hpp"

namespace examples {

template <bool kPublishes, int kNodes = 6>
class MichaelScottQueue {
 public:
  void push(int value) {
    const int node = used_.fetch_add(1, std::memory_order_relaxed) + 1;
    value_[node] = value;
    while (true) {
      int tail = tail_.load(std::memory_order_acquire);
      int next = next_[tail].load(std::memory_order_acquire);
      if (next != kNone) {  // somebody has linked a node: help, then look again
        tail_.compare_exchange_strong(tail, next, std::memory_order_release,
                                      std::memory_order_relaxed);
        continue;
      }
      if (next_[tail].compare_exchange_strong(
              next, node, kPublishes ? std::memory_order_release : std::memory_order_relaxed,
              std::memory_order_relaxed)) {
        tail_.compare_exchange_strong(tail, node, std::memory_order_release,
                                      std::memory_order_relaxed);
        return;
      }
    }
  }

  std::optional<int> pop() {
    while (true) {
      int head = head_.load(std::memory_order_acquire);
      const int next = next_[head].load(std::memory_order_acquire);
      if (next == kNone) return std::nullopt;
      if (head_.compare_exchange_strong(head, next, std::memory_order_acq_rel,
                                        std::memory_order_relaxed)) {
        return value_[next].read();
      }
    }
  }

 private:
  static constexpr int kNone = 0;  // the first node is nobody's successor

  heddle::atomic<int> used_{0}, head_{0}, tail_{0};
  std::array<heddle::atomic<int>, kNodes> next_{};
  std::array<heddle::var<int>, kNodes> value_{};
};

}  // namespace examples
