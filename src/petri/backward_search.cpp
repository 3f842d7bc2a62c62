#include "petri/backward_search.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "support/check.hpp"

namespace heddle::petri {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// The first markings are always put to the state equation. Afterwards, each time it does not help,
// a few more are left out before the next one; when it does, fewer.
constexpr std::uint64_t kAlwaysAsked = 64;
constexpr std::uint64_t kLongestPause = 512;
// The inequalities are sorted anew, most successful first, after so many expansions.
constexpr std::uint32_t kSortAfter = 64;

constexpr std::uint64_t kMostWeight = std::uint64_t{1} << 20;
constexpr std::size_t kLongestMarking = 2048;

std::uint64_t hash(const Amount& amount) {
  std::uint64_t bits = (static_cast<std::uint64_t>(amount.place) << 32) | amount.count;
  bits = (bits ^ (bits >> 31)) * 0x9E3779B97F4A7C15ULL;
  bits = (bits ^ (bits >> 29)) * 0xBF58476D1CE4E5B9ULL;
  return bits ^ (bits >> 32);
}

// Weights up to 2^20 times counts below 2^32: so many of them do not overflow, not even two sums of
// them. A longer marking is just not pruned.
std::uint64_t dot(const std::vector<std::uint32_t>& weights, std::span<const Amount> marking) {
  std::uint64_t sum = 0;
  for (const Amount& amount : marking) {
    sum += static_cast<std::uint64_t>(weights[amount.place]) * amount.count;
  }
  return sum;
}

std::vector<Amount> pack(const std::vector<Tokens>& tokens) {
  std::vector<Amount> result;
  result.reserve(tokens.size());
  for (const Tokens& each : tokens) result.push_back(packed(each.place, each.count));
  return result;
}

std::vector<Tokens> unpack(std::span<const Amount> amounts) {
  std::vector<Tokens> result;
  result.reserve(amounts.size());
  for (const Amount& each : amounts) result.push_back({each.place, each.count});
  return result;
}

}  // namespace

BackwardSearch::BackwardSearch(const Problem& problem, std::vector<Inequality> inequalities)
    : problem_(problem),
      adders_(problem.initial.size()),
      equation_(problem),
      goal_(problem.initial.size()),
      stamp_(problem.moves.size()) {
  for (std::uint32_t m = 0; m < problem.moves.size(); ++m) {
    moves_.push_back({pack(problem.moves[m].take), pack(problem.moves[m].put)});
    for (const Effect& change : effect(problem.moves[m])) {
      if (change.change > 0) adders_[change.place].push_back(m);
    }
  }
  always_ = TrapFinder(problem).of_single_tokens();
  in_trap_.resize(problem.initial.size());
  for (std::uint32_t i = 0; i < always_.size(); ++i) {
    for (const PlaceId p : always_[i]) in_trap_[p].push_back(i);
  }
  for (Inequality& inequality : inequalities) {
    for (const Trap& trap : inequality.traps) equation_.add_trap(trap);
    learn(std::move(inequality));
  }
  for (const auto& target : problem.targets) {
    if (!excluded(pack(target))) offer(pack(target), {kNone, kNone});
  }
}

/// False if its numbers are too large to be of use here.
bool BackwardSearch::learn(Inequality inequality) {
  Weights weights{std::vector<std::uint32_t>(problem_.initial.size()), {}, 0, inequality.bound, 0};
  for (const Tokens& each : inequality.weights) {
    if (each.count > kMostWeight) return false;
    weights.dense[each.place] = static_cast<std::uint32_t>(each.count);
  }
  weights.take.reserve(moves_.size());
  for (const PackedMove& move : moves_) weights.take.push_back(dot(weights.dense, move.take));
  by_hits_.push_back(static_cast<std::uint32_t>(weights_.size()));
  weights_.push_back(std::move(weights));
  inequalities_.push_back(std::move(inequality));
  return true;
}

/// Whether the sum breaks the inequality; then it is counted as a hit.
bool BackwardSearch::exceeds(Weights& weights, std::uint64_t sum) {
  if (weights.bound >= 0 && sum <= static_cast<std::uint64_t>(weights.bound)) return false;
  ++weights.hits;
  return true;
}

bool BackwardSearch::excluded(std::span<const Amount> marking) {
  if (marking.size() > kLongestMarking) return false;
  return std::any_of(by_hits_.begin(), by_hits_.end(), [&](std::uint32_t i) {
    work_ += marking.size() / 4 + 1;
    return exceeds(weights_[i], dot(weights_[i].dense, marking));
  });
}

// For each inequality, the weight of the element: with it, that of a marking one step before takes
// a few additions, whatever its size.
void BackwardSearch::weigh_goal(std::span<const Amount> goal) {
  for (const Amount& amount : goal) goal_[amount.place] = amount.count;
  for (Weights& weights : weights_) weights.goal = dot(weights.dense, goal);
  if (expansions_ % kSortAfter == 0) {
    std::stable_sort(by_hits_.begin(), by_hits_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return weights_[a].hits > weights_[b].hits;
    });
  }
}

