// All of the bit syntax is copying a run of bits from one place to another: `copy_bits` moves bytes
// when both sides start at one, and shifts otherwise. Fields of up to 64 bits go through one word
// (`read_word`, `write_word`); longer integers through their big-endian bytes (number.hpp).
//
// A little-endian field is a sequence of bytes, the least significant first; if its size is no
// multiple of eight, the last byte is the short one: <<16#CAB:12/little>> is <<16#AB, 16#C:4>>.
#include "beam/term/bits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "beam/term/number.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

// A part that is no larger than this is copied: it takes no more words than the reference would.
constexpr std::size_t kSmallestShared = std::size_t{17} * 8;

enum MatchWord : Word { kBitsOf, kPosition, kEnd, kEpoch, kMatchWords };

const std::uint8_t* bytes_at(Term bits) {
  return reinterpret_cast<const std::uint8_t*>(bits.pointer() + 2);
}

/// The next eight bits, wherever they start. Reads no byte that does not hold one of them.
std::uint8_t byte_at(const std::uint8_t* bytes, std::size_t bit) {
  const std::size_t shift = bit % 8;
  const std::uint8_t* at = bytes + bit / 8;
  if (shift == 0) return *at;
  return static_cast<std::uint8_t>(at[0] << shift | at[1] >> (8 - shift));
}

/// `size` bits (1 to 7) as the low ones of the result.
std::uint8_t few_bits_at(const std::uint8_t* bytes, std::size_t bit, std::size_t size) {
  const std::size_t shift = bit % 8;
  const std::uint8_t* at = bytes + bit / 8;
  unsigned value = static_cast<unsigned>(at[0]) << 8;
  if (shift + size > 8) value |= at[1];
  return static_cast<std::uint8_t>(value >> (16 - shift - size) & ((1u << size) - 1));
}

/// Puts the low `size` bits (1 to 8) of `value` at a place whose bits are all zero.
void put_few_bits(std::uint8_t* bytes, std::size_t bit, std::size_t size, unsigned value) {
  const std::size_t shift = bit % 8;
  value &= (1u << size) - 1;
  const unsigned placed = value << (16 - shift - size);
  std::uint8_t* at = bytes + bit / 8;
  at[0] = static_cast<std::uint8_t>(at[0] | placed >> 8);
  if (shift + size > 8) at[1] = static_cast<std::uint8_t>(at[1] | placed);
}

/// The bits of `to` that are written, and those after them in the same byte, must be zero.
void copy_bits(const std::uint8_t* from, std::size_t from_bit, std::uint8_t* to, std::size_t to_bit,
               std::size_t size) {
  if (size == 0) return;
  if (from_bit % 8 == 0 && to_bit % 8 == 0) {
    std::memcpy(to + to_bit / 8, from + from_bit / 8, size / 8);
  } else if (to_bit % 8 == 0) {
    for (std::size_t done = 0; done + 8 <= size; done += 8) {
      to[(to_bit + done) / 8] = byte_at(from, from_bit + done);
    }
  } else {
    for (std::size_t done = 0; done + 8 <= size; done += 8) {
      put_few_bits(to, to_bit + done, 8, byte_at(from, from_bit + done));
    }
  }
  const std::size_t whole = size / 8 * 8;
  if (whole < size) {
    const std::size_t rest = size - whole;
    put_few_bits(to, to_bit + whole, rest, few_bits_at(from, from_bit + whole, rest));
  }
}

/// A big-endian field of 1 to 64 bits.
std::uint64_t read_word(const std::uint8_t* bytes, std::size_t bit, std::size_t size) {
  std::uint64_t value = 0;
  if (bit % 8 == 0 && size % 8 == 0) {
    for (std::size_t i = bit / 8; i < (bit + size) / 8; ++i) value = value << 8 | bytes[i];
    return value;
  }
  std::size_t done = 0;
  for (; done + 8 <= size; done += 8) value = value << 8 | byte_at(bytes, bit + done);
  if (const std::size_t rest = size - done; rest > 0) {
    value = value << rest | few_bits_at(bytes, bit + done, rest);
  }
  return value;
}

