// Terms as numbers: a 64-bit hash of a term's structure, the same in every process that computes
// it. Equal terms (=:=) have equal hashes.
#pragma once

#include <cstdint>
#include <vector>

#include "beam/term/term.hpp"

namespace heddle::erlang {

/// Spreads every bit (splitmix64's finalizer).
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}
constexpr std::uint64_t mix(std::uint64_t h, std::uint64_t x) { return mix(h ^ mix(x)); }

/// One thread uses it at a time: it remembers the hashes of atoms.
class TermHash {
 public:
  std::uint64_t operator()(beam::Term term) {
    return term.is_pid() ? mix(term.bits()) : hash(term, true);
  }
  /// Terms that are == have equal hashes.
  std::uint64_t of_number_values(beam::Term term) { return hash(term, false); }
  std::uint64_t atom(beam::Term atom);

 private:
  std::uint64_t hash(beam::Term term, bool exact);

  std::vector<std::uint64_t> atoms_;  // by index; 0: not known yet
  std::vector<beam::Term> left_;
};

}  // namespace heddle::erlang