/// Whether goal - put + take is excluded.
bool BackwardSearch::excluded_before(std::uint32_t move) {
  given_.clear();
  for (const Amount& put : moves_[move].put) {
    const std::uint32_t given = std::min(put.count, goal_[put.place]);
    if (given > 0) given_.push_back({put.place, given});
  }
  for (const std::uint32_t i : by_hits_) {
    Weights& weights = weights_[i];
    ++work_;
    const std::uint64_t sum = weights.goal + weights.take[move] - dot(weights.dense, given_);
    if (exceeds(weights, sum)) return true;
  }
  return false;
}

void BackwardSearch::offer(std::span<const Amount> marking, Origin origin) {
  if (elements_.covered(marking, MinimalMarkings::kNone)) return;
  const std::uint32_t id = elements_.add(marking);
  origin_.push_back(origin);
  expanded_.push_back(0);
  queue_.emplace(elements_.tokens(id), id);
  const bool reached = std::all_of(marking.begin(), marking.end(), [&](const Amount& amount) {
    return amount.count <= problem_.initial[amount.place];
  });
  if (reached && !found_) found_ = id;
}

bool BackwardSearch::ask_state_equation(std::uint32_t element) {
  if (asked_ >= kAlwaysAsked && skipped_ < pause_) {
    ++skipped_;
    return false;
  }
  skipped_ = 0;
  ++asked_;
  const std::uint64_t before = equation_.work();
  auto inequality = equation_.exclude(unpack(elements_[element]));
  work_ += equation_.work() - before;
  if (!inequality || !learn(std::move(*inequality))) {
    if (asked_ >= kAlwaysAsked) pause_ = std::min(kLongestPause, pause_ + 1 + pause_ / 16);
    return false;
  }
  pause_ /= 4;
  return true;
}

void BackwardSearch::expand(std::uint32_t element) {
  const std::span<const Amount> stored = elements_[element];
  const std::vector<Amount> goal(stored.begin(), stored.end());
  expanded_[element] = 1;
  ++expansions_;
  amounts_.clear();
  earlier_.clear();
  const bool prunes = goal.size() <= kLongestMarking;
  if (prunes) weigh_goal(goal);
  for (const Amount& amount : goal) {
    for (const std::uint32_t m : adders_[amount.place]) {
      if (stamp_[m] == expansions_) continue;
      stamp_[m] = expansions_;
      if (!prunes || !excluded_before(m)) step_back(goal, m);
    }
  }
  for (const Amount& amount : goal) goal_[amount.place] = 0;
  resolve(element);
  for (std::size_t i = 0; i < earlier_.size() && !found_; ++i) {
    if (replaced_[i] != 0) continue;
    offer(marking(earlier_[i]), {element, earlier_[i].move, earlier_[i].cases});
  }
}

// goal - put + take, where put is at most the goal.
void BackwardSearch::step_back(std::span<const Amount> goal, std::uint32_t move) {
  const std::size_t begin = amounts_.size();
  const std::vector<Amount>& takes = moves_[move].take;
  const std::vector<Amount>& puts = moves_[move].put;
  auto take = takes.begin();
  auto put = puts.begin();
  auto want = goal.begin();
  while (take != takes.end() || want != goal.end()) {
    const bool taken = want == goal.end() || (take != takes.end() && take->place <= want->place);
    const PlaceId place = taken ? take->place : want->place;
    std::uint64_t count = 0;
    if (want != goal.end() && want->place == place) {
      while (put != puts.end() && put->place < place) ++put;
      const std::uint32_t given = put != puts.end() && put->place == place ? put->count : 0;
      count = want->count > given ? want->count - given : 0;
      ++want;
    }
    if (taken) count += (take++)->count;
    if (count > 0) amounts_.push_back(packed(place, count));
  }
  earlier_.push_back({static_cast<std::uint32_t>(begin),
                      static_cast<std::uint32_t>(amounts_.size() - begin), move, kNone});
  work_ += earlier_.back().size + 2;
}

