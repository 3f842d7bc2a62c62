// An inequality that holds in every reachable marking, with the reason why.
//
// Let w be a weight for each place such that no move increases w·m. Then w·m <= w·m0 for every
// reachable m. If, besides, Q_1, ..., Q_k are traps with a token at the start (they never lose
// their last one), and w = y + z_1·Q_1 + ... + z_k·Q_k, then y·m <= w·m0 - (z_1 + ... + z_k).
// (State equation with trap constraints: Esparza, Ledesma-Garza, Majumdar, Meyer, Niksic: An
// SMT-based approach to coverability analysis, CAV 2014. There the dual is not used.)
//
// All numbers here are integers and every comparison is exact; what does not fit is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "petri/problem.hpp"

namespace heddle::petri {

/// A set of places that, once it has a token, keeps one: whoever takes from it puts into it.
using Trap = std::vector<PlaceId>;

bool is_trap(const Problem& problem, const Trap& trap);
bool is_marked(const Problem& problem, const Trap& trap);

struct Inequality {
  std::vector<Tokens> weights;           // y
  std::vector<Trap> traps;               // Q
  std::vector<std::uint64_t> multiples;  // z, one for each trap
  std::int64_t bound = 0;                // y·m <= bound
};

/// w = y + sum of z·Q, sparse. Nothing if a number is too large.
std::optional<std::vector<Tokens>> total_weights(const Inequality& inequality);

/// Whether y·tokens > bound: no reachable marking has these tokens.
bool excludes(const Inequality& inequality, const std::vector<Tokens>& tokens);

/// Makes the inequality from w and the traps that are part of it, with the smallest bound. Nothing
/// if it does not hold: some move increases w, a trap is none or is empty, w is less than the traps
/// ask for, or numbers are too large.
std::optional<Inequality> make_inequality(const Problem& problem, const std::vector<Tokens>& total,
                                          const std::vector<Trap>& traps,
                                          const std::vector<std::uint64_t>& multiples);

}  // namespace heddle::petri
