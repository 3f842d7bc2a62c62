// A persistent ordered tree of terms: every change gives a new tree that shares what is the same.
//
// Balanced by weight (Adams 1992, with the constants of Hirai and Yamamoto 2011, "Balancing weight-
// balanced trees", J. Functional Programming 21(3)): of two siblings none has more than kDelta
// times the nodes of the other. All operations take logarithmic time.
//
//   []                                the empty tree
//   {Key, Value, Left, Right, Size}   a node
//
// Values may be anything that fits a term; the tree itself is a term and can be a root of the
// machine.
#pragma once

#include <cstdint>
#include <vector>

#include "beam/term/heap.hpp"

namespace heddle::beam {

/// When two keys are the same: 1 == 1.0, but 1 =/= 1.0.
enum class KeyOrder : std::uint8_t { kEqual, kExact };

inline Term empty_tree() { return Term::nil(); }
std::size_t tree_size(Term tree);
/// The node of that key, or none.
Term tree_find(Term tree, Term key, KeyOrder order);
/// Adds or replaces, the key too.
Term tree_put(Heap& heap, Term tree, Term key, Term value, KeyOrder order);
/// The same tree if it has no such key.
Term tree_remove(Heap& heap, Term tree, Term key, KeyOrder order);
/// The first and the last node, and the nodes next to a key, which need not be there; none if there
/// is none.
Term tree_first(Term tree);
Term tree_last(Term tree);
Term tree_after(Term tree, Term key, KeyOrder order);
Term tree_before(Term tree, Term key, KeyOrder order);
/// The node at this position, from 0 on; none if there are not so many.
Term tree_at(Term tree, std::size_t position);

inline Term node_key(Term node) { return node.element(0); }
inline Term node_value(Term node) { return node.element(1); }

/// Goes through a tree in either direction.
class TreeIterator {
 public:
  explicit TreeIterator(Term tree, bool backwards = false);
  /// Only what comes after `key`.
  TreeIterator(Term tree, Term key, KeyOrder order, bool backwards = false);
  bool next();
  Term key() const { return node_key(node_); }
  Term value() const { return node_value(node_); }

 private:
  void descend(Term tree);

  bool backwards_;
  std::vector<Term> path_;  // nodes still to be given
  Term node_;
};

}  // namespace heddle::beam
