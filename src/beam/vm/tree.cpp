#include "beam/vm/tree.hpp"

#include "beam/term/compare.hpp"

namespace heddle::beam {
namespace {

constexpr std::size_t kDelta = 3;
constexpr std::size_t kRatio = 2;

Term left(Term node) { return node.element(2); }
Term right(Term node) { return node.element(3); }

Term make(Heap& heap, Term key, Term value, Term l, Term r) {
  const auto size = static_cast<std::int64_t>(tree_size(l) + tree_size(r) + 1);
  return heap.tuple({key, value, l, r, Term::small(size)});
}

Term like(Heap& heap, Term node, Term l, Term r) {
  return make(heap, node_key(node), node_value(node), l, r);
}

bool too_heavy(Term a, Term b) {
  const std::size_t weight = tree_size(a);
  const std::size_t other = tree_size(b);
  return weight + other > 1 && weight > kDelta * other;
}

// The node with these subtrees, of which one may have become too heavy by one node.
Term balance(Heap& heap, Term node, Term l, Term r) {
  if (too_heavy(r, l)) {
    if (tree_size(left(r)) < kRatio * tree_size(right(r))) {
      return like(heap, r, like(heap, node, l, left(r)), right(r));
    }
    const Term middle = left(r);
    return like(heap, middle, like(heap, node, l, left(middle)),
                like(heap, r, right(middle), right(r)));
  }
  if (too_heavy(l, r)) {
    if (tree_size(right(l)) < kRatio * tree_size(left(l))) {
      return like(heap, l, left(l), like(heap, node, right(l), r));
    }
    const Term middle = right(l);
    return like(heap, middle, like(heap, l, left(l), left(middle)),
                like(heap, node, right(middle), r));
  }
  return like(heap, node, l, r);
}

std::strong_ordering ordering(Term a, Term b, KeyOrder order) {
  if (a.is_small() && b.is_small()) return a.small_value() <=> b.small_value();
  return order == KeyOrder::kEqual ? compare(a, b) : compare_exact(a, b);
}

Term remove_first(Heap& heap, Term tree) {
  if (left(tree).is_nil()) return right(tree);
  return balance(heap, tree, remove_first(heap, left(tree)), right(tree));
}

Term remove_last(Heap& heap, Term tree) {
  if (right(tree).is_nil()) return left(tree);
  return balance(heap, tree, left(tree), remove_last(heap, right(tree)));
}

}  // namespace

std::size_t tree_size(Term tree) {
  return tree.is_nil() ? 0 : static_cast<std::size_t>(tree.element(4).small_value());
}

Term tree_find(Term tree, Term key, KeyOrder order) {
  while (!tree.is_nil()) {
    const auto which = ordering(key, node_key(tree), order);
    if (which == 0) return tree;
    tree = which < 0 ? left(tree) : right(tree);
  }
  return Term::none();
}

Term tree_put(Heap& heap, Term tree, Term key, Term value, KeyOrder order) {
  if (tree.is_nil()) return make(heap, key, value, tree, tree);
  const auto which = ordering(key, node_key(tree), order);
  if (which == 0) return make(heap, key, value, left(tree), right(tree));
  if (which < 0) {
    return balance(heap, tree, tree_put(heap, left(tree), key, value, order), right(tree));
  }
  return balance(heap, tree, left(tree), tree_put(heap, right(tree), key, value, order));
}

Term tree_remove(Heap& heap, Term tree, Term key, KeyOrder order) {
  if (tree.is_nil()) return tree;
  const auto which = ordering(key, node_key(tree), order);
  if (which < 0) {
    const Term smaller = tree_remove(heap, left(tree), key, order);
    return smaller == left(tree) ? tree : balance(heap, tree, smaller, right(tree));
  }
  if (which > 0) {
    const Term smaller = tree_remove(heap, right(tree), key, order);
    return smaller == right(tree) ? tree : balance(heap, tree, left(tree), smaller);
  }
  const Term l = left(tree);
  const Term r = right(tree);
  if (l.is_nil()) return r;
  if (r.is_nil()) return l;
  if (tree_size(l) > tree_size(r)) return balance(heap, tree_last(l), remove_last(heap, l), r);
  return balance(heap, tree_first(r), l, remove_first(heap, r));
}

Term tree_first(Term tree) {
  if (tree.is_nil()) return Term::none();
  while (!left(tree).is_nil()) tree = left(tree);
  return tree;
}

Term tree_last(Term tree) {
  if (tree.is_nil()) return Term::none();
  while (!right(tree).is_nil()) tree = right(tree);
  return tree;
}

Term tree_after(Term tree, Term key, KeyOrder order) {
  Term best = Term::none();
  while (!tree.is_nil()) {
    const bool after = ordering(node_key(tree), key, order) > 0;
    if (after) best = tree;
    tree = after ? left(tree) : right(tree);
  }
  return best;
}

Term tree_before(Term tree, Term key, KeyOrder order) {
  Term best = Term::none();
  while (!tree.is_nil()) {
    const bool before = ordering(node_key(tree), key, order) < 0;
    if (before) best = tree;
    tree = before ? right(tree) : left(tree);
  }
  return best;
}

Term tree_at(Term tree, std::size_t position) {
  while (!tree.is_nil()) {
    const std::size_t before = tree_size(left(tree));
    if (position == before) return tree;
    if (position < before) {
      tree = left(tree);
    } else {
      position -= before + 1;
      tree = right(tree);
    }
  }
  return Term::none();
}

TreeIterator::TreeIterator(Term tree, bool backwards) : backwards_(backwards) { descend(tree); }

TreeIterator::TreeIterator(Term tree, Term key, KeyOrder order, bool backwards)
    : backwards_(backwards) {
  while (!tree.is_nil()) {
    const auto which = ordering(node_key(tree), key, order);
    if (backwards_ ? which < 0 : which > 0) {
      path_.push_back(tree);
      tree = backwards_ ? right(tree) : left(tree);
    } else {
      tree = backwards_ ? left(tree) : right(tree);
    }
  }
}

void TreeIterator::descend(Term tree) {
  for (; !tree.is_nil(); tree = backwards_ ? right(tree) : left(tree)) path_.push_back(tree);
}

bool TreeIterator::next() {
  if (path_.empty()) return false;
  node_ = path_.back();
  path_.pop_back();
  descend(backwards_ ? left(node_) : right(node_));
  return true;
}

}  // namespace heddle::beam
