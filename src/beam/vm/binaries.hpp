// The bit syntax instructions with many operands: bs_create_bin, bs_match, and the old group that
// fills a binary piece by piece.
#pragma once

#include <optional>

#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {

inline Word epoch_of(Term context) { return context.word(3); }

/// size * unit, if that is a number of bits.
inline std::optional<std::size_t> field_size(Term size, Word unit) {
  if (!size.is_small() || size.small_value() < 0) return std::nullopt;
  std::size_t bits = 0;
  if (__builtin_mul_overflow(static_cast<std::size_t>(size.small_value()), unit, &bits)) {
    return std::nullopt;
  }
  return bits;
}

/// Room for `more` bits behind those of `front`, for the caller to fill.
struct Extended {
  Term result;                    // all of it
  std::uint8_t* bytes = nullptr;  // from its first bit on
};
/// A program that adds to a binary again and again must not copy it every time: a larger one gets
/// spare room, in a kBits that nobody else has, as the result is a kSubBits of it. What that kBits
/// says of its size is how much is in use: who adds to a part that ends there goes on in place.
/// Going back leaves the number as it is, and then the part is copied.
Extended extend(Heap& heap, Term front, std::size_t more);
/// What was built, behind `front`.
Term append(Heap& heap, Term front, const BitBuilder& builder);

/// A segment of bs_create_bin as predecoded: six words.
struct Segment {
  enum Type : Word {
    kAppend,
    kPrivateAppend,
    kBinary,
    kInteger,
    kFloat,
    kString,
    kUtf8,
    kUtf16,
    kUtf32,
  };
  Word type;
  Word unit;
  Word flags;
  Word source;  // kString: its bytes
  Word size;
};
inline constexpr Word kSegmentWords = 5;

/// None after raising badarg or system_limit. `get` reads a source operand.
template <typename Get>
Term create_binary(Machine& machine, const Word* list, const Get& get) {
  BitBuilder builder;
  Term front = Term::none();  // what the first segment adds to
  for (Word i = 1; i + kSegmentWords <= list[0] + 1; i += kSegmentWords) {
    const auto& segment = *reinterpret_cast<const Segment*>(list + i);
    if (segment.type == Segment::kString) {
      builder.bytes({std::bit_cast<const char*>(segment.source),
                     static_cast<std::size_t>(Term::from_bits(segment.size).small_value())});
      continue;
    }
    const Term source = get(segment.source);
    const FieldFlags flags{static_cast<std::uint8_t>(segment.flags)};
    const auto size = [&] { return field_size(get(segment.size), segment.unit); };
    bool fine = true;
    switch (segment.type) {
      case Segment::kAppend:
      case Segment::kPrivateAppend:
      case Segment::kBinary: {
        if (!source.is_bitstring()) return machine.badarg();
        const BitView bits = view(source);
        const Term wanted = get(segment.size);
        if (wanted.is_atom()) {  // all
          fine = bits.size % segment.unit == 0;
          if (fine && i == 1 && segment.type != Segment::kBinary) {
            front = source;
          } else if (fine) {
            builder.bits(bits, bits.size);
          }
        } else {
          const auto count = size();
          fine = count && *count <= bits.size;
          if (fine) builder.bits(bits, *count);
        }
        break;
      }
      case Segment::kInteger: {
        const auto count = size();
        fine = count && source.is_integer();
        if (fine) builder.integer(source, *count, flags);
        break;
      }
      case Segment::kFloat: {
        const auto count = size();
        fine = count && source.is_number() && builder.floating(source, *count, flags);
        break;
      }
      case Segment::kUtf8:
        fine = source.is_small() && builder.utf8(source.small_value());
        break;
      case Segment::kUtf16:
        fine = source.is_small() && builder.utf16(source.small_value(), flags);
        break;
      default:
        fine = source.is_small() && builder.utf32(source.small_value(), flags);
        break;
    }
    if (!fine) return machine.badarg();
  }
  return front.is_none() ? builder.finish(machine.heap()) : append(machine.heap(), front, builder);
}

/// A command of bs_match as predecoded: six words.
struct MatchCommand {
  enum Type : Word { kEnsureAtLeast, kEnsureExactly, kInteger, kBinary, kSkip, kGetTail, kEqual };
  Word type;
  Word a;  // size or bits
  Word b;  // unit
  Word flags;
  Word value;  // kEqual
  Word destination;
};
inline constexpr Word kMatchCommandWords = 6;

template <typename Set>
bool run_match_commands(Machine& machine, Term context, const Word* list, const Set& set) {
  Heap& heap = machine.heap();
  for (Word i = 1; i + kMatchCommandWords <= list[0] + 1; i += kMatchCommandWords) {
    const auto& command = *reinterpret_cast<const MatchCommand*>(list + i);
    Term result;
    switch (command.type) {
      case MatchCommand::kEnsureAtLeast: {
        const std::size_t left = remaining(context);
        if (left < command.a || (left - command.a) % command.b != 0) return false;
        continue;
      }
      case MatchCommand::kEnsureExactly:
        if (remaining(context) != command.a) return false;
        continue;
      case MatchCommand::kSkip:
        if (!skip(context, command.a)) return false;
        continue;
      case MatchCommand::kInteger:
        result = get_integer(heap, context, command.a * command.b,
                             {static_cast<std::uint8_t>(command.flags)});
        break;
      case MatchCommand::kBinary:
        result = get_bits(heap, context, command.a * command.b);
        break;
      case MatchCommand::kGetTail:
        result = get_tail(heap, copy_match(heap, context, machine.epoch()));
        break;
      default: {
        const Term value = get_integer(heap, context, command.a, {});
        if (value.bits() != command.value) return false;
        continue;
      }
    }
    if (result.is_none()) return false;
    set(command.destination, result);
  }
  return true;
}

/// Fills the binary that bs_init2, bs_append or bs_private_append made.
class BinaryWriter {
 public:
  Term begin(Heap& heap, std::size_t bits);
  Term begin_with(Heap& heap, Term binary, std::size_t more);
  bool integer(Term value, Term size, Word unit, Word flags);
  bool binary(Term value, Term size, Word unit);
  bool floating(Term value, Term size, Word unit, Word flags);
  void string(const char* bytes, std::size_t length);
  bool utf8(Term value);
  bool utf16(Term value, Word flags);
  bool utf32(Term value, Word flags);

 private:
  bool put(const BitBuilder& piece);

  Heap scratch_;
  std::uint8_t* bytes_ = nullptr;
  std::size_t position_ = 0;  // in bits
  std::size_t end_ = 0;
};

}  // namespace heddle::beam
