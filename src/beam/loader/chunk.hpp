// ChunkReader: the bytes of one chunk of a .beam file, read without believing anything.
//
//   ChunkReader in(chunk, offset, "lists.beam: chunk ImpT");
//   for (std::size_t left = in.count(12); left > 0; --left) ...
//
// Whatever is wrong becomes one support::UserError: file, chunk, offset in the file, what was wrong
// and what to do. Neither reads beyond the end nor allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::beam {

inline constexpr std::string_view kCompileAgain = "compile the module again";

/// The tag of a compact term.
enum class CompactTag : std::uint8_t {
  kNumber,
  kInteger,
  kAtom,
  kX,
  kY,
  kLabel,
  kCharacter,
  kExtended,
};

struct Compact {
  CompactTag tag = CompactTag::kNumber;
  std::uint64_t value = 0;  // of an integer: its two's complement
  std::string_view large;   // what does not fit: big-endian, signed for an integer
};

class ChunkReader {
 public:
  ChunkReader(std::string_view bytes, std::size_t base, std::string place)
      : bytes_(bytes), base_(base), place_(std::move(place)) {}

  std::size_t position() const { return base_ + next_; }
  std::size_t remaining() const { return bytes_.size() - next_; }

  std::uint8_t u8() {
    if (next_ == bytes_.size()) fail("the chunk ends too early");
    return static_cast<std::uint8_t>(bytes_[next_++]);
  }
  std::uint16_t u16() {
    const unsigned high = u8();
    return static_cast<std::uint16_t>(high << 8 | u8());
  }
  std::uint32_t u32() {
    const std::uint32_t high = u16();
    return high << 16 | u16();
  }
  std::string_view raw(std::size_t size);
  /// How many things follow, each of at least `least_size` bytes: never more than there are bytes
  /// for.
  std::size_t count(std::size_t least_size) { return believable(u32(), least_size); }
  std::size_t believable(std::size_t count, std::size_t least_size) const;
  Compact compact();
  /// A compact number of at most `most`.
  std::uint32_t compact_number(std::uint32_t most);
  /// Complains unless everything was read.
  void finish() const;

  [[noreturn]] void fail(std::string_view what, std::string_view remedy = kCompileAgain) const {
    fail_at(position(), what, remedy);
  }
  [[noreturn]] void fail_at(std::size_t position, std::string_view what,
                            std::string_view remedy = kCompileAgain) const;

 private:
  std::string_view bytes_;
  std::size_t base_;
  std::size_t next_ = 0;
  std::string place_;
};

}  // namespace heddle::beam
