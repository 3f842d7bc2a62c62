// Pruning: what cannot matter is left out, without changing the answer or the shape of a proof.
//
// Three steps, each a fixpoint over the net in linear time:
//
//   empty      places that no firing sequence ever marks (the largest siphon without tokens), and
//              the transitions that take from them
//   plentiful  places that can hold any number of tokens without spending anything: the unbounded
//              ones, and what transitions put that take from plentiful places only
//   cone       places and transitions on which the target does not depend
//
// Back: an inequality, trap or basis over the places that are left proves the same about the net
// (docs/formats/certificate.md says why); the empty places stand in the certificate. A firing
// sequence gets a prefix that fills the plentiful places, see `firing_on_net`.
#pragma once

#include <optional>
#include <vector>

#include "petri/problem.hpp"

namespace heddle::petri {

struct Pruned {
  Problem problem;
  std::vector<PlaceId> place;      // by place of the problem: its number in the net
  std::vector<TransitionId> move;  // by move of the problem: its number in the net
  std::vector<PlaceId> empty;      // of the net, sorted
  /// Transitions that made a place plentiful, in the order in which that was found.
  std::vector<TransitionId> fillers;
};

Pruned prune(const Net& net, const Question& question);

struct Firing {
  std::vector<Tokens> start;  // of the unbounded places
  std::vector<TransitionId> transitions;
};

/// Turns moves of the problem that reach a target into a firing sequence of the net that reaches
/// one of the conjunctions. Nothing if it would be longer than `most`.
std::optional<Firing> firing_on_net(const Net& net, const Question& question, const Pruned& pruned,
                                    const std::vector<std::uint32_t>& moves, std::size_t most);

}  // namespace heddle::petri
