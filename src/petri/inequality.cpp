#include "petri/inequality.hpp"

#include <algorithm>
#include <map>

namespace heddle::petri {
namespace {

using Wide = __int128;

// Sums of at most 2^32 products of two such numbers fit into 128 bits.
constexpr std::uint64_t kMostWeight = std::uint64_t{1} << 40;

bool contains(const Trap& trap, PlaceId place) {
  return std::binary_search(trap.begin(), trap.end(), place);
}

bool touches(const Trap& trap, const std::vector<Tokens>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(),
                     [&](const Tokens& each) { return contains(trap, each.place); });
}

Wide dot(const std::vector<Tokens>& weights, const std::vector<Tokens>& tokens) {
  Wide sum = 0;
  auto at = weights.begin();
  for (const Tokens& each : tokens) {
    while (at != weights.end() && at->place < each.place) ++at;
    if (at == weights.end()) break;
    if (at->place == each.place) sum += static_cast<Wide>(at->count) * each.count;
  }
  return sum;
}

}  // namespace

bool is_trap(const Problem& problem, const Trap& trap) {
  return std::all_of(problem.moves.begin(), problem.moves.end(), [&](const Move& move) {
    return !touches(trap, move.take) || touches(trap, move.put);
  });
}

bool is_marked(const Problem& problem, const Trap& trap) {
  return std::any_of(trap.begin(), trap.end(),
                     [&](PlaceId place) { return problem.initial[place] > 0; });
}

std::optional<std::vector<Tokens>> total_weights(const Inequality& inequality) {
  std::map<PlaceId, std::uint64_t> sums;
  for (const Tokens& weight : inequality.weights) sums[weight.place] = weight.count;
  for (std::size_t i = 0; i < inequality.traps.size(); ++i) {
    for (const PlaceId place : inequality.traps[i]) {
      sums[place] += inequality.multiples[i];
      if (sums[place] > kMostWeight) return std::nullopt;
    }
  }
  std::vector<Tokens> total;
  for (const auto& [place, count] : sums) {
    if (count > 0) total.push_back({place, count});
  }
  return total;
}

bool excludes(const Inequality& inequality, const std::vector<Tokens>& tokens) {
  return dot(inequality.weights, tokens) > inequality.bound;
}

std::optional<Inequality> make_inequality(const Problem& problem, const std::vector<Tokens>& total,
                                          const std::vector<Trap>& traps,
                                          const std::vector<std::uint64_t>& multiples) {
  std::vector<std::uint64_t> dense(problem.initial.size());
  for (const Tokens& weight : total) {
    if (weight.count > kMostWeight) return std::nullopt;
    dense[weight.place] = weight.count;
  }
  const auto value = [&](const std::vector<Tokens>& tokens) {
    Wide sum = 0;
    for (const Tokens& each : tokens) sum += static_cast<Wide>(dense[each.place]) * each.count;
    return sum;
  };
  for (const Move& move : problem.moves) {
    if (value(move.put) > value(move.take)) return std::nullopt;
  }
  Wide bound = 0;
  for (PlaceId p = 0; p < dense.size(); ++p) {
    bound += static_cast<Wide>(dense[p]) * problem.initial[p];
  }
  Inequality result;
  for (std::size_t i = 0; i < traps.size(); ++i) {
    if (multiples[i] == 0) continue;
    if (multiples[i] > kMostWeight) return std::nullopt;
    if (!is_trap(problem, traps[i]) || !is_marked(problem, traps[i])) return std::nullopt;
    for (const PlaceId place : traps[i]) {
      if (dense[place] < multiples[i]) return std::nullopt;
      dense[place] -= multiples[i];
    }
    bound -= multiples[i];
    result.traps.push_back(traps[i]);
    result.multiples.push_back(multiples[i]);
  }
  if (bound > static_cast<Wide>(INT64_MAX) || bound < -static_cast<Wide>(INT64_MAX)) {
    return std::nullopt;
  }
  result.bound = static_cast<std::int64_t>(bound);
  for (PlaceId p = 0; p < dense.size(); ++p) {
    if (dense[p] > 0) result.weights.push_back({p, dense[p]});
  }
  return result;
}

}  // namespace heddle::petri
