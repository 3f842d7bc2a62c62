// Where two traces part: `heddle diff`, and the two columns of `heddle explain`.
//
// An event is the same in both if its actor (by its key: who made it and the how-manieth it is) and
// its ordinal are; it did the same if its words are the same too.
#pragma once

#include <cstddef>
#include <optional>
#include <ostream>
#include <utility>

#include "core/trace.hpp"

namespace heddle::report {

struct Divergence {
  /// So many steps are the same events, doing the same, in the same order.
  std::size_t common = 0;
  /// The first event of `a`, in its order, that `b` has too and that did something else there.
  std::optional<std::pair<std::size_t, std::size_t>> changed;
  /// Both have the same events, all doing the same; only their order may differ.
  bool same_events = true;
};

Divergence diverge(const core::Trace& a, const core::Trace& b);

/// Two columns from where the traces part, under their headings, up to the step `last`; how many
/// more there are is said.
void print_side_by_side(std::ostream& out, const core::Trace& a, const core::Trace& b,
                        const char* heading_a, const char* heading_b,
                        std::size_t last = ~std::size_t{0});

}  // namespace heddle::report
