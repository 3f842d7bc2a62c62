#include "petri/backward_search.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace heddle::petri {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// While the state equation excludes less than one marking in eight, it is asked one time in
// sixteen; the first ones are always asked.
constexpr std::uint64_t kAlwaysAsked = 64;
constexpr std::uint64_t kWorthwhile = 8;
constexpr std::uint64_t kSample = 16;
// The inequalities are sorted anew after so many hits.
constexpr std::uint64_t kSortAfter = 1024;

std::vector<Amount> pack(const std::vector<Tokens>& tokens) {
  std::vector<Amount> result;
  for (const Tokens& each : tokens) result.push_back(packed(each.place, each.count));
  return result;
}

std::vector<Tokens> unpack(std::span<const Amount> amounts) {
  std::vector<Tokens> result;
  for (const Amount& each : amounts) result.push_back({each.place, each.count});
  return result;
}

}  // namespace

BackwardSearch::BackwardSearch(const Problem& problem, std::vector<Inequality> inequalities,
                               const std::vector<std::vector<Tokens>>& more)
    : problem_(problem),
      adders_(problem.initial.size()),
      equation_(problem),
      elements_(problem.initial.size()),
      stamp_(problem.moves.size()) {
  for (std::uint32_t m = 0; m < problem.moves.size(); ++m) {
    for (const Effect& change : effect(problem.moves[m])) {
      if (change.change > 0) adders_[change.place].push_back(m);
    }
  }
  for (Inequality& inequality : inequalities) {
    for (const Trap& trap : inequality.traps) equation_.add_trap(trap);
    learn(std::move(inequality));
  }
  for (const auto& target : problem.targets) offer(pack(target), kNone, kNone);
  for (const auto& marking : more) offer(pack(marking), kNone, kNone);
}

void BackwardSearch::learn(Inequality inequality) {
  Weights weights{std::vector<std::uint64_t>(problem_.initial.size()), inequality.bound, 0};
  for (const Tokens& each : inequality.weights) weights.dense[each.place] = each.count;
  by_hits_.push_back(static_cast<std::uint32_t>(weights_.size()));
  weights_.push_back(std::move(weights));
  inequalities_.push_back(std::move(inequality));
}

bool BackwardSearch::excluded(std::span<const Amount> marking) {
  for (const std::uint32_t i : by_hits_) {
    Weights& weights = weights_[i];
    __int128 sum = 0;
    for (const Amount& amount : marking) {
      sum += static_cast<__int128>(weights.dense[amount.place]) * amount.count;
    }
    work_ += marking.size() / 4 + 1;
    if (sum <= weights.bound) continue;
    if (++weights.hits % kSortAfter == 0) {
      std::stable_sort(by_hits_.begin(), by_hits_.end(), [&](std::uint32_t a, std::uint32_t b) {
        return weights_[a].hits > weights_[b].hits;
      });
    }
    return true;
  }
  return false;
}

void BackwardSearch::offer(std::span<const Amount> marking, std::uint32_t next,
                           std::uint32_t move) {
  if (excluded(marking)) return;
  if (elements_.covered(marking, MinimalMarkings::kNone)) return;
  const std::uint32_t id = elements_.add(marking);
  origin_.push_back({next, move});
  queue_.emplace(elements_.tokens(id), id);
  const bool reached = std::all_of(marking.begin(), marking.end(), [&](const Amount& amount) {
    return amount.count <= problem_.initial[amount.place];
  });
  if (reached && !found_) found_ = id;
}

bool BackwardSearch::ask_state_equation(std::uint32_t element) {
  const bool hopeful = asked_ < kAlwaysAsked || helped_ * kWorthwhile >= asked_;
  if (!hopeful && ++skipped_ % kSample != 0) return false;
  ++asked_;
  if (asked_ > 16 * kAlwaysAsked) {  // recent success counts more
    asked_ /= 2;
    helped_ /= 2;
  }
  const std::uint64_t before = equation_.work();
  auto inequality = equation_.exclude(unpack(elements_[element]));
  work_ += equation_.work() - before;
  if (!inequality) return false;
  ++helped_;
  learn(std::move(*inequality));
  return true;
}

void BackwardSearch::expand(std::uint32_t element) {
  const std::vector<Tokens> goal = unpack(elements_[element]);
  ++expansions_;
  for (const Tokens& tokens : goal) {
    for (const std::uint32_t m : adders_[tokens.place]) {
      if (stamp_[m] == expansions_) continue;
      stamp_[m] = expansions_;
      const std::vector<Tokens> earlier = petri::before(problem_.moves[m], goal);
      work_ += earlier.size() + 2;
      offer(pack(earlier), element, m);
      if (found_) return;
    }
  }
}

BackwardSearch::Status BackwardSearch::run(std::uint64_t work, const Budget& budget) {
  if (found_) return Status::kCoverable;
  const std::uint64_t end = work_ + elements_.work() + work;
  while (work_ + elements_.work() < end && !budget.over() && !budget.too_large(bytes())) {
    if (queue_.empty()) return Status::kSafe;
    const std::uint32_t element = queue_.top().second;
    queue_.pop();
    if (elements_.covered(elements_[element], element)) continue;
    if (excluded(elements_[element]) || ask_state_equation(element)) continue;
    expand(element);
    if (found_) return Status::kCoverable;
  }
  return Status::kOpen;
}

std::vector<std::uint32_t> BackwardSearch::moves() const {
  std::vector<std::uint32_t> result;
  for (std::uint32_t at = *found_; origin_[at].move != kNone; at = origin_[at].next) {
    result.push_back(origin_[at].move);
  }
  return result;
}

std::vector<std::vector<Tokens>> BackwardSearch::basis() {
  std::vector<std::vector<Tokens>> result;
  for (std::uint32_t i = 0; i < elements_.size(); ++i) {
    if (excluded(elements_[i]) || elements_.covered(elements_[i], i)) continue;
    result.push_back(unpack(elements_[i]));
  }
  return result;
}

}  // namespace heddle::petri
