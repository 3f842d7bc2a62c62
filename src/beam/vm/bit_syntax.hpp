// The instructions of the bit syntax, one function each; interpreter.cpp puts them in place:
//
//   op_bs_get_utf8:
//     TEST(BitSyntax({machine, x, fp}).get_utf8(ip), 4);
//
// `at` is the instruction; its operands follow, in the order that is given above each function.
// They stand in a header so that they are not called: that costs a tenth of the time of going
// through a binary.
#pragma once

#include <cstdint>
#include <optional>

#include "beam/term/bits.hpp"
#include "beam/vm/binaries.hpp"
#include "beam/vm/interpreter.hpp"

// For those that programs execute for every few bytes.
#define HEDDLE_IN_PLACE [[gnu::always_inline]] inline

namespace heddle::beam {

/// Valid during one instruction.
struct Interpreter::BitSyntax {
  Machine& machine;
  Term* x;
  Word* fp;

  // Matching: whether it fits.
  bool start_match(const Word* at) const;
  bool get_integer(const Word* at) const;
  bool get_float(const Word* at) const;
  bool get_binary(const Word* at) const;
  bool skip_bits(const Word* at) const;
  bool test_tail(const Word* at) const;
  bool test_unit(const Word* at) const;
  bool match_string(const Word* at) const;
  bool get_utf8(const Word* at) const;
  bool get_utf16(const Word* at) const;
  bool get_utf32(const Word* at) const;
  bool skip_utf8(const Word* at) const;
  bool skip_utf16(const Word* at) const;
  bool skip_utf32(const Word* at) const;
  bool match(const Word* at) const;

  // What cannot fail.
  void get_tail(const Word* at) const;
  void get_position(const Word* at) const;
  void set_position(const Word* at) const;
  void init_writable(const Word* at) const;
  void put_string(const Word* at) const;
  void utf8_size(const Word* at) const;
  void utf16_size(const Word* at) const;

  // Building: false after an exception was raised.
  bool create_bin(const Word* at) const;
  bool init(const Word* at) const;
  bool init_bits(const Word* at) const;
  bool append(const Word* at) const;
  bool add(const Word* at) const;
  bool put_integer(const Word* at) const;
  bool put_binary(const Word* at) const;
  bool put_float(const Word* at) const;
  bool put_utf8(const Word* at) const;
  bool put_utf16(const Word* at) const;
  bool put_utf32(const Word* at) const;

