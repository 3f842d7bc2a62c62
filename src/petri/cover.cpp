// The order in which the methods are tried: the cheap ones that decide most nets first.
//
//   1. prune, merge, agglomerate
//   2. the state equation with traps, for each target
//   3. forward search with the relaxed distance, for a while
//   4. in turns, each round half as long again as the one before, or on two threads: forward search
//      with the distance from the state equation, and backward search
//
// Shares are counted in work, not in time, and rounds of two threads end together, so the answer
// and its certificate are the same in every run. The state equation and the forward searches work
// on the agglomerated problem, since inequalities and firing sequences come back from there. A
// basis does not: closed under the agglomerated moves, it need not be closed under their halves. So
// the backward search works on the merged problem, whose basis is one of the net. Nothing is
// answered that the checker does not accept.
#include "petri/cover.hpp"

#include <algorithm>
#include <future>
#include <memory>
#include <utility>

#include "petri/agglomerate.hpp"
#include "petri/backward_search.hpp"
#include "petri/budget.hpp"
#include "petri/certificate.hpp"
#include "petri/forward_search.hpp"
#include "petri/merge.hpp"
#include "petri/prune.hpp"
#include "petri/relaxed_distance.hpp"
#include "petri/state_equation.hpp"
#include "petri_check/check.hpp"
#include "support/check.hpp"

namespace heddle::petri {
namespace {

constexpr std::uint64_t kRelaxedWork = 100'000'000;  // about 0.2 s
constexpr std::uint64_t kFirstRound = 50'000'000;
constexpr std::uint64_t kForwardPart = 2;  // of a round; what is found forwards is found soon
constexpr std::uint64_t kForEver = ~std::uint64_t{0} / 4;
constexpr std::size_t kLongestFiring = 10'000'000;

/// The same problem with one target: a place that a move for each target fills.
Problem with_one_target(const Problem& problem, const std::vector<std::vector<Tokens>>& targets) {
  Problem result = problem;
  result.targets = targets;
  if (targets.size() == 1) return result;
  const auto goal = static_cast<PlaceId>(result.initial.size());
  result.initial.push_back(0);
  for (const auto& target : targets) result.moves.push_back({target, {{goal, 1}}});
  result.targets = {{{goal, 1}}};
  return result;
}

class Engine {
 public:
  Engine(const Net& net, const Question& question, const Limits& limits)
      : net_(net), question_(question), budget_(limits) {}

  Outcome run() {
    phase("reduction");
    pruned_ = prune(net_, question_);
    const Problem& problem = pruned_.problem;
    for (const auto& target : problem.targets) {
      if (covers(problem.initial, target)) return coverable({}, "reduction");
    }
    if (problem.targets.empty()) return safe({}, {}, "reduction");
    merged_ = merge(problem);
    small_ = agglomerate(merged_.problem);
    phase("state equation");
    open_.clear();
    StateEquation equation(small_.problem);
    for (const auto& target : small_.problem.targets) {
      if (budget_.over()) return unknown();
      if (std::any_of(known_.begin(), known_.end(),
                      [&](const Inequality& each) { return excludes(each, target); })) {
        continue;
      }
      if (auto found = equation.exclude(target)) {
        known_.push_back(std::move(*found));
      } else {
        open_.push_back(target);
      }
    }
    lift_known();
    if (open_.empty() && all_excluded()) return safe(known_, {}, "state equation");
    return search();
  }

 private:
  void phase(const char* name) {
    if (budget_.limits().progress != nullptr) budget_.limits().progress->phase = name;
  }

  Outcome unknown() const {
    Outcome outcome;
    outcome.by = budget_.cancelled()     ? "interrupted"
                 : budget_.out_of_time() ? "the time limit"
                                         : "the memory limit";
    return outcome;
  }

  static Outcome too_long() {
    Outcome outcome;
    outcome.by = "the length of the firing sequence";
    return outcome;
  }

  /// Moves what is known about the small problem to the merged one; what does not fit back is
  /// forgotten.
  void lift_known() {
    std::vector<Inequality> lifted;
    for (const Inequality& inequality : known_) {
      if (auto back = lift(merged_.problem, small_, inequality)) lifted.push_back(std::move(*back));
    }
    known_ = std::move(lifted);
  }

  /// Whether an inequality excludes each target of the merged problem. Where one did not fit back,
  /// the state equation is asked there.
  bool all_excluded() {
    std::unique_ptr<StateEquation> equation;
    for (const auto& target : merged_.problem.targets) {
      if (std::any_of(known_.begin(), known_.end(),
                      [&](const Inequality& each) { return excludes(each, target); })) {
        continue;
      }
      if (budget_.over()) return false;
      if (!equation) equation = std::make_unique<StateEquation>(merged_.problem);
      auto found = equation->exclude(target);
      if (!found) return false;
      known_.push_back(std::move(*found));
    }
    return true;
  }

  Outcome search() {
    phase("forward search");
    // Only for targets that are still open; if the lifting failed, there are none, but the
    // agglomerated problem has the same answer, so nothing is to be found forwards.
    bool hopeful = !open_.empty();
    if (hopeful) {
      const Problem single = with_one_target(small_.problem, open_);
      RelaxedDistance relaxed(single);
      ForwardSearch forward(
          single, [&](const auto& marking, auto& better) { return relaxed.ask(marking, better); },
          [&] { return relaxed.work(); });
      const auto status = forward.run(kRelaxedWork, budget_);
      if (status == ForwardSearch::Status::kFound) return coverable(forward);
      hopeful = status != ForwardSearch::Status::kExhausted;
    }
    if (budget_.over()) return unknown();
    return hopeful ? both_ways() : backward_only();
  }

