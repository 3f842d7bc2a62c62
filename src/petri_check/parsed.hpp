// The certificate as it was read: well formed and in range, nothing more.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "petri/net.hpp"

namespace heddle::petri_check {

struct TrapPart {
  std::uint64_t times = 0;
  std::vector<petri::PlaceId> places;
};

struct InequalityPart {
  std::vector<petri::Tokens> weights;
  std::int64_t bound = 0;
  std::vector<TrapPart> traps;
};

struct Parsed {
  bool coverable = false;
  // coverable
  std::vector<petri::Tokens> start;
  std::vector<petri::Tokens> firing;  // place: the transition; count: how many times
  // safe
  std::vector<petri::PlaceId> empty;
  /// Sets of places, each looked at as one. All that follows is in their numbers.
  std::vector<std::vector<petri::PlaceId>> places;
  std::vector<InequalityPart> inequalities;
  std::vector<std::vector<petri::Tokens>> basis;
};

/// Throws Rejection.
Parsed parse(const petri::Net& net, std::string_view text);

}  // namespace heddle::petri_check
