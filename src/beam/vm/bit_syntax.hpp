// The instructions of the bit syntax, one function each (bit_syntax.cpp). `at` is the instruction:
// its operands follow, in the order that bit_syntax.cpp gives.
//
//   op_bs_get_utf8:
//     TEST(BitSyntax({machine, x, fp}).get_utf8(ip), 4);
//
// Apart from the interpreter's other instructions, which are a few machine instructions each: here
// a call costs little beside what is done.
#pragma once

#include "beam/vm/interpreter.hpp"

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
  Term context(Word operand) const;
  bool begin(const Word* at, std::int64_t unit) const;
  bool written(bool fine) const;
};

}  // namespace heddle::beam
