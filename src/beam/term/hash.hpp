// Hashes that Erlang programs see: bit for bit those of OTP.
#pragma once

#include <cstdint>

#include "beam/term/term.hpp"

namespace heddle::beam {

/// erlang:phash2(Term) without a range: 27 bits.
std::uint32_t phash2(Term term);
/// The 32-bit hash behind phash2 (phash2 with range 2^32).
std::uint32_t portable_hash(Term term);
/// erlang:phash(Term, Range) before it is brought into the range (modulo it, plus one).
std::uint32_t phash(Term term);
/// The order of large maps: OTP 25's internal hash, except that of atoms, and of the modules and
/// functions of funs, the names count (OTP's numbers for them differ from run to run). Keys that
/// collide in all 32 bits at one depth are told apart by their hashes at the next.
std::uint32_t map_hash(Term key, std::uint32_t depth = 0);

}  // namespace heddle::beam
