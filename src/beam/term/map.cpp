#include "beam/term/map.hpp"

#include <algorithm>
#include <bit>

#include "beam/term/compare.hpp"
#include "beam/term/hash.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

using Bitmap = std::uint32_t;

// ---- Flat maps

Term flat_keys(Term map) { return map.element(0); }
std::size_t flat_size(Term map) { return map.size() - 1; }
Term flat_value(Term map, std::size_t index) { return map.element(1 + index); }

struct Position {
  std::size_t index;  // of the key, or where it would be
  bool found;
};

Position flat_find(Term map, Term key) {
  const Term keys = flat_keys(map);
  if (key.is_atom() || key.is_small()) {  // equal keys are the same word: no need to be clever
    for (Word i = 0; i < keys.size(); ++i) {
      if (keys.element(i) == key) return {i, true};
    }
  }
  std::size_t low = 0;
  std::size_t high = keys.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const std::strong_ordering order = compare_exact(keys.element(middle), key);
    if (order == 0) return {middle, true};
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return {low, false};
}

/// Room for a flat map; the caller fills in the words from [2] on with the values.
Word* flat_object(Heap& heap, Term keys) {
  Word* map = heap.object(Kind::kFlatMap, 1 + keys.size());
  map[1] = keys.bits();
  return map;
}

struct Pair {
  Term key;
  Term value;
};

/// Sorted and without duplicates.
Term flat_map(Heap& heap, std::span<const Pair> pairs) {
  Word* keys = heap.object(Kind::kTuple, pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) keys[1 + i] = pairs[i].key.bits();
  Word* map = flat_object(heap, Term::boxed(keys));
  for (std::size_t i = 0; i < pairs.size(); ++i) map[2 + i] = pairs[i].value.bits();
  return Term::boxed(map);
}

bool key_before(const Pair& a, const Pair& b) { return compare_exact(a.key, b.key) < 0; }

// ---- Nodes of large maps

bool is_leaf(Term child) { return child.is_cons(); }

Bitmap bitmap_of(Term node) {
  return static_cast<Bitmap>(node.element(node.is(Kind::kHashMap) ? 1 : 0).small_value());
}
const Word* children_of(Term node) { return node.pointer() + (node.is(Kind::kHashMap) ? 3 : 2); }
std::size_t child_count(Term node) {
  return static_cast<std::size_t>(std::popcount(bitmap_of(node)));
}
Term child_of(Term node, std::size_t index) { return Term::from_bits(children_of(node)[index]); }
std::size_t index_of(Bitmap bitmap, Bitmap bit) {
  return static_cast<std::size_t>(std::popcount(bitmap & (bit - 1)));
}

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

struct Entry {
  std::uint32_t way;     // the hash with its lowest four bits first: the order of the trie
  std::size_t position;  // among the pairs
  Pair pair;
};

std::uint32_t way_of(std::uint32_t hash) {
  hash = ((hash >> 4) & 0x0f0f0f0f) | ((hash & 0x0f0f0f0f) << 4);
  hash = ((hash >> 8) & 0x00ff00ff) | ((hash & 0x00ff00ff) << 8);
  return (hash >> 16) | (hash << 16);
}

void sort_by_way(std::span<Entry> entries, unsigned depth) {
  for (Entry& entry : entries) entry.way = way_of(map_hash(entry.pair.key, depth));
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.way != b.way ? a.way < b.way : a.position < b.position;
  });
}

/// Of entries with the same key, only the last stays. They are sorted by their way.
void drop_duplicates(std::vector<Entry>& entries) {
  std::size_t kept = 0;
  for (std::size_t from = 0; from < entries.size();) {
    const std::size_t group = kept;  // different keys with this hash
    const std::uint32_t way = entries[from].way;
    for (; from < entries.size() && entries[from].way == way; ++from) {
      std::size_t i = group;
      while (i < kept && !equal_exact(entries[i].pair.key, entries[from].pair.key)) ++i;
      entries[i] = entries[from];
      if (i == kept) ++kept;
    }
  }
  entries.resize(kept);
}

