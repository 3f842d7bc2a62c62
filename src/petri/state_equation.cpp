#include "petri/state_equation.hpp"

#include <algorithm>
#include <cmath>

namespace heddle::petri {
namespace {

constexpr int kMostPivots = 20000;
constexpr double kZero = 1e-7;
// Denominators that are tried for the whole vector before each number is looked at on its own.
constexpr int kMostDenominator = 64;
constexpr double kMostInteger = 1e9;

std::vector<LinearProgram::Row> rows_of(const Problem& problem,
                                        const std::vector<std::vector<Effect>>& effects) {
  std::vector<LinearProgram::Row> rows(problem.initial.size());
  for (std::size_t m = 0; m < effects.size(); ++m) {
    for (const Effect& change : effects[m]) {
      rows[change.place].emplace_back(static_cast<int>(m), static_cast<double>(change.change));
    }
  }
  return rows;
}

std::vector<std::vector<Effect>> effects_of(const Problem& problem) {
  std::vector<std::vector<Effect>> effects;
  effects.reserve(problem.moves.size());
  for (const Move& move : problem.moves) effects.push_back(effect(move));
  return effects;
}

/// The denominator of the simplest fraction near `value`, by its continued fraction.
double denominator(double value) {
  double rest = value;
  double previous = 0;
  double current = 1;
  for (int i = 0; i < 20; ++i) {
    if (std::abs(current * value - std::round(current * value)) < 1e-7 * current) return current;
    const double whole = std::floor(rest);
    if (rest - whole < 1e-10) return current;
    rest = 1 / (rest - whole);
    const double next = std::floor(rest) * current + previous;
    previous = current;
    current = next;
    if (current > 1e6) return current;
  }
  return current;
}

}  // namespace

StateEquation::StateEquation(const Problem& problem)
    : problem_(problem),
      effects_(effects_of(problem)),
      finder_(problem),
      program_(std::vector<double>(problem.moves.size(), 1.0), rows_of(problem, effects_)) {
  for (const auto& changes : effects_) entries_ += changes.size();
  for (PlaceId p = 0; p < problem.initial.size(); ++p) {
    program_.set_bound(p, -static_cast<double>(problem.initial[p]));
  }
}

// Measured: a pivot passes over rows and columns twice, a call over the whole matrix some eight
// times. The other methods count what they look at, too, so the unit is about the same.
void StateEquation::count_work() {
  work_ += 2 * static_cast<std::uint64_t>(program_.pivots()) *
               (problem_.initial.size() + problem_.moves.size()) +
           8 * (entries_ + problem_.initial.size());
}

void StateEquation::set_goal(const std::vector<Tokens>& goal) {
  for (const PlaceId p : touched_) {
    program_.set_bound(p, -static_cast<double>(problem_.initial[p]));
  }
  touched_.clear();
  for (const Tokens& tokens : goal) {
    program_.set_bound(tokens.place, static_cast<double>(tokens.count) -
                                         static_cast<double>(problem_.initial[tokens.place]));
    touched_.push_back(tokens.place);
  }
}

std::optional<Inequality> StateEquation::exclude(const std::vector<Tokens>& goal) {
  if (problem_.moves.empty()) {
    for (const Tokens& tokens : goal) {
      if (tokens.count <= problem_.initial[tokens.place]) continue;
      return make_inequality(problem_, {{tokens.place, 1}}, {}, {});
    }
    return std::nullopt;
  }
  set_goal(goal);
  while (true) {
    const LinearProgram::Answer answer = program_.solve(kMostPivots);
    count_work();
    if (answer == LinearProgram::Answer::kInfeasible) return round(goal);
    if (answer == LinearProgram::Answer::kUnknown || !cut_with_trap()) return std::nullopt;
  }
}

std::optional<Inequality> StateEquation::round(const std::vector<Tokens>& goal) {
  const std::vector<double> ray = program_.ray();
  double largest = 0;
  for (const double each : ray) largest = std::max(largest, each);
  double smallest = largest;
  for (const double each : ray) {
    if (each > kZero * largest) smallest = std::min(smallest, each);
  }
  if (largest <= 0) return std::nullopt;
  const auto attempt = [&](double scale) -> std::optional<Inequality> {
    std::vector<std::uint64_t> dense(problem_.initial.size());
    for (std::size_t p = 0; p < dense.size(); ++p) {
      dense[p] = static_cast<std::uint64_t>(std::llround(std::max(0.0, ray[p] * scale)));
    }
    std::vector<std::uint64_t> multiples(traps_.size());
    for (std::size_t i = 0; i < traps_.size(); ++i) {
      multiples[i] = static_cast<std::uint64_t>(
          std::llround(std::max(0.0, ray[problem_.initial.size() + i] * scale)));
      for (const PlaceId p : traps_[i]) dense[p] += multiples[i];
    }
    std::vector<Tokens> total;
    for (PlaceId p = 0; p < dense.size(); ++p) {
      if (dense[p] > 0) total.push_back({p, dense[p]});
    }
    auto result = make_inequality(problem_, total, traps_, multiples);
    if (result && !excludes(*result, goal)) result.reset();
    return result;
  };
  const auto near_integers = [&](double scale) {
    return std::all_of(ray.begin(), ray.end(), [&](double each) {
      const double scaled = std::max(0.0, each) * scale;
      return scaled < kMostInteger && std::abs(scaled - std::round(scaled)) < 1e-4;
    });
  };
  for (int k = 1; k <= kMostDenominator; ++k) {
    const double scale = k / smallest;
    if (!near_integers(scale)) continue;
    if (auto result = attempt(scale)) return result;
  }
  double common = 1;
  for (const double each : ray) {
    const double scaled = std::max(0.0, each / smallest) * common;
    if (common > kMostInteger) break;
    common *= denominator(scaled - std::floor(scaled));
  }
  if (common <= kMostInteger && largest / smallest * common <= kMostInteger) {
    if (auto result = attempt(common / smallest)) return result;
  }
  ++rounding_failures_;
  return std::nullopt;
}

bool StateEquation::cut_with_trap() {
  std::vector<double> marking(problem_.initial.begin(), problem_.initial.end());
  const double* counts = program_.point();
  for (std::size_t m = 0; m < effects_.size(); ++m) {
    if (std::abs(counts[m]) < 1e-12) continue;
    for (const Effect& change : effects_[m]) {
      marking[change.place] += counts[m] * static_cast<double>(change.change);
    }
  }
  std::vector<char> zero(marking.size());
  for (std::size_t p = 0; p < zero.size(); ++p) zero[p] = marking[p] < kZero ? 1 : 0;
  const Trap found = finder_.largest_in(zero);
  if (!is_marked(problem_, found)) return false;
  const Trap trap = finder_.smaller(found);
  // A rounding error might show the same trap again, for ever.
  if (std::find(traps_.begin(), traps_.end(), trap) != traps_.end()) return false;
  add_trap(trap);
  return true;
}

void StateEquation::add_trap(const Trap& trap) {
  std::vector<double> change(problem_.moves.size());
  std::vector<char> in(problem_.initial.size());
  std::uint64_t there = 0;
  for (const PlaceId p : trap) {
    in[p] = 1;
    there += problem_.initial[p];
  }
  for (std::size_t m = 0; m < effects_.size(); ++m) {
    for (const Effect& each : effects_[m]) {
      if (in[each.place] != 0) change[m] += static_cast<double>(each.change);
    }
  }
  LinearProgram::Row row;
  for (std::size_t m = 0; m < change.size(); ++m) {
    if (change[m] != 0) row.emplace_back(static_cast<int>(m), change[m]);
  }
  program_.add_row(row);
  program_.set_bound(problem_.initial.size() + traps_.size(), 1.0 - static_cast<double>(there));
  traps_.push_back(trap);
}

std::optional<double> StateEquation::distance(const std::vector<std::uint64_t>& from,
                                              const std::vector<Tokens>& goal,
                                              std::vector<double>& counts) {
  for (PlaceId p = 0; p < from.size(); ++p) program_.set_bound(p, -static_cast<double>(from[p]));
  for (const Tokens& tokens : goal) {
    program_.set_bound(tokens.place,
                       static_cast<double>(tokens.count) - static_cast<double>(from[tokens.place]));
  }
  const LinearProgram::Answer answer = program_.solve(kMostPivots);
  count_work();
  if (answer != LinearProgram::Answer::kFeasible) return std::nullopt;
  counts.assign(program_.point(), program_.point() + problem_.moves.size());
  return program_.cost();
}

}  // namespace heddle::petri
