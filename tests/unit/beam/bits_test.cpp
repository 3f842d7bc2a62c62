// Reference: a bitstring as a std::vector<bool>. Values quoted from OTP 25 are marked so.
#include "beam/term/bits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "beam/term/compare.hpp"
#include "beam/term/number.hpp"

namespace heddle::beam {
namespace {

using Bits = std::vector<bool>;
constexpr FieldFlags kBig{};
constexpr FieldFlags kLittle{2};
constexpr FieldFlags kSigned{4};
constexpr FieldFlags kSignedLittle{6};
constexpr FieldFlags kNative{16};

Bits bits_of(Term bitstring) {
  const BitView view = beam::view(bitstring);
  Bits bits;
  for (std::size_t i = 0; i < view.size; ++i) {
    const std::size_t at = view.offset + i;
    bits.push_back((view.bytes[at / 8] >> (7 - at % 8) & 1) != 0);
  }
  return bits;
}

Term make(Heap& heap, const Bits& bits) {
  BitBuilder out;
  for (const bool bit : bits) out.integer(Term::small(bit ? 1 : 0), 1, kBig);
  return out.finish(heap);
}

Bits random_bits(std::mt19937_64& random, std::size_t size) {
  Bits bits(size);
  for (std::size_t i = 0; i < size; ++i) bits[i] = (random() & 1) != 0;
  return bits;
}

Bits part(const Bits& bits, std::size_t offset, std::size_t size) {
  return {bits.begin() + static_cast<std::ptrdiff_t>(offset),
          bits.begin() + static_cast<std::ptrdiff_t>(offset + size)};
}

/// Word by word, from the definition.
Term value_of(Heap& heap, Bits bits, FieldFlags flags) {
  if (flags.little()) {
    Bits big;
    // Whole bytes, the last one short: it is the most significant.
    for (std::size_t end = bits.size(); end > 0;) {
      const std::size_t begin = (end - 1) / 8 * 8;
      for (std::size_t i = begin; i < end; ++i) big.push_back(bits[i]);
      end = begin;
    }
    bits = big;
  }
  Term value = Term::small(0);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const bool negative = i == 0 && flags.is_signed();
    value = add(heap, value, value);
    if (bits[i]) value = add(heap, value, Term::small(negative ? -1 : 1));
  }
  return value;
}

std::string_view text(Term binary) {
  static std::string storage;
  return bytes_of(binary, storage);
}

TEST(Bits, PartsAreTheBitsTheySayWhateverTheAlignment) {
  Heap heap;
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t size = random() % 400;
    const Bits bits = random_bits(random, size);
    const Term whole = make(heap, bits);
    ASSERT_EQ(bits_of(whole), bits);
    const std::size_t offset = random() % (size + 1);
    const std::size_t length = random() % (size - offset + 1);
    const Term one = sub_bits(heap, whole, offset, length);
    ASSERT_EQ(bits_of(one), part(bits, offset, length));
    ASSERT_TRUE(equal_exact(one, make(heap, part(bits, offset, length))));
    // A part of a part refers to the whole.
    const std::size_t inner = random() % (length + 1);
    const Term two = sub_bits(heap, one, inner, length - inner);
    ASSERT_EQ(bits_of(two), part(bits, offset + inner, length - inner));
    ASSERT_TRUE(two.kind() == Kind::kBits || two.element(0).is(Kind::kBits));
    if (length % 8 == 0) {
      std::string storage;
      const std::string_view bytes = bytes_of(one, storage);
      ASSERT_EQ(bits_of(heap.binary(bytes)), part(bits, offset, length));
    }
  }
}

TEST(Bits, LargePartsShareAndSmallOnesDoNot) {
  Heap heap;
  const Term whole = heap.binary(std::string(1000, 'x'));
  EXPECT_EQ(sub_bits(heap, whole, 8, 4000).kind(), Kind::kSubBits);
  EXPECT_EQ(sub_bits(heap, whole, 8, 80).kind(), Kind::kBits);
  EXPECT_EQ(sub_bits(heap, whole, 0, 8000), whole);
}

