#include "petri/backward_search.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "support/check.hpp"

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
      stamp_(problem.moves.size()) {
  for (std::uint32_t m = 0; m < problem.moves.size(); ++m) {
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
  for (const auto& target : problem.targets) offer(pack(target), {kNone, kNone});
  for (const auto& marking : more) offer(pack(marking), {kNone, kNone});
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

void BackwardSearch::offer(std::span<const Amount> marking, Origin origin) {
  if (excluded(marking)) return;
  if (elements_.covered(marking, MinimalMarkings::kNone)) return;
  const std::uint32_t id = elements_.add(marking);
  origin_.push_back(origin);
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
  std::vector<Earlier> all;
  for (const Tokens& tokens : goal) {
    for (const std::uint32_t m : adders_[tokens.place]) {
      if (stamp_[m] == expansions_) continue;
      stamp_[m] = expansions_;
      std::vector<Tokens> marking = before(problem_.moves[m], goal);
      work_ += marking.size() + 2;
      if (excluded(pack(marking))) continue;
      all.push_back({std::move(marking), m, kNone});
    }
  }
  resolve(all, element);
  for (const Earlier& each : all) {
    offer(pack(each.marking), {element, each.move, each.cases});
    if (found_) return;
  }
}

// Groups the markings that differ in one place of a trap only, and puts one in their stead where no
// place of the trap is missing.
void BackwardSearch::resolve(std::vector<Earlier>& earlier, std::uint32_t element) {
  struct Group {
    std::vector<Tokens> rest;
    std::uint32_t trap;
    std::vector<std::pair<PlaceId, std::uint32_t>> members;  // the place, the index
  };
  std::map<std::pair<std::uint32_t, std::vector<std::uint64_t>>, Group> groups;
  for (std::uint32_t i = 0; i < earlier.size(); ++i) {
    const auto& marking = earlier[i].marking;
    for (const Tokens& take : problem_.moves[earlier[i].move].take) {
      if (count_in(marking, take.place) != 1) continue;
      for (const std::uint32_t t : in_trap_[take.place]) {
        std::vector<std::uint64_t> key;
        std::vector<Tokens> rest;
        bool alone = true;
        for (const Tokens& each : marking) {
          if (each.place == take.place) continue;
          alone = alone && !std::binary_search(always_[t].begin(), always_[t].end(), each.place);
          key.insert(key.end(), {each.place, each.count});
          rest.push_back(each);
        }
        if (!alone) continue;
        Group& group = groups[{t, std::move(key)}];
        group.trap = t;
        group.rest = std::move(rest);
        group.members.emplace_back(take.place, i);
      }
    }
  }
  std::vector<char> replaced(earlier.size());
  std::vector<Earlier> merged;
  for (auto& [key, group] : groups) {
    const Trap& trap = always_[group.trap];
    if (group.members.size() < 2) continue;
    std::vector<Case> cases;
    bool complete = true;
    for (const PlaceId q : trap) {
      const auto member = std::find_if(group.members.begin(), group.members.end(),
                                       [&](const auto& each) { return each.first == q; });
      if (member != group.members.end()) {
        cases.push_back({q, element, earlier[member->second].move});
        continue;
      }
      std::vector<Tokens> with = group.rest;
      with.insert(std::upper_bound(with.begin(), with.end(), q,
                                   [](PlaceId p, const Tokens& each) { return p < each.place; }),
                  {q, 1});
      const std::vector<Amount> marking = pack(with);
      if (excluded(marking)) continue;
      const std::uint32_t known = elements_.below(marking, MinimalMarkings::kNone);
      if (known == MinimalMarkings::kNone) {
        complete = false;
        break;
      }
      cases.push_back({q, known, kNone});
    }
    if (!complete) continue;
    for (const auto& [place, index] : group.members) replaced[index] = 1;
    merged.push_back({std::move(group.rest), kNone, static_cast<std::uint32_t>(cases_.size())});
    cases_.push_back(std::move(cases));
  }
  if (merged.empty()) return;
  for (std::uint32_t i = 0; i < earlier.size(); ++i) {
    if (replaced[i] == 0) merged.push_back(std::move(earlier[i]));
  }
  earlier = std::move(merged);
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
      const auto choice = std::find_if(cases.begin(), cases.end(), [&](const Case& each) {
        return marking[each.place] > 0;
      });
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
  for (std::uint32_t i = 0; i < elements_.size(); ++i) {
    if (excluded(elements_[i]) || elements_.covered(elements_[i], i)) continue;
    result.push_back(unpack(elements_[i]));
  }
  return result;
}

}  // namespace heddle::petri
