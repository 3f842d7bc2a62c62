// The order of terms:
//   number < atom < reference < fun < port < pid < tuple < map < nil < list < bitstring
//
// Tuples and maps are ordered by size first, then element by element. Of two maps of the same size,
// the keys decide in the order of compare_exact, then the values in the order of the keys.
#pragma once

#include <compare>

#include "beam/term/term.hpp"

namespace heddle::beam {

/// `<`, `==` and so on: integers and floats are compared by value, exactly.
std::strong_ordering compare(Term a, Term b);
/// The order of map keys: as `compare`, but every integer comes before every float, also inside of
/// terms.
std::strong_ordering compare_exact(Term a, Term b);
/// `=:=`. The slow part; equal words are equal terms.
bool equal_exact_slowly(Term a, Term b);
inline bool equal_exact(Term a, Term b) {
  if (a == b) return true;
  if (a.is_immediate() || b.is_immediate()) return false;
  return equal_exact_slowly(a, b);
}
/// `==`
inline bool equal(Term a, Term b) {
  if (a == b) return true;
  if (a.is_small() && b.is_small()) return false;
  return compare(a, b) == 0;
}

}  // namespace heddle::beam
