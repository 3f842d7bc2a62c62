// Treiber's stack of nodes that are used again, named by their index.
//
// The bug (ABA): a thread that pops has read the head and what comes after it. Others pop both and
// push the first one back: the head is what it was, compare_exchange succeeds, and the stack
// continues with a node that somebody owns. A tag that counts the changes of the head prevents it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "heddle/atomic.hpp"

namespace examples {

template <bool kTagged, int kNodes = 4>
class TreiberStack {
 public:
  void push(int node) {
    std::uint32_t head = head_.load(std::memory_order_relaxed);
    do {
      next_[node].store(index(head), std::memory_order_relaxed);
    } while (!head_.compare_exchange_strong(head, after(head, node), std::memory_order_release,
                                            std::memory_order_relaxed));
  }

  std::optional<int> pop() {
    std::uint32_t head = head_.load(std::memory_order_acquire);
    while (index(head) != kNone) {
      const int next = next_[index(head)].load(std::memory_order_relaxed);
      if (head_.compare_exchange_strong(head, after(head, next), std::memory_order_acq_rel,
                                        std::memory_order_acquire)) {
        return index(head);
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr int kNone = kNodes;
  static int index(std::uint32_t head) { return static_cast<int>(head & 0xff); }
  static std::uint32_t after(std::uint32_t head, int node) {
    const std::uint32_t tag = kTagged ? (head >> 8) + 1 : 0;
    return tag << 8 | static_cast<std::uint32_t>(node);
  }

  heddle::atomic<std::uint32_t> head_{kNone};
  std::array<heddle::atomic<int>, kNodes> next_{};
};

}  // namespace examples
