// Parts of binaries as {Position, Length}, where a negative length goes backwards.
#pragma once

#include <cstdint>
#include <optional>

#include "beam/term/term.hpp"

namespace heddle::beam {

class Machine;

struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t size = 0;
};
/// None if they are not integers, or not within a binary of `size` bytes.
std::optional<ByteRange> byte_range(Term position, Term length, std::uint64_t size);
/// Whether it is a binary; up to OTP 26, parts of other bitstrings may be taken as well.
bool has_parts(Machine& machine, Term term);
/// binary_part/3; raises badarg.
Term part_of_binary(Machine& machine, Term binary, Term position, Term length);

}  // namespace heddle::beam
