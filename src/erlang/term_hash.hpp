// Terms as numbers: a 64-bit hash of a term's structure, the same in every process that computes
// it. Equal terms (=:=) have equal hashes.
#pragma once

#include <cstdint>
#include <vector>

#include "beam/term/term.hpp"
#include "support/mix.hpp"

namespace heddle::erlang {

using support::mix;

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
