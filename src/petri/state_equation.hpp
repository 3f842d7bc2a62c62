// The state equation: every reachable marking is m0 + C·x for some x >= 0 (how often each move
// fires). If no such x covers a goal, the goal is not coverable, and the dual solution of the
// linear program is an inequality that says so (inequality.hpp).
//
// If there is one, but the marking m0 + C·x leaves a trap empty that had a token at the start, it
// is not reachable: "one token in the trap" joins the program, and the question is asked again.
// (Murata 1989, section V; Esparza and Melzer: Verification of safety properties using integer
// programming, 2000; refinement by traps as in CAV 2014.)
//
// Paper -> here: m0 initial, C effects of the moves, x `counts`, Q `traps_`, y and z the
// inequality's weights and multiples.
#pragma once

#include <optional>
#include <vector>

#include "petri/inequality.hpp"
#include "petri/linear_program.hpp"
#include "petri/problem.hpp"
#include "petri/traps.hpp"

namespace heddle::petri {

class StateEquation {
 public:
  explicit StateEquation(const Problem& problem);

  /// Nothing: this method does not exclude `goal`. Otherwise an inequality, exactly checked, that
  /// does.
  std::optional<Inequality> exclude(const std::vector<Tokens>& goal);

  /// How often the moves must fire at least to get from `from` to `goal`; nothing: never. Writes
  /// the numbers of firings. Trusts the floating-point answer: for guidance only.
  std::optional<double> distance(const std::vector<std::uint64_t>& from,
                                 const std::vector<Tokens>& goal, std::vector<double>& counts);

  /// What all calls have cost so far, in pivots and rows; the same in every run.
  std::uint64_t work() const { return work_; }
  std::size_t traps() const { return traps_.size(); }
  /// The answers could not be turned into integers that many times.
  std::size_t rounding_failures() const { return rounding_failures_; }
  void add_trap(const Trap& trap);

 private:
  std::optional<Inequality> round(const std::vector<Tokens>& goal);
  bool cut_with_trap();
  void count_work();
  void set_goal(const std::vector<Tokens>& goal);

  const Problem& problem_;
  std::vector<std::vector<Effect>> effects_;
  TrapFinder finder_;
  LinearProgram program_;
  std::vector<Trap> traps_;
  std::vector<PlaceId> touched_;  // rows whose bound differs from the initial marking's
  std::size_t entries_ = 0;       // of the matrix
  std::uint64_t work_ = 0;
  std::size_t rounding_failures_ = 0;
};

}  // namespace heddle::petri