/// The children at `level` for entries that agree on all levels above. Returns the bitmap.
Bitmap build(Heap& heap, std::span<Entry> entries, unsigned level, std::vector<Term>& children) {
  if (level > 0 && level % 8 == 0) sort_by_way(entries, level / 8);
  const unsigned shift = 28 - 4 * (level % 8);
  Bitmap bitmap = 0;
  for (std::size_t from = 0; from < entries.size();) {
    const std::uint32_t nibble = (entries[from].way >> shift) & 15;
    std::size_t to = from + 1;
    while (to < entries.size() && ((entries[to].way >> shift) & 15) == nibble) ++to;
    bitmap |= Bitmap{1} << nibble;
    if (to == from + 1) {
      children.push_back(heap.cons(entries[from].pair.key, entries[from].pair.value));
    } else {
      std::vector<Term> below;
      const Bitmap bits = build(heap, entries.subspan(from, to - from), level + 1, below);
      children.push_back(make_node(heap, bits, below));
    }
    from = to;
  }
  return bitmap;
}

Term from_entries(Heap& heap, std::vector<Entry> entries) {
  sort_by_way(entries, 0);
  drop_duplicates(entries);
  if (entries.size() <= kLargestFlatMap) {
    std::vector<Pair> pairs;
    for (const Entry& entry : entries) pairs.push_back(entry.pair);
    std::sort(pairs.begin(), pairs.end(), key_before);
    return flat_map(heap, pairs);
  }
  std::vector<Term> children;
  const Bitmap bitmap = build(heap, entries, 0, children);
  static_assert(sizeof(Term) == sizeof(Word));
  std::vector<Word> words;
  for (const Term child : children) words.push_back(child.bits());
  return make_root(heap, entries.size(), bitmap, words.data());
}

Term flat_merge(Heap& heap, Term a, Term b) {
  std::vector<Pair> pairs;
  std::size_t i = 0;
  std::size_t j = 0;
  const Term x = flat_keys(a);
  const Term y = flat_keys(b);
  while (i < x.size() || j < y.size()) {
    const std::strong_ordering order = i == x.size()   ? std::strong_ordering::greater
                                       : j == y.size() ? std::strong_ordering::less
                                                       : compare_exact(x.element(i), y.element(j));
    if (order < 0) {
      pairs.push_back({x.element(i), flat_value(a, i)});
    } else {
      pairs.push_back({y.element(j), flat_value(b, j)});
    }
    if (order <= 0) ++i;
    if (order >= 0) ++j;
  }
  if (pairs.size() <= kLargestFlatMap) return flat_map(heap, pairs);
  std::vector<Entry> entries;
  for (const Pair& pair : pairs) entries.push_back({0, entries.size(), pair});
  return from_entries(heap, std::move(entries));
}

}  // namespace

Term empty_map(Heap& heap) { return flat_map(heap, {}); }

std::size_t map_size(Term map) {
  HEDDLE_CHECK(map.is_map(), "not a map");
  return map.is(Kind::kFlatMap) ? flat_size(map)
                                : static_cast<std::size_t>(map.element(0).small_value());
}

Term map_get(Term map, Term key) {
  if (map.is(Kind::kFlatMap)) {
    const Position position = flat_find(map, key);
    return position.found ? flat_value(map, position.index) : Term::none();
  }
  Term node = map;
  for (Path path(key);; path.down()) {
    const Bitmap bitmap = bitmap_of(node);
    if ((bitmap & path.bit()) == 0) return Term::none();
    node = child_of(node, index_of(bitmap, path.bit()));
    if (is_leaf(node)) return equal_exact(node.head(), key) ? node.tail() : Term::none();
  }
}

Term map_put(Heap& heap, Term map, Term key, Term value) {
  if (map.is(Kind::kHashMap)) {
    bool grown = false;
    const Term leaf = heap.cons(key, value);
    const Term root = insert(heap, map, Path(key), leaf, true, grown);
    return grown ? with_size(root, map_size(map) + 1) : root;
  }
  const auto [index, found] = flat_find(map, key);
  const std::size_t size = flat_size(map);
  if (found) {
    if (flat_value(map, index) == value) return map;
    Word* copy = flat_object(heap, flat_keys(map));
    std::copy_n(map.pointer() + 2, size, copy + 2);
    copy[2 + index] = value.bits();
    return Term::boxed(copy);
  }
  std::vector<Pair> pairs;
  pairs.reserve(size + 1);
  for (std::size_t i = 0; i < size; ++i) {
    if (i == index) pairs.push_back({key, value});
    pairs.push_back({flat_keys(map).element(i), flat_value(map, i)});
  }
  if (index == size) pairs.push_back({key, value});
  if (pairs.size() <= kLargestFlatMap) return flat_map(heap, pairs);
  std::vector<Entry> entries;
  for (const Pair& pair : pairs) entries.push_back({0, entries.size(), pair});
  return from_entries(heap, std::move(entries));
}

