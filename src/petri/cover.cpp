// The order in which the methods are tried: the cheap ones that decide most nets first.
//
//   1. prune, agglomerate                                    (prune.hpp, agglomerate.hpp)
//   2. state equation with traps for each target             (state_equation.hpp)
//   3. forward search with the relaxed distance, for a while (forward_search.hpp, relaxed_distance.hpp)
//   4. in turns, each round half as long again as the one before, or on two threads: forward search
//      with the distance from the state equation | backward search       (backward_search.hpp)
//
// Shares are counted in work, not in time, and rounds of two threads end together, so the answer
// and its certificate are the same in every run. The certificate is made for the net that was given
// (firing_on_net; lift; and where a basis was found on the agglomerated problem, the backward search
// runs once more on the pruned one, with everything that is known), and nothing is answered that
// the checker does not accept.
#include "petri/cover.hpp"

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>

#include "petri/agglomerate.hpp"
#include "petri/backward_search.hpp"
#include "petri/budget.hpp"
#include "petri/certificate.hpp"
#include "petri/forward_search.hpp"
#include "petri/prune.hpp"
#include "petri/relaxed_distance.hpp"
#include "petri/state_equation.hpp"
#include "petri_check/check.hpp"
#include "support/check.hpp"

namespace heddle::petri {
namespace {

constexpr std::uint64_t kRelaxedWork = 60'000'000;  // about 0.3 s
constexpr std::uint64_t kFirstRound = 20'000'000;
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
    small_ = agglomerate(problem);
    phase("state equation");
    open_.clear();
    StateEquation equation(small_.problem);
    for (const auto& target : small_.problem.targets) {
      if (budget_.over()) return unknown();
      if (auto found = equation.exclude(target)) {
        known_.push_back(std::move(*found));
      } else {
        open_.push_back(target);
      }
    }
    if (open_.empty()) {
      if (auto lifted = lift_all()) return safe(std::move(*lifted), {}, "state equation");
    }
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

  /// The inequalities known for the small problem, on the pruned one. Nothing if one of them does
  /// not fit back and the state equation there finds no substitute.
  std::optional<std::vector<Inequality>> lift_all() {
    std::vector<Inequality> lifted;
    for (const Inequality& inequality : known_) {
      if (auto back = lift(pruned_.problem, small_, inequality)) lifted.push_back(std::move(*back));
    }
    std::unique_ptr<StateEquation> equation;
    for (const auto& target : pruned_.problem.targets) {
      if (std::any_of(lifted.begin(), lifted.end(),
                      [&](const Inequality& each) { return excludes(each, target); })) {
        continue;
      }
      if (!equation) equation = std::make_unique<StateEquation>(pruned_.problem);
      auto found = equation->exclude(target);
      if (!found) return std::nullopt;
      lifted.push_back(std::move(*found));
    }
    return lifted;
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
      report(&forward, nullptr);
      if (status == ForwardSearch::Status::kFound) return coverable(small_moves(forward), "forward");
      hopeful = status != ForwardSearch::Status::kExhausted;
    }
    if (budget_.over()) return unknown();
    return hopeful ? both_ways() : backward_only();
  }

