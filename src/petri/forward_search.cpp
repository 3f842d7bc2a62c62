#include "petri/forward_search.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace heddle::petri {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
// Keeping a marking costs so much whatever its size: memory, the queues, the table of known ones.
constexpr std::uint64_t kPerMarking = 500;

}  // namespace

ForwardSearch::ForwardSearch(const Problem& problem, Guide guide,
                             std::function<std::uint64_t()> work)
    : problem_(problem),
      guide_(std::move(guide)),
      guide_work_(std::move(work)),
      takers_(problem.initial.size()) {
  for (std::uint32_t m = 0; m < problem.moves.size(); ++m) {
    if (problem.moves[m].take.empty()) free_.push_back(m);
    for (const Tokens& tokens : problem.moves[m].take) takers_[tokens.place].push_back(m);
  }
}

std::uint64_t ForwardSearch::hash() const {
  std::uint64_t value = 1469598103934665603ULL;
  for (PlaceId p = 0; p < marking_.size(); ++p) {
    if (marking_[p] == 0) continue;
    value = (value ^ (p * 0x9E3779B97F4A7C15ULL + marking_[p])) * 1099511628211ULL;
    value ^= value >> 29;
  }
  return value;
}

void ForwardSearch::unpack(std::uint32_t node) {
  std::fill(marking_.begin(), marking_.end(), 0);
  for (const Amount& amount : markings_[node]) marking_[amount.place] = amount.count;
}

bool ForwardSearch::fire(std::uint32_t move) {
  if (!covers(marking_, problem_.moves[move].take)) return false;
  for (const Tokens& tokens : problem_.moves[move].take) marking_[tokens.place] -= tokens.count;
  for (const Tokens& tokens : problem_.moves[move].put) marking_[tokens.place] += tokens.count;
  return true;
}

// The marking in marking_ becomes a node, unless it is known or hopeless. Whether the target is
// covered.
bool ForwardSearch::add(std::uint32_t parent, std::uint32_t move) {
  const std::uint64_t key = hash();
  const auto [first, last] = seen_.equal_range(key);
  std::vector<Amount> amounts;
  for (PlaceId p = 0; p < marking_.size(); ++p) {
    // Beyond that the search does not go; it promises nothing about what it leaves out.
    if (marking_[p] > std::numeric_limits<std::uint32_t>::max()) return false;
    if (marking_[p] > 0) amounts.push_back(packed(p, marking_[p]));
  }
  work_ += marking_.size() + kPerMarking;
  for (auto same = first; same != last; ++same) {
    if (std::ranges::equal(markings_[same->second], amounts)) return false;
  }
  const std::uint32_t node = markings_.add(amounts);
  nodes_.push_back({parent, move});
  seen_.emplace(key, node);
  if (covers(marking_, problem_.targets.front())) return true;
  const std::uint64_t before = guide_work_();
  const std::optional<double> estimate = guide_(marking_, better_);
  work_ += guide_work_() - before;
  if (!estimate) return false;

  enabled_ = free_;
  satisfied_.resize(problem_.moves.size());
  for (const Amount& amount : amounts) {
    for (const std::uint32_t m : takers_[amount.place]) {
      if (++satisfied_[m] == problem_.moves[m].take.size()) enabled_.push_back(m);
    }
    work_ += takers_[amount.place].size();
  }
  for (const Amount& amount : amounts) {
    for (const std::uint32_t m : takers_[amount.place]) satisfied_[m] = 0;
  }
  std::sort(enabled_.begin(), enabled_.end());
  for (const std::uint32_t m : enabled_) {
    if (covers(marking_, problem_.moves[m].take)) all_.push({*estimate, order_++, node, m});
  }
  for (const std::uint32_t m : better_) {
    if (covers(marking_, problem_.moves[m].take)) preferred_.push({*estimate, order_++, node, m});
  }
  work_ += 8 * (enabled_.size() + better_.size());
  return false;
}

ForwardSearch::Status ForwardSearch::run(std::uint64_t work, const Budget& budget) {
  if (found_) return Status::kFound;
  const std::uint64_t end = work_ + work;
  if (!started_) {
    started_ = true;
    marking_ = problem_.initial;
    found_ = add(kNone, kNone);
    if (found_) return Status::kFound;
  }
  while (work_ < end && !budget.over() && !budget.too_large(bytes())) {
    if (all_.empty() && preferred_.empty()) return Status::kExhausted;
    budget.has_markings(nodes_.size());
    turn_ = !turn_;
    Queue& queue = (turn_ && !preferred_.empty()) || all_.empty() ? preferred_ : all_;
    const Waiting next = queue.top();
    queue.pop();
    unpack(next.node);
    if (!fire(next.move)) continue;
    found_ = add(next.node, next.move);
    if (found_) return Status::kFound;
  }
  return Status::kOpen;
}

std::vector<std::uint32_t> ForwardSearch::moves() const {
  std::vector<std::uint32_t> result;
  for (std::uint32_t node = static_cast<std::uint32_t>(nodes_.size()) - 1;
       nodes_[node].parent != kNone; node = nodes_[node].parent) {
    result.push_back(nodes_[node].move);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

std::size_t ForwardSearch::bytes() const {
  return markings_.bytes() + nodes_.capacity() * sizeof(Node) + seen_.size() * 48 +
         (all_.size() + preferred_.size()) * sizeof(Waiting);
}

}  // namespace heddle::petri
