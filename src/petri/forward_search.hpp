// Directed forward search: greedy best-first over markings, guided by an estimate of the distance
// to the target. (Blondin, Haase, Offtermatt: Directed reachability for infinite-state systems,
// TACAS 2021, for the distance from the state equation; the two queues and the lazy estimate are
// Fast Downward's, Helmert 2006.)
//
// A marking is estimated only when it is taken from a queue; its successors wait with its estimate.
// Two queues take turns: one with all successors, one with those whose move the guide prefers. A
// marking seen before is not looked at again. Finds targets; that none is left proves safety, but
// leaves nothing that a checker could read, so that end is only `kExhausted`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <unordered_map>
#include <vector>

#include "petri/budget.hpp"
#include "petri/packed.hpp"
#include "petri/problem.hpp"

namespace heddle::petri {

/// The estimated distance of a marking to the target; nothing: hopeless. `preferred` gets moves
/// that lead there and can fire.
using Guide = std::function<std::optional<double>(const std::vector<std::uint64_t>& marking,
                                                  std::vector<std::uint32_t>& preferred)>;

class ForwardSearch {
 public:
  /// The problem must have one target. `work`: what the guide has cost so far.
  ForwardSearch(const Problem& problem, Guide guide, std::function<std::uint64_t()> work);

  enum class Status { kFound, kExhausted, kOpen };
  /// Goes on until so much more work is done.
  Status run(std::uint64_t work, const Budget& budget);

  /// After kFound: the moves from the initial marking to the target.
  std::vector<std::uint32_t> moves() const;
  std::size_t bytes() const;
  std::size_t markings() const { return nodes_.size(); }

 private:
  struct Node {
    std::uint32_t parent;
    std::uint32_t move;
  };
  struct Waiting {
    double estimate;
    std::uint64_t order;
    std::uint32_t node;
    std::uint32_t move;
    bool operator>(const Waiting& other) const {
      return estimate != other.estimate ? estimate > other.estimate : order > other.order;
    }
  };
  using Queue = std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>>;

  bool add(std::uint32_t parent, std::uint32_t move);
  void unpack(std::uint32_t node);
  bool fire(std::uint32_t move);
  std::uint64_t hash() const;

  const Problem& problem_;
  Guide guide_;
  std::function<std::uint64_t()> guide_work_;
  std::vector<std::vector<std::uint32_t>> takers_;
  std::vector<std::uint32_t> free_;
  std::vector<Node> nodes_;
  PackedMarkings markings_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> seen_;
  Queue all_, preferred_;
  std::vector<std::uint64_t> marking_;
  std::vector<std::uint32_t> satisfied_, enabled_, better_;
  std::uint64_t order_ = 0;
  std::uint64_t work_ = 0;
  bool turn_ = false;
  bool started_ = false;
  bool found_ = false;
};

}  // namespace heddle::petri
