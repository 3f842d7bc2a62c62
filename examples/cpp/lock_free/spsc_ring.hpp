// A ring for one producer and one consumer.
//
// The bug: indices that are stored relaxed do not hand over the slots behind them.
#pragma once

#include <array>
#include <optional>

#include "heddle/atomic.hpp"
#include "heddle/var.hpp"

namespace examples {

template <bool kPublishes, unsigned kSize = 2>
class SpscRing {
 public:
  bool push(int value) {
    const unsigned write = write_.load(std::memory_order_relaxed);
    if (write - read_.load(std::memory_order_acquire) == kSize) return false;
    slots_[write % kSize] = value;
    write_.store(write + 1, kStore);
    return true;
  }
  std::optional<int> pop() {
    const unsigned read = read_.load(std::memory_order_relaxed);
    if (read == write_.load(std::memory_order_acquire)) return std::nullopt;
    const int value = slots_[read % kSize].read();
    read_.store(read + 1, kStore);
    return value;
  }

 private:
  static constexpr std::memory_order kStore =
      kPublishes ? std::memory_order_release : std::memory_order_relaxed;

  heddle::atomic<unsigned> read_{0}, write_{0};
  std::array<heddle::var<int>, kSize> slots_{};
};

}  // namespace examples
