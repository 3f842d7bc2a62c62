// Rows of bits, all of the same length: relations between the events of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heddle::explore {

class BitRows {
 public:
  BitRows() = default;
  BitRows(std::size_t rows, std::size_t columns)
      : words_((columns + 63) / 64), bits_(rows * words_) {}

  void set(std::size_t row, std::size_t column) { word(row, column) |= mask(column); }
  void clear(std::size_t row, std::size_t column) { word(row, column) &= ~mask(column); }
  bool test(std::size_t row, std::size_t column) const {
    return (bits_[row * words_ + column / 64] & mask(column)) != 0;
  }
  /// Adds the bits of another row.
  void merge(std::size_t row, std::size_t other) {
    for (std::size_t i = 0; i < words_; ++i) bits_[row * words_ + i] |= bits_[other * words_ + i];
  }
  std::span<const std::uint64_t> row(std::size_t row) const {
    return std::span(bits_).subspan(row * words_, words_);
  }

 private:
  static std::uint64_t mask(std::size_t column) { return std::uint64_t{1} << (column % 64); }
  std::uint64_t& word(std::size_t row, std::size_t column) {
    return bits_[row * words_ + column / 64];
  }

  std::size_t words_ = 0;
  std::vector<std::uint64_t> bits_;
};

}  // namespace heddle::explore
