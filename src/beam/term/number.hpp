// Arithmetic on integers of any size and floats.
//
// All functions return none when the operands are not numbers (or, for integer operations, not
// integers), when the divisor is zero or when a float overflows: the caller raises badarith.
// Results above kMaxIntegerBits are none, too; `too_large` says so (system_limit).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "beam/term/heap.hpp"

namespace heddle::beam {

/// OTP 25: 2^19 - 1 words.
inline constexpr std::size_t kMaxIntegerBits = ((std::size_t{1} << 19) - 1) * 64;

Term add(Heap& heap, Term a, Term b);
Term subtract(Heap& heap, Term a, Term b);
Term multiply(Heap& heap, Term a, Term b);
Term divide(Heap& heap, Term a, Term b);             // `/`
Term integer_divide(Heap& heap, Term a, Term b);     // div
Term integer_remainder(Heap& heap, Term a, Term b);  // rem
Term negate(Heap& heap, Term a);
Term absolute(Heap& heap, Term a);
Term bit_and(Heap& heap, Term a, Term b);
Term bit_or(Heap& heap, Term a, Term b);
Term bit_xor(Heap& heap, Term a, Term b);
Term bit_not(Heap& heap, Term a);
Term shift_left(Heap& heap, Term a, Term b);
Term shift_right(Heap& heap, Term a, Term b);
/// Why an operation other than a division gave none: with two integers, only for the size of the
/// result.
inline bool too_large(Term a, Term b) { return a.is_integer() && b.is_integer(); }
/// float/1; trunc, round, floor and ceil of a number to an integer.
Term to_float(Heap& heap, Term a);
Term truncate(Heap& heap, Term a);
Term round(Heap& heap, Term a);
Term floor(Heap& heap, Term a);
Term ceil(Heap& heap, Term a);

/// The value of a number as a double, rounded as OTP does it (which is not always to the nearest:
/// big integers are summed up word by word); none if it is too large for one or not a number.
std::optional<double> double_of(Term number);
/// If it fits.
std::optional<std::int64_t> int64_of(Term integer);
std::optional<std::uint64_t> uint64_of(Term integer);
/// An integer (of any size) and a finite double, by value.
std::strong_ordering compare_with_double(Term integer, double value);

/// A big-endian, optionally signed, integer of `bytes` (big = most significant first).
Term integer_from_bytes(Heap& heap, std::string_view big_endian, bool is_signed);
/// The low `bits` of an integer in two's complement, as ceil(bits/8) bytes, big-endian; the first
/// byte is zero-padded on the left.
std::string integer_to_bytes(Term integer, std::size_t bits);

/// In base 2 to 36, upper-case digits, as integer_to_list.
std::string integer_to_text(Term integer, int base = 10);
/// As list_to_integer: an optional sign and digits, nothing else. None if it is not a number, or
/// one above kMaxIntegerBits.
Term integer_from_text(Heap& heap, std::string_view text, int base = 10);
/// The shortest decimal that reads back as the same float, in the form of float_to_list(F, [short])
/// and ~p ("1.0", "1.0e10", "1.0e-7"): exactly OTP 25's choice between the two notations.
std::string float_to_text(double value);
/// float_to_list(F), or with {scientific, N}. Empty if OTP says badarg (its buffer is too small).
std::string float_to_text_scientific(double value, int decimals = 20);
/// float_to_list(F, [{decimals, N}, compact?]). Empty if OTP says badarg.
std::string float_to_text_decimals(double value, int decimals, bool compact);
/// As list_to_float; none if it is not one.
Term float_from_text(Heap& heap, std::string_view text);

}  // namespace heddle::beam
