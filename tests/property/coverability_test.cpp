// The coverability engine against brute force: HEDDLE_PROPERTY_PROGRAMS / 2 random nets, 1,000 in
// CI and 10,000 in the nightly target. The tree of Karp and Miller gives the answer; cover() must
// give the same, and its certificate must be accepted (cover() itself sees to that).
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "petri/agglomerate.hpp"
#include "petri/backward_search.hpp"
#include "petri/certificate.hpp"
#include "petri/cover.hpp"
#include "petri/forward_search.hpp"
#include "petri/merge.hpp"
#include "petri/prune.hpp"
#include "petri/relaxed_distance.hpp"
#include "petri/state_equation.hpp"
#include "petri_check/check.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_net.hpp"

namespace heddle::tests {
namespace {

using petri::Answer;

/// What is wrong with the net; empty: nothing.
template <typename Property>
void for_all_nets(const Property& property, AskedNet (*make)(std::uint64_t) = random_net) {
  const std::uint64_t nets = from_environment("HEDDLE_PROPERTY_PROGRAMS", 2000) / 2;
  const std::uint64_t first = from_environment("HEDDLE_PROPERTY_SEED", 1);
  std::cout << nets << " nets from seed " << first << '\n';
  std::uint64_t coverable = 0;
  std::uint64_t safe = 0;
  for (std::uint64_t seed = first; seed < first + nets; ++seed) {
    const AskedNet asked = make(seed);
    const auto answer = karp_miller(asked.net, asked.question);
    if (!answer) continue;
    (*answer ? coverable : safe) += 1;
    std::string wrong;
    try {
      wrong = property(asked, *answer);
    } catch (const std::exception& error) {
      wrong = std::string("exception: ") + error.what();
    }
    if (wrong.empty()) continue;
    ADD_FAILURE() << "seed " << seed << ": " << wrong << '\n' << words(asked);
    return;
  }
  std::cout << coverable << " coverable, " << safe << " safe, " << nets - coverable - safe
            << " too large for the tree\n";
  // Otherwise this has tested nothing.
  if (nets >= 500) {
    EXPECT_GT(coverable, nets / 16);
    EXPECT_GT(safe, nets / 16);
  }
}

std::string agrees(const AskedNet& asked, bool expected) {
  const petri::Outcome outcome = petri::cover(asked.net, asked.question, {});
  if (outcome.answer == Answer::kUnknown) return "unknown: " + outcome.by;
  if ((outcome.answer == Answer::kCoverable) == expected) return "";
  return "the wrong answer, by " + outcome.by;
}

TEST(Coverability, AgreesWithKarpAndMiller) { for_all_nets(agrees); }

TEST(Coverability, TwoThreadsGiveTheSameBytes) {
  for_all_nets([](const AskedNet& asked, bool) -> std::string {
    petri::Limits two;
    two.threads = 2;
    const petri::Outcome a = petri::cover(asked.net, asked.question, {});
    const petri::Outcome b = petri::cover(asked.net, asked.question, two);
    return a.certificate == b.certificate ? "" : "another certificate";
  });
}

/// The problem as a net again, so that the tree can be asked about it.
AskedNet as_net(const petri::Problem& problem) {
  AskedNet asked;
  for (const std::uint64_t tokens : problem.initial)
    asked.net.places.push_back({"p", tokens, false});
  for (const petri::Move& move : problem.moves) {
    asked.net.transitions.push_back({"t", move.take, move.put});
  }
  asked.question.conjunctions = problem.targets;
  return asked;
}

TEST(Coverability, EachReductionKeepsTheAnswer) {
  for_all_nets([](const AskedNet& asked, bool expected) -> std::string {
    const auto differs = [&](const petri::Problem& problem) {
      const AskedNet reduced = as_net(problem);
      const auto answer = karp_miller(reduced.net, reduced.question);
      return answer && *answer != expected;
    };
    const petri::Pruned pruned = petri::prune(asked.net, asked.question);
    if (differs(pruned.problem)) return "pruning changes the answer";
    const petri::Merged merged = petri::merge(pruned.problem);
    if (differs(merged.problem)) return "merging changes the answer";
    if (differs(petri::agglomerate(merged.problem).problem)) return "agglomeration changes it";
    if (differs(petri::agglomerate(pruned.problem).problem))
      return "agglomeration alone changes it";
    return "";
  });
}

/// Whether the moves can fire one after the other and end in a target.
bool replays(const petri::Problem& problem, const std::vector<std::uint32_t>& moves) {
  std::vector<std::uint64_t> marking = problem.initial;
  for (const std::uint32_t move : moves) {
    if (!petri::covers(marking, problem.moves[move].take)) return false;
    for (const petri::Tokens& take : problem.moves[move].take) marking[take.place] -= take.count;
    for (const petri::Tokens& put : problem.moves[move].put) marking[put.place] += put.count;
  }
  return std::any_of(problem.targets.begin(), problem.targets.end(),
                     [&](const auto& target) { return petri::covers(marking, target); });
}

constexpr std::uint64_t kPlenty = 1'000'000'000;

// In cover() the state equation decides most nets before a search begins; here each method is
// alone.
std::string backward_alone(const AskedNet& asked, bool expected) {
  const petri::Pruned pruned = petri::prune(asked.net, asked.question);
  const petri::Limits limits;
  const petri::Budget budget(limits);
  petri::BackwardSearch search(pruned.problem, {});
  const auto status = search.run(kPlenty, budget);
  if (status == petri::BackwardSearch::Status::kOpen) return "does not end";
  if ((status == petri::BackwardSearch::Status::kCoverable) != expected) return "the wrong answer";
  if (expected) return replays(pruned.problem, search.moves()) ? "" : "a false firing sequence";
  // The pruned problem without any reduction of its own: every place for itself.
  petri::Proof proof{pruned.empty, {}, search.inequalities(), search.basis()};
  for (const petri::PlaceId place : pruned.place) proof.places.push_back({place});
  return petri_check::check(asked.net, asked.question, petri::certificate_of(proof)).reason;
}

TEST(Coverability, BackwardSearchAlone) { for_all_nets(backward_alone); }

TEST(Coverability, BackwardSearchOnProtocols) { for_all_nets(backward_alone, random_protocol); }

TEST(Coverability, ProtocolsAgreeWithKarpAndMiller) { for_all_nets(agrees, random_protocol); }

TEST(Coverability, ForwardSearchAlone) {
  for_all_nets([](const AskedNet& asked, bool expected) -> std::string {
    petri::Problem problem = petri::prune(asked.net, asked.question).problem;
    if (problem.targets.size() != 1) return "";
    const petri::Limits limits;
    const petri::Budget budget(limits);
    petri::RelaxedDistance relaxed(problem);
    petri::ForwardSearch search(
        problem, [&](const auto& marking, auto& better) { return relaxed.ask(marking, better); },
        [&] { return relaxed.work(); });
    // A net without bound and a target that is not coverable keep it busy for ever.
    const auto status = search.run(1'000'000, budget);
    if (status == petri::ForwardSearch::Status::kOpen) return "";
    if ((status == petri::ForwardSearch::Status::kFound) != expected) return "the wrong answer";
    return !expected || replays(problem, search.moves()) ? "" : "a false firing sequence";
  });
}

TEST(Coverability, StateEquationExcludesNothingCoverable) {
  for_all_nets([](const AskedNet& asked, bool expected) -> std::string {
    const petri::Problem problem = petri::prune(asked.net, asked.question).problem;
    petri::StateEquation equation(problem);
    bool excludes_all = true;
    std::vector<double> counts;
    for (const auto& target : problem.targets) {
      excludes_all = equation.exclude(target).has_value() && excludes_all;
    }
    if (excludes_all && expected) return "a coverable target is excluded";
    return equation.rounding_failures() == 0 ? "" : "an inequality could not be rounded";
  });
}

}  // namespace
}  // namespace heddle::tests
