// Binaries and bitstrings, and the bit syntax: reading fields from them and building them.
//
// A bitstring is kBits (its own bytes) or kSubBits (a part of a kBits). A match context (kMatch)
// reads one from front to back; its position changes in place:
//
//   kMatch   bits (the kBits or kSubBits), position and end in bits from the start of the kBits,
//   epoch
//
// The epoch is the step that made the context; the VM copies a context of an earlier step before
// it moves it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "beam/term/heap.hpp"

namespace heddle::beam {

/// Where the bits of a bitstring are: `size` bits from bit `offset` of `bytes` on.
struct BitView {
  const std::uint8_t* bytes = nullptr;
  std::size_t offset = 0;
  std::size_t size = 0;
  bool is_binary() const { return size % 8 == 0; }
};
BitView view(Term bitstring);
/// Of a bitstring of whole bytes. `storage` is used if they do not start at a byte.
std::string_view bytes_of(Term binary, std::string& storage);
/// A part of a bitstring, sharing its bytes when that is worth it.
Term sub_bits(Heap& heap, Term bitstring, std::size_t offset, std::size_t size);

enum class FieldFlag : std::uint8_t { kLittle = 2, kSigned = 4, kNative = 16 };  // as in genop
struct FieldFlags {
  std::uint8_t bits = 0;
  bool little() const { return (bits & (2 | 16)) != 0; }  // native is little-endian here
  bool is_signed() const { return (bits & 4) != 0; }
};

// ---- Matching

Term start_match(Heap& heap, Term bitstring, Word epoch);
Term copy_match(Heap& heap, Term context, Word epoch);
std::size_t position_of(Term context);
std::size_t remaining(Term context);
void set_position(Term context, std::size_t position);
/// Each moves the context on success and leaves it on failure (none).
Term get_integer(Heap& heap, Term context, std::size_t bits, FieldFlags flags);
Term get_float(Heap& heap, Term context, std::size_t bits, FieldFlags flags);
Term get_bits(Heap& heap, Term context, std::size_t bits);
/// Everything that is left.
Term get_tail(Heap& heap, Term context);
std::optional<std::uint32_t> get_utf8(Term context);
std::optional<std::uint32_t> get_utf16(Term context, FieldFlags flags);
std::optional<std::uint32_t> get_utf32(Term context, FieldFlags flags);
bool skip(Term context, std::size_t bits);
/// Whether the next bits are these; moves past them if so.
bool match_string(Term context, const std::uint8_t* bytes, std::size_t bits);

// ---- Building

class BitBuilder {
 public:
  void integer(Term value, std::size_t bits, FieldFlags flags);
  bool floating(Term number, std::size_t bits,
                FieldFlags flags);  // 16, 32, 64; false: not possible
  void bits(const BitView& view, std::size_t size);
  void bytes(std::string_view bytes);
  bool utf8(std::int64_t code_point);
  bool utf16(std::int64_t code_point, FieldFlags flags);
  bool utf32(std::int64_t code_point, FieldFlags flags);
  std::size_t size() const { return size_; }
  /// What was built so far, the last byte filled with zeros.
  const std::string& padded() const { return bytes_; }
  Term finish(Heap& heap) const;

 private:
  std::string bytes_;
  std::size_t size_ = 0;  // in bits
};

}  // namespace heddle::beam
