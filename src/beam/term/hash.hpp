// Hashes that Erlang programs see: bit for bit those of OTP.
#pragma once

#include <cstdint>

#include "beam/term/term.hpp"

namespace heddle::beam {

/// erlang:phash2(Term) without a range: 27 bits.
std::uint32_t phash2(Term term);
/// The 32-bit hash behind phash2 (phash2 with range 2^32).
std::uint32_t portable_hash(Term term);
/// erlang:phash(Term, Range) before it is brought into the range.
std::uint32_t phash(Term term);
/// The order of large maps (OTP 25's internal hash; of atoms, their names count here).
std::uint32_t map_hash(Term key);

}  // namespace heddle::beam
