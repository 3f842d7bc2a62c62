#include "beam/vm/binaries.hpp"

#include <cstring>

namespace heddle::beam {
namespace {

void copy_bits(std::uint8_t* to, std::size_t at, const BitView& from) {
  if (at % 8 == 0 && from.offset % 8 == 0 && from.size % 8 == 0) {
    std::memcpy(to + at / 8, from.bytes + from.offset / 8, from.size / 8);
    return;
  }
  for (std::size_t i = 0; i < from.size; ++i) {
    const std::size_t source = from.offset + i;
    const unsigned bit = (from.bytes[source / 8] >> (7 - source % 8)) & 1U;
    const std::size_t target = at + i;
    const auto mask = static_cast<std::uint8_t>(0x80U >> (target % 8));
    to[target / 8] =
        static_cast<std::uint8_t>(bit != 0 ? to[target / 8] | mask : to[target / 8] & ~mask);
  }
}

// Smaller ones are copied.
constexpr std::size_t kLarge = 256 * 8;  // bits

std::uint8_t* bytes_of_bits(Word* object) { return reinterpret_cast<std::uint8_t*>(object + 2); }

Word* make_bits(Heap& heap, std::size_t bits, std::size_t room) {
  const std::size_t words = (room + 63) / 64;
  Word* object = heap.object(Kind::kBits, 1 + words);
  object[1] = bits;
  std::memset(object + 2, 0, words * sizeof(Word));
  return object;
}

Term first_bits(Heap& heap, Term parent, std::size_t bits) {
  Word* part = heap.object(Kind::kSubBits, 3);
  part[1] = parent.bits();
  part[2] = 0;
  part[3] = bits;
  return Term::boxed(part);
}

}  // namespace

Extended extend(Heap& heap, Term front, std::size_t more) {
  const BitView old = view(front);
  const std::size_t size = old.size + more;
  if (size < kLarge || old.size % 8 != 0 || more % 8 != 0) {
    Word* object = make_bits(heap, size, size);
    copy_bits(bytes_of_bits(object), 0, old);
    return {Term::boxed(object), bytes_of_bits(object)};
  }
  if (front.kind() == Kind::kSubBits && old.offset == 0) {
    const Term parent = front.element(0);
    auto* object = const_cast<Word*>(parent.pointer());
    const std::size_t room = (size_of(*object) - 1) * 64;
    // Others hold an ordinary one itself; it has no whole word to spare.
    if (object[1] == old.size && size + 64 <= room) {
      object[1] = size;
      return {first_bits(heap, parent, size), bytes_of_bits(object)};
    }
  }
  Word* object = make_bits(heap, size, 2 * size + 64);
  copy_bits(bytes_of_bits(object), 0, old);
  return {first_bits(heap, Term::boxed(object), size), bytes_of_bits(object)};
}

Term append(Heap& heap, Term front, const BitBuilder& builder) {
  const std::size_t position = view(front).size;
  const Extended extended = extend(heap, front, builder.size());
  copy_bits(extended.bytes, position,
            {reinterpret_cast<const std::uint8_t*>(builder.padded().data()), 0, builder.size()});
  return extended.result;
}

Term BinaryWriter::begin(Heap& heap, std::size_t bits) {
  Word* object = make_bits(heap, bits, bits);
  bytes_ = bytes_of_bits(object);
  position_ = 0;
  end_ = bits;
  return Term::boxed(object);
}

Term BinaryWriter::begin_with(Heap& heap, Term binary, std::size_t more) {
  position_ = view(binary).size;
  end_ = position_ + more;
  const Extended extended = extend(heap, binary, more);
  bytes_ = extended.bytes;
  return extended.result;
}

bool BinaryWriter::put(const BitBuilder& piece) {
  if (piece.size() > end_ - position_) return false;
  const Heap::Mark mark = scratch_.mark();
  copy_bits(bytes_, position_, view(piece.finish(scratch_)));
  scratch_.rewind(mark);
  position_ += piece.size();
  return true;
}

bool BinaryWriter::integer(Term value, Term size, Word unit, Word flags) {
  const auto bits = field_size(size, unit);
  if (!bits || !value.is_integer()) return false;
  BitBuilder piece;
  piece.integer(value, *bits, {static_cast<std::uint8_t>(flags)});
  return put(piece);
}

bool BinaryWriter::binary(Term value, Term size, Word unit) {
  if (!value.is_bitstring()) return false;
  BitView bits = view(value);
  if (size.is_atom()) {
    if (bits.size % unit != 0) return false;
  } else {
    const auto wanted = field_size(size, unit);
    if (!wanted || *wanted > bits.size) return false;
    bits.size = *wanted;
  }
  if (bits.size > end_ - position_) return false;
  copy_bits(bytes_, position_, bits);
  position_ += bits.size;
  return true;
}

bool BinaryWriter::floating(Term value, Term size, Word unit, Word flags) {
  const auto bits = field_size(size, unit);
  BitBuilder piece;
  return bits && value.is_number() &&
         piece.floating(value, *bits, {static_cast<std::uint8_t>(flags)}) && put(piece);
}

void BinaryWriter::string(const char* bytes, std::size_t length) {
  BitBuilder piece;
  piece.bytes({bytes, length});
  put(piece);
}

bool BinaryWriter::utf8(Term value) {
  BitBuilder piece;
  return value.is_small() && piece.utf8(value.small_value()) && put(piece);
}

bool BinaryWriter::utf16(Term value, Word flags) {
  BitBuilder piece;
  return value.is_small() && piece.utf16(value.small_value(), {static_cast<std::uint8_t>(flags)}) &&
         put(piece);
}

bool BinaryWriter::utf32(Term value, Word flags) {
  BitBuilder piece;
  return value.is_small() && piece.utf32(value.small_value(), {static_cast<std::uint8_t>(flags)}) &&
         put(piece);
}

}  // namespace heddle::beam