std::uint64_t read_little_word(const std::uint8_t* bytes, std::size_t bit, std::size_t size) {
  std::uint64_t value = 0;
  std::size_t done = 0;
  for (; done + 8 <= size; done += 8) {
    value |= std::uint64_t{byte_at(bytes, bit + done)} << done;
  }
  if (const std::size_t rest = size - done; rest > 0) {
    value |= std::uint64_t{few_bits_at(bytes, bit + done, rest)} << done;
  }
  return value;
}

/// A match context, opened.
class Context {
 public:
  explicit Context(Term context) : words_(const_cast<Word*>(context.pointer()) + 1) {}

  Term bits() const { return Term::from_bits(words_[kBitsOf]); }
  std::size_t position() const { return words_[kPosition]; }
  std::size_t end() const { return words_[kEnd]; }
  std::size_t remaining() const { return end() - position(); }
  void move_to(std::size_t position) { words_[kPosition] = position; }
  void advance(std::size_t bits) { words_[kPosition] += bits; }
  Term parent() const {
    const Term bits = this->bits();
    return bits.kind() == Kind::kBits ? bits : bits.element(0);
  }
  const std::uint8_t* bytes() const { return bytes_at(parent()); }

 private:
  Word* words_;
};

Term make_bits(Heap& heap, const std::uint8_t* bytes, std::size_t offset, std::size_t size) {
  const std::size_t words = (size + 63) / 64;
  Word* object = heap.object(Kind::kBits, 1 + words);
  object[1] = size;
  if (words > 0) {
    object[1 + words] = 0;
    copy_bits(bytes, offset, reinterpret_cast<std::uint8_t*>(object + 2), 0, size);
  }
  return Term::boxed(object);
}

// Whether it has a whole word to spare: then it grows in place (vm/binaries.hpp), and nobody may
// hold it itself, only parts of it.
bool grows(Term parent) { return (size_of(*parent.pointer()) - 1) * 64 >= parent.word(0) + 64; }

Term part_of(Heap& heap, Term parent, std::size_t offset, std::size_t size) {
  if (offset == 0 && size == parent.word(0) && !grows(parent)) return parent;
  if (size < kSmallestShared) return make_bits(heap, bytes_at(parent), offset, size);
  Word* object = heap.object(Kind::kSubBits, 3);
  object[1] = parent.bits();
  object[2] = offset;
  object[3] = size;
  return Term::boxed(object);
}

/// Big-endian bytes of a field, the first one padded on the left with zeros, or with copies of the
/// sign.
std::string long_field(const std::uint8_t* bytes, std::size_t bit, std::size_t size,
                       FieldFlags flags) {
  const std::size_t rest = size % 8;
  std::string result((size + 7) / 8, '\0');
  if (flags.little()) {
    for (std::size_t i = 0; i < size / 8; ++i) {
      result[result.size() - 1 - i] = static_cast<char>(byte_at(bytes, bit + 8 * i));
    }
    if (rest > 0) result[0] = static_cast<char>(few_bits_at(bytes, bit + size - rest, rest));
  } else {
    if (rest > 0) result[0] = static_cast<char>(few_bits_at(bytes, bit, rest));
    copy_bits(bytes, bit + rest, reinterpret_cast<std::uint8_t*>(result.data()), rest > 0 ? 8 : 0,
              size - rest);
  }
  if (flags.is_signed() && rest > 0 && (result[0] >> (rest - 1) & 1) != 0) {
    result[0] = static_cast<char>(result[0] | static_cast<char>(0xff << rest));
  }
  return result;
}

// ---- Floats of 16 bits (IEEE 754 binary16)

double double_of_half(std::uint16_t half) {
  const int exponent = half >> 10 & 31;
  const int fraction = half & 1023;
  const double size = exponent == 0    ? std::ldexp(fraction, -24)
                      : exponent == 31 ? HUGE_VAL
                                       : std::ldexp(1024 + fraction, exponent - 25);
  return (half & 0x8000) != 0 ? -size : size;
}

/// Rounded to the nearest, ties to even, in one go; infinite if it is too large.
std::uint16_t half_of_double(double value) {
  const unsigned sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::fabs(value);
  if (size >= 65520.0) return static_cast<std::uint16_t>(sign | 0x7c00);
  // The unit in the last place; below 2^-14 it stays the same.
  const int exponent = size < std::ldexp(1.0, -14) ? -14 : std::ilogb(size);
  // nearbyint rounds ties to even. A carry into the next power of two comes out right by itself.
  const auto units = static_cast<unsigned>(std::nearbyint(std::ldexp(size, 10 - exponent)));
  return static_cast<std::uint16_t>(sign | ((static_cast<unsigned>(exponent + 14) << 10) + units));
}

