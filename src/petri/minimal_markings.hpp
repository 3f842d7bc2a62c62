// A set of markings that stands for everything above them, and the question whether a marking is
// above one of them.
//
// An element can only be below a marking that has tokens in all its places, in particular in the
// one under which it is filed: the place with the fewest elements filed so far. So only the lists
// of the marking's own places are looked through; there, a 64-bit signature of the places and the
// sum of the tokens sort out most elements before their tokens are compared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "petri/packed.hpp"

namespace heddle::petri {

class MinimalMarkings {
 public:
  explicit MinimalMarkings(std::size_t places) : filed_(places), dense_(places) {}

  std::uint32_t add(std::span<const Amount> marking);
  std::uint32_t size() const { return markings_.size(); }
  std::span<const Amount> operator[](std::uint32_t i) const { return markings_[i]; }
  std::uint64_t tokens(std::uint32_t i) const { return tokens_[i]; }

  /// Whether an element other than `except` is at most `marking`. Equal elements are not added
  /// twice by the callers, so "at most" among elements means "less".
  bool covered(std::span<const Amount> marking, std::uint32_t except);
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// Elements compared so far: what the questions have cost.
  std::uint64_t work() const { return work_; }
  std::size_t bytes() const;

 private:
  struct Filed {
    std::uint64_t signature;
    std::uint64_t tokens;
    std::uint32_t id;
  };

  PackedMarkings markings_;
  std::vector<std::uint64_t> tokens_;
  std::vector<std::vector<Filed>> filed_;
  std::vector<std::uint32_t> dense_;  // the marking of the question
  bool everything_ = false;           // the element without tokens is there
  std::uint64_t work_ = 0;
};

}  // namespace heddle::petri