Term map_remove(Heap& heap, Term map, Term key) {
  if (map.is(Kind::kFlatMap)) {
    const auto [index, found] = flat_find(map, key);
    if (!found) return map;
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < flat_size(map); ++i) {
      if (i != index) pairs.push_back({flat_keys(map).element(i), flat_value(map, i)});
    }
    return flat_map(heap, pairs);
  }
  if (map_size(map) > kLargestFlatMap + 1) {
    const Term root = erase(heap, map, Path(key), key);
    return root == map ? map : with_size(root, map_size(map) - 1);
  }
  if (map_get(map, key).is_none()) return map;
  std::vector<Pair> pairs;
  for (MapIterator it(map); it.next();) {
    if (!equal_exact(it.key(), key)) pairs.push_back({it.key(), it.value()});
  }
  std::sort(pairs.begin(), pairs.end(), key_before);
  return flat_map(heap, pairs);
}

Term map_from_pairs(Heap& heap, std::span<const Term> pairs) {
  std::vector<Entry> entries;
  entries.reserve(pairs.size() / 2);
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    entries.push_back({0, i, {pairs[i], pairs[i + 1]}});
  }
  if (entries.size() > kLargestFlatMap) return from_entries(heap, std::move(entries));
  // No need for hashes: equal keys lie side by side after sorting.
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return key_before(a.pair, b.pair); });
  std::vector<Pair> unique;
  for (const Entry& entry : entries) {
    if (!unique.empty() && equal_exact(unique.back().key, entry.pair.key)) {
      unique.back() = entry.pair;
    } else {
      unique.push_back(entry.pair);
    }
  }
  return flat_map(heap, unique);
}

Term map_merge(Heap& heap, Term a, Term b) {
  if (a == b || map_size(a) == 0) return b;
  if (map_size(b) == 0) return a;
  const bool flat_a = a.is(Kind::kFlatMap);
  const bool flat_b = b.is(Kind::kFlatMap);
  if (flat_a && flat_b) return flat_merge(heap, a, b);
  if (flat_b) {
    for (MapIterator it(b); it.next();) a = map_put(heap, a, it.key(), it.value());
    return a;
  }
  if (flat_a) {
    for (MapIterator it(a); it.next();) {
      if (map_get(b, it.key()).is_none()) b = map_put(heap, b, it.key(), it.value());
    }
    return b;
  }
  std::size_t shared = 0;
  const Term merged = merge(heap, a, b, 0, shared);
  const std::size_t size = map_size(a) + map_size(b) - shared;
  return make_root(heap, size, bitmap_of(merged), children_of(merged));
}

MapIterator::MapIterator(Term map, MapOrder order) {
  if (map.is(Kind::kFlatMap)) {
    flat_ = map;
  } else {
    reverse_ = order == MapOrder::kList;
    descend(map);
  }
}

void MapIterator::descend(Term node) {
  levels_.push_back({children_of(node), child_count(node), 0});
}

bool MapIterator::next() {
  if (!flat_.is_none()) {
    if (position_ == flat_size(flat_)) return false;
    key_ = flat_keys(flat_).element(position_);
    value_ = flat_value(flat_, position_);
    ++position_;
    return true;
  }
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.next == level.count) {
      levels_.pop_back();
      continue;
    }
    const std::size_t index = reverse_ ? level.count - 1 - level.next : level.next;
    ++level.next;
    const Term child = Term::from_bits(level.children[index]);
    if (is_leaf(child)) {
      key_ = child.head();
      value_ = child.tail();
      return true;
    }
    descend(child);
  }
  return false;
}

namespace {

/// What `make` makes of every pair, in MapOrder::kList.
template <typename Make>
Term list_of(Heap& heap, Term map, Make make) {
  std::vector<Term> elements;
  elements.reserve(map_size(map));
  for (MapIterator it(map, MapOrder::kList); it.next();) elements.push_back(make(it));
  return heap.list(elements);
}

}  // namespace

Term map_keys(Heap& heap, Term map) {
  return list_of(heap, map, [](const MapIterator& it) { return it.key(); });
}
Term map_values(Heap& heap, Term map) {
  return list_of(heap, map, [](const MapIterator& it) { return it.value(); });
}
Term map_to_list(Heap& heap, Term map) {
  return list_of(heap, map, [&heap](const MapIterator& it) {
    return heap.tuple({it.key(), it.value()});
  });
}

}  // namespace heddle::beam