bool is_code_point(std::int64_t value) {
  return value >= 0 && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
}

}  // namespace

BitView view(Term bitstring) {
  if (bitstring.kind() == Kind::kBits) return {bytes_at(bitstring), 0, bitstring.word(0)};
  return {bytes_at(bitstring.element(0)), bitstring.word(1), bitstring.word(2)};
}

std::string_view bytes_of(Term binary, std::string& storage) {
  const BitView bits = view(binary);
  HEDDLE_CHECK(bits.is_binary(), "{} bits are not whole bytes", bits.size);
  if (bits.offset % 8 == 0) {
    return {reinterpret_cast<const char*>(bits.bytes + bits.offset / 8), bits.size / 8};
  }
  storage.assign(bits.size / 8, '\0');
  copy_bits(bits.bytes, bits.offset, reinterpret_cast<std::uint8_t*>(storage.data()), 0, bits.size);
  return storage;
}

Term sub_bits(Heap& heap, Term bitstring, std::size_t offset, std::size_t size) {
  const BitView bits = view(bitstring);
  HEDDLE_CHECK(offset <= bits.size && size <= bits.size - offset, "{}+{} of {} bits", offset, size,
               bits.size);
  if (size == bits.size) return bitstring;
  const Term parent = bitstring.kind() == Kind::kBits ? bitstring : bitstring.element(0);
  return part_of(heap, parent, bits.offset + offset, size);
}

// ---- Matching

Term start_match(Heap& heap, Term bitstring, Word epoch) {
  const BitView bits = view(bitstring);
  Word* object = heap.object(Kind::kMatch, kMatchWords);
  object[1 + kBitsOf] = bitstring.bits();
  object[1 + kPosition] = bits.offset;
  object[1 + kEnd] = bits.offset + bits.size;
  object[1 + kEpoch] = epoch;
  return Term::boxed(object);
}

Term copy_match(Heap& heap, Term context, Word epoch) {
  Word* object = heap.object(Kind::kMatch, kMatchWords);
  std::copy_n(context.pointer() + 1, Word{kMatchWords}, object + 1);
  object[1 + kEpoch] = epoch;
  return Term::boxed(object);
}

std::size_t position_of(Term context) { return Context(context).position(); }
std::size_t remaining(Term context) { return Context(context).remaining(); }
void set_position(Term context, std::size_t position) { Context(context).move_to(position); }

Term get_integer(Heap& heap, Term context, std::size_t bits, FieldFlags flags) {
  Context in(context);
  if (bits > in.remaining()) return Term::none();
  if (bits == 0) return Term::small(0);
  const std::uint8_t* bytes = in.bytes();
  const std::size_t at = in.position();
  if (bits == 8 && !flags.is_signed()) {
    in.advance(8);
    return Term::small(byte_at(bytes, at));
  }
  Term result;
  if (bits <= 64) {
    const std::uint64_t value =
        flags.little() ? read_little_word(bytes, at, bits) : read_word(bytes, at, bits);
    if (flags.is_signed()) {
      const std::size_t unused = 64 - bits;
      result = heap.integer(static_cast<std::int64_t>(value << unused) >> unused);
    } else {
      result = heap.unsigned_integer(value);
    }
  } else {
    result = integer_from_bytes(heap, long_field(bytes, at, bits, flags), flags.is_signed());
    if (result.is_none()) return result;  // larger than any integer
  }
  in.advance(bits);
  return result;
}

Term get_float(Heap& heap, Term context, std::size_t bits, FieldFlags flags) {
  Context in(context);
  if (bits > in.remaining() || (bits != 16 && bits != 32 && bits != 64)) return Term::none();
  const std::uint64_t raw = flags.little() ? read_little_word(in.bytes(), in.position(), bits)
                                           : read_word(in.bytes(), in.position(), bits);
  const double value = bits == 64   ? std::bit_cast<double>(raw)
                       : bits == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(raw))
                                    : double_of_half(static_cast<std::uint16_t>(raw));
  if (!std::isfinite(value)) return Term::none();
  in.advance(bits);
  return heap.floating(value);
}

