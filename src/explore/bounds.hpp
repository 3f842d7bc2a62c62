// Bounds: which schedules are too costly to be explored.
//
// Each is a cost that a path collects, and a limit. A branch over the limit is not taken, and the
// exploration says so.
//
//   preemption  a switch away from an actor that could have gone on (seed 000 VI-B); a blocked
//               actor cannot, and blocking is no event here, which is all that seed 000's blocking
//               avoidance asks for
//   delay       how many actors are passed over, counted from the one a fixed scheduler would take:
//               the last one if it is enabled, else the oldest (seed 002 chapter 5)
//   fair        how many yields an actor is ahead of the enabled actor with the fewest (seed 004)
//   tree        how often the path leaves the first branch of a node (seed 002 section 5.2)
//   length      events in a run
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/verdict.hpp"
#include "explore/algorithm.hpp"

namespace heddle::explore {

struct Bounds {
  std::optional<std::uint32_t> preemptions = {};
  std::optional<std::uint32_t> delays = {};
  std::optional<std::uint32_t> fair = {};
  std::optional<std::uint32_t> tree = {};
  std::optional<std::uint32_t> length = {};

  bool any() const { return any_cost() || length; }
  /// Whether branches have costs. (The length is a property of a run, not of a branch.)
  bool any_cost() const { return preemptions || delays || fair || tree; }
  bool needs_enabled() const { return preemptions || delays || fair; }
};

/// Which bound a path ran into. kStopped: none; a run was told to stop (stop.hpp), and what could
/// have come after its last event is not explored.
enum class BoundKind : std::uint8_t { kPreemption, kDelay, kFair, kTree, kLength, kStopped };

/// The bounds that cut something off, as the verdict names them. A bound with a guarantee for this
/// algorithm is told apart from one without.
class BoundsHit {
 public:
  void add(BoundKind kind) { hit_ |= 1U << static_cast<unsigned>(kind); }
  void merge(BoundsHit other) { hit_ |= other.hit_; }
  bool any() const { return hit_ != 0; }
  bool has(BoundKind kind) const { return (hit_ & (1U << static_cast<unsigned>(kind))) != 0; }
  std::uint32_t bits() const { return hit_; }
  static BoundsHit from_bits(std::uint32_t bits);
  std::vector<core::CutOff> describe(const Bounds& bounds, std::string_view algorithm) const;

 private:
  std::uint32_t hit_ = 0;
};

/// The cost of scheduling `actor` at `node` after `previous` (kNoActor at the start). Needs
/// Node::enabled.
std::uint32_t preemption_cost(const Node& node, core::ActorId previous, core::ActorId actor);
std::uint32_t delay_cost(const Node& node, core::ActorId previous, core::ActorId actor);

/// Why these bounds and this algorithm do not go together, or nothing. The text says what to use
/// instead.
std::optional<std::string> incompatible(const Bounds& bounds, const Algorithm& algorithm);

}  // namespace heddle::explore
