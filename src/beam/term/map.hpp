// Maps in OTP's two layouts, so that iteration has OTP's order.
//
// Up to 32 keys a map is flat: a tuple of keys in the order of compare_exact, and the values. Beyond
// that it is a hash array mapped trie on map_hash (hash.hpp), iterated in OTP's order (erl_map.c,
// OTP 25). All operations give new maps.
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
/// Adds or replaces.
Term map_put(Heap& heap, Term map, Term key, Term value);
/// The same map if it has no such key.
Term map_remove(Heap& heap, Term map, Term key);
/// Later pairs win. `pairs` holds key, value, key, value, ...
Term map_from_pairs(Heap& heap, std::span<const Term> pairs);
/// Keys of `b` win.
Term map_merge(Heap& heap, Term a, Term b);

/// Goes through a map in OTP's order.
class MapIterator {
 public:
  explicit MapIterator(Term map);
  bool next();
  Term key() const { return key_; }
  Term value() const { return value_; }

 private:
  struct Level {
    Term node;
    std::size_t next;
  };
  std::vector<Level> levels_;
  Term flat_;  // none: a large map
  std::size_t position_ = 0;
  Term key_;
  Term value_;
};

}  // namespace heddle::beam
