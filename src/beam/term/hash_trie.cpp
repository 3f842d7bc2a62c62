#include "beam/term/hash_trie.hpp"

#include <algorithm>

#include "beam/term/compare.hpp"
#include "beam/term/hash.hpp"

namespace heddle::beam {
namespace {

/// Where a key goes on the way down.
class Path {
 public:
  explicit Path(Term key) : key_(key), hash_(map_hash(key)) {}
  /// At a level further down.
  Path(Term key, unsigned level)
      : key_(key), level_(level), hash_(map_hash(key, level / 8) >> (4 * (level % 8))) {}
  Bitmap bit() const { return Bitmap{1} << (hash_ & 15); }
  unsigned level() const { return level_; }
  void down() {
    ++level_;
    hash_ = level_ % 8 != 0 ? hash_ >> 4 : map_hash(key_, level_ / 8);
  }

 private:
  Term key_;
  unsigned level_ = 0;
  std::uint32_t hash_;
};

/// A node of its own kind and size, with `children` of the given bitmap.
Term make_node(Heap& heap, Bitmap bitmap, std::span<const Term> children) {
  Word* node = heap.object(Kind::kHashNode, 1 + children.size());
  node[1] = Term::small(bitmap).bits();
  for (std::size_t i = 0; i < children.size(); ++i) node[2 + i] = children[i].bits();
  return Term::boxed(node);
}

Term make_root(Heap& heap, std::size_t size, Bitmap bitmap, const Word* children) {
  const auto count = static_cast<std::size_t>(std::popcount(bitmap));
  Word* root = heap.object(Kind::kHashMap, 2 + count);
  root[1] = Term::small(static_cast<std::int64_t>(size)).bits();
  root[2] = Term::small(bitmap).bits();
  std::copy_n(children, count, root + 3);
  return Term::boxed(root);
}

/// The same kind of node with another child at `index`.
Term with_child(Heap& heap, Term node, std::size_t index, Term child) {
  Word* copy = heap.allocate(1 + node.size());
  std::copy_n(node.pointer(), 1 + node.size(), copy);
  copy[(node.is(Kind::kHashMap) ? 3 : 2) + index] = child.bits();
  return Term::boxed(copy);
}

Term with_added_child(Heap& heap, Term node, Bitmap bit, Term child) {
  const std::size_t fixed = node.is(Kind::kHashMap) ? 2 : 1;
  const std::size_t index = fixed + index_of(bitmap_of(node), bit);
  Word* copy = heap.object(node.kind(), node.size() + 1);
  std::copy_n(node.pointer() + 1, index, copy + 1);
  copy[1 + index] = child.bits();
  std::copy_n(node.pointer() + 1 + index, node.size() - index, copy + 2 + index);
  copy[fixed] = Term::small(bitmap_of(node) | bit).bits();
  return Term::boxed(copy);
}

Term without_child(Heap& heap, Term node, Bitmap bit) {
  const std::size_t fixed = node.is(Kind::kHashMap) ? 2 : 1;
  const std::size_t index = fixed + index_of(bitmap_of(node), bit);
  Word* copy = heap.object(node.kind(), node.size() - 1);
  std::copy_n(node.pointer() + 1, index, copy + 1);
  std::copy_n(node.pointer() + 2 + index, node.size() - index - 1, copy + 1 + index);
  copy[fixed] = Term::small(bitmap_of(node) & ~bit).bits();
  return Term::boxed(copy);
}

/// Of a root that was made just now and that nobody has seen yet.
Term with_size(Term root, std::size_t size) {
  const_cast<Word*>(root.pointer())[1] = Term::small(static_cast<std::int64_t>(size)).bits();
  return root;
}

// ---- Trie operations. Their depth is that of the trie: a level for four bits of hash.

/// Two leaves with different keys, seen from `level`: the node where their ways part, below as many
/// nodes with one child as they have in common.
Term split(Heap& heap, Term a, Term b, unsigned level) {
  Path x(a.head(), level);
  Path y(b.head(), level);
  std::vector<Bitmap> common;
  for (; x.bit() == y.bit(); x.down(), y.down()) common.push_back(x.bit());
  const Term children[] = {x.bit() < y.bit() ? a : b, x.bit() < y.bit() ? b : a};
  Term node = make_node(heap, x.bit() | y.bit(), children);
  for (std::size_t i = common.size(); i-- > 0;) node = make_node(heap, common[i], {&node, 1});
  return node;
}

/// Puts a leaf below `node`. Says in `grown` whether the key is new; if it is not, `replace`
/// decides whose value stays.
Term insert(Heap& heap, Term node, Path path, Term leaf, bool replace, bool& grown) {
  const Bitmap bit = path.bit();
  if ((bitmap_of(node) & bit) == 0) {
    grown = true;
    return with_added_child(heap, node, bit, leaf);
  }
  const std::size_t index = index_of(bitmap_of(node), bit);
  const Term child = child_of(node, index);
  path.down();
  Term changed;
  if (!is_leaf(child)) {
    changed = insert(heap, child, path, leaf, replace, grown);
  } else if (equal_exact(child.head(), leaf.head())) {
    grown = false;
    changed = replace && child.tail() != leaf.tail() ? leaf : child;
  } else {
    grown = true;
    changed = split(heap, child, leaf, path.level());
  }
  return changed == child ? node : with_child(heap, node, index, changed);
}

/// `node` without the key; the same if it is not there. A node that has become the way to only one
/// leaf is that leaf. (The root of a large map has 33 keys or more: it never becomes a leaf.)
Term erase(Heap& heap, Term node, Path path, Term key) {
  const Bitmap bit = path.bit();
  if ((bitmap_of(node) & bit) == 0) return node;
  const std::size_t index = index_of(bitmap_of(node), bit);
  const Term child = child_of(node, index);
  if (is_leaf(child)) {
    if (!equal_exact(child.head(), key)) return node;
    if (child_count(node) == 2 && is_leaf(child_of(node, 1 - index)) && !node.is(Kind::kHashMap)) {
      return child_of(node, 1 - index);
    }
    return without_child(heap, node, bit);
  }
  path.down();
  const Term changed = erase(heap, child, path, key);
  if (changed == child) return node;
  if (is_leaf(changed) && child_count(node) == 1 && !node.is(Kind::kHashMap)) return changed;
  return with_child(heap, node, index, changed);
}

/// Both tries in one, at `level`; the leaves of `b` win. Adds to `shared` the number of keys that
/// both have.
Term merge(Heap& heap, Term a, Term b, unsigned level, std::size_t& shared) {
  if (a == b) {
    if (is_leaf(a)) {
      ++shared;
    } else {
      std::vector<Term> left{a};
      while (!left.empty()) {
        const Term node = left.back();
        left.pop_back();
        for (std::size_t i = 0; i < child_count(node); ++i) {
          if (is_leaf(child_of(node, i))) {
            ++shared;
          } else {
            left.push_back(child_of(node, i));
          }
        }
      }
    }
    return a;
  }
  if (is_leaf(a) && is_leaf(b)) {
    if (!equal_exact(a.head(), b.head())) return split(heap, a, b, level);
    ++shared;
    return b;
  }
  if (is_leaf(a) || is_leaf(b)) {
    const Term leaf = is_leaf(a) ? a : b;
    const Term node = is_leaf(a) ? b : a;
    bool grown = false;
    const Term merged = insert(heap, node, Path(leaf.head(), level), leaf, is_leaf(b), grown);
    if (!grown) ++shared;
    return merged;
  }
  const Bitmap all = bitmap_of(a) | bitmap_of(b);
  Term children[16];
  std::size_t count = 0;
  for (Bitmap left = all; left != 0; left &= left - 1) {
    const Bitmap bit = left & -left;
    const bool in_a = (bitmap_of(a) & bit) != 0;
    const bool in_b = (bitmap_of(b) & bit) != 0;
    const Term x = in_a ? child_of(a, index_of(bitmap_of(a), bit)) : Term::none();
    const Term y = in_b ? child_of(b, index_of(bitmap_of(b), bit)) : Term::none();
    children[count++] = in_a && in_b ? merge(heap, x, y, level + 1, shared) : in_a ? x : y;
  }
  return make_node(heap, all, {children, count});
}

// ---- Building a trie in one go

std::uint32_t way_of(std::uint32_t hash) {
  hash = ((hash >> 4) & 0x0f0f0f0f) | ((hash & 0x0f0f0f0f) << 4);
  hash = ((hash >> 8) & 0x00ff00ff) | ((hash & 0x00ff00ff) << 8);
  return (hash >> 16) | (hash << 16);
}

void sort_by_way(std::span<TrieEntry> entries, unsigned depth) {
  for (TrieEntry& entry : entries) entry.way = way_of(map_hash(entry.key, depth));
  std::sort(entries.begin(), entries.end(), [](const TrieEntry& a, const TrieEntry& b) {
    return a.way != b.way ? a.way < b.way : a.position < b.position;
  });
}

/// Of entries with the same key, only the last stays. They are sorted by their way.
void drop_duplicates(std::vector<TrieEntry>& entries) {
  std::size_t kept = 0;
  for (std::size_t from = 0; from < entries.size();) {
    const std::size_t group = kept;  // different keys with this hash
    const std::uint32_t way = entries[from].way;
    for (; from < entries.size() && entries[from].way == way; ++from) {
      std::size_t i = group;
      while (i < kept && !equal_exact(entries[i].key, entries[from].key)) ++i;
      entries[i] = entries[from];
      if (i == kept) ++kept;
    }
  }
  entries.resize(kept);
}

/// The children at `level` for entries that agree on all levels above. Returns the bitmap.
Bitmap build(Heap& heap, std::span<TrieEntry> entries, unsigned level,
             std::vector<Term>& children) {
  if (level > 0 && level % 8 == 0) sort_by_way(entries, level / 8);
  const unsigned shift = 28 - 4 * (level % 8);
  Bitmap bitmap = 0;
  for (std::size_t from = 0; from < entries.size();) {
    const std::uint32_t nibble = (entries[from].way >> shift) & 15;
    std::size_t to = from + 1;
    while (to < entries.size() && ((entries[to].way >> shift) & 15) == nibble) ++to;
    bitmap |= Bitmap{1} << nibble;
    if (to == from + 1) {
      children.push_back(heap.cons(entries[from].key, entries[from].value));
    } else {
      std::vector<Term> below;
      const Bitmap bits = build(heap, entries.subspan(from, to - from), level + 1, below);
      children.push_back(make_node(heap, bits, below));
    }
    from = to;
  }
  return bitmap;
}

std::size_t size_of_trie(Term root) {
  return static_cast<std::size_t>(root.element(0).small_value());
}

}  // namespace

Term trie_get(Term trie, Term key) {
  Term node = trie;
  for (Path path(key);; path.down()) {
    const Bitmap bitmap = bitmap_of(node);
    if ((bitmap & path.bit()) == 0) return Term::none();
    node = child_of(node, index_of(bitmap, path.bit()));
    if (is_leaf(node)) return equal_exact(node.head(), key) ? node.tail() : Term::none();
  }
}

Term trie_put(Heap& heap, Term trie, Term key, Term value) {
  bool grown = false;
  const Term leaf = heap.cons(key, value);
  const Term root = insert(heap, trie, Path(key), leaf, true, grown);
  return grown ? with_size(root, size_of_trie(trie) + 1) : root;
}

Term trie_remove(Heap& heap, Term trie, Term key) {
  const Term root = erase(heap, trie, Path(key), key);
  return root == trie ? trie : with_size(root, size_of_trie(trie) - 1);
}

Term trie_merge(Heap& heap, Term a, Term b) {
  std::size_t shared = 0;
  const Term merged = merge(heap, a, b, 0, shared);
  const std::size_t size = size_of_trie(a) + size_of_trie(b) - shared;
  return make_root(heap, size, bitmap_of(merged), children_of(merged));
}

void prepare_entries(std::vector<TrieEntry>& entries) {
  sort_by_way(entries, 0);
  drop_duplicates(entries);
}

Term build_trie(Heap& heap, std::span<TrieEntry> entries) {
  std::vector<Term> children;
  const Bitmap bitmap = build(heap, entries, 0, children);
  std::vector<Word> words;
  for (const Term child : children) words.push_back(child.bits());
  return make_root(heap, entries.size(), bitmap, words.data());
}

}  // namespace heddle::beam
