// The nodes of a path. Nodes that are popped keep their memory for the next ones: the search pushes
// and pops one for every event.
#pragma once

#include <vector>

#include "explore/algorithm.hpp"
#include "support/recycled.hpp"

namespace heddle::explore {

struct NodeStackMemory {
  std::vector<Node> nodes_;
  std::size_t size_ = 0;

  /// Takes nodes off until `size` are left.
  void cut(std::size_t size) {
    while (size_ > size) nodes_[--size_].clear();
  }
  void clear() { cut(0); }
  bool small() const { return nodes_.size() <= 1024; }
};

class NodeStack : support::Recycled<NodeStackMemory> {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Node& operator[](std::size_t depth) { return nodes_[depth]; }
  const Node& operator[](std::size_t depth) const { return nodes_[depth]; }
  Node& back() { return nodes_[size_ - 1]; }

  /// An empty node on top. References to nodes do not survive it.
  Node& push() {
    if (size_ == nodes_.size()) nodes_.emplace_back();
    return nodes_[size_++];
  }
  using NodeStackMemory::cut;
};

}  // namespace heddle::explore
