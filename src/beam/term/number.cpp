// Small integers are computed in one or two machine words; only what does not fit goes to GMP.
// Floats and mixed operands follow erl_arith.c: an integer is made a float first, and a result that
// is not finite is an error.
#include "beam/term/number.hpp"

#include <algorithm>
#include <cmath>

#include "beam/term/big.hpp"
#include "beam/term/zeros.hpp"

namespace heddle::beam {
namespace {

__extension__ using Wide = __int128;

Term wide_integer(Heap& heap, Wide value) {
  if (value >= INT64_MIN && value <= INT64_MAX) {
    return heap.integer(static_cast<std::int64_t>(value));
  }
  const bool negative = value < 0;
  __extension__ using UnsignedWide = unsigned __int128;
  const UnsignedWide magnitude = negative ? -static_cast<UnsignedWide>(value) : value;
  const Word high = static_cast<Word>(magnitude >> 64);
  Word* big = heap.object(negative ? Kind::kNegative : Kind::kPositive, high != 0 ? 2 : 1);
  big[1] = static_cast<Word>(magnitude);
  if (high != 0) big[2] = high;
  return Term::boxed(big);
}

Term finite(Heap& heap, double value) {
  return std::isfinite(value) ? heap.floating(value) : Term::none();
}

bool is_zero(Term integer) { return integer == Term::small(0); }
bool is_negative(Term integer) {
  return integer.is_small() ? integer.small_value() < 0 : integer.is(Kind::kNegative);
}
std::size_t bits_in(Term integer) { return mpz_sizeinbase(BigOperand(integer), 2); }

/// One of + - *: `Small` on 128 bits, `Big` in GMP, `Float` on doubles.
template <typename Small, typename Big, typename Float>
Term arithmetic(Heap& heap, Term a, Term b, Small small, Big big, Float floating) {
  if (a.is_small() && b.is_small()) {
    return wide_integer(heap, small(Wide{a.small_value()}, Wide{b.small_value()}));
  }
  if (a.is_integer() && b.is_integer()) {
    Scratch result;
    big(result, BigOperand(a), BigOperand(b));
    return result.finish(heap);
  }
  const std::optional<double> x = double_of(a);
  const std::optional<double> y = double_of(b);
  return x && y ? finite(heap, floating(*x, *y)) : Term::none();
}

template <typename Small, typename Big>
Term bitwise(Heap& heap, Term a, Term b, Small small, Big big) {
  if (a.is_small() && b.is_small()) return Term::small(small(a.small_value(), b.small_value()));
  if (!a.is_integer() || !b.is_integer()) return Term::none();
  Scratch result;
  big(result, BigOperand(a), BigOperand(b));
  return result.finish(heap);
}

/// Left for a positive count.
Term shift(Heap& heap, Term a, Term count, bool left) {
  if (!a.is_integer() || !count.is_integer()) return Term::none();
  if (is_zero(a) || is_zero(count)) return a;
  if (is_negative(count)) left = !left;
  // Beyond any size a big count is as good as the largest small one.
  Word steps = static_cast<Word>(Term::kMaxSmall);
  if (count.is_small()) steps = static_cast<Word>(std::abs(count.small_value()));
  if (!left) {
    if (steps >= bits_in(a)) return Term::small(is_negative(a) ? -1 : 0);
    if (a.is_small()) return Term::small(a.small_value() >> steps);
    Scratch result;
    mpz_fdiv_q_2exp(result, BigOperand(a), steps);
    return result.finish(heap);
  }
  if (a.is_small() && steps <= 64)
    return wide_integer(heap, Wide{a.small_value()} * (Wide{1} << steps));
  if (steps > kMaxIntegerBits || bits_in(a) + steps > kMaxIntegerBits) return Term::none();
  Scratch result;
  mpz_mul_2exp(result, BigOperand(a), steps);
  return result.finish(heap);
}

/// A float without a fraction.
Term integer_of(Heap& heap, double value) {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  if (value >= -kLimit && value < kLimit) return heap.integer(static_cast<std::int64_t>(value));
  Scratch result;
  mpz_set_d(result, value);
  return result.finish(heap);
}

template <typename Rounding>
Term rounded(Heap& heap, Term a, Rounding rounding) {
  if (a.is_integer()) return a;
  return a.is_float() ? integer_of(heap, rounding(a.float_value())) : Term::none();
}

}  // namespace

Term Scratch::finish(Heap& heap) const {
  const std::size_t size = mpz_size(value_);
  const bool negative = mpz_sgn(value_) < 0;
  const mp_limb_t* limbs = mpz_limbs_read(value_);
  if (size == 0) return Term::small(0);
  constexpr Word kLimit = Word{1} << 59;
  if (size == 1 && limbs[0] <= kLimit - (negative ? 0 : 1)) {
    const auto magnitude = static_cast<std::int64_t>(limbs[0]);
    return Term::small(negative ? -magnitude : magnitude);
  }
  if (size > kMaxIntegerBits / 64) return Term::none();
  Word* big = heap.object(negative ? Kind::kNegative : Kind::kPositive, size);
  std::copy_n(limbs, size, big + 1);
  return Term::boxed(big);
}

Term add(Heap& heap, Term a, Term b) {
  return arithmetic(
      heap, a, b, [](Wide x, Wide y) { return x + y; }, mpz_add,
      [](double x, double y) { return x + y; });
}

Term subtract(Heap& heap, Term a, Term b) {
  return arithmetic(
      heap, a, b, [](Wide x, Wide y) { return x - y; }, mpz_sub,
      [](double x, double y) { return x - y; });
}

Term multiply(Heap& heap, Term a, Term b) {
  // A product has at least this many bits; do not compute what will be thrown away.
  if (a.is_big() && b.is_big() && bits_in(a) + bits_in(b) - 1 > kMaxIntegerBits) {
    return Term::none();
  }
  return arithmetic(
      heap, a, b, [](Wide x, Wide y) { return x * y; }, mpz_mul,
      [](double x, double y) { return x * y; });
}

Term divide(Heap& heap, Term a, Term b) {
  const std::optional<double> x = double_of(a);
  const std::optional<double> y = double_of(b);
  return x && y && *y != 0.0 ? finite(heap, *x / *y) : Term::none();
}

Term integer_divide(Heap& heap, Term a, Term b) {
  if (!a.is_integer() || !b.is_integer() || is_zero(b)) return Term::none();
  if (a.is_small() && b.is_small()) return heap.integer(a.small_value() / b.small_value());
  Scratch result;
  mpz_tdiv_q(result, BigOperand(a), BigOperand(b));
  return result.finish(heap);
}

Term integer_remainder(Heap& heap, Term a, Term b) {
  if (!a.is_integer() || !b.is_integer() || is_zero(b)) return Term::none();
  if (a.is_small() && b.is_small()) return Term::small(a.small_value() % b.small_value());
  Scratch result;
  mpz_tdiv_r(result, BigOperand(a), BigOperand(b));
  return result.finish(heap);
}

Term negate(Heap& heap, Term a) {
  if (a.is_small()) return heap.integer(-a.small_value());
  if (a.is_float()) return heap.floating(-a.float_value());
  if (!a.is_big()) return Term::none();
  Scratch result;
  mpz_neg(result, BigOperand(a));
  return result.finish(heap);
}

Term absolute(Heap& heap, Term a) {
  if (a.is_float()) {
    const double value = a.float_value();
    // -0.0 stays where it is no other term than 0.0.
    return value < 0 || (zeros_differ() && std::signbit(value)) ? negate(heap, a) : a;
  }
  if (!a.is_integer()) return Term::none();
  return is_negative(a) ? negate(heap, a) : a;
}

Term bit_and(Heap& heap, Term a, Term b) {
  return bitwise(
      heap, a, b, [](std::int64_t x, std::int64_t y) { return x & y; }, mpz_and);
}

Term bit_or(Heap& heap, Term a, Term b) {
  return bitwise(
      heap, a, b, [](std::int64_t x, std::int64_t y) { return x | y; }, mpz_ior);
}

Term bit_xor(Heap& heap, Term a, Term b) {
  return bitwise(
      heap, a, b, [](std::int64_t x, std::int64_t y) { return x ^ y; }, mpz_xor);
}

Term bit_not(Heap& heap, Term a) {
  if (a.is_small()) return Term::small(~a.small_value());
  if (!a.is_big()) return Term::none();
  Scratch result;
  mpz_com(result, BigOperand(a));
  return result.finish(heap);
}

Term shift_left(Heap& heap, Term a, Term b) { return shift(heap, a, b, true); }
Term shift_right(Heap& heap, Term a, Term b) { return shift(heap, a, b, false); }

Term to_float(Heap& heap, Term a) {
  if (a.is_float()) return a;
  const std::optional<double> value = double_of(a);
  return value ? heap.floating(*value) : Term::none();
}

Term truncate(Heap& heap, Term a) {
  return rounded(heap, a, [](double x) { return std::trunc(x); });
}
Term round(Heap& heap, Term a) {
  return rounded(heap, a, [](double x) { return std::round(x); });
}
Term floor(Heap& heap, Term a) {
  return rounded(heap, a, [](double x) { return std::floor(x); });
}
Term ceil(Heap& heap, Term a) {
  return rounded(heap, a, [](double x) { return std::ceil(x); });
}

std::optional<double> double_of(Term number) {
  if (number.is_small()) return static_cast<double>(number.small_value());
  if (number.is_float()) return number.float_value();
  if (!number.is_big()) return std::nullopt;
  double value = 0.0;
  for (Word i = number.size(); i-- > 0;) {
    value = value * 18446744073709551616.0 + static_cast<double>(number.word(i));  // 2^64
    if (!std::isfinite(value)) return std::nullopt;
  }
  return number.is(Kind::kNegative) ? -value : value;
}

std::optional<std::int64_t> int64_of(Term integer) {
  if (integer.is_small()) return integer.small_value();
  if (!integer.is_big() || integer.size() != 1) return std::nullopt;
  const Word magnitude = integer.word(0);
  constexpr Word kLimit = Word{1} << 63;
  if (integer.is(Kind::kNegative)) {
    if (magnitude > kLimit) return std::nullopt;
    return static_cast<std::int64_t>(-magnitude);
  }
  if (magnitude >= kLimit) return std::nullopt;
  return static_cast<std::int64_t>(magnitude);
}

std::optional<std::uint64_t> uint64_of(Term integer) {
  if (integer.is_small()) {
    if (integer.small_value() < 0) return std::nullopt;
    return static_cast<std::uint64_t>(integer.small_value());
  }
  if (!integer.is(Kind::kPositive) || integer.size() != 1) return std::nullopt;
  return integer.word(0);
}

std::strong_ordering compare_with_double(Term integer, double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: up to here, all integers are doubles
  if (integer.is_small() && std::abs(integer.small_value()) <= std::int64_t{1} << 53) {
    const double exact = static_cast<double>(integer.small_value());
    return exact < value   ? std::strong_ordering::less
           : exact > value ? std::strong_ordering::greater
                           : std::strong_ordering::equal;
  }
  // Now the integer is beyond every double up to 2^53.
  if (std::abs(value) <= kExact) {
    return is_negative(integer) ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return mpz_cmp_d(BigOperand(integer), value) <=> 0;
}

Term integer_from_bytes(Heap& heap, std::string_view big_endian, bool is_signed) {
  if (big_endian.empty()) return Term::small(0);
  const bool negative = is_signed && (static_cast<unsigned char>(big_endian[0]) & 0x80) != 0;
  if (big_endian.size() <= 8) {
    Word value = negative ? ~Word{0} : 0;
    for (const char byte : big_endian) value = (value << 8) | static_cast<unsigned char>(byte);
    return is_signed ? heap.integer(static_cast<std::int64_t>(value))
                     : heap.unsigned_integer(value);
  }
  Scratch result;
  mpz_import(result, big_endian.size(), 1, 1, 1, 0, big_endian.data());
  if (negative) {
    Scratch modulus;
    mpz_setbit(modulus, big_endian.size() * 8);
    mpz_sub(result, result, modulus);
  }
  return result.finish(heap);
}

std::string integer_to_bytes(Term integer, std::size_t bits) {
  const std::size_t size = (bits + 7) / 8;
  std::string bytes(size, '\0');
  const bool negative = is_negative(integer);
  const bool small = integer.is_small();
  const Word magnitude = small ? static_cast<Word>(std::abs(integer.small_value())) : 0;
  const Word words = small ? 1 : integer.size();
  unsigned carry = negative ? 1 : 0;
  for (std::size_t i = 0; i < size; ++i) {
    Word word = 0;
    if (i / 8 < words) word = small ? magnitude : integer.word(i / 8);
    unsigned byte = static_cast<unsigned>((word >> (i % 8 * 8)) & 0xff);
    if (negative) {
      byte = (byte ^ 0xff) + carry;
      carry = byte >> 8;
    }
    bytes[size - 1 - i] = static_cast<char>(byte);
  }
  if (bits % 8 != 0) bytes[0] = static_cast<char>(bytes[0] & ((1 << (bits % 8)) - 1));
  return bytes;
}

}  // namespace heddle::beam
