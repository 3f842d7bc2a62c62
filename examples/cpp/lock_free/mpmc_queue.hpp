// A bounded queue for many producers and many consumers, with a sequence number in each cell
// (Vyukov). The number says whose turn it is: a producer's, a consumer's, or the next round's.
//
// The bug: a cell that is handed over relaxed does not hand over what is in it.
#pragma once

#include <array>
#include <optional>

#include "heddle/atomic.hpp"
#include "heddle/var.hpp"

namespace examples {

template <bool kPublishes, int kSize = 2>
class MpmcQueue {
 public:
  MpmcQueue() {
    for (int i = 0; i < kSize; ++i) cells_[i].sequence.store(i, std::memory_order_relaxed);
  }

  bool push(int value) {
    int position = write_.load(std::memory_order_relaxed);
    while (true) {
      Cell& cell = cells_[position % kSize];
      const int ahead = cell.sequence.load(std::memory_order_acquire) - position;
      if (ahead < 0) return false;
      if (ahead > 0) {
        position = write_.load(std::memory_order_relaxed);
      } else if (write_.compare_exchange_strong(position, position + 1,
                                                std::memory_order_relaxed)) {
        cell.value = value;
        cell.sequence.store(position + 1, kHandOver);
        return true;
      }
    }
  }

  std::optional<int> pop() {
    int position = read_.load(std::memory_order_relaxed);
    while (true) {
      Cell& cell = cells_[position % kSize];
      const int ahead = cell.sequence.load(std::memory_order_acquire) - (position + 1);
      if (ahead < 0) return std::nullopt;
      if (ahead > 0) {
        position = read_.load(std::memory_order_relaxed);
      } else if (read_.compare_exchange_strong(position, position + 1, std::memory_order_relaxed)) {
        const int value = cell.value.read();
        cell.sequence.store(position + kSize, kHandOver);
        return value;
      }
    }
  }

 private:
  static constexpr std::memory_order kHandOver =
      kPublishes ? std::memory_order_release : std::memory_order_relaxed;
  struct Cell {
    heddle::atomic<int> sequence{0};
    heddle::var<int> value{0};
  };

  heddle::atomic<int> write_{0}, read_{0};
  std::array<Cell, kSize> cells_{};
};

}  // namespace examples
