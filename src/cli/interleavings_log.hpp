// --log_all: the steps of every interleaving, made by exploring once more, in order.
#pragma once

#include <cstdint>
#include <string>

#include "cli/subject.hpp"
#include "explore/bounds.hpp"

namespace heddle::cli {

/// `algorithm`: by name; of the first `most` interleavings.
std::string log_of_interleavings(const Subject& program, const std::string& algorithm,
                                 const explore::Bounds& bounds, std::uint64_t most);

}  // namespace heddle::cli