  /// Without the moves that with_one_target has added.
  std::vector<std::uint32_t> small_moves(const ForwardSearch& forward) const {
    std::vector<std::uint32_t> moves = forward.moves();
    std::erase_if(moves, [&](std::uint32_t m) { return m >= small_.problem.moves.size(); });
    return moves;
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
    BackwardSearch backward(small_.problem, known_);
    bool hopeful = true;
    for (std::uint64_t share = kFirstRound;; share += share / 2) {
      auto ahead = ForwardSearch::Status::kOpen;
      auto back = BackwardSearch::Status::kOpen;
      if (!hopeful) {
        back = backward.run(kForEver, budget_);
      } else if (budget_.limits().threads > 1) {
        std::exception_ptr failure;
        std::thread other([&] {
          try {
            ahead = forward.run(share, budget_);
          } catch (...) {
            failure = std::current_exception();
          }
        });
        std::exception_ptr own;
        try {
          back = backward.run(share, budget_);
        } catch (...) {
          own = std::current_exception();
        }
        other.join();
        if (failure) std::rethrow_exception(failure);
        if (own) std::rethrow_exception(own);
      } else {
        ahead = forward.run(share, budget_);
        if (ahead != ForwardSearch::Status::kFound) back = backward.run(share, budget_);
      }
      report(&forward, &backward);
      if (ahead == ForwardSearch::Status::kFound) return coverable(small_moves(forward), "forward");
      // Distances are floating-point numbers, so "hopeless" is no proof: backward has to go on.
      if (ahead == ForwardSearch::Status::kExhausted) hopeful = false;
      if (back == BackwardSearch::Status::kCoverable) return coverable(backward.moves(), "backward");
      if (back == BackwardSearch::Status::kSafe) return safe_by(backward);
      if (budget_.over() || budget_.too_large(forward.bytes()) ||
          budget_.too_large(backward.bytes())) {
        return unknown();
      }
    }
  }

  Outcome backward_only() {
    phase("backward search");
    BackwardSearch backward(small_.problem, known_);
    const auto status = backward.run(kForEver, budget_);
    if (status == BackwardSearch::Status::kCoverable) return coverable(backward.moves(), "backward");
    return status == BackwardSearch::Status::kSafe ? safe_by(backward) : unknown();
  }

  /// What was proved about the small problem, proved about the pruned one.
  Outcome safe_by(BackwardSearch& backward) {
    phase("certificate");
    std::vector<std::vector<Tokens>> basis = backward.basis();
    for (auto& element : basis) {
      for (Tokens& tokens : element) tokens.place = small_.place[tokens.place];
    }
    known_ = backward.inequalities();
    std::vector<Inequality> lifted;
    for (const Inequality& inequality : known_) {
      if (auto back = lift(pruned_.problem, small_, inequality)) lifted.push_back(std::move(*back));
    }
    BackwardSearch again(pruned_.problem, std::move(lifted), basis);
    const auto status = again.run(kForEver, budget_);
    HEDDLE_CHECK(status != BackwardSearch::Status::kCoverable,
                 "the agglomerated problem is safe, the pruned one is not");
    if (status == BackwardSearch::Status::kOpen) return unknown();
    return safe(again.inequalities(), again.basis(), "backward");
  }

  Outcome coverable(const std::vector<std::uint32_t>& moves, const char* by) {
    const auto firing =
        firing_on_net(net_, question_, pruned_, lift(small_, moves), kLongestFiring);
    Outcome outcome;
    if (!firing) {
      outcome.by = "the length of the firing sequence";
      return outcome;
    }
    outcome.answer = Answer::kCoverable;
    outcome.start = firing->start;
    outcome.firing = firing->transitions;
    outcome.certificate = certificate_of(*firing);
    outcome.by = by;
    return checked(std::move(outcome));
  }

  Outcome safe(const std::vector<Inequality>& inequalities,
               const std::vector<std::vector<Tokens>>& basis, const char* by) {
    Proof proof{pruned_.empty, pruned_.place, inequalities, basis};
    for (Inequality& inequality : proof.inequalities) {
      for (Tokens& weight : inequality.weights) weight.place = pruned_.place[weight.place];
      for (Trap& trap : inequality.traps) {
        for (PlaceId& place : trap) place = pruned_.place[place];
      }
    }
    for (auto& element : proof.basis) {
      for (Tokens& tokens : element) tokens.place = pruned_.place[tokens.place];
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

  void report(const ForwardSearch* forward, const BackwardSearch* backward) {
    Progress* progress = budget_.limits().progress;
    if (progress == nullptr) return;
    if (forward != nullptr) progress->markings = forward->markings();
    if (backward != nullptr) progress->elements = backward->elements();
  }

  const Net& net_;
  const Question& question_;
  const Budget budget_;
  Pruned pruned_;
  Agglomerated small_;
  std::vector<std::vector<Tokens>> open_;  // targets of the small problem
  std::vector<Inequality> known_;          // on the small problem
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
