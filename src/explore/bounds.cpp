#include "explore/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::explore {

using core::ActorId;

BoundsHit BoundsHit::from_bits(std::uint32_t bits) {
  BoundsHit hit;
  hit.hit_ = bits;
  return hit;
}

std::vector<core::CutOff> BoundsHit::describe(const Bounds& bounds,
                                              std::string_view algorithm) const {
  std::vector<core::CutOff> out;
  const bool exhaustive = algorithm == "none";
  const auto add = [&](BoundKind kind, const char* what, std::optional<std::uint32_t> value,
                       bool guarantee) {
    if (has(kind)) {
      out.push_back({fmt::format("{} bound {}", what, value.value_or(0)), guarantee});
    }
  };
  add(BoundKind::kPreemption, "preemption", bounds.preemptions,
      exhaustive || algorithm == "bounded");
  add(BoundKind::kDelay, "delay", bounds.delays, exhaustive);
  add(BoundKind::kFair, "fair", bounds.fair, exhaustive);
  add(BoundKind::kTree, "exploration-tree", bounds.tree, false);
  add(BoundKind::kLength, "length", bounds.length, exhaustive);
  if (has(BoundKind::kStopped)) out.push_back({"a stop within a run", false});
  return out;
}

std::uint32_t preemption_cost(const Node& node, ActorId previous, ActorId actor) {
  if (previous == core::kNoActor || previous == actor) return 0;
  return std::find(node.enabled.begin(), node.enabled.end(), previous) != node.enabled.end() ? 1
                                                                                             : 0;
}

std::uint32_t delay_cost(const Node& node, ActorId previous, ActorId actor) {
  const auto& enabled = node.enabled;
  const auto position = [&](ActorId a) {
    return std::find(enabled.begin(), enabled.end(), a) - enabled.begin();
  };
  const auto size = static_cast<std::ptrdiff_t>(enabled.size());
  std::ptrdiff_t start = position(previous);
  if (start == size) start = 0;
  return static_cast<std::uint32_t>((position(actor) - start + size) % size);
}

std::optional<std::string> incompatible(const Bounds& bounds, const Algorithm& algorithm) {
  const bool exhaustive = algorithm.name() == "none";
  if (bounds.preemptions && !exhaustive && algorithm.name() != "bounded") {
    return fmt::format(
        "a preemption bound cannot be combined with '{}' without losing its guarantee; use "
        "--dpor none or --dpor bounded",
        algorithm.name());
  }
  if (bounds.delays && !exhaustive) {
    return fmt::format(
        "a delay bound cannot be combined with '{}' without losing its guarantee; use --dpor none",
        algorithm.name());
  }
  if (bounds.fair && !exhaustive && algorithm.name() != "bounded") {
    return fmt::format(
        "a fair bound cannot be combined with '{}'; use --dpor none or --dpor bounded",
        algorithm.name());
  }
  if (bounds.tree && algorithm.parsimonious()) {
    return "an exploration-tree bound needs the tree of 'optimal', which 'parsimonious' does not "
           "keep; use --dpor optimal";
  }
  return std::nullopt;
}

}  // namespace heddle::explore
