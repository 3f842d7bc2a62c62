#include "petri/traps.hpp"

namespace heddle::petri {
namespace {

// Looking for smaller traps is worth about a tenth of a second each.
constexpr std::size_t kMostWork = 20'000'000;
constexpr std::size_t kMostSingle = 64;

}  // namespace

TrapFinder::TrapFinder(const Problem& problem)
    : problem_(problem), putters_(problem.initial.size()) {
  for (std::uint32_t m = 0; m < problem.moves.size(); ++m) {
    for (const Tokens& tokens : problem.moves[m].put) putters_[tokens.place].push_back(m);
  }
  passes_ = kMostWork / (problem.moves.size() + problem.initial.size() + 1) + 16;
}

Trap TrapFinder::largest_in(const std::vector<char>& places) const {
  std::vector<char> in = places;
  std::vector<std::uint32_t> feeds(problem_.moves.size());  // places of the set that a move puts to
  std::vector<std::uint32_t> bad;
  for (std::uint32_t m = 0; m < problem_.moves.size(); ++m) {
    for (const Tokens& tokens : problem_.moves[m].put) feeds[m] += in[tokens.place] != 0 ? 1 : 0;
    if (feeds[m] == 0) bad.push_back(m);
  }
  while (!bad.empty()) {
    const std::uint32_t m = bad.back();
    bad.pop_back();
    for (const Tokens& tokens : problem_.moves[m].take) {
      if (in[tokens.place] == 0) continue;
      in[tokens.place] = 0;
      for (const std::uint32_t other : putters_[tokens.place]) {
        if (--feeds[other] == 0) bad.push_back(other);
      }
    }
  }
  Trap trap;
  for (PlaceId p = 0; p < in.size(); ++p) {
    if (in[p] != 0) trap.push_back(p);
  }
  return trap;
}

Trap TrapFinder::smaller(const Trap& trap) const {
  Trap best = trap;
  std::size_t left = passes_;
  std::vector<char> in(problem_.initial.size());
  for (const PlaceId p : trap) in[p] = 1;
  for (const PlaceId p : trap) {
    if (in[p] == 0) continue;
    if (left-- == 0) break;
    in[p] = 0;
    const Trap candidate = largest_in(in);
    if (is_marked(problem_, candidate)) {
      best = candidate;
      std::fill(in.begin(), in.end(), 0);
      for (const PlaceId q : best) in[q] = 1;
    } else {
      in[p] = 1;
    }
  }
  return best;
}

std::vector<Trap> TrapFinder::of_single_tokens() const {
  std::vector<Trap> result;
  for (PlaceId p = 0; p < problem_.initial.size() && result.size() < kMostSingle; ++p) {
    if (problem_.initial[p] == 0) continue;
    std::vector<char> in(problem_.initial.size());
    for (PlaceId q = 0; q < in.size(); ++q) in[q] = q == p || problem_.initial[q] == 0 ? 1 : 0;
    const Trap trap = largest_in(in);
    if (is_marked(problem_, trap)) result.push_back(smaller(trap));
  }
  return result;
}

}  // namespace heddle::petri
