// Machine: executes the machine code of this process (x86-64), one instruction at a time, on a
// memory of its own (private_memory.hpp).
//
//   Machine machine(stack, address);
//   machine.set(Machine::kDi, argument);
//   machine.call(function, back);
//   while (machine.next() != back && machine.step()) continue;
//
// Only what compilers make of ordinary code, and bytes that nobody has written may be carried
// around but not computed with. Anything else makes it give up, for good: no answer, never a wrong
// one.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "threads/machine/private_memory.hpp"

namespace heddle::threads {

class Machine {
 public:
  using Word = PrivateMemory::Word;
  enum Register : unsigned { kAx, kCx, kDx, kBx, kSp, kBp, kSi, kDi };
  /// Bytes of which some may not be known: what nobody has written, what a call leaves behind.
  struct Value {
    Word bits = 0;
    std::uint8_t known = 0xff;  // a bit for each byte
  };

  /// A copy of the stack whose first byte was at `address`. No register is known yet.
  Machine(std::span<const std::byte> stack, Word address);

  const Value& get(unsigned number) const { return registers_[number]; }
  void set(unsigned number, Word bits) { registers_[number] = {bits}; }
  Word next() const { return next_; }
  void go_to(Word address) { next_ = address; }
  /// Calls a function that will return to `back`.
  void call(Word function, Word back);
  /// A function that is not followed returns.
  void leave();

  /// Executes an instruction. False: it gave up.
  bool step();

  /// A value that is computed with.
  Word sure(Value value, unsigned size);
  Value load(Word address, unsigned size);
  void store(Word address, Value value, unsigned size);
  PrivateMemory& memory() { return memory_; }
  const PrivateMemory& memory() const { return memory_; }
  void give_up() { memory_.give_up(); }
  bool failed() const { return memory_.failed(); }

 private:
  struct Operand {
    bool memory = false;
    Word address = 0;
    unsigned number = 0;
  };
  struct Instruction {
    bool rex = false, w = false, r = false, x = false, b = false;
    bool operand16 = false, f2 = false, f3 = false, fs = false;
    std::uint8_t opcode = 0;
    unsigned reg = 0;
    Operand rm;

    unsigned size() const { return w ? 8 : operand16 ? 2 : 4; }
    // Opcodes come in pairs: for bytes, for more.
    unsigned paired_size() const { return (opcode & 1) == 0 ? 1 : size(); }
  };
  struct Vector {
    std::array<std::uint8_t, 16> bytes{};
    std::uint16_t known = 0;
  };
  struct Flags {
    bool carry = false, zero = false, sign = false, overflow = false, parity = false;
    bool known = false;
  };

  static constexpr Word mask_of(unsigned size) {
    return size == 8 ? ~Word{0} : (Word{1} << (8 * size)) - 1;
  }
  static constexpr std::uint8_t known_mask(unsigned size) {
    return static_cast<std::uint8_t>((1U << size) - 1);
  }
  static constexpr bool sign_of(Word value, unsigned size) {
    return (value >> (8 * size - 1) & 1) != 0;
  }
  static constexpr Word extend(Word value, unsigned size) {
    return sign_of(value, size) ? value | ~mask_of(size) : value & mask_of(size);
  }

  // Registers and memory: registers.cpp.
  Value get(const Instruction& in, const Operand& operand, unsigned size);
  void put(const Instruction& in, const Operand& operand, Value value, unsigned size);
  Value get_register(const Instruction& in, unsigned number, unsigned size) const;
  void put_register(const Instruction& in, unsigned number, Value value, unsigned size);
  void push(Value value);
  Value pop();
  // decoder.cpp
  std::uint8_t fetch();
  Word fetch_number(unsigned size);
  void decode_operand(Instruction& in, unsigned immediate);
  // arithmetic.cpp
  Word arithmetic(unsigned operation, Word a, Word b, unsigned size);
  Value combine(unsigned operation, Value a, Value b, unsigned size);
  Word shift(unsigned operation, Word value, unsigned by, unsigned size);
  void set_result_flags(Word value, unsigned size);
  bool condition(unsigned code);
  // instructions.cpp
  void one_byte(Instruction& in);
  void two_bytes(Instruction& in);
  void arithmetic_family(Instruction& in);
  void shift_group(Instruction& in, unsigned size, unsigned by);
  void test_group(Instruction& in, unsigned size);
  void jump_group(Instruction& in, unsigned size);
  void strings(Instruction& in);
  // vectors.cpp
  void vectors(Instruction& in);
  void load_vector(Instruction& in, unsigned size, bool clears);
  void store_vector(Instruction& in, unsigned size);

  PrivateMemory memory_;
  std::array<Value, 16> registers_{};
  std::array<Vector, 16> vectors_{};
  Flags flags_;
  Word next_ = 0;  // instruction
};

}  // namespace heddle::threads