Term get_bits(Heap& heap, Term context, std::size_t bits) {
  Context in(context);
  if (bits > in.remaining()) return Term::none();
  const Term result = part_of(heap, in.parent(), in.position(), bits);
  in.advance(bits);
  return result;
}

Term get_tail(Heap& heap, Term context) { return get_bits(heap, context, remaining(context)); }

std::optional<std::uint32_t> get_utf8(Term context) {
  Context in(context);
  if (in.remaining() < 8) return std::nullopt;
  const std::uint8_t* bytes = in.bytes();
  const std::size_t at = in.position();
  const std::uint8_t first = byte_at(bytes, at);
  if (first < 0x80) {
    in.advance(8);
    return first;
  }
  // 0xc0 and 0xc1 would be longer than needed; the check below finds the other such forms.
  const std::size_t more = first < 0xc2   ? 0
                           : first < 0xe0 ? 1
                           : first < 0xf0 ? 2
                           : first < 0xf5 ? 3
                                          : 0;
  if (more == 0 || in.remaining() < 8 * (more + 1)) return std::nullopt;
  std::uint32_t value = first & (0x3fu >> more);
  for (std::size_t i = 1; i <= more; ++i) {
    const std::uint8_t next = byte_at(bytes, at + 8 * i);
    if ((next & 0xc0) != 0x80) return std::nullopt;
    value = value << 6 | (next & 0x3f);
  }
  constexpr std::uint32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
  if (value < kLeast[more] || !is_code_point(value)) return std::nullopt;
  in.advance(8 * (more + 1));
  return value;
}

std::optional<std::uint32_t> get_utf16(Term context, FieldFlags flags) {
  Context in(context);
  const auto unit = [&](std::size_t at) {
    return static_cast<std::uint32_t>(flags.little() ? read_little_word(in.bytes(), at, 16)
                                                     : read_word(in.bytes(), at, 16));
  };
  if (in.remaining() < 16) return std::nullopt;
  const std::uint32_t first = unit(in.position());
  if (first < 0xd800 || first > 0xdfff) {
    in.advance(16);
    return first;
  }
  if (first > 0xdbff || in.remaining() < 32) return std::nullopt;
  const std::uint32_t second = unit(in.position() + 16);
  if (second < 0xdc00 || second > 0xdfff) return std::nullopt;
  in.advance(32);
  return 0x10000 + ((first & 0x3ff) << 10 | (second & 0x3ff));
}

std::optional<std::uint32_t> get_utf32(Term context, FieldFlags flags) {
  Context in(context);
  if (in.remaining() < 32) return std::nullopt;
  const auto value =
      static_cast<std::uint32_t>(flags.little() ? read_little_word(in.bytes(), in.position(), 32)
                                                : read_word(in.bytes(), in.position(), 32));
  if (!is_code_point(value)) return std::nullopt;
  in.advance(32);
  return value;
}

bool skip(Term context, std::size_t bits) {
  Context in(context);
  if (bits > in.remaining()) return false;
  in.advance(bits);
  return true;
}

bool match_string(Term context, const std::uint8_t* bytes, std::size_t bits) {
  Context in(context);
  if (bits > in.remaining()) return false;
  const std::uint8_t* own = in.bytes();
  const std::size_t at = in.position();
  if (at % 8 == 0) {
    if (std::memcmp(own + at / 8, bytes, bits / 8) != 0) return false;
  } else {
    for (std::size_t i = 0; i + 8 <= bits; i += 8) {
      if (byte_at(own, at + i) != bytes[i / 8]) return false;
    }
  }
  if (const std::size_t rest = bits % 8; rest > 0) {
    const std::size_t whole = bits - rest;
    if (few_bits_at(own, at + whole, rest) != few_bits_at(bytes, whole, rest)) return false;
  }
  in.advance(bits);
  return true;
}

// ---- Building

void BitBuilder::bits(const BitView& view, std::size_t size) {
  const std::size_t at = size_;
  size_ += size;
  bytes_.resize((size_ + 7) / 8);
  copy_bits(view.bytes, view.offset, reinterpret_cast<std::uint8_t*>(bytes_.data()), at, size);
}

