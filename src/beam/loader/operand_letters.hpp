// The letters that stand for operands in opcode.hpp.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "beam/loader/beam_file.hpp"

namespace heddle::beam {

/// What an operand that is called a number may be at most.
inline constexpr std::uint64_t kMostNumber = std::numeric_limits<std::uint32_t>::max();

/// "an x or y register", for messages.
std::string_view word_for(char letter);
/// Whether the operand is of that kind and, if it is an index, within the tables of `file`. Labels
/// are not looked up.
bool fits(const Operand& operand, char letter, const BeamFile& file);

}  // namespace heddle::beam