TEST(Bits, PaddingIsZero) {
  Heap heap;
  const Term bits = sub_bits(heap, heap.binary("\xff\xff\xff"), 3, 9);
  ASSERT_EQ(bits.kind(), Kind::kBits);
  EXPECT_EQ(bits.size(), 2u);
  EXPECT_EQ(bits.word(1), 0x80ffu);  // little-endian words
}

TEST(Bits, IntegersOfAllSizesAndAlignmentsGoInAndOut) {
  Heap heap;
  std::mt19937_64 random(2);
  for (int round = 0; round < 4000; ++round) {
    const std::size_t before = random() % 20;
    const std::size_t size = round % 2 == 0 ? random() % 70 : random() % 300;
    const Bits lead = random_bits(random, before);
    const Bits field = random_bits(random, size);
    Bits all = lead;
    all.insert(all.end(), field.begin(), field.end());
    all.push_back(true);
    const Term context = start_match(heap, make(heap, all), 7);
    ASSERT_TRUE(skip(context, before));
    for (const FieldFlags flags : {kBig, kLittle, kSigned, kSignedLittle, kNative}) {
      const std::size_t position = position_of(context);
      const Term value = get_integer(heap, context, size, flags);
      ASSERT_TRUE(equal_exact(value, value_of(heap, field, flags)))
          << size << " bits after " << before;
      ASSERT_EQ(remaining(context), 1u);
      set_position(context, position);
      BitBuilder out;
      out.bits(view(make(heap, lead)), before);
      out.integer(value, size, flags);
      out.integer(Term::small(-1), 1, kBig);
      ASSERT_EQ(bits_of(out.finish(heap)), all);
    }
  }
}

TEST(Bits, IntegersAreCutToTheirSize) {
  Heap heap;
  BitBuilder out;
  out.integer(Term::small(0x1ff), 8, kBig);      // <<16#1ff:8>> = <<255>>
  out.integer(Term::small(-2), 16, kLittle);     // <<254, 255>>
  out.integer(Term::small(0xcab), 12, kLittle);  // <<16#ab, 16#c:4>>
  out.integer(shift_left(heap, Term::small(5), Term::small(100)), 104, kBig);
  EXPECT_EQ(out.size(), 140u);
  BitBuilder expected;
  expected.bytes("\xff\xfe\xff\xab");
  expected.integer(Term::small(0xc), 4, kBig);
  expected.integer(Term::small(0x50), 8, kBig);
  expected.integer(Term::small(0), 96, kBig);
  EXPECT_TRUE(equal_exact(out.finish(heap), expected.finish(heap)));
}

TEST(Bits, FailureLeavesTheContextWhereItWas) {
  Heap heap;
  const Term context = start_match(heap, heap.binary("\xff\x80"), 1);
  ASSERT_TRUE(skip(context, 3));
  EXPECT_TRUE(get_integer(heap, context, 14, kBig).is_none());
  EXPECT_TRUE(get_integer(heap, context, ~std::size_t{0}, kBig).is_none());
  EXPECT_TRUE(get_float(heap, context, 16, kBig).is_none());
  EXPECT_TRUE(get_float(heap, context, 5, kBig).is_none());
  EXPECT_TRUE(get_bits(heap, context, 14).is_none());
  EXPECT_FALSE(skip(context, 14));
  EXPECT_FALSE(get_utf8(context));
  EXPECT_FALSE(get_utf16(context, kBig));
  EXPECT_FALSE(get_utf32(context, kBig));
  const std::uint8_t other[] = {0xfd};
  EXPECT_FALSE(match_string(context, other, 8));
  EXPECT_EQ(position_of(context), 3u);
  EXPECT_EQ(bits_of(get_tail(heap, context)), part(bits_of(heap.binary("\xff\x80")), 3, 13));
  EXPECT_EQ(remaining(context), 0u);
}

