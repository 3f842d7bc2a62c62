#include "beam/term/map.hpp"

#include <algorithm>

#include "beam/term/compare.hpp"
#include "beam/term/hash_trie.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

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

/// In either layout. `pairs` are sorted and without duplicates.
Term sorted_map(Heap& heap, std::span<const Pair> pairs) {
  if (pairs.size() <= kLargestFlatMap) return flat_map(heap, pairs);
  std::vector<TrieEntry> entries;
  for (const Pair& pair : pairs) entries.push_back({0, entries.size(), pair.key, pair.value});
  prepare_entries(entries);
  return build_trie(heap, entries);
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
  return sorted_map(heap, pairs);
}

/// What `make` makes of every pair, in MapOrder::kList.
template <typename Make>
Term list_of(Heap& heap, Term map, Make make) {
  std::vector<Term> elements;
  elements.reserve(map_size(map));
  for (MapIterator it(map, MapOrder::kList); it.next();) elements.push_back(make(it));
  return heap.list(elements);
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
  return trie_get(map, key);
}

Term map_put(Heap& heap, Term map, Term key, Term value) {
  if (map.is(Kind::kHashMap)) return trie_put(heap, map, key, value);
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
  return sorted_map(heap, pairs);
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
  if (map_size(map) > kLargestFlatMap + 1) return trie_remove(heap, map, key);
  if (map_get(map, key).is_none()) return map;
  std::vector<Pair> pairs;
  for (MapIterator it(map); it.next();) {
    if (!equal_exact(it.key(), key)) pairs.push_back({it.key(), it.value()});
  }
  std::sort(pairs.begin(), pairs.end(), key_before);
  return flat_map(heap, pairs);
}

Term map_from_pairs(Heap& heap, std::span<const Term> pairs) {
  const std::size_t count = pairs.size() / 2;
  std::vector<Pair> unique;
  if (count > kLargestFlatMap) {
    std::vector<TrieEntry> entries;
    entries.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      entries.push_back({0, i, pairs[2 * i], pairs[2 * i + 1]});
    }
    prepare_entries(entries);
    if (entries.size() > kLargestFlatMap) return build_trie(heap, entries);
    for (const TrieEntry& entry : entries) unique.push_back({entry.key, entry.value});
    std::sort(unique.begin(), unique.end(), key_before);
    return flat_map(heap, unique);
  }
  // No need for hashes: equal keys lie side by side after sorting.
  std::vector<Pair> sorted;
  sorted.reserve(count);
  for (std::size_t i = 0; i < count; ++i) sorted.push_back({pairs[2 * i], pairs[2 * i + 1]});
  std::stable_sort(sorted.begin(), sorted.end(), key_before);
  for (const Pair& pair : sorted) {
    if (!unique.empty() && equal_exact(unique.back().key, pair.key)) {
      unique.back() = pair;
    } else {
      unique.push_back(pair);
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
  return trie_merge(heap, a, b);
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
