// The instructions for general registers, by their codes (Intel's manual, volume 2).
#include <algorithm>

#include "threads/machine/machine.hpp"

namespace heddle::threads {

namespace {

constexpr std::uint64_t kMostRepetitions = 4000;

}  // namespace

// The first four rows: eight operations in six forms each.
void Machine::arithmetic_family(Instruction& in) {
  const unsigned operation = in.opcode >> 3;
  const unsigned form = in.opcode & 7;
  const unsigned size = in.paired_size();
  if (form >= 4) {
    const Word b = fetch_number(std::min(size, 4U)) & mask_of(size);
    const Value result = combine(operation, get_register(in, kAx, size), {b}, size);
    if (operation != 7) put_register(in, kAx, result, size);
    return;
  }
  decode_operand(in, 0);
  const bool to_register = form >= 2;
  const Operand reg{false, 0, in.reg};
  const Operand& to = to_register ? reg : in.rm;
  const Operand& from = to_register ? in.rm : reg;
  // A register with itself: zero, whatever it was.
  const bool clears = (operation == 5 || operation == 6) && !in.rm.memory && in.rm.number == in.reg;
  const Value a = clears ? Value{} : get(in, to, size);
  const Value b = clears ? Value{} : get(in, from, size);
  const Value result = combine(operation, a, b, size);
  if (operation != 7) put(in, to, result, size);
}

void Machine::one_byte(Instruction& in) {
  const std::uint8_t op = in.opcode;
  const unsigned low = (op & 7) | (in.b ? 8 : 0);
  if (op < 0x40 && (op & 7) < 6) return arithmetic_family(in);
  if (op >= 0x50 && op <= 0x57) return push(get_register(in, low, 8));
  if (op >= 0x58 && op <= 0x5f) return put_register(in, low, pop(), 8);
  if (op >= 0x70 && op <= 0x7f) {
    const Word distance = fetch_number(1);
    if (condition(op)) next_ += distance;
    return;
  }
  if (op >= 0xb0 && op <= 0xb7) return put_register(in, low, {fetch_number(1)}, 1);
  if (op >= 0xb8 && op <= 0xbf) {
    const Word value = in.w ? fetch_number(8) : fetch_number(in.size());
    return put_register(in, low, {value}, in.size());
  }
  const unsigned size = in.paired_size();
  const auto multiply = [&](Word a, Word b, unsigned width) {
    const auto product = static_cast<__int128>(static_cast<std::int64_t>(extend(a, width))) *
                         static_cast<std::int64_t>(extend(b, width));
    flags_.known = false;
    put_register(in, in.reg, {static_cast<Word>(product)}, width);
  };
  switch (op) {
    case 0x63: {  // movsxd
      decode_operand(in, 0);
      const Word value = extend(sure(get(in, in.rm, 4), 4), 4);
      return put_register(in, in.reg, {value}, in.size());
    }
    case 0x68:
      return push({fetch_number(4)});
    case 0x6a:
      return push({fetch_number(1)});
    case 0x69:
    case 0x6b: {
      const unsigned width = op == 0x6b ? 1 : std::min(in.size(), 4U);
      decode_operand(in, width);
      const Word b = fetch_number(width);
      return multiply(sure(get(in, in.rm, in.size()), in.size()), b, in.size());
    }
    case 0x80:
    case 0x81:
    case 0x83: {
      const unsigned width = op == 0x81 ? std::min(size, 4U) : 1;
      decode_operand(in, width);
      const Word b = fetch_number(width) & mask_of(size);
      const unsigned operation = in.reg & 7;
      const Value result = combine(operation, get(in, in.rm, size), {b}, size);
      if (operation != 7) put(in, in.rm, result, size);
      return;
    }
    case 0x84:
    case 0x85: {
      decode_operand(in, 0);
      const Word a = sure(get(in, in.rm, size), size);
      arithmetic(4, a, sure(get_register(in, in.reg, size), size), size);
      return;
    }
    case 0x86:
    case 0x87: {
      decode_operand(in, 0);
      const Value a = get(in, in.rm, size);
      put(in, in.rm, get_register(in, in.reg, size), size);
      return put_register(in, in.reg, a, size);
    }
    case 0x88:
    case 0x89:
      decode_operand(in, 0);
      return put(in, in.rm, get_register(in, in.reg, size), size);
    case 0x8a:
    case 0x8b:
      decode_operand(in, 0);
      return put_register(in, in.reg, get(in, in.rm, size), size);
    case 0x8d:
      decode_operand(in, 0);
      return put_register(in, in.reg, {in.rm.address}, in.size());
    case 0x90:
      return in.b ? give_up() : void();  // with a prefix it exchanges
    case 0x98: {                         // cbw cwde cdqe
      const unsigned half = in.size() / 2;
      return put_register(in, kAx, {extend(sure(get_register(in, kAx, half), half), half)},
                          in.size());
    }
    case 0x99: {  // cwd cdq cqo
      const Word a = sure(get_register(in, kAx, in.size()), in.size());
      return put_register(in, kDx, {sign_of(a, in.size()) ? ~Word{0} : 0}, in.size());
    }
    case 0xa4:
    case 0xa5:
    case 0xaa:
    case 0xab:
      return strings(in);
    case 0xa8:
    case 0xa9: {
      const Word b = fetch_number(std::min(size, 4U)) & mask_of(size);
      arithmetic(4, sure(get_register(in, kAx, size), size), b, size);
      return;
    }
    case 0xc0:
    case 0xc1:
      decode_operand(in, 1);
      return shift_group(in, size, fetch());
    case 0xd0:
    case 0xd1:
      decode_operand(in, 0);
      return shift_group(in, size, 1);
    case 0xd2:
    case 0xd3:
      decode_operand(in, 0);
      return shift_group(in, size, static_cast<unsigned>(sure(registers_[kCx], 1)));
    case 0xc2: {
      const Word more = fetch_number(2) & 0xffff;
      next_ = sure(pop(), 8);
      registers_[kSp].bits += more;
      return;
    }
    case 0xc3:
      next_ = sure(pop(), 8);
      return;
    case 0xc6:
    case 0xc7: {
      decode_operand(in, std::min(size, 4U));
      return put(in, in.rm, {fetch_number(std::min(size, 4U))}, size);
    }
    case 0xc9:
      registers_[kSp] = registers_[kBp];
      registers_[kBp] = pop();
      return;
    case 0xe8: {
      const Word distance = fetch_number(4);
      push({next_});
      next_ += distance;
      return;
    }
    case 0xe9:
    case 0xeb: {
      const Word distance = fetch_number(op == 0xe9 ? 4 : 1);
      next_ += distance;
      return;
    }
    case 0xf6:
    case 0xf7:
      return test_group(in, size);
    case 0xfe:
    case 0xff:
      return jump_group(in, size);
    default:
      return give_up();
  }
}

void Machine::shift_group(Instruction& in, unsigned size, unsigned by) {
  by &= size == 8 ? 63 : 31;
  if (by == 0) return;
  const unsigned operation = in.reg & 7;
  const Word value = sure(get(in, in.rm, size), size);
  const Word result = shift(operation, value, by, size) & mask_of(size);
  if (operation >= 4) {
    set_result_flags(result, size);
    const bool left = operation != 5 && operation != 7;
    const unsigned last = left ? 8 * size - by : by - 1;
    flags_.carry = last < 64 && (extend(value, size) >> last & 1) != 0;
    flags_.overflow =
        left ? sign_of(result, size) != flags_.carry : operation == 5 && sign_of(value, size);
  } else {
    flags_.known = false;
  }
  put(in, in.rm, {result}, size);
}

// test test not neg mul imul div idiv
void Machine::test_group(Instruction& in, unsigned size) {
  const Word start = next_;
  const unsigned operation = fetch() >> 3 & 7;
  next_ = start;
  const unsigned immediate = operation < 2 ? std::min(size, 4U) : 0;
  decode_operand(in, immediate);
  if (operation == 2) {
    const Value value = get(in, in.rm, size);
    return put(in, in.rm, {~value.bits, value.known}, size);
  }
  const Word a = sure(get(in, in.rm, size), size);
  if (operation < 2) {
    arithmetic(4, a, fetch_number(immediate) & mask_of(size), size);
  } else if (operation == 3) {
    put(in, in.rm, {arithmetic(5, 0, a, size)}, size);
  } else if (size >= 4 && (operation == 4 || operation == 5)) {
    const Word b = sure(get_register(in, kAx, size), size);
    const auto product =
        operation == 4 ? static_cast<unsigned __int128>(a) * b
                       : static_cast<unsigned __int128>(
                             static_cast<__int128>(static_cast<std::int64_t>(extend(a, size))) *
                             static_cast<std::int64_t>(extend(b, size)));
    put_register(in, kAx, {static_cast<Word>(product)}, size);
    put_register(in, kDx, {static_cast<Word>(product >> (8 * size))}, size);
    flags_.known = false;
  } else if (size >= 4 && a != 0) {
    // Only quotients that fit: the upper half is no more than the sign.
    const Word dividend = sure(get_register(in, kAx, size), size);
    const Word upper = sure(get_register(in, kDx, size), size);
    const bool is_signed = operation == 7;
    const Word expected = is_signed && sign_of(dividend, size) ? mask_of(size) : 0;
    const auto signed_a = static_cast<std::int64_t>(extend(a, size));
    const auto signed_dividend = static_cast<std::int64_t>(extend(dividend, size));
    if (upper != expected || (is_signed && signed_a == -1)) return give_up();
    put_register(in, kAx,
                 {is_signed ? static_cast<Word>(signed_dividend / signed_a) : dividend / a}, size);
    put_register(in, kDx,
                 {is_signed ? static_cast<Word>(signed_dividend % signed_a) : dividend % a}, size);
    flags_.known = false;
  } else {
    give_up();
  }
}

// inc dec call - jmp - push
void Machine::jump_group(Instruction& in, unsigned size) {
  decode_operand(in, 0);
  const unsigned operation = in.reg & 7;
  if (operation < 2) {
    const bool carry = flags_.carry;
    const bool known = flags_.known;
    const Word a = sure(get(in, in.rm, size), size);
    put(in, in.rm, {arithmetic(operation == 0 ? 0 : 5, a, 1, size)}, size);
    flags_.carry = carry;
    flags_.known = known;
    return;
  }
  if (in.opcode == 0xfe) return give_up();
  const Value value = get(in, in.rm, 8);
  if (operation == 6) return push(value);
  if (operation != 2 && operation != 4) return give_up();
  if (operation == 2) push({next_});
  next_ = sure(value, 8);
}

// movs and stos, repeated or not
void Machine::strings(Instruction& in) {
  const unsigned size = in.paired_size();
  Word count = in.f3 ? sure(registers_[kCx], 8) : 1;
  if (count > kMostRepetitions) return give_up();
  const bool moves = in.opcode < 0xa8;
  for (; count > 0 && !failed(); --count) {
    const Word to = sure(registers_[kDi], 8);
    if (moves) {
      store(to, load(sure(registers_[kSi], 8), size), size);
      registers_[kSi].bits += size;
    } else {
      store(to, registers_[kAx], size);
    }
    registers_[kDi].bits += size;
  }
  if (in.f3) registers_[kCx] = {0};
}

void Machine::two_bytes(Instruction& in) {
  const std::uint8_t op = in.opcode;
  const unsigned size = in.size();
  if (op >= 0x40 && op <= 0x4f) {
    decode_operand(in, 0);
    const Value value = get(in, in.rm, size);
    const bool holds = condition(op);
    return put_register(in, in.reg, holds ? value : get_register(in, in.reg, size), size);
  }
  if (op >= 0x80 && op <= 0x8f) {
    const Word distance = fetch_number(4);
    if (condition(op)) next_ += distance;
    return;
  }
  if (op >= 0x90 && op <= 0x9f) {
    decode_operand(in, 0);
    return put(in, in.rm, {condition(op) ? Word{1} : Word{0}}, 1);
  }
  switch (op) {
    case 0x1e:  // endbr64
    case 0x1f:  // nop
      return decode_operand(in, 0);
    case 0xaf: {
      decode_operand(in, 0);
      const Word a = extend(sure(get_register(in, in.reg, size), size), size);
      const Word b = extend(sure(get(in, in.rm, size), size), size);
      flags_.known = false;
      return put_register(in, in.reg, {a * b}, size);
    }
    case 0xb6:
    case 0xb7:
    case 0xbe:
    case 0xbf: {
      decode_operand(in, 0);
      const unsigned from = (op & 1) == 0 ? 1 : 2;
      const Word value = sure(get(in, in.rm, from), from);
      return put_register(in, in.reg, {op < 0xb8 ? value : extend(value, from)}, size);
    }
    default:
      return vectors(in);
  }
}

}  // namespace heddle::threads
