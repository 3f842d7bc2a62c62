// Term: an Erlang value in one tagged 64-bit word.
//
// Terms are immutable, so they are shared freely: between processes, between a message and its
// sender, between a state and the one it is rewound to. Only a match context (bits.hpp) changes in
// place, and only within the step that made it.
//
//   low bits   what
//   ..01       cons: pointer to head and tail
//   ..10       boxed: pointer to a header word and what follows it
//   0011       atom: index << 4
//   0111       small integer: value << 4 (60 bits, signed)
//   1011       pid: number << 4
//   1111       special: [] and the absence of a term
//   ..00       header word of a boxed object; never a term (code uses it for registers)
//
// A header is (size << 6) | (kind << 2): `size` words follow it. Layouts, word by word:
//
//   kTuple       elements
//   kPositive    limbs of the magnitude, least significant first (at least one, no leading zero);
//   kNegative    only integers that do not fit a small one
//   kFloat       the double's bits (finite)
//   kReference   creator (the pid term's bits), counter
//   kFun         FunEntry*, then the free variables
//   kExport      Export*
//   kFlatMap     keys (a tuple, in term order), then the values in the order of the keys
//   kHashMap     see map.hpp
//   kHashNode    see map.hpp
//   kBits        bit size, then the bytes, zero-padded to words, most significant bit first
//   kSubBits     parent (a kBits term), bit offset, bit size
//   kMatch       see bits.hpp
//   kPort        number
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace heddle::beam {

using Word = std::uint64_t;

enum class Kind : std::uint8_t {
  kTuple,
  kPositive,
  kNegative,
  kFloat,
  kReference,
  kFun,
  kExport,
  kFlatMap,
  kHashMap,
  kHashNode,
  kBits,
  kSubBits,
  kMatch,
  kPort,
};

constexpr Word header(Kind kind, Word size) { return (size << 6) | (static_cast<Word>(kind) << 2); }
constexpr Kind kind_of(Word header) { return static_cast<Kind>((header >> 2) & 15); }
constexpr Word size_of(Word header) { return header >> 6; }

class Term {
 public:
  static constexpr Word kConsTag = 1;
  static constexpr Word kBoxedTag = 2;
  static constexpr Word kAtomTag = 3;
  static constexpr Word kSmallTag = 7;
  static constexpr Word kPidTag = 11;
  static constexpr Word kSpecialTag = 15;
  static constexpr std::int64_t kMaxSmall = (std::int64_t{1} << 59) - 1;
  static constexpr std::int64_t kMinSmall = -(std::int64_t{1} << 59);

  constexpr Term() : bits_(kSpecialTag | (1 << 4)) {}
  static constexpr Term from_bits(Word bits) { return Term(bits); }
  static constexpr Term atom(std::uint32_t index) { return Term((Word{index} << 4) | kAtomTag); }
  static constexpr Term small(std::int64_t value) {
    return Term((static_cast<Word>(value) << 4) | kSmallTag);
  }
  static constexpr bool fits_small(std::int64_t value) {
    return value >= kMinSmall && value <= kMaxSmall;
  }
  static constexpr Term pid(Word number) { return Term((number << 4) | kPidTag); }
  static constexpr Term nil() { return Term(kSpecialTag); }
  /// Not a term: "no result", "no message".
  static constexpr Term none() { return Term(); }
  static Term cons(const Word* cell) { return Term(std::bit_cast<Word>(cell) | kConsTag); }
  static Term boxed(const Word* object) { return Term(std::bit_cast<Word>(object) | kBoxedTag); }

  constexpr Word bits() const { return bits_; }
  /// The same word: equality of immediates, identity of everything else.
  constexpr bool operator==(const Term&) const = default;

  constexpr bool is_none() const { return *this == none(); }
  constexpr bool is_nil() const { return bits_ == kSpecialTag; }
  constexpr bool is_cons() const { return (bits_ & 3) == kConsTag; }
  constexpr bool is_list() const { return is_cons() || is_nil(); }
  constexpr bool is_boxed() const { return (bits_ & 3) == kBoxedTag; }
  constexpr bool is_immediate() const { return (bits_ & 3) == 3; }
  constexpr bool is_atom() const { return (bits_ & 15) == kAtomTag; }
  constexpr bool is_small() const { return (bits_ & 15) == kSmallTag; }
  constexpr bool is_pid() const { return (bits_ & 15) == kPidTag; }

  constexpr std::uint32_t atom_index() const { return static_cast<std::uint32_t>(bits_ >> 4); }
  constexpr std::int64_t small_value() const { return static_cast<std::int64_t>(bits_) >> 4; }
  constexpr Word pid_number() const { return bits_ >> 4; }

  const Word* pointer() const { return std::bit_cast<const Word*>(bits_ & ~Word{3}); }
  /// Of a cons.
  Term head() const { return Term(pointer()[0]); }
  Term tail() const { return Term(pointer()[1]); }
  /// Of a boxed term.
  Kind kind() const { return kind_of(*pointer()); }
  Word size() const { return size_of(*pointer()); }
  Word word(Word index) const { return pointer()[1 + index]; }
  Term element(Word index) const { return Term(word(index)); }

  bool is(Kind kind) const { return is_boxed() && this->kind() == kind; }
  bool is_tuple() const { return is(Kind::kTuple); }
  bool is_tuple(Word arity) const {
    return is_boxed() && *pointer() == header(Kind::kTuple, arity);
  }
  bool is_float() const { return is(Kind::kFloat); }
  bool is_big() const { return is(Kind::kPositive) || is(Kind::kNegative); }
  bool is_integer() const { return is_small() || is_big(); }
  bool is_number() const { return is_integer() || is_float(); }
  bool is_map() const { return is(Kind::kFlatMap) || is(Kind::kHashMap); }
  bool is_bitstring() const { return is(Kind::kBits) || is(Kind::kSubBits); }
  bool is_reference() const { return is(Kind::kReference); }
  bool is_function() const { return is(Kind::kFun) || is(Kind::kExport); }
  bool is_port() const { return is(Kind::kPort); }
  double float_value() const { return std::bit_cast<double>(word(0)); }

 private:
  explicit constexpr Term(Word bits) : bits_(bits) {}
  Word bits_;
};
static_assert(sizeof(Term) == 8);

}  // namespace heddle::beam
