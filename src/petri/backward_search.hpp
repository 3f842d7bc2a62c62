// Backward search: the least markings from which a target can be covered, until none is new.
// (Abdulla, Cerans, Jonsson, Tsay: General decidability theorems for infinite-state systems, LICS
// 1996.) Complete: it always ends, in theory.
//
// What makes it end in practice is pruning: a marking that an inequality excludes is not reachable,
// nor is anything above it. The state equation is asked about a marking that no known inequality
// excludes; its answer is an inequality that is kept, and most later markings fall to one of those
// by a single dot product. (Pruning by the state equation: Geffroy, Leroux, Sutre: Occam's razor
// applied to the Petri net coverability problem, 2016; there each marking costs a linear program.)
//
// Invariant: every marking from which a target can be covered in k steps, k up to the rounds done,
// is above an element or excluded by an inequality. At the end that holds for all k.
//
// A second saving: let Q be a trap with a token at the start, so every reachable marking has a
// token in Q. If e + q is an element (or excluded) for every place q of Q, then e itself may be
// one, and it stands for all of them. That happens whenever a process overwrites a variable,
// whatever its old value was. (Our own; it is resolution, with the trap as the clause.)
//
// Smallest markings first. The linear program is skipped for most markings while it excludes next
// to none of them.
#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "petri/budget.hpp"
#include "petri/inequality.hpp"
#include "petri/minimal_markings.hpp"
#include "petri/problem.hpp"
#include "petri/state_equation.hpp"

namespace heddle::petri {

class BackwardSearch {
 public:
  /// `inequalities` hold already.
  BackwardSearch(const Problem& problem, std::vector<Inequality> inequalities);

  enum class Status { kSafe, kCoverable, kOpen };
  /// Goes on until so much more work is done.
  Status run(std::uint64_t work, const Budget& budget);

  /// After kCoverable: the moves from the initial marking to a target.
  std::vector<std::uint32_t> moves();
  /// After kSafe: elements that neither an inequality excludes nor another is below of.
  std::vector<std::vector<Tokens>> basis();
  const std::vector<Inequality>& inequalities() const { return inequalities_; }

  std::size_t elements() const { return elements_.size(); }
  std::size_t bytes() const { return elements_.bytes() + origin_.capacity() * sizeof(Origin); }

 private:
  struct Origin {
    std::uint32_t next;                       // the element that is reached
    std::uint32_t move;                       // by this move
    std::uint32_t cases = ~std::uint32_t{0};  // or: see cases_, by the place of a trap
  };
  /// How to go on from an element that stands for e + q, q in a trap: by a move to `next`, or, if
  /// there is none, from the element `next` itself.
  struct Case {
    PlaceId place;
    std::uint32_t next;
    std::uint32_t move;
  };
  /// A marking one step before an element, in the array `amounts_`.
  struct Earlier {
    std::uint32_t begin;
    std::uint32_t size;
    std::uint32_t move;
    std::uint32_t cases;
  };
  /// A marking of `earlier_` without the place q of a trap: equal ones have the same hash.
  struct Rest {
    std::uint64_t hash;
    std::uint32_t trap;
    PlaceId place;
    std::uint32_t index;
    bool operator<(const Rest& other) const {
      return std::tie(hash, trap, place, index) <
             std::tie(other.hash, other.trap, other.place, other.index);
    }
  };
  struct PackedMove {
    std::vector<Amount> take;
    std::vector<Amount> put;
  };
  struct Weights {
    std::vector<std::uint32_t> dense;
    std::vector<std::uint64_t> take;  // by move: of what it takes
    std::uint64_t goal;               // of the element that is being expanded
    std::int64_t bound;
    std::uint64_t hits;
  };
  using Entry = std::pair<std::uint64_t, std::uint32_t>;

  bool learn(Inequality inequality);
  bool excluded(std::span<const Amount> marking);
  bool exceeds(Weights& weights, std::uint64_t sum);
  void weigh_goal(std::span<const Amount> goal);
  bool excluded_before(std::uint32_t move);
  bool ask_state_equation(std::uint32_t element);
  void offer(std::span<const Amount> marking, Origin origin);
  void resolve(std::uint32_t element);
  void resolve(std::span<const Rest> group, std::uint32_t element);
  void expand(std::uint32_t element);
  void step_back(std::span<const Amount> goal, std::uint32_t move);
  std::span<const Amount> marking(const Earlier& earlier) const {
    return {amounts_.data() + earlier.begin, earlier.size};
  }

  const Problem& problem_;
  std::vector<std::vector<std::uint32_t>> adders_;  // moves that add to a place
  StateEquation equation_;
  std::vector<Inequality> inequalities_;
  std::vector<Weights> weights_;
  std::vector<std::uint32_t> by_hits_;  // the inequalities, most successful first
  MinimalMarkings elements_;
  std::vector<Origin> origin_;
  std::vector<char> expanded_;                       // by element
  std::vector<Trap> always_;                         // traps with a token at the start
  std::vector<std::vector<std::uint32_t>> in_trap_;  // by place: its traps in always_
  std::vector<std::vector<Case>> cases_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  std::vector<PackedMove> moves_;
  // The expansion that is under way.
  std::vector<Amount> amounts_;
  std::vector<Earlier> earlier_;
  std::vector<char> replaced_;
  std::vector<Rest> rests_;
  std::vector<Amount> rest_, with_;
  std::vector<std::uint32_t> goal_;   // the element, by place
  std::vector<Amount> given_;         // what a move puts of it
  std::vector<std::uint32_t> stamp_;  // by move: the expansion that has looked at it
  std::uint32_t expansions_ = 0;
  std::optional<std::uint32_t> found_;
  std::uint64_t work_ = 0;
  // How often the state equation was asked, markings left out since, and how many to leave out.
  std::uint64_t asked_ = 0, skipped_ = 0, pause_ = 0;
};

}  // namespace heddle::petri
