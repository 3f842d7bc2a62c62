// The largest trap in a set of places: throw out, again and again, a place from which some move
// takes without putting anything into the set. What is left loses tokens only to itself. Linear in
// the size of the problem.
#pragma once

#include <vector>

#include "petri/inequality.hpp"
#include "petri/problem.hpp"

namespace heddle::petri {

class TrapFinder {
 public:
  explicit TrapFinder(const Problem& problem);

  /// The largest trap within `places` (one flag for each place), sorted; empty if there is none.
  Trap largest_in(const std::vector<char>& places) const;

  /// A trap with a token at the start within a trap that has one; no place of it can be left out
  /// (on large problems: it is small, because the time to look for a smaller one is limited). Fewer
  /// places make the constraint "one token in it" stronger.
  Trap smaller(const Trap& trap) const;

  /// For each place with a token at the start a trap whose only such place it is, as small as
  /// `smaller` makes it, if there is one. In nets of communicating processes these are the
  /// variables: one of their values always holds.
  std::vector<Trap> of_single_tokens() const;

 private:
  const Problem& problem_;
  std::vector<std::vector<std::uint32_t>> putters_;  // moves by place
  std::size_t passes_ = 0;                           // how often `smaller` may look
};

}  // namespace heddle::petri
