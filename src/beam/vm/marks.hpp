// Marks: which places of instrumented code have run, over all machines of a code base.
//
// A mark is only ever set, also by runs that the machine goes back from. So it does not matter
// which thread came first, or how often: whatever the number of jobs, the same runs leave the same
// marks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace heddle::beam {

/// Thread-safe but for `resize` and `clear`.
class Marks {
 public:
  /// As many, none of them set.
  void resize(std::size_t count) {
    marks_ = std::make_unique<std::atomic<std::uint8_t>[]>(count);
    count_ = count;
  }
  void clear() {
    for (std::size_t i = 0; i < count_; ++i) marks_[i].store(0, std::memory_order_relaxed);
  }
  std::size_t size() const { return count_; }

  /// Looks first: a store to a cache line that other threads read is what would cost.
  void set(std::size_t mark) {
    if (mark < count_ && marks_[mark].load(std::memory_order_relaxed) == 0) {
      marks_[mark].store(1, std::memory_order_relaxed);
    }
  }
  bool is_set(std::size_t mark) const { return marks_[mark].load(std::memory_order_relaxed) != 0; }

 private:
  std::unique_ptr<std::atomic<std::uint8_t>[]> marks_;
  std::size_t count_ = 0;
};

}  // namespace heddle::beam
