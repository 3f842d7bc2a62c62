// The basis of an upward-closed set, as a tree whose edges are a place and a number of tokens,
// places in ascending order: asking whether a marking is in the set follows only the edges that the
// marking can afford.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "petri/net.hpp"

namespace heddle::petri_check {

class UpwardClosed {
 public:
  UpwardClosed() : nodes_(1) {}

  void add(std::span<const petri::Tokens> element);
  /// Whether some element is at most `marking` (sorted by place).
  bool contains(std::span<const petri::Tokens> marking) const { return contains(0, marking); }

 private:
  struct Node {
    std::map<std::pair<petri::PlaceId, std::uint64_t>, std::size_t> edges;
    bool ends = false;  // an element ends here
  };
  bool contains(std::size_t node, std::span<const petri::Tokens> rest) const;

  std::vector<Node> nodes_;
};

}  // namespace heddle::petri_check
