// How far is the target if taking cost nothing? The heuristic h_add of AI planning (Bonet and
// Geffner: Planning as heuristic search, 2001) on markings.
//
// If moves never took anything, each place would be filled at a price: that of the cheapest move
// that puts into it, plus one; the price of a move is the sum over the places it takes from and
// that lack tokens. Dijkstra's algorithm, extended to moves with several inputs, finds all prices
// in one pass. A target without a price is out of reach for good: nothing can ever fill the place.
//
// Paper -> here: add effects `put`, preconditions `take`, h_add(p) price, helpful actions
// `preferred` (the moves of the cheapest plan that can fire now).
#pragma once

#include <optional>
#include <vector>

#include "petri/problem.hpp"

namespace heddle::petri {

class RelaxedDistance {
 public:
  /// The problem must have one target.
  explicit RelaxedDistance(const Problem& problem);

  /// Nothing: the target cannot be covered from this marking. `preferred` gets moves that can fire
  /// and belong to the plan that was found.
  std::optional<double> ask(const std::vector<std::uint64_t>& marking,
                            std::vector<std::uint32_t>& preferred);

  std::uint64_t work() const { return work_; }

 private:
  struct Arc {
    std::uint32_t move;
    std::uint64_t count;
  };
  double demand(const std::vector<std::uint64_t>& marking, const std::vector<Tokens>& tokens) const;

  const Problem& problem_;
  std::vector<std::vector<Arc>> takers_;
  std::vector<std::vector<PlaceId>> adds_;  // by move: places that gain
  std::vector<std::uint32_t> free_;         // moves that take nothing
  // By place: the price of one more token, and the move that gives it.
  std::vector<double> price_;
  std::vector<std::uint32_t> giver_;
  std::vector<char> settled_;
  std::vector<std::uint32_t> missing_;  // by move: inputs without enough tokens and without a price
  std::vector<double> cost_;            // by move: the inputs that have a price
  std::uint64_t work_ = 0;
};

}  // namespace heddle::petri
