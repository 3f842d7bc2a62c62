// Foresight: what a thread would do next, found out without doing it.
//
// Given the stack and the registers with which a thread once called the engine, and what that call
// would return, it executes a copy: the program's own machine code, from the return of the call to
// the next call of the engine, on a copy of the stack. Everything else that the code writes is kept
// aside, so the program is not touched. Whatever is not understood gives no answer, never a wrong
// one: an instruction that compilers rarely make, a computation with what nobody has written,
// memory that is not there or that is changed depending on what it was, more than a few thousand
// instructions.
//
//   Foresight copy(call);                        // where the thread was
//   copy.write(result, &value, sizeof value);    // what it would be told
//   if (copy.run() && copy.arrives_as(now)) ...  // it would be where it is now
//
// For x86-64; elsewhere there is no answer. Calls into the engine are those through `heddle_enter`
// (border.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "threads/border.hpp"

namespace heddle::threads {

class Foresight {
 public:
  /// The stack of `call` may be a copy of one whose first byte was at `address`.
  Foresight(const EngineCall& call, const std::byte* address);

  /// Changes the copy: what the engine does before it returns.
  void write(const void* address, const void* from, std::size_t size);
  /// Goes on to the next call. False: there is no answer.
  bool run();
  /// Whether that call is the one that a thread is in: the same code with the same arguments,
  /// registers and stack, and outside the stack everything that was written is there.
  bool arrives_as(const EngineCall& call) const;

  /// Memory outside the stack that has another value now than the code wrote.
  std::vector<Range> differences() const;
  /// Whether the code wrote all of it.
  bool wrote(const Range& range) const;

 private:
  using Word = std::uint64_t;
  /// Bytes of which some may not be known: what nobody has written, what a call leaves behind.
  struct Value {
    Word bits = 0;
    std::uint8_t known = 0xff;  // a bit for each byte
  };
  struct Instruction;
  struct Operand {
    bool memory = false;
    Word address = 0;
    unsigned number = 0;
  };
  struct Byte {
    Word address;
    std::uint8_t value;
  };
  struct Vector {
    std::array<std::uint8_t, 16> bytes{};
    std::uint16_t known = 0;
  };
  struct Flags {
    bool carry = false, zero = false, sign = false, overflow = false, parity = false;
    bool known = false;
  };

  bool on_stack(Word address, std::size_t size) const {
    return address >= base_ && address <= top_ && size <= top_ - address;
  }
  std::uint16_t read_bytes(Word address, std::uint8_t* to, std::size_t size);
  void write_bytes(Word address, const std::uint8_t* from, std::size_t size, std::uint16_t known);
  Value load(Word address, unsigned size);
  void store(Word address, Value value, unsigned size);
  Value get(const Instruction& in, const Operand& operand, unsigned size);
  void put(const Instruction& in, const Operand& operand, Value value, unsigned size);
  Value get_register(const Instruction& in, unsigned number, unsigned size) const;
  void put_register(const Instruction& in, unsigned number, Value value, unsigned size);
  Word sure(Value value, unsigned size);
  std::uint8_t fetch();
  Word fetch_number(unsigned size);
  void decode_operand(Instruction& in, unsigned immediate);
  void push(Value value);
  Value pop();
  bool known_function();
  void forget();
  bool step();
  void leave();
  void one_byte(Instruction& in);
  void arithmetic_family(Instruction& in);
  void two_bytes(Instruction& in);
  void vectors(Instruction& in);
  void load_vector(Instruction& in, unsigned size, bool clears);
  void store_vector(Instruction& in, unsigned size);
  void strings(Instruction& in);
  Word arithmetic(unsigned operation, Word a, Word b, unsigned size);
  Value combine(unsigned operation, Value a, Value b, unsigned size);
  Word shift(unsigned operation, Word value, unsigned by, unsigned size);
  void shift_group(Instruction& in, unsigned size, unsigned by);
  void test_group(Instruction& in, unsigned size);
  void jump_group(Instruction& in, unsigned size);
  void set_result_flags(Word value, unsigned size);
  bool condition(unsigned code);
  void give_up() { failed_ = true; }

  Word base_;  // of the copy, with room below for calls
  Word top_;
  std::vector<std::uint8_t> stack_;
  std::vector<std::uint8_t> known_;  // of each byte of the stack: whether it is
  Word lowest_ = 0;                  // that may be known
  std::vector<Byte> outside_;        // what it wrote elsewhere
  std::vector<Range> read_;          // what it read there
  std::array<Value, 16> registers_{};
  std::array<Vector, 16> vectors_{};
  Flags flags_;
  Word next_ = 0;       // instruction
  Word code_page_ = 1;  // that is known to be there
  bool failed_ = false;
};

}  // namespace heddle::threads
