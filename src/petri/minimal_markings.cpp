#include "petri/minimal_markings.hpp"

#include <algorithm>

namespace heddle::petri {
namespace {

bool comes_before(const Amount& a, const Amount& b) {
  return a.place != b.place ? a.place < b.place : a.count < b.count;
}

}  // namespace

std::uint32_t MinimalMarkings::add(std::span<const Amount> marking) {
  const std::uint32_t id = markings_.add(marking);
  std::uint64_t sum = 0;
  std::uint32_t node = 0;
  for (const Amount& amount : marking) {
    sum += amount.count;
    auto& edges = nodes_[node].edges;
    const auto at = std::lower_bound(
        edges.begin(), edges.end(), amount,
        [](const Edge& edge, const Amount& wanted) { return comes_before(edge.amount, wanted); });
    if (at != edges.end() && at->amount == amount) {
      node = at->node;
      continue;
    }
    const auto made = static_cast<std::uint32_t>(nodes_.size());
    edges.insert(at, {amount, made});
    nodes_.emplace_back();
    node = made;
  }
  nodes_[node].element = id;
  tokens_.push_back(sum);
  return id;
}

std::uint32_t MinimalMarkings::walk(std::uint32_t node, std::span<const Amount> rest,
                                    std::uint32_t except) {
  const std::uint32_t here = nodes_[node].element;
  if (here != kNone && here != except) return here;
  const auto& edges = nodes_[node].edges;
  auto edge = edges.begin();
  for (std::size_t i = 0; i < rest.size() && edge != edges.end(); ++i) {
    // Few edges are passed one by one, many by bisection.
    if (edges.end() - edge > 8) {
      edge = std::lower_bound(
          edge, edges.end(), rest[i].place,
          [](const Edge& each, PlaceId place) { return each.amount.place < place; });
    } else {
      while (edge != edges.end() && edge->amount.place < rest[i].place) ++edge;
    }
    ++work_;
    for (; edge != edges.end() && edge->amount.place == rest[i].place &&
           edge->amount.count <= rest[i].count;
         ++edge) {
      const std::uint32_t found = walk(edge->node, rest.subspan(i + 1), except);
      if (found != kNone) return found;
    }
  }
  return kNone;
}

std::uint32_t MinimalMarkings::below(std::span<const Amount> marking, std::uint32_t except) {
  work_ += 2;
  return walk(0, marking, except);
}

std::size_t MinimalMarkings::bytes() const {
  return markings_.bytes() + tokens_.capacity() * sizeof(std::uint64_t) +
         nodes_.capacity() * (sizeof(Node) + 2 * sizeof(Edge));
}

}  // namespace heddle::petri
