#include "petri/relaxed_distance.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>

namespace heddle::petri {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

}  // namespace

RelaxedDistance::RelaxedDistance(const Problem& problem)
    : problem_(problem), takers_(problem.initial.size()) {
  for (std::uint32_t m = 0; m < problem.moves.size(); ++m) {
    const Move& move = problem.moves[m];
    if (move.take.empty()) free_.push_back(m);
    for (const Tokens& tokens : move.take) takers_[tokens.place].push_back({m, tokens.count});
    adds_.emplace_back();
    for (const Effect& change : effect(move)) {
      if (change.change > 0) adds_.back().push_back(change.place);
    }
  }
}

double RelaxedDistance::demand(const std::vector<std::uint64_t>& marking,
                               const std::vector<Tokens>& tokens) const {
  double sum = 0;
  for (const Tokens& each : tokens) {
    const std::uint64_t there = marking[each.place];
    if (there < each.count) sum += static_cast<double>(each.count - there) * price_[each.place];
  }
  return sum;
}

std::optional<double> RelaxedDistance::ask(const std::vector<std::uint64_t>& marking,
                                           std::vector<std::uint32_t>& preferred) {
  const std::size_t places = problem_.initial.size();
  price_.assign(places, kNever);
  giver_.assign(places, kNone);
  settled_.assign(places, 0);
  missing_.assign(problem_.moves.size(), 0);
  cost_.assign(problem_.moves.size(), 0);
  work_ += places + problem_.moves.size();
  for (PlaceId p = 0; p < places; ++p) {
    for (const Arc& arc : takers_[p]) missing_[arc.move] += marking[p] < arc.count ? 1 : 0;
    work_ += takers_[p].size();
  }
  using Entry = std::pair<double, PlaceId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const auto offer = [&](std::uint32_t move) {
    const double price = cost_[move] + 1;
    for (const PlaceId p : adds_[move]) {
      if (price >= price_[p]) continue;
      price_[p] = price;
      giver_[p] = move;
      queue.emplace(price, p);
    }
    work_ += adds_[move].size();
  };
  for (std::uint32_t m = 0; m < problem_.moves.size(); ++m) {
    if (missing_[m] == 0) offer(m);
  }
  const std::vector<Tokens>& target = problem_.targets.front();
  std::size_t open = 0;
  for (const Tokens& tokens : target) open += marking[tokens.place] < tokens.count ? 1 : 0;
  while (!queue.empty() && open > 0) {
    const auto [price, p] = queue.top();
    queue.pop();
    if (settled_[p] != 0) continue;
    settled_[p] = 1;
    if (marking[p] < count_in(target, p)) --open;
    for (const Arc& arc : takers_[p]) {
      if (marking[p] >= arc.count) continue;
      cost_[arc.move] += price * static_cast<double>(arc.count - marking[p]);
      if (--missing_[arc.move] == 0) offer(arc.move);
    }
    work_ += takers_[p].size();
  }
  if (open > 0) return std::nullopt;

  // The plan, backwards from the target; those of its moves that lack nothing can fire now.
  preferred.clear();
  std::vector<PlaceId> stack;
  std::vector<char> seen(places);
  const auto want = [&](const std::vector<Tokens>& tokens) {
    bool lacks = false;
    for (const Tokens& each : tokens) {
      if (marking[each.place] >= each.count) continue;
      lacks = true;
      if (seen[each.place] != 0) continue;
      seen[each.place] = 1;
      stack.push_back(each.place);
    }
    return lacks;
  };
  want(target);
  while (!stack.empty()) {
    const std::uint32_t move = giver_[stack.back()];
    stack.pop_back();
    if (!want(problem_.moves[move].take)) preferred.push_back(move);
  }
  std::sort(preferred.begin(), preferred.end());
  preferred.erase(std::unique(preferred.begin(), preferred.end()), preferred.end());
  return demand(marking, target);
}

}  // namespace heddle::petri
