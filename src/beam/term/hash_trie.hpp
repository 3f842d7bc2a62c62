// The layout of large maps: a hash array mapped trie (Bagwell, Ideal Hash Trees, 2001), as in OTP's
// erl_map.c. map.hpp describes the nodes; map.cpp is the only user, but for the walk through them.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "beam/term/heap.hpp"

namespace heddle::beam {

using Bitmap = std::uint32_t;

inline bool is_leaf(Term child) { return child.is_cons(); }

inline Bitmap bitmap_of(Term node) {
  return static_cast<Bitmap>(node.element(node.is(Kind::kHashMap) ? 1 : 0).small_value());
}
inline const Word* children_of(Term node) {
  return node.pointer() + (node.is(Kind::kHashMap) ? 3 : 2);
}
inline std::size_t child_count(Term node) {
  return static_cast<std::size_t>(std::popcount(bitmap_of(node)));
}
inline Term child_of(Term node, std::size_t index) {
  return Term::from_bits(children_of(node)[index]);
}
inline std::size_t index_of(Bitmap bitmap, Bitmap bit) {
  return static_cast<std::size_t>(std::popcount(bitmap & (bit - 1)));
}

/// None if it is not there.
Term trie_get(Term trie, Term key);
Term trie_put(Heap& heap, Term trie, Term key, Term value);
/// The same trie if the key is not there. The root stays a root, however few keys are left.
Term trie_remove(Heap& heap, Term trie, Term key);
/// Keys of `b` win.
Term trie_merge(Heap& heap, Term a, Term b);

/// For building a trie in one go.
struct TrieEntry {
  std::uint32_t way = 0;  // the hash with its lowest four bits first: the order of the trie
  std::size_t position;   // among the pairs
  Term key;
  Term value;
};
/// Sorted for build_trie and without duplicates: the last one wins.
void prepare_entries(std::vector<TrieEntry>& entries);
Term build_trie(Heap& heap, std::span<TrieEntry> entries);

}  // namespace heddle::beam