TEST(Bits, AContextOfAPartStaysInIt) {
  Heap heap;
  const Term part =
      sub_bits(heap, heap.binary(std::string(64, 'a') + std::string(64, 'b')), 256, 512);
  ASSERT_EQ(part.kind(), Kind::kSubBits);
  const Term context = start_match(heap, part, 1);
  EXPECT_EQ(remaining(context), 512u);
  EXPECT_EQ(get_integer(heap, context, 8, kBig), Term::small('a'));
  const Term copy = copy_match(heap, context, 2);
  EXPECT_TRUE(skip(context, 504));
  EXPECT_FALSE(skip(context, 1));
  EXPECT_EQ(remaining(copy), 504u);
}

TEST(Bits, StringsMatchAtAnyBit) {
  Heap heap;
  std::mt19937_64 random(3);
  for (int round = 0; round < 500; ++round) {
    const std::size_t before = random() % 17;
    const std::size_t size = random() % 60;
    const Bits all = random_bits(random, before + size + 3);
    const Term context = start_match(heap, make(heap, all), 0);
    ASSERT_TRUE(skip(context, before));
    const Term copy = make(heap, part(all, before, size));
    ASSERT_TRUE(match_string(context, view(copy).bytes, size));
    ASSERT_EQ(remaining(context), 3u);
    if (size == 0) continue;
    set_position(context, before);
    Bits other = part(all, before, size);
    const std::size_t flipped = random() % size;
    other[flipped] = !other[flipped];
    ASSERT_FALSE(match_string(context, view(make(heap, other)).bytes, size));
  }
}

// <<F:S/float>> in OTP 25, big-endian.
TEST(Bits, FloatsAsOtpWritesThem) {
  Heap heap;
  struct Case {
    double value;
    std::size_t bits;
    std::string_view bytes;
  };
  const Case cases[] = {
      {70000.0, 16, {"\x7c\x00", 2}},
      {65504.0, 16, {"\x7b\xff", 2}},
      {65519.0, 16, {"\x7b\xff", 2}},
      {65520.0, 16, {"\x7c\x00", 2}},
      {1.0e40, 32, {"\x7f\x80\x00\x00", 4}},
      {1.0e-8, 16, {"\x00\x00", 2}},
      {6.0e-8, 16, {"\x00\x01", 2}},
      {2.9802322387695312e-8, 16, {"\x00\x00", 2}},
      {1.0009765625, 16, {"\x3c\x01", 2}},
      {1.00048828125, 16, {"\x3c\x00", 2}},
      {1.000488281250001, 16, {"\x3c\x01", 2}},
      {1.000488281250001, 32, {"\x3f\x80\x10\x00", 4}},
      {70000.0, 64, {"\x40\xf1\x17\x00\x00\x00\x00\x00", 8}},
  };
  for (const Case& one : cases) {
    BitBuilder out;
    ASSERT_TRUE(out.floating(heap.floating(one.value), one.bits, kBig));
    EXPECT_EQ(text(out.finish(heap)), one.bytes) << one.value << ':' << one.bits;
  }
  BitBuilder out;
  EXPECT_TRUE(out.floating(Term::small(70000), 64, kBig));
  EXPECT_FALSE(out.floating(heap.floating(1.0), 24, kBig));
  EXPECT_FALSE(out.floating(shift_left(heap, Term::small(1), Term::small(2000)), 64, kBig));
  EXPECT_FALSE(out.floating(Term::nil(), 64, kBig));
  EXPECT_EQ(out.size(), 64u);
}

