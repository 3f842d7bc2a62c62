// Agglomeration: a place that only passes tokens on disappears, and the transitions before and
// after it become one. (Berthelot: Transformations and decompositions of nets, 1987; here without
// his conditions for liveness, since only coverability must stay.)
//
// Let p be a place without tokens at the start that no target names, each transition putting or
// taking at most one token of it, none both.
//
//   after   every taker of p takes nothing else. Whoever puts p might as well be followed by a
//           taker at once: its tokens come earlier, and a token left in p is of no use.
//   before  every putter of p puts nothing else. Whoever takes p might as well be preceded by the
//           putter just then: its tokens stay longer.
//
// So the pairs replace the transitions, and the set of coverable targets stays. The way back:
//
//   firing sequence   a pair is fired as the two it stands for.
//   w·C <= 0          after: w(p) = max over takers f of w·put(f); before: w(p) = min over putters
//   h
//                     of w·take(h). Each pair's inequality splits into those of its two halves.
//   trap Q            after: p joins if every taker puts into Q; before: if some putter takes from
//   Q.
//
// Pairs that others dominate (take no less, leave no more) or that add nothing are dropped, and so
// are places that no longer matter; an inequality without increase holds for them all the more.
// Cost: each place is looked at again only when a transition near it changed.
#pragma once

#include <optional>
#include <vector>

#include "petri/inequality.hpp"
#include "petri/problem.hpp"

namespace heddle::petri {

/// How a place went away, with its neighbours as they were then.
struct Fusion {
  PlaceId place = 0;
  bool after = true;  // otherwise before
  /// after: what the takers put; before: what the putters took.
  std::vector<std::vector<Tokens>> others;
};

struct Agglomerated {
  Problem problem;
  std::vector<PlaceId> place;  // by place of the problem: its number in the problem given
  /// By move of the problem: the moves of the problem given that it stands for, in order.
  std::vector<std::vector<std::uint32_t>> moves;
  std::vector<Fusion> fusions;  // in the order in which they were done
};

Agglomerated agglomerate(const Problem& given);

/// The inequality on the problem that was given. Nothing if the traps' part does not fit back (see
/// the table above: with traps, y might become negative), which the caller must be ready for.
std::optional<Inequality> lift(const Problem& given, const Agglomerated& small,
                               const Inequality& inequality);

std::vector<std::uint32_t> lift(const Agglomerated& small, const std::vector<std::uint32_t>& moves);

}  // namespace heddle::petri
