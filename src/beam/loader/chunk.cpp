#include "beam/loader/chunk.hpp"

#include <fmt/format.h>

#include "support/check.hpp"

namespace heddle::beam {

std::string_view ChunkReader::raw(std::size_t size) {
  if (size > remaining()) {
    fail(fmt::format("{} bytes expected and only {} left", size, remaining()));
  }
  const std::string_view result = bytes_.substr(next_, size);
  next_ += size;
  return result;
}

std::size_t ChunkReader::believable(std::size_t count, std::size_t least_size) const {
  if (count > remaining() / least_size) {
    fail(fmt::format("{} entries announced and only {} bytes left", count, remaining()));
  }
  return count;
}

// The first byte holds the tag and, in its upper bits, a value of 4 bits, 3 of 11 bits, or the
// number of bytes that follow.
Compact ChunkReader::compact() {
  const unsigned first = u8();
  Compact result;
  result.tag = static_cast<CompactTag>(first & 7);
  if ((first & 8) == 0) {
    result.value = first >> 4;
    return result;
  }
  if ((first & 16) == 0) {
    result.value = (first >> 5) << 8 | u8();
    return result;
  }
  std::size_t size = (first >> 5) + 2;
  if (size == 9) {
    // The number is a plain one, in at most four bytes: it cannot begin another such number.
    const unsigned next = static_cast<unsigned char>(raw(1)[0]);
    std::uint64_t more = next >> 4;
    if ((next & 7) != 0) fail("a size that is not a number");
    if ((next & 24) == 8) {
      more = (next >> 5) << 8 | u8();
    } else if ((next & 24) == 24) {
      if (next >> 5 > 2) fail("a number of more bytes than the chunk has");
      more = 0;
      for (const char c : raw((next >> 5) + 2)) more = more << 8 | static_cast<unsigned char>(c);
    }
    size += more;
  }
  const std::string_view bytes = raw(size);
  if (size > 8) {
    result.large = bytes;
    return result;
  }
  const bool negative = result.tag == CompactTag::kInteger && (bytes[0] & 0x80) != 0;
  result.value = negative ? ~std::uint64_t{0} : 0;
  for (const char c : bytes) result.value = result.value << 8 | static_cast<unsigned char>(c);
  return result;
}

std::uint32_t ChunkReader::compact_number(std::uint32_t most) {
  const std::size_t at = position();
  const Compact number = compact();
  if (number.tag != CompactTag::kNumber) fail_at(at, "a number expected");
  if (!number.large.empty() || number.value > most) {
    fail_at(at, fmt::format("a number that is larger than {}", most));
  }
  return static_cast<std::uint32_t>(number.value);
}

void ChunkReader::finish() const {
  if (remaining() > 0) fail(fmt::format("{} bytes too many", remaining()));
}

void ChunkReader::fail_at(std::size_t position, std::string_view what,
                          std::string_view remedy) const {
  throw support::UserError(fmt::format("{}, byte {}: {}; {}", place_, position, what, remedy));
}

}  // namespace heddle::beam
