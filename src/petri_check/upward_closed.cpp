#include "petri_check/upward_closed.hpp"

namespace heddle::petri_check {

void UpwardClosed::add(std::span<const petri::Tokens> element) {
  std::size_t node = 0;
  for (const petri::Tokens& tokens : element) {
    const std::size_t made = nodes_.size();
    const auto [edge, is_new] =
        nodes_[node].edges.emplace(std::pair(tokens.place, tokens.count), made);
    node = edge->second;
    if (is_new) nodes_.emplace_back();
  }
  nodes_[node].ends = true;
}

bool UpwardClosed::contains(std::size_t node, std::span<const petri::Tokens> rest) const {
  if (nodes_[node].ends) return true;
  const auto& edges = nodes_[node].edges;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    for (auto edge = edges.lower_bound({rest[i].place, 0});
         edge != edges.end() && edge->first.first == rest[i].place &&
         edge->first.second <= rest[i].count;
         ++edge) {
      if (contains(edge->second, rest.subspan(i + 1))) return true;
    }
  }
  return false;
}

}  // namespace heddle::petri_check
