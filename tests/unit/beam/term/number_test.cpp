// What the comparison with OTP (tests/conformance/terms_test.cpp) does not reach: sizes, limits and
// bytes. Expected values: powers of two, and measured with OTP 25.2.3 where it says so.
#include "beam/term/number.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "beam/term/compare.hpp"

namespace heddle::beam {
namespace {

class Number : public testing::Test {
 protected:
  Term small(std::int64_t value) { return Term::small(value); }
  Term parse(std::string_view text, int base = 10) { return integer_from_text(heap, text, base); }
  Term power(std::int64_t bits) { return shift_left(heap, small(1), small(bits)); }
  Heap heap;
};

TEST_F(Number, SmallAndBigIntegersMeetWithoutAGap) {
  const Term most = small(Term::kMaxSmall);
  const Term least = small(Term::kMinSmall);
  EXPECT_TRUE(add(heap, most, small(1)).is(Kind::kPositive));
  EXPECT_TRUE(subtract(heap, least, small(1)).is(Kind::kNegative));
  EXPECT_EQ(subtract(heap, add(heap, most, small(1)), small(1)), most);
  EXPECT_EQ(add(heap, subtract(heap, least, small(1)), small(1)), least);
  EXPECT_TRUE(negate(heap, least).is(Kind::kPositive));
  EXPECT_EQ(negate(heap, negate(heap, least)), least);
  EXPECT_TRUE(integer_divide(heap, least, small(-1)).is(Kind::kPositive));
  EXPECT_EQ(integer_to_text(multiply(heap, least, least)),
            "332306998946228968225951765070086144");  // 2^118
}

TEST_F(Number, DivisionTruncatesAndFailsOnZero) {
  EXPECT_EQ(integer_divide(heap, small(-7), small(2)), small(-3));
  EXPECT_EQ(integer_remainder(heap, small(-7), small(2)), small(-1));
  EXPECT_TRUE(integer_divide(heap, power(100), small(0)).is_none());
  EXPECT_TRUE(divide(heap, small(1), heap.floating(-0.0)).is_none());
  EXPECT_TRUE(divide(heap, power(1024), power(1024)).is_none());  // neither is a float
  EXPECT_TRUE(multiply(heap, heap.floating(1e300), heap.floating(1e300)).is_none());
  EXPECT_TRUE(add(heap, Term::nil(), small(1)).is_none());
}

TEST_F(Number, IntegersEndWhereOtpsEnd) {  // measured: 1 bsl 33554367 is the last
  const Term most = power(33554367);
  EXPECT_FALSE(most.is_none());
  EXPECT_TRUE(power(33554368).is_none());
  EXPECT_TRUE(too_large(small(1), small(33554368)));
  EXPECT_TRUE(add(heap, most, most).is_none());
  EXPECT_TRUE(multiply(heap, power(20000000), power(20000000)).is_none());
  EXPECT_TRUE(shift_left(heap, small(1), power(70)).is_none());
  EXPECT_EQ(shift_left(heap, small(0), power(70)), small(0));
  EXPECT_EQ(shift_left(heap, small(-5), negate(heap, power(70))), small(-1));
  EXPECT_EQ(shift_right(heap, most, power(70)), small(0));
}

TEST_F(Number, BytesAreTwosComplement) {
  EXPECT_EQ(integer_to_bytes(small(-1), 12), "\x0f\xff");
  EXPECT_EQ(integer_to_bytes(small(-2), 16), "\xff\xfe");
  EXPECT_EQ(integer_to_bytes(small(0x12345), 8), "\x45");
  EXPECT_EQ(integer_to_bytes(small(5), 0), "");
  EXPECT_EQ(integer_to_bytes(negate(heap, power(64)), 72), std::string("\xff\0\0\0\0\0\0\0\0", 9));
  for (const char* text : {"0", "1", "-1", "127", "128", "-128", "-129", "18446744073709551615",
                           "-18446744073709551616", "340282366920938463463374607431768211455"}) {
    const Term value = parse(text);
    const std::string bytes = integer_to_bytes(value, 136);
    EXPECT_EQ(integer_to_text(integer_from_bytes(heap, bytes, true)), text);
  }
  EXPECT_EQ(integer_from_bytes(heap, "\xff\xff", false), small(65535));
  EXPECT_EQ(integer_from_bytes(heap, "", true), small(0));
  EXPECT_EQ(integer_from_bytes(heap, "\x80", true), small(-128));
  EXPECT_EQ(integer_to_text(integer_from_bytes(heap, std::string(8, '\xff'), false)),
            "18446744073709551615");
}

TEST_F(Number, MachineIntegersAreGivenIfTheyFit) {
  EXPECT_EQ(int64_of(parse("-9223372036854775808")), INT64_MIN);
  EXPECT_EQ(int64_of(parse("9223372036854775807")), INT64_MAX);
  EXPECT_EQ(int64_of(parse("9223372036854775808")), std::nullopt);
  EXPECT_EQ(int64_of(parse("-9223372036854775809")), std::nullopt);
  EXPECT_EQ(uint64_of(parse("18446744073709551615")), UINT64_MAX);
  EXPECT_EQ(uint64_of(parse("18446744073709551616")), std::nullopt);
  EXPECT_EQ(uint64_of(small(-1)), std::nullopt);
}

TEST_F(Number, FloatsAreWrittenAsInOtp) {  // measured
  EXPECT_EQ(float_to_text(100000.0), "1.0e5");
  EXPECT_EQ(float_to_text(123456789.0), "123456789.0");
  EXPECT_EQ(float_to_text(-0.0), "-0.0");
  EXPECT_EQ(float_to_text(9007199254740992.0), "9.007199254740992e15");
  EXPECT_EQ(float_to_text_scientific(1.5), "1.50000000000000000000e+00");
  EXPECT_EQ(float_to_text_scientific(1.5, 249).size(), 255U);
  EXPECT_EQ(float_to_text_scientific(1.5, 250), "");
  EXPECT_EQ(float_to_text_decimals(1e20, 0, true), "1");  // sic
  EXPECT_EQ(float_to_text_decimals(123456.789125, 18, false), "123456.789124999995692672");
  EXPECT_EQ(float_to_text_decimals(1.5, 253, true), "1.5");
  EXPECT_EQ(float_to_text_decimals(123456.789125, 253, true), "");
  EXPECT_EQ(float_to_text_decimals(1.5, -1, true), "");
}

TEST_F(Number, LongTextsAreReadAndWritten) {
  const std::string digits = "-" + std::string(200000, '7');
  EXPECT_EQ(integer_to_text(parse(digits)), digits);
  EXPECT_TRUE(parse(std::string("12\0", 3)).is_none());
  EXPECT_TRUE(parse("0x10", 16).is_none());
  EXPECT_EQ(parse("+zZ", 36), small(35 * 36 + 35));
}

TEST_F(Number, FloatsBesideHugeIntegers) {
  const Term huge = power(2000);
  EXPECT_EQ(compare(huge, heap.floating(1.7976931348623157e308)), std::strong_ordering::greater);
  EXPECT_EQ(compare(negate(heap, huge), heap.floating(-1.7976931348623157e308)),
            std::strong_ordering::less);
  EXPECT_EQ(compare(power(53), heap.floating(9007199254740992.0)), std::strong_ordering::equal);
  EXPECT_EQ(compare(add(heap, power(53), small(1)), heap.floating(9007199254740992.0)),
            std::strong_ordering::greater);
  EXPECT_EQ(double_of(huge), std::nullopt);
}

}  // namespace
}  // namespace heddle::beam