// Groups the markings that differ in one place of a trap only. That place must be one that the move
// takes from: there the move is one of a family.
void BackwardSearch::resolve(std::uint32_t element) {
  replaced_.assign(earlier_.size(), 0);
  if (always_.empty()) return;
  rests_.clear();
  for (std::uint32_t i = 0; i < earlier_.size(); ++i) {
    const std::span<const Amount> here = marking(earlier_[i]);
    std::uint64_t all = 0;
    for (const Amount& amount : here) all += hash(amount);
    for (const Amount& take : moves_[earlier_[i].move].take) {
      const auto at = std::find_if(here.begin(), here.end(),
                                   [&](const Amount& each) { return each.place == take.place; });
      if (at == here.end() || at->count != 1) continue;
      for (const std::uint32_t t : in_trap_[take.place]) {
        rests_.push_back({all - hash(*at), t, take.place, i});
      }
    }
  }
  std::sort(rests_.begin(), rests_.end());
  work_ += 4 * rests_.size();
  for (std::size_t begin = 0; begin < rests_.size();) {
    std::size_t end = begin;
    while (end < rests_.size() && rests_[end].hash == rests_[begin].hash &&
           rests_[end].trap == rests_[begin].trap) {
      ++end;
    }
    if (end - begin >= 2) resolve({rests_.data() + begin, end - begin}, element);
    begin = end;
  }
}

// Puts one marking in the stead of a group, if no place of the trap is missing.
void BackwardSearch::resolve(std::span<const Rest> group, std::uint32_t element) {
  const Trap& trap = always_[group.front().trap];
  const auto without = [&](const Rest& rest, std::vector<Amount>& out) {
    out.clear();
    for (const Amount& amount : marking(earlier_[rest.index])) {
      if (amount.place != rest.place) out.push_back(amount);
    }
  };
  without(group.front(), rest_);
  for (const Amount& amount : rest_) {  // then the trap's token need not be another one
    if (std::binary_search(trap.begin(), trap.end(), amount.place)) return;
  }
  for (const Rest& each : group) {
    without(each, with_);
    if (with_ != rest_) return;  // the same hash by chance
  }
  std::vector<Case> cases;
  for (const PlaceId q : trap) {
    const auto member =
        std::find_if(group.begin(), group.end(), [&](const Rest& each) { return each.place == q; });
    if (member != group.end()) {
      cases.push_back({q, element, earlier_[member->index].move});
      continue;
    }
    with_ = rest_;
    with_.insert(std::upper_bound(with_.begin(), with_.end(), q,
                                  [](PlaceId p, const Amount& each) { return p < each.place; }),
                 {q, 1});
    if (excluded(with_)) continue;
    const std::uint32_t known = elements_.below(with_, MinimalMarkings::kNone);
    if (known == MinimalMarkings::kNone) return;
    cases.push_back({q, known, kNone});
  }
  for (const Rest& each : group) replaced_[each.index] = 1;
  earlier_.push_back({static_cast<std::uint32_t>(amounts_.size()),
                      static_cast<std::uint32_t>(rest_.size()), kNone,
                      static_cast<std::uint32_t>(cases_.size())});
  replaced_.push_back(0);
  amounts_.insert(amounts_.end(), rest_.begin(), rest_.end());
  cases_.push_back(std::move(cases));
}

BackwardSearch::Status BackwardSearch::run(std::uint64_t work, const Budget& budget) {
  if (found_) return Status::kCoverable;
  const std::uint64_t end = work_ + elements_.work() + work;
  while (work_ + elements_.work() < end && !budget.over() && !budget.too_large(bytes())) {
    if (queue_.empty()) return Status::kSafe;
    budget.has_elements(elements_.size());
    const std::uint32_t element = queue_.top().second;
    queue_.pop();
    if (elements_.covered(elements_[element], element)) continue;
    if (excluded(elements_[element]) || ask_state_equation(element)) continue;
    expand(element);
    if (found_) return Status::kCoverable;
  }
  return Status::kOpen;
}

std::vector<std::uint32_t> BackwardSearch::moves() {
  std::vector<std::uint32_t> result;
  std::vector<std::uint64_t> marking = problem_.initial;
  const auto fire = [&](std::uint32_t move) {
    for (const Tokens& take : problem_.moves[move].take) marking[take.place] -= take.count;
    for (const Tokens& put : problem_.moves[move].put) marking[put.place] += put.count;
    result.push_back(move);
  };
  std::uint32_t at = *found_;
  while (true) {
    const Origin& origin = origin_[at];
    if (origin.cases != kNone) {
      const auto& cases = cases_[origin.cases];
      const auto choice = std::find_if(cases.begin(), cases.end(),
                                       [&](const Case& each) { return marking[each.place] > 0; });
      HEDDLE_CHECK(choice != cases.end(), "a trap has lost its last token");
      if (choice->move != kNone) fire(choice->move);
      at = choice->next;
    } else if (origin.move == kNone) {
      return result;
    } else {
      fire(origin.move);
      at = origin.next;
    }
  }
}

std::vector<std::vector<Tokens>> BackwardSearch::basis() {
  std::vector<std::vector<Tokens>> result;
  // What was not expanded is above another element or excluded.
  for (std::uint32_t i = 0; i < elements_.size(); ++i) {
    if (expanded_[i] == 0 || excluded(elements_[i]) || elements_.covered(elements_[i], i)) continue;
    result.push_back(unpack(elements_[i]));
  }
  return result;
}

}  // namespace heddle::petri
