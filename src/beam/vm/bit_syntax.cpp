#include "beam/vm/bit_syntax.hpp"

#include "beam/term/bits.hpp"
#include "beam/vm/binaries.hpp"

namespace heddle::beam {
namespace {

using Bits = Interpreter::BitSyntax;

FieldFlags flags_of(Word operand) { return {static_cast<std::uint8_t>(operand)}; }

std::int64_t character_of(Term term) { return term.is_small() ? term.small_value() : 0; }

}  // namespace

// A match context that may be moved: one of an earlier step is copied first, as going back to that
// step must find it where it was.
Term Bits::context(Word operand) const {
  Term context = get(operand);
  if (epoch_of(context) != machine.epoch_) {
    context = copy_match(machine.heap_, context, machine.epoch_);
    set(operand, context);
  }
  return context;
}

// ---- Matching: `fail` comes first

// fail source destination
bool Bits::start_match(const Word* at) const {
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
bool Bits::get_integer(const Word* at) const {
  const Term from = context(at[2]);
  const std::optional<std::size_t> size = field_size(get(at[3]), at[4]);
  return size &&
         set_unless_none(at[6], beam::get_integer(machine.heap_, from, *size, flags_of(at[5])));
}

bool Bits::get_float(const Word* at) const {
  const Term from = context(at[2]);
  const std::optional<std::size_t> size = field_size(get(at[3]), at[4]);
  return size &&
         set_unless_none(at[6], beam::get_float(machine.heap_, from, *size, flags_of(at[5])));
}

bool Bits::get_binary(const Word* at) const {
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
bool Bits::skip_bits(const Word* at) const {
  const Term from = context(at[2]);
  const Term wanted = get(at[3]);
  if (wanted.is_atom()) {  // all
    return remaining(from) % at[4] == 0 && skip(from, remaining(from));
  }
  const std::optional<std::size_t> size = field_size(wanted, at[4]);
  return size && skip(from, *size);
}

// fail context bits
bool Bits::test_tail(const Word* at) const { return remaining(get(at[2])) == at[3]; }
bool Bits::test_unit(const Word* at) const { return remaining(get(at[2])) % at[3] == 0; }

// fail context bits bytes
bool Bits::match_string(const Word* at) const {
  return beam::match_string(context(at[2]), std::bit_cast<const std::uint8_t*>(at[4]), at[3]);
}

// fail context flags destination
bool Bits::get_utf8(const Word* at) const {
  const auto character = beam::get_utf8(context(at[2]));
  return character && set_unless_none(at[4], Term::small(*character));
}
bool Bits::get_utf16(const Word* at) const {
  const auto character = beam::get_utf16(context(at[2]), flags_of(at[3]));
  return character && set_unless_none(at[4], Term::small(*character));
}
bool Bits::get_utf32(const Word* at) const {
  const auto character = beam::get_utf32(context(at[2]), flags_of(at[3]));
  return character && set_unless_none(at[4], Term::small(*character));
}

// fail context flags
bool Bits::skip_utf8(const Word* at) const { return beam::get_utf8(context(at[2])).has_value(); }
bool Bits::skip_utf16(const Word* at) const {
  return beam::get_utf16(context(at[2]), flags_of(at[3])).has_value();
}
bool Bits::skip_utf32(const Word* at) const {
  return beam::get_utf32(context(at[2]), flags_of(at[3])).has_value();
}

// fail context commands
bool Bits::match(const Word* at) const {
  return run_match_commands(machine, context(at[2]), std::bit_cast<const Word*>(at[3]),
                            [this](Word operand, Term value) { set(operand, value); });
}

// ---- What cannot fail

// context destination
void Bits::get_tail(const Word* at) const {
  const Term from = context(at[1]);
  set(at[2], beam::get_tail(machine.heap_, copy_match(machine.heap_, from, machine.epoch_)));
}
void Bits::get_position(const Word* at) const {
  set(at[2], Term::small(static_cast<std::int64_t>(position_of(get(at[1])))));
}

// context position
void Bits::set_position(const Word* at) const {
  beam::set_position(context(at[1]), static_cast<std::size_t>(get(at[2]).small_value()));
}

void Bits::init_writable(const Word*) const { x[0] = machine.heap_.binary({}); }

// bytes length
void Bits::put_string(const Word* at) const {
  machine.writer_.string(std::bit_cast<const char*>(at[1]), at[2]);
}

// source destination
void Bits::utf8_size(const Word* at) const {
  const std::int64_t character = character_of(get(at[1]));
  set(at[2], Term::small(character < 0x80      ? 1
                         : character < 0x800   ? 2
                         : character < 0x10000 ? 3
                                               : 4));
}
void Bits::utf16_size(const Word* at) const {
  set(at[2], Term::small(character_of(get(at[1])) < 0x10000 ? 2 : 4));
}

// ---- Building: `fail` comes first

bool Bits::written(bool fine) const {
  if (!fine) machine.badarg();
  return fine;
}

// fail unit destination segments
bool Bits::create_bin(const Word* at) const {
  return set_unless_none(at[3], create_binary(machine, std::bit_cast<const Word*>(at[4]),
                                              [this](Word operand) { return get(operand); }));
}

// fail size destination
bool Bits::begin(const Word* at, std::int64_t unit) const {
  const Term size = get(at[2]);
  if (!size.is_small() || size.small_value() < 0) return written(false);
  const auto bits = static_cast<std::size_t>(size.small_value() * unit);
  set(at[3], machine.writer_.begin(machine.heap_, bits));
  return true;
}
bool Bits::init(const Word* at) const { return begin(at, 8); }
bool Bits::init_bits(const Word* at) const { return begin(at, 1); }

// fail bits unit binary destination
bool Bits::append(const Word* at) const {
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
bool Bits::add(const Word* at) const {
  const Term a = get(at[2]);
  const Term b = get(at[3]);
  if (!a.is_small() || !b.is_small() || a.small_value() < 0 || b.small_value() < 0) {
    return written(false);
  }
  set(at[5], Term::small(a.small_value() + b.small_value() * static_cast<std::int64_t>(at[4])));
  return true;
}

// fail size unit flags source
bool Bits::put_integer(const Word* at) const {
  return written(machine.writer_.integer(get(at[5]), get(at[2]), at[3], at[4]));
}
bool Bits::put_binary(const Word* at) const {
  return written(machine.writer_.binary(get(at[5]), get(at[2]), at[3]));
}
bool Bits::put_float(const Word* at) const {
  return written(machine.writer_.floating(get(at[5]), get(at[2]), at[3], at[4]));
}

// fail flags source
bool Bits::put_utf8(const Word* at) const { return written(machine.writer_.utf8(get(at[3]))); }
bool Bits::put_utf16(const Word* at) const {
  return written(machine.writer_.utf16(get(at[3]), at[2]));
}
bool Bits::put_utf32(const Word* at) const {
  return written(machine.writer_.utf32(get(at[3]), at[2]));
}

}  // namespace heddle::beam
