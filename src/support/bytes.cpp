#include "support/bytes.hpp"

#include <fmt/format.h>

#include "support/check.hpp"

namespace heddle::support {

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

void ByteWriter::varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) u8(static_cast<std::uint8_t>(value | 0x80));
  u8(static_cast<std::uint8_t>(value));
}

void ByteWriter::field(std::string_view bytes) {
  varint(bytes.size());
  raw(bytes);
}

std::uint64_t ByteReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint64_t bits = u8();
    // The tenth byte has room for one bit.
    if (shift == 63 && bits > 1) fail("a number of more than 64 bits");
    value |= (bits & 0x7f) << shift;
    if (bits < 0x80) {
      if (bits == 0 && shift != 0) fail("a number that is longer than it needs to be");
      return value;
    }
  }
}

std::uint64_t ByteReader::at_most(std::uint64_t most) {
  const std::uint64_t value = varint();
  if (value > most) fail(fmt::format("the number {}, where at most {} can be", value, most));
  return value;
}

std::size_t ByteReader::count(std::size_t least_size) {
  const std::uint64_t count = varint();
  if (count > remaining() / least_size) {
    fail(fmt::format("the length {}, for which the {} bytes that follow are too few", count,
                     remaining()));
  }
  return static_cast<std::size_t>(count);
}

std::string_view ByteReader::raw(std::size_t size) {
  if (size > remaining()) fail(fmt::format("{} bytes expected, {} left", size, remaining()));
  const std::string_view bytes = bytes_.substr(next_, size);
  next_ += size;
  return bytes;
}

ByteReader ByteReader::part(std::size_t size) {
  const std::size_t begin = position();
  ByteReader reader(raw(size), file_, remedy_);
  reader.base_ = begin;
  return reader;
}

void ByteReader::finish() const {
  if (remaining() != 0) fail(fmt::format("{} bytes too many", remaining()));
}

void ByteReader::fail(std::string_view what) const {
  throw UserError(fmt::format("{}: damaged at byte {}: {}; {}", file_, position(), what, remedy_));
}

}  // namespace heddle::support
