// A set of markings that stands for everything above them, and the question whether a marking is
// above one of them.
//
// The elements are the paths of a tree: an edge is a place with a number of tokens, places in
// ascending order. A question walks down all edges that the marking can afford, so it costs about
// the number of tree nodes below the marking, not the number of elements.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "petri/packed.hpp"

namespace heddle::petri {

class MinimalMarkings {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  MinimalMarkings() : nodes_(1) {}

  std::uint32_t add(std::span<const Amount> marking);
  std::uint32_t size() const { return markings_.size(); }
  std::span<const Amount> operator[](std::uint32_t i) const { return markings_[i]; }
  std::uint64_t tokens(std::uint32_t i) const { return tokens_[i]; }

  /// Whether an element other than `except` is at most `marking`. Equal elements are not added
  /// twice by the callers, so "at most" among elements means "less".
  bool covered(std::span<const Amount> marking, std::uint32_t except) {
    return below(marking, except) != kNone;
  }
  /// Such an element, or kNone.
  std::uint32_t below(std::span<const Amount> marking, std::uint32_t except);

  /// Edges looked at so far: what the questions have cost.
  std::uint64_t work() const { return work_; }
  std::size_t bytes() const;

 private:
  struct Edge {
    Amount amount;
    std::uint32_t node;
  };
  struct Node {
    std::vector<Edge> edges;  // sorted by place, then count
    std::uint32_t element = kNone;
  };

  std::uint32_t walk(std::uint32_t node, std::span<const Amount> rest, std::uint32_t except);

  PackedMarkings markings_;
  std::vector<std::uint64_t> tokens_;
  std::vector<Node> nodes_;
  std::uint64_t work_ = 0;
};

}  // namespace heddle::petri
