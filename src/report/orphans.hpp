// Orphans: messages that were sent and that nobody received (seed 001, example 4).
#pragma once

#include <cstddef>
#include <vector>

#include "core/trace.hpp"

namespace heddle::report {

/// The events that sent them, in order. Messages are known by their tags.
std::vector<std::size_t> orphans(const core::Trace& trace);

}  // namespace heddle::report