 private:
  Term get(Word operand) const {
    if ((operand & 3) != 0) return Term::from_bits(operand);
    return Term::from_bits((operand & 4) != 0 ? fp[kFrameHeader + (operand >> 3)]
                                              : x[operand >> 3].bits());
  }
  void set(Word operand, Term value) const {
    if ((operand & 4) != 0) {
      fp[kFrameHeader + (operand >> 3)] = value.bits();
    } else {
      x[operand >> 3] = value;
    }
  }
  bool set_unless_none(Word operand, Term value) const {
    if (value.is_none()) return false;
    set(operand, value);
    return true;
  }
  static FieldFlags field_flags(Word operand) { return {static_cast<std::uint8_t>(operand)}; }
  static std::int64_t character_in(Term term) { return term.is_small() ? term.small_value() : 0; }
  Term context(Word operand) const;
  bool begin(const Word* at, std::int64_t unit) const;
  bool written(bool fine) const;
};

// A match context that may be moved: one of an earlier step is copied first, as going back to that
// step must find it where it was.
HEDDLE_IN_PLACE Term Interpreter::BitSyntax::context(Word operand) const {
  Term context = get(operand);
  if (epoch_of(context) != machine.epoch_) {
    context = copy_match(machine.heap_, context, machine.epoch_);
    set(operand, context);
  }
  return context;
}

// ---- Matching: `fail` comes first

// fail source destination
HEDDLE_IN_PLACE bool Interpreter::BitSyntax::start_match(const Word* at) const {
  const Term term = get(at[2]);
  if (term.is(Kind::kMatch)) {
    set(at[3], term);
    return true;
  }
  if (!term.is_bitstring()) return false;
  set(at[3], beam::start_match(machine.heap_, term, machine.epoch_));
  return true;
}

// fail context size unit flags destination
HEDDLE_IN_PLACE bool Interpreter::BitSyntax::get_integer(const Word* at) const {
  const Term from = context(at[2]);
  const std::optional<std::size_t> size = field_size(get(at[3]), at[4]);
  return size &&
         set_unless_none(at[6], beam::get_integer(machine.heap_, from, *size, field_flags(at[5])));
}

inline bool Interpreter::BitSyntax::get_float(const Word* at) const {
  const Term from = context(at[2]);
  const std::optional<std::size_t> size = field_size(get(at[3]), at[4]);
  return size &&
         set_unless_none(at[6], beam::get_float(machine.heap_, from, *size, field_flags(at[5])));
}

HEDDLE_IN_PLACE bool Interpreter::BitSyntax::get_binary(const Word* at) const {
  const Term from = context(at[2]);
  const Term wanted = get(at[3]);
  if (wanted.is_atom()) {  // all
    if (remaining(from) % at[4] != 0) return false;
    set(at[6], beam::get_tail(machine.heap_, from));
    return true;
  }
  const std::optional<std::size_t> size = field_size(wanted, at[4]);
  return size && set_unless_none(at[6], get_bits(machine.heap_, from, *size));
}

// fail context size unit
HEDDLE_IN_PLACE bool Interpreter::BitSyntax::skip_bits(const Word* at) const {
  const Term from = context(at[2]);
  const Term wanted = get(at[3]);
  if (wanted.is_atom()) {  // all
    return remaining(from) % at[4] == 0 && skip(from, remaining(from));
  }
  const std::optional<std::size_t> size = field_size(wanted, at[4]);
  return size && skip(from, *size);
}

// fail context bits
HEDDLE_IN_PLACE bool Interpreter::BitSyntax::test_tail(const Word* at) const {
  return remaining(get(at[2])) == at[3];
}
HEDDLE_IN_PLACE bool Interpreter::BitSyntax::test_unit(const Word* at) const {
  return remaining(get(at[2])) % at[3] == 0;
}

// fail context bits bytes
HEDDLE_IN_PLACE bool Interpreter::BitSyntax::match_string(const Word* at) const {
  return beam::match_string(context(at[2]), std::bit_cast<const std::uint8_t*>(at[4]), at[3]);
}

// fail context flags destination
HEDDLE_IN_PLACE bool Interpreter::BitSyntax::get_utf8(const Word* at) const {
  const auto character = beam::get_utf8(context(at[2]));
  return character && set_unless_none(at[4], Term::small(*character));
}
inline bool Interpreter::BitSyntax::get_utf16(const Word* at) const {
  const auto character = beam::get_utf16(context(at[2]), field_flags(at[3]));
  return character && set_unless_none(at[4], Term::small(*character));
}
inline bool Interpreter::BitSyntax::get_utf32(const Word* at) const {
  const auto character = beam::get_utf32(context(at[2]), field_flags(at[3]));
  return character && set_unless_none(at[4], Term::small(*character));
}

// fail context flags
inline bool Interpreter::BitSyntax::skip_utf8(const Word* at) const {
  return beam::get_utf8(context(at[2])).has_value();
}
inline bool Interpreter::BitSyntax::skip_utf16(const Word* at) const {
  return beam::get_utf16(context(at[2]), field_flags(at[3])).has_value();
}
inline bool Interpreter::BitSyntax::skip_utf32(const Word* at) const {
  return beam::get_utf32(context(at[2]), field_flags(at[3])).has_value();
}

// fail context commands
HEDDLE_IN_PLACE bool Interpreter::BitSyntax::match(const Word* at) const {
  return run_match_commands(machine, context(at[2]), std::bit_cast<const Word*>(at[3]),
                            [this](Word operand, Term value) { set(operand, value); });
}

// ---- What cannot fail

// context destination
HEDDLE_IN_PLACE void Interpreter::BitSyntax::get_tail(const Word* at) const {
  const Term from = context(at[1]);
  set(at[2], beam::get_tail(machine.heap_, copy_match(machine.heap_, from, machine.epoch_)));
}
HEDDLE_IN_PLACE void Interpreter::BitSyntax::get_position(const Word* at) const {
  set(at[2], Term::small(static_cast<std::int64_t>(position_of(get(at[1])))));
}

// context position
HEDDLE_IN_PLACE void Interpreter::BitSyntax::set_position(const Word* at) const {
  beam::set_position(context(at[1]), static_cast<std::size_t>(get(at[2]).small_value()));
}

inline void Interpreter::BitSyntax::init_writable(const Word*) const {
  x[0] = machine.heap_.binary({});
}

// bytes length
inline void Interpreter::BitSyntax::put_string(const Word* at) const {
  machine.writer_.string(std::bit_cast<const char*>(at[1]), at[2]);
}

// source destination
inline void Interpreter::BitSyntax::utf8_size(const Word* at) const {
  const std::int64_t character = character_in(get(at[1]));
  set(at[2], Term::small(character < 0x80      ? 1
                         : character < 0x800   ? 2
                         : character < 0x10000 ? 3
                                               : 4));
}
inline void Interpreter::BitSyntax::utf16_size(const Word* at) const {
  set(at[2], Term::small(character_in(get(at[1])) < 0x10000 ? 2 : 4));
}

// ---- Building: `fail` comes first

inline bool Interpreter::BitSyntax::written(bool fine) const {
  if (!fine) machine.badarg();
  return fine;
}

// fail unit destination segments
inline bool Interpreter::BitSyntax::create_bin(const Word* at) const {
  return set_unless_none(at[3], create_binary(machine, std::bit_cast<const Word*>(at[4]),
                                              [this](Word operand) { return get(operand); }));
}

// fail size destination
inline bool Interpreter::BitSyntax::begin(const Word* at, std::int64_t unit) const {
  const Term size = get(at[2]);
  if (!size.is_small() || size.small_value() < 0) return written(false);
  const auto bits = static_cast<std::size_t>(size.small_value() * unit);
  set(at[3], machine.writer_.begin(machine.heap_, bits));
  return true;
}
inline bool Interpreter::BitSyntax::init(const Word* at) const { return begin(at, 8); }
inline bool Interpreter::BitSyntax::init_bits(const Word* at) const { return begin(at, 1); }

// fail bits unit binary destination
inline bool Interpreter::BitSyntax::append(const Word* at) const {
  const Term size = get(at[2]);
  const Term binary = get(at[4]);
  if (!binary.is_bitstring() || !size.is_small() || size.small_value() < 0 ||
      view(binary).size % at[3] != 0) {
    return written(false);
  }
  set(at[5], machine.writer_.begin_with(machine.heap_, binary,
                                        static_cast<std::size_t>(size.small_value())));
  return true;
}

// fail a b unit destination
inline bool Interpreter::BitSyntax::add(const Word* at) const {
  const Term a = get(at[2]);
  const Term b = get(at[3]);
  if (!a.is_small() || !b.is_small() || a.small_value() < 0 || b.small_value() < 0) {
    return written(false);
  }
  set(at[5], Term::small(a.small_value() + b.small_value() * static_cast<std::int64_t>(at[4])));
  return true;
}

// fail size unit flags source
inline bool Interpreter::BitSyntax::put_integer(const Word* at) const {
  return written(machine.writer_.integer(get(at[5]), get(at[2]), at[3], at[4]));
}
inline bool Interpreter::BitSyntax::put_binary(const Word* at) const {
  return written(machine.writer_.binary(get(at[5]), get(at[2]), at[3]));
}
inline bool Interpreter::BitSyntax::put_float(const Word* at) const {
  return written(machine.writer_.floating(get(at[5]), get(at[2]), at[3], at[4]));
}

// fail flags source
inline bool Interpreter::BitSyntax::put_utf8(const Word* at) const {
  return written(machine.writer_.utf8(get(at[3])));
}
inline bool Interpreter::BitSyntax::put_utf16(const Word* at) const {
  return written(machine.writer_.utf16(get(at[3]), at[2]));
}
inline bool Interpreter::BitSyntax::put_utf32(const Word* at) const {
  return written(machine.writer_.utf32(get(at[3]), at[2]));
}

}  // namespace heddle::beam

#undef HEDDLE_IN_PLACE