TEST(Bits, FloatsComeBack) {
  Heap heap;
  std::mt19937_64 random(4);
  // All of the small ones: every finite half is a different double and comes back as itself.
  for (unsigned half = 0; half < 0x10000; ++half) {
    const char bytes[] = {static_cast<char>(half >> 8), static_cast<char>(half)};
    const Term value = get_float(heap, start_match(heap, heap.binary({bytes, 2}), 0), 16, kBig);
    ASSERT_EQ(value.is_none(), (half >> 10 & 31) == 31);
    if (value.is_none()) continue;
    BitBuilder out;
    ASSERT_TRUE(out.floating(value, 16, kBig));
    ASSERT_EQ(text(out.finish(heap)), std::string_view(bytes, 2));
  }
  for (int round = 0; round < 1000; ++round) {
    const std::size_t size = round % 2 == 0 ? 32 : 64;
    const FieldFlags flags = round % 3 == 0 ? kBig : kLittle;
    BitBuilder out;
    const std::size_t before = random() % 9;
    out.integer(Term::small(0), before, kBig);
    const double value = std::ldexp(static_cast<double>(random() % 100000), -7);
    ASSERT_TRUE(out.floating(heap.floating(-value), size, flags));
    const Term context = start_match(heap, out.finish(heap), 0);
    ASSERT_TRUE(skip(context, before));
    const Term back = get_float(heap, context, size, flags);
    ASSERT_FALSE(back.is_none());
    ASSERT_EQ(back.float_value(),
              static_cast<double>(size == 32 ? static_cast<float>(-value) : -value));
  }
  EXPECT_TRUE(
      get_float(heap, start_match(heap, heap.binary("\x7f\xc0\x00\x01"), 0), 32, kBig).is_none());
}

TEST(Bits, EveryCodePointGoesThroughEveryEncoding) {
  Heap heap;
  const Heap::Mark mark = heap.mark();
  for (std::int64_t point = -1; point<0x110002; point += point> 0x11000 ? 61 : 1) {
    heap.rewind(mark);
    const bool valid = point >= 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    for (const std::size_t before : {0u, 3u}) {
      BitBuilder out;
      out.integer(Term::small(0), before, kBig);
      ASSERT_EQ(out.utf8(point), valid);
      ASSERT_EQ(out.utf16(point, kBig), valid);
      ASSERT_EQ(out.utf16(point, kLittle), valid);
      ASSERT_EQ(out.utf32(point, kBig), valid);
      ASSERT_EQ(out.utf32(point, kLittle), valid);
      if (!valid) {
        ASSERT_EQ(out.size(), before);
        continue;
      }
      const Term context = start_match(heap, out.finish(heap), 0);
      ASSERT_TRUE(skip(context, before));
      ASSERT_EQ(get_utf8(context), point);
      ASSERT_EQ(get_utf16(context, kBig), point);
      ASSERT_EQ(get_utf16(context, kLittle), point);
      ASSERT_EQ(get_utf32(context, kBig), point);
      ASSERT_EQ(get_utf32(context, kLittle), point);
      ASSERT_EQ(remaining(context), 0u);
    }
  }
}

// RFC 3629, sections 3 and 4; Unicode, section 3.9, table 3-7.
TEST(Bits, WhatIsNotUnicodeIsRefused) {
  Heap heap;
  for (const std::string_view bad :
       {"\x80", "\xbf\x80", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2\x41", "\xe0\x9f\xbf", "\xe0\xa0",
        "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
        "\xff", "\xf0\x90\x80"}) {
    EXPECT_FALSE(get_utf8(start_match(heap, heap.binary(bad), 0))) << bad.size();
  }
  using namespace std::string_view_literals;
  for (const std::string_view bad :
       {"\xdc\x00\xdc\x00"sv, "\xd8\x00"sv, "\xd8\x00\x00\x41"sv, "\x41"sv}) {
    EXPECT_FALSE(get_utf16(start_match(heap, heap.binary(bad), 0), kBig));
  }
  for (const std::string_view bad :
       {"\x00\x00\xd8\x00"sv, "\x00\x11\x00\x00"sv, "\xff\xff\xff\xff"sv}) {
    EXPECT_FALSE(get_utf32(start_match(heap, heap.binary(bad), 0), kBig));
  }
}

}  // namespace
}  // namespace heddle::beam
