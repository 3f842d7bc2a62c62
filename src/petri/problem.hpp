// A coverability problem inside the engine: places are numbers, names and unboundedness are gone.
//
// The engine works on a chain of problems (docs/algorithms.md, "Coverability"):
//
//   the net ──prune──▶ pruned problem ──merge──▶ merged problem ──agglomerate──▶ small problem
//
// Answers travel back along the same chain: each of the three has its own way back for firing
// sequences and, where one is needed, for inequalities.
#pragma once

#include <cstdint>
#include <vector>

#include "petri/net.hpp"

namespace heddle::petri {

/// What a transition takes and puts.
struct Move {
  std::vector<Tokens> take;
  std::vector<Tokens> put;
  bool operator==(const Move&) const = default;
};

struct Problem {
  std::vector<std::uint64_t> initial;  // by place
  std::vector<Move> moves;
  /// Any of them: tokens that a reachable marking must have.
  std::vector<std::vector<Tokens>> targets;
};

/// put - take, sorted by place, no zeros.
struct Effect {
  PlaceId place = 0;
  std::int64_t change = 0;
};
std::vector<Effect> effect(const Move& move);

/// The tokens of one place in a sorted list.
std::uint64_t count_in(const std::vector<Tokens>& tokens, PlaceId place);

/// Whether `small` <= `large` in every place.
bool covers(const std::vector<Tokens>& large, const std::vector<Tokens>& small);
bool covers(const std::vector<std::uint64_t>& large, const std::vector<Tokens>& small);

/// The least marking from which `move` leads to at least `goal`: max(take, goal - put + take).
std::vector<Tokens> before(const Move& move, const std::vector<Tokens>& goal);

}  // namespace heddle::petri
