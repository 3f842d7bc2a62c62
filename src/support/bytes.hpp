// Bytes: binary formats, written compactly and read without believing anything.
//
//   ByteWriter out;
//   out.varint(actors.size());
//   out.field("toy bank");
//
//   ByteReader in(bytes, "run.heddle", "start again without it");
//   actors.reserve(in.count(3));  // believed only as far as there are three bytes for each
//   program = in.field();
//   in.finish();
//
// Whatever is wrong with the bytes becomes one support::UserError with the file, the offset, what
// was expected and the remedy. Neither reads beyond the end nor allocates.
//
// A varint is LEB128: seven bits a byte, the lowest first, the top bit set on all but the last.
// Only the shortest form is accepted, so that equal values are equal bytes.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace heddle::support {

/// FNV-1a, 64 bits. Changing one byte always changes it; against accidents, not against forgers.
std::uint64_t checksum(std::string_view bytes);

class ByteWriter {
 public:
  void u8(std::uint8_t value) { bytes_ += static_cast<char>(value); }
  template <std::unsigned_integral Number>
  void little(Number value) {
    for (std::size_t i = 0; i < sizeof(Number); ++i) {
      u8(static_cast<std::uint8_t>(value >> (8 * i)));
    }
  }
  template <std::unsigned_integral Number>
  void big(Number value) {
    for (std::size_t i = sizeof(Number); i-- > 0;) u8(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void varint(std::uint64_t value);
  void raw(std::string_view bytes) { bytes_ += bytes; }
  /// The length as a varint, then the bytes.
  void field(std::string_view bytes);

  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads from `bytes`, which must outlive it and everything it returns.
class ByteReader {
 public:
  ByteReader(std::string_view bytes, std::string file, std::string remedy)
      : bytes_(bytes), file_(std::move(file)), remedy_(std::move(remedy)) {}

  /// Offset of the next byte in the file (also in a part of it).
  std::size_t position() const { return base_ + next_; }
  std::size_t remaining() const { return bytes_.size() - next_; }

  std::uint8_t u8() { return static_cast<std::uint8_t>(raw(1).front()); }
  template <std::unsigned_integral Number>
  Number little() {
    const std::string_view bytes = raw(sizeof(Number));
    std::uint64_t value = 0;
    for (std::size_t i = sizeof(Number); i-- > 0;) value = value << 8 | byte(bytes[i]);
    return static_cast<Number>(value);
  }
  template <std::unsigned_integral Number>
  Number big() {
    const std::string_view bytes = raw(sizeof(Number));
    std::uint64_t value = 0;
    for (const char c : bytes) value = value << 8 | byte(c);
    return static_cast<Number>(value);
  }
  std::uint64_t varint();
  /// A varint that fits into `Number` and is not above `most`.
  template <std::unsigned_integral Number>
  Number number(Number most = std::numeric_limits<Number>::max()) {
    return static_cast<Number>(at_most(most));
  }
  /// How many things follow, each of at least `least_size` bytes: never more than there are bytes
  /// for.
  std::size_t count(std::size_t least_size);
  std::string_view raw(std::size_t size);
  std::string_view field() { return raw(count(1)); }
  /// A reader of the next `size` bytes alone; this one goes on after them.
  ByteReader part(std::size_t size);
  ByteReader part() { return part(count(1)); }
  /// Complains unless everything was read.
  void finish() const;

  /// "run.heddle: damaged at byte 12: <what>; <remedy>"
  [[noreturn]] void fail(std::string_view what) const;

 private:
  static std::uint64_t byte(char c) { return static_cast<unsigned char>(c); }
  std::uint64_t at_most(std::uint64_t most);

  std::string_view bytes_;
  std::size_t base_ = 0;
  std::size_t next_ = 0;
  std::string file_;
  std::string remedy_;
};

}  // namespace heddle::support
