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
// Smallest markings first. The linear program is skipped for most markings while it excludes next
// to none of them.
#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "petri/budget.hpp"
#include "petri/inequality.hpp"
#include "petri/minimal_markings.hpp"
#include "petri/problem.hpp"
#include "petri/state_equation.hpp"

namespace heddle::petri {

class BackwardSearch {
 public:
  /// `inequalities` hold already. `more`: markings from which a target can be covered, known from
  /// elsewhere.
  BackwardSearch(const Problem& problem, std::vector<Inequality> inequalities,
                 const std::vector<std::vector<Tokens>>& more = {});

  enum class Status { kSafe, kCoverable, kOpen };
  /// Goes on until so much more work is done.
  Status run(std::uint64_t work, const Budget& budget);

  /// After kCoverable: the moves from the initial marking to a target. Not if it was found through
  /// one of `more`.
  std::vector<std::uint32_t> moves() const;
  /// After kSafe: elements that neither an inequality excludes nor another is below of.
  std::vector<std::vector<Tokens>> basis();
  const std::vector<Inequality>& inequalities() const { return inequalities_; }

  std::size_t elements() const { return elements_.size(); }
  std::size_t bytes() const { return elements_.bytes() + origin_.capacity() * sizeof(Origin); }

 private:
  struct Origin {
    std::uint32_t next;  // the element that is reached
    std::uint32_t move;  // by this move
  };
  struct Weights {
    std::vector<std::uint64_t> dense;
    std::int64_t bound;
    std::uint64_t hits;
  };
  using Entry = std::pair<std::uint64_t, std::uint32_t>;

  void learn(Inequality inequality);
  bool excluded(std::span<const Amount> marking);
  bool ask_state_equation(std::uint32_t element);
  void offer(std::span<const Amount> marking, std::uint32_t next, std::uint32_t move);
  void expand(std::uint32_t element);

  const Problem& problem_;
  std::vector<std::vector<std::uint32_t>> adders_;  // moves that add to a place
  StateEquation equation_;
  std::vector<Inequality> inequalities_;
  std::vector<Weights> weights_;
  std::vector<std::uint32_t> by_hits_;  // the inequalities, most successful first
  MinimalMarkings elements_;
  std::vector<Origin> origin_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  std::vector<std::uint32_t> stamp_;  // by move: the expansion that has looked at it
  std::uint32_t expansions_ = 0;
  std::optional<std::uint32_t> found_;
  std::uint64_t work_ = 0;
  std::uint64_t asked_ = 0, helped_ = 0, skipped_ = 0;
};

}  // namespace heddle::petri
