#include "support/bytes.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/check.hpp"

namespace heddle::support {
namespace {

ByteReader reader(std::string_view bytes) { return {bytes, "x.bin", "make it again"}; }

/// What `read` complains about; "" if it does not.
template <typename Read>
std::string complaint(std::string_view bytes, Read read) {
  try {
    ByteReader in = reader(bytes);
    read(in);
    return "";
  } catch (const UserError& error) {
    return error.what();
  }
}

std::string varint_bytes(std::uint64_t value) {
  ByteWriter out;
  out.varint(value);
  return out.take();
}

// Test vectors of the FNV reference code (draft-eastlake-fnv).
TEST(Checksum, IsFnv1a) {
  EXPECT_EQ(checksum(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(checksum("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(checksum("foobar"), 0x85944171f73967e8ULL);
}

TEST(Checksum, EveryFlippedBitShows) {
  std::string bytes(100, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i);
  const std::uint64_t sum = checksum(bytes);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    EXPECT_NE(checksum(flipped), sum) << bit;
  }
}

TEST(Bytes, FixedWidthNumbersInBothOrders) {
  ByteWriter out;
  out.u8(0xfe);
  out.little<std::uint32_t>(0x01020384);
  out.big<std::uint32_t>(0x01020384);
  out.little<std::uint64_t>(~0ULL - 1);
  out.big<std::uint16_t>(0xff00);
  EXPECT_EQ(out.bytes(), std::string("\xfe"
                                     "\x84\x03\x02\x01"
                                     "\x01\x02\x03\x84"
                                     "\xfe\xff\xff\xff\xff\xff\xff\xff"
                                     "\xff\x00",
                                     19));
  ByteReader in = reader(out.bytes());
  EXPECT_EQ(in.u8(), 0xfe);
  EXPECT_EQ(in.little<std::uint32_t>(), 0x01020384U);
  EXPECT_EQ(in.big<std::uint32_t>(), 0x01020384U);
  EXPECT_EQ(in.little<std::uint64_t>(), ~0ULL - 1);
  EXPECT_EQ(in.big<std::uint16_t>(), 0xff00);
  EXPECT_EQ(in.remaining(), 0U);
}

// 300 = 2 * 128 + 44, the example of the Protocol Buffers manual.
TEST(Varint, TakesSevenBitsAByte) {
  EXPECT_EQ(varint_bytes(0), std::string(1, '\0'));
  EXPECT_EQ(varint_bytes(127), "\x7f");
  EXPECT_EQ(varint_bytes(300), "\xac\x02");
  EXPECT_EQ(varint_bytes(~0ULL), "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
}

TEST(Varint, RoundTripsAroundEveryPowerOfTwo) {
  std::vector<std::uint64_t> values{0, ~0ULL};
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    values.insert(values.end(), {power - 1, power, power + 1});
  }
  ByteWriter out;
  for (const std::uint64_t value : values) out.varint(value);
  ByteReader in = reader(out.bytes());
  for (const std::uint64_t value : values) EXPECT_EQ(in.varint(), value);
  in.finish();
}

TEST(Varint, RefusesWhatIsNotTheOneForm) {
  const auto varint = [](ByteReader& in) { in.varint(); };
  EXPECT_EQ(complaint("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", varint),
            "x.bin: damaged at byte 10: a number of more than 64 bits; make it again");
  EXPECT_EQ(complaint(std::string(20, '\xff'), varint),
            "x.bin: damaged at byte 10: a number of more than 64 bits; make it again");
  EXPECT_EQ(complaint(std::string("\x81\x00", 2), varint),
            "x.bin: damaged at byte 2: a number that is longer than it needs to be; make it again");
  EXPECT_EQ(complaint("\x81", varint),
            "x.bin: damaged at byte 1: 1 bytes expected, 0 left; make it again");
  EXPECT_EQ(complaint("", varint),
            "x.bin: damaged at byte 0: 1 bytes expected, 0 left; make it again");
}

TEST(ByteReader, NumbersHaveLimits) {
  const std::string bytes = varint_bytes(300);
  EXPECT_EQ(reader(bytes).number<std::uint16_t>(), 300);
  EXPECT_EQ(reader(bytes).number<std::uint16_t>(300), 300);
  EXPECT_EQ(complaint(bytes, [](ByteReader& in) { in.number<std::uint16_t>(299); }),
            "x.bin: damaged at byte 2: the number 300, where at most 299 can be; make it again");
  EXPECT_NE(complaint(bytes, [](ByteReader& in) { in.number<std::uint8_t>(); }), "");
}

// So that a list of this length can be reserved without a thought.
TEST(ByteReader, ACountNeedsTheBytesForIt) {
  const std::string bytes = varint_bytes(3) + "abcdefgh";
  EXPECT_EQ(reader(bytes).count(1), 3U);
  EXPECT_EQ(reader(bytes).count(2), 3U);
  EXPECT_EQ(
      complaint(bytes, [](ByteReader& in) { in.count(3); }),
      "x.bin: damaged at byte 1: the length 3, for which the 8 bytes that follow are too few; "
      "make it again");
  EXPECT_NE(complaint(varint_bytes(~0ULL) + "abc", [](ByteReader& in) { in.count(16); }), "");
}

TEST(ByteReader, FieldsAndParts) {
  ByteWriter out;
  out.field("");
  out.field("weft");
  out.field("warp");
  ByteReader in = reader(out.bytes());
  EXPECT_EQ(in.field(), "");
  EXPECT_EQ(in.field(), "weft");
  EXPECT_EQ(in.position(), 6U);
  ByteReader part = in.part();
  EXPECT_EQ(in.remaining(), 0U);
  EXPECT_EQ(part.remaining(), 4U);
  EXPECT_EQ(part.raw(2), "wa");
  EXPECT_EQ(part.position(), 9U) << "counted from the start of the file";
  EXPECT_EQ(complaint("", [&](ByteReader&) { part.finish(); }),
            "x.bin: damaged at byte 9: 2 bytes too many; make it again");
  EXPECT_EQ(complaint("", [&](ByteReader&) { part.raw(3); }),
            "x.bin: damaged at byte 9: 3 bytes expected, 2 left; make it again");
  EXPECT_EQ(part.raw(2), "rp") << "a complaint does not move the reader";
  part.finish();
}

}  // namespace
}  // namespace heddle::support
