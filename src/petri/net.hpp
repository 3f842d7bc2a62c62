// A Petri net with weights and unbounded initial places, and a coverability question about it.
//
// A marking is a number of tokens for each place. A transition may fire when every place it takes
// from holds at least the weight; it takes, then puts. A place with `unbounded` starts with any
// number of tokens from `initial` up (omega in the literature). A question is coverable when some
// firing sequence from some initial marking reaches a marking that is at least one of its
// conjunctions in every place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::petri {

using PlaceId = std::uint32_t;
using TransitionId = std::uint32_t;

/// `count` tokens of one place; lists of them are sorted by place, each place once, no zeros.
struct Tokens {
  PlaceId place = 0;
  std::uint64_t count = 0;
  bool operator==(const Tokens&) const = default;
};

struct Place {
  std::string name;
  std::uint64_t initial = 0;
  bool unbounded = false;
};

struct Transition {
  std::string name;
  std::vector<Tokens> take;
  std::vector<Tokens> put;
};

struct Net {
  std::vector<Place> places;
  std::vector<Transition> transitions;
};

/// Some conjunction holds: at least `count` tokens in each of its places.
struct Question {
  std::vector<std::vector<Tokens>> conjunctions;
};

}  // namespace heddle::petri