  /// Back from the small problem, without the moves that with_one_target has added.
  Outcome coverable(const ForwardSearch& forward) {
    std::vector<std::uint32_t> moves = forward.moves();
    std::erase_if(moves, [&](std::uint32_t m) { return m >= small_.problem.moves.size(); });
    return coverable_merged(lift(small_, moves), "forward");
  }

  Outcome both_ways() {
    phase("forward and backward search");
    const Problem single = with_one_target(small_.problem, open_);
    StateEquation equation(single);
    std::vector<double> counts;
    ForwardSearch forward(
        single,
        [&](const std::vector<std::uint64_t>& marking, std::vector<std::uint32_t>& better) {
          better.clear();
          auto distance = equation.distance(marking, single.targets.front(), counts);
          if (!distance) return distance;
          for (std::uint32_t m = 0; m < counts.size(); ++m) {
            if (counts[m] > 1e-6 && covers(marking, single.moves[m].take)) better.push_back(m);
          }
          return distance;
        },
        [&] { return equation.work(); });
    BackwardSearch backward(merged_.problem, known_);
    bool hopeful = true;
    for (std::uint64_t share = kFirstRound; hopeful; share += share / 2) {
      const auto [ahead, back] = round(forward, backward, share);
      if (ahead == ForwardSearch::Status::kFound) return coverable(forward);
      if (back != BackwardSearch::Status::kOpen || backward_is_over(backward)) {
        return outcome_of(backward, back);
      }
      // Distances are floating-point numbers, so "nothing left" is no proof: backward has to go on.
      hopeful = ahead != ForwardSearch::Status::kExhausted && !budget_.too_large(forward.bytes());
    }
    return outcome_of(backward, backward.run(kForEver, budget_));
  }

  /// Both searches go on for a while, one after the other or at the same time.
  std::pair<ForwardSearch::Status, BackwardSearch::Status> round(ForwardSearch& forward,
                                                                 BackwardSearch& backward,
                                                                 std::uint64_t share) {
    if (budget_.limits().threads < 2) {
      const auto ahead = forward.run(share / kForwardPart, budget_);
      if (ahead == ForwardSearch::Status::kFound) return {ahead, BackwardSearch::Status::kOpen};
      return {ahead, backward.run(share, budget_)};
    }
    auto ahead =
        std::async(std::launch::async, [&] { return forward.run(share / kForwardPart, budget_); });
    const auto back = backward.run(share, budget_);
    return {ahead.get(), back};
  }

  bool backward_is_over(const BackwardSearch& backward) const {
    return budget_.over() || budget_.too_large(backward.bytes());
  }

  Outcome outcome_of(BackwardSearch& backward, BackwardSearch::Status status) {
    switch (status) {
      case BackwardSearch::Status::kCoverable:
        return coverable_merged(backward.moves(), "backward");
      case BackwardSearch::Status::kSafe:
        return safe(backward.inequalities(), backward.basis(), "backward");
      default:
        return unknown();
    }
  }

  Outcome backward_only() {
    phase("backward search");
    BackwardSearch backward(merged_.problem, known_);
    return outcome_of(backward, backward.run(kForEver, budget_));
  }

  Outcome coverable_merged(const std::vector<std::uint32_t>& moves, const char* by) {
    const auto apart = unmerge(pruned_.problem, merged_, moves, kLongestFiring);
    return apart ? coverable(*apart, by) : too_long();
  }

  /// `moves`: of the pruned problem.
  Outcome coverable(const std::vector<std::uint32_t>& moves, const char* by) {
    const auto firing = firing_on_net(net_, question_, pruned_, moves, kLongestFiring);
    if (!firing) return too_long();
    Outcome outcome;
    outcome.answer = Answer::kCoverable;
    outcome.start = firing->start;
    outcome.firing = firing->transitions;
    outcome.certificate = certificate_of(*firing);
    outcome.by = by;
    return checked(std::move(outcome));
  }

  Outcome safe(const std::vector<Inequality>& inequalities,
               const std::vector<std::vector<Tokens>>& basis, const char* by) {
    Proof proof{pruned_.empty, merged_.places, inequalities, basis};
    for (auto& places : proof.places) {
      for (PlaceId& place : places) place = pruned_.place[place];
    }
    Outcome outcome;
    outcome.answer = Answer::kSafe;
    outcome.certificate = certificate_of(proof);
    outcome.by = by;
    return checked(std::move(outcome));
  }

  Outcome checked(Outcome outcome) {
    phase("checking the certificate");
    const auto verdict = petri_check::check(net_, question_, outcome.certificate);
    HEDDLE_CHECK(verdict.accepted, "the checker rejects the certificate ({}): {}", outcome.by,
                 verdict.reason);
    return outcome;
  }

  const Net& net_;
  const Question& question_;
  const Budget budget_;
  Pruned pruned_;
  Merged merged_;
  Agglomerated small_;
  std::vector<std::vector<Tokens>> open_;  // targets of the small problem
  std::vector<Inequality> known_;          // about the small problem, later about the merged one
};

}  // namespace

Outcome cover(const Net& net, const Question& question, const Limits& limits) {
  try {
    return Engine(net, question, limits).run();
  } catch (const TooManyTokens& error) {
    Outcome outcome;
    outcome.by = error.what();
    return outcome;
  }
}

}  // namespace heddle::petri
