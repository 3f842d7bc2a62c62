// Maps in OTP's two layouts, so that iteration has OTP's order.
//
// Up to 32 keys a map is flat: a tuple of keys in the order of compare_exact, and the values.
// Beyond that it is a hash array mapped trie on map_hash (hash.hpp), iterated in OTP's order
// (erl_map.c, OTP 25). All operations give new maps.
//
//   kHashMap    number of keys, bitmap, children
//   kHashNode   bitmap, children
//
// The number and the bitmap are small integers, so every word of a map is a term. A node at level n
// looks at the n-th four bits of the hash, lowest first (after eight levels, at those of the hash
// at the next depth); its bitmap says which of the 16 values lead somewhere. The children stand in
// the order of these bits: a leaf, which is a cons of key and value, or a kHashNode. A kHashNode is
// never the way to only one leaf; so the same keys always make the same trie.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "beam/term/heap.hpp"

namespace heddle::beam {

inline constexpr std::size_t kLargestFlatMap = 32;

Term empty_map(Heap& heap);
std::size_t map_size(Term map);
/// None if it has no such key.
Term map_get(Term map, Term key);
/// Adds or replaces. The same map if it has this very value already.
Term map_put(Heap& heap, Term map, Term key, Term value);
/// The same map if it has no such key.
Term map_remove(Heap& heap, Term map, Term key);
/// Later pairs win. `pairs` holds key, value, key, value, ...
Term map_from_pairs(Heap& heap, std::span<const Term> pairs);
/// Keys of `b` win.
Term map_merge(Heap& heap, Term a, Term b);

/// OTP has two orders. They are the same for flat maps and opposite for large ones.
enum class MapOrder : std::uint8_t {
  kIterator,  // maps:next, maps:fold, ~p
  kList,      // maps:keys, maps:values, maps:to_list, term_to_binary
};

/// Goes through a map.
class MapIterator {
 public:
  explicit MapIterator(Term map, MapOrder order = MapOrder::kIterator);
  bool next();
  Term key() const { return key_; }
  Term value() const { return value_; }

 private:
  struct Level {
    const Word* children;
    std::size_t count;
    std::size_t next;
  };
  void descend(Term node);

  std::vector<Level> levels_;
  Term flat_;  // none: a large map
  bool reverse_ = false;
  std::size_t position_ = 0;
  Term key_;
  Term value_;
};

/// maps:keys, maps:values and maps:to_list.
Term map_keys(Heap& heap, Term map);
Term map_values(Heap& heap, Term map);
Term map_to_list(Heap& heap, Term map);

}  // namespace heddle::beam
