// Depths: how much an analysis tells apart, in general and at single places.
//
// D bounds how deep data is known in the address of a variable, M how deep a message is known, K
// how many calls a time remembers. Each may be larger for single variables, receivers and calls:
// an address may be chosen in any way, as long as the same way is taken wherever the same thing is
// bound, sent, received or called (docs/verify.md, "Looking deeper at single places").
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "abstraction/core_erlang/normal_form.hpp"

namespace heddle::abstraction {

/// Where an analysis looks deeper than elsewhere, and by how much.
struct Deeper {
  std::map<VariableId, std::size_t> data = {};  // in the addresses of a variable
  std::map<NodeId, std::size_t> message = {};   // to the processes of a spawn; kNone: the first
  std::map<NodeId, std::size_t> context = {};   // in what a call remembers
  bool empty() const { return data.empty() && message.empty() && context.empty(); }
};

struct Depths {
  std::size_t data = 0;
  std::optional<std::size_t> message = {};  // none: data + depth of the receive patterns
  std::size_t context = 0;
  Deeper deeper = {};
};

/// How much more at this place.
std::size_t more_at(const std::map<std::uint32_t, std::size_t>& deeper, std::uint32_t place);

/// The largest anywhere; without `deeper`.
Depths most(const Depths& depths);

/// "D=0..2 M=2..4 K=0": 0 in general, up to 2 where it looks deeper. M only if it is known.
std::string words(const Depths& depths);

}  // namespace heddle::abstraction
