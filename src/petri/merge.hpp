// Merging: two places between which tokens just walk become one.
//
// Let t be a move that takes one token from p, puts one into q, and does nothing else.
//
//   early   nothing else puts into q, and q is empty at the start. A token may wait in p until it
//   is
//           needed in q, so a token in p is as good as one in q.
//   late    nothing else takes from p, and no target names p. A token in p has nowhere to go but to
//           q, and may go at once.
//
// In both cases the net with p and q as one place covers the same targets. Unlike agglomeration
// (agglomerate.hpp), of which these are the simplest cases, this can be told to the checker in
// full: to look at a set of places as one allows more, never less, so whatever is proved about the
// merged places, inequalities or a basis, holds for the net. The way back of a firing sequence is
// `unmerge`: a token walks when it is needed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "petri/problem.hpp"

namespace heddle::petri {

/// A move that only carries a token from one place to another.
struct Walk {
  PlaceId from = 0;
  PlaceId to = 0;
  std::uint32_t move = 0;
};

struct Merged {
  Problem problem;
  /// By place of the problem: the places of the problem given that it stands for, sorted.
  std::vector<std::vector<PlaceId>> places;
  std::vector<std::uint32_t> moves;  // by move of the problem: its number in the problem given
  std::vector<Walk> walks;           // of the problem given: why places were merged
};

Merged merge(const Problem& given);

/// The moves of the problem given that do what `moves` do and end in a marking that covers a
/// target. Nothing if they are more than `most`.
std::optional<std::vector<std::uint32_t>> unmerge(const Problem& given, const Merged& merged,
                                                  const std::vector<std::uint32_t>& moves,
                                                  std::size_t most);

}  // namespace heddle::petri