void BitBuilder::bytes(std::string_view bytes) {
  bits({reinterpret_cast<const std::uint8_t*>(bytes.data()), 0, 8 * bytes.size()},
       8 * bytes.size());
}

void BitBuilder::integer(Term value, std::size_t bits, FieldFlags flags) {
  if (bits == 0) return;
  if (bits == 8 && size_ % 8 == 0 && value.is_small()) {
    bytes_ += static_cast<char>(value.small_value());
    size_ += 8;
    return;
  }
  std::string field;  // big-endian, padded on the left
  const std::size_t count = (bits + 7) / 8;
  if (bits <= 64 && value.is_small()) {
    auto word = static_cast<std::uint64_t>(value.small_value());
    field.resize(count);
    for (std::size_t i = count; i-- > 0; word >>= 8) field[i] = static_cast<char>(word);
  } else {
    field = integer_to_bytes(value, bits);
  }
  const std::size_t rest = bits % 8;
  if (flags.little()) {
    std::reverse(field.begin(), field.end());
    // The short byte is now the last one and must begin at its first bit.
    if (rest > 0) field.back() = static_cast<char>(field.back() << (8 - rest));
    this->bits({reinterpret_cast<const std::uint8_t*>(field.data()), 0, bits}, bits);
  } else {
    const std::size_t padding = rest > 0 ? 8 - rest : 0;
    this->bits({reinterpret_cast<const std::uint8_t*>(field.data()), padding, bits}, bits);
  }
}

bool BitBuilder::floating(Term number, std::size_t bits, FieldFlags flags) {
  if (!number.is_number()) return false;
  const std::optional<double> value = number.is_float() ? number.float_value() : double_of(number);
  if (!value) return false;
  std::uint64_t raw = 0;
  if (bits == 64) {
    raw = std::bit_cast<std::uint64_t>(*value);
  } else if (bits == 32) {
    raw = std::bit_cast<std::uint32_t>(static_cast<float>(*value));  // too large: infinite, as OTP
  } else if (bits == 16) {
    raw = half_of_double(*value);
  } else {
    return false;
  }
  char field[8];
  const std::size_t count = bits / 8;
  for (std::size_t i = 0; i < count; ++i) {
    field[flags.little() ? i : count - 1 - i] = static_cast<char>(raw >> (8 * i));
  }
  bytes({field, count});
  return true;
}

bool BitBuilder::utf8(std::int64_t code_point) {
  if (!is_code_point(code_point)) return false;
  const auto value = static_cast<std::uint32_t>(code_point);
  const auto tail = [](std::uint32_t bits) { return static_cast<char>(0x80 | (bits & 0x3f)); };
  char text[4];
  std::size_t size = 0;
  if (value < 0x80) {
    text[size++] = static_cast<char>(value);
  } else if (value < 0x800) {
    text[size++] = static_cast<char>(0xc0 | value >> 6);
  } else if (value < 0x10000) {
    text[size++] = static_cast<char>(0xe0 | value >> 12);
    text[size++] = tail(value >> 6);
  } else {
    text[size++] = static_cast<char>(0xf0 | value >> 18);
    text[size++] = tail(value >> 12);
    text[size++] = tail(value >> 6);
  }
  if (value >= 0x80) text[size++] = tail(value);
  bytes({text, size});
  return true;
}

bool BitBuilder::utf16(std::int64_t code_point, FieldFlags flags) {
  if (!is_code_point(code_point)) return false;
  if (code_point < 0x10000) {
    integer(Term::small(code_point), 16, flags);
  } else {
    const std::int64_t above = code_point - 0x10000;
    integer(Term::small(0xd800 | above >> 10), 16, flags);
    integer(Term::small(0xdc00 | (above & 0x3ff)), 16, flags);
  }
  return true;
}

bool BitBuilder::utf32(std::int64_t code_point, FieldFlags flags) {
  if (!is_code_point(code_point)) return false;
  integer(Term::small(code_point), 32, flags);
  return true;
}

Term BitBuilder::finish(Heap& heap) const {
  return make_bits(heap, reinterpret_cast<const std::uint8_t*>(bytes_.data()), 0, size_);
}

}  // namespace heddle::beam
