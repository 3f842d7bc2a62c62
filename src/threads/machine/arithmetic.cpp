// What instructions compute, and the flags that they leave.
#include <algorithm>
#include <bit>

#include "threads/machine/machine.hpp"

namespace heddle::threads {

void Machine::set_result_flags(Word value, unsigned size) {
  flags_.known = true;
  flags_.zero = (value & mask_of(size)) == 0;
  flags_.sign = sign_of(value, size);
  flags_.parity = (std::popcount(value & 0xff) & 1) == 0;
}

// add or adc sbb and sub xor cmp
Machine::Word Machine::arithmetic(unsigned operation, Word a, Word b, unsigned size) {
  const Word mask = mask_of(size);
  const bool with_carry = operation == 2 || operation == 3;
  if (with_carry && !flags_.known) give_up();
  const Word carry = with_carry && flags_.carry ? 1 : 0;
  Word result = 0;
  switch (operation) {
    case 0:
    case 2:
      result = (a + b + carry) & mask;
      flags_.carry = size == 8 ? (result < a || (carry != 0 && result == a)) : a + b + carry > mask;
      flags_.overflow = sign_of(~(a ^ b) & (a ^ result), size);
      break;
    case 3:
    case 5:
    case 7:
      result = (a - b - carry) & mask;
      flags_.carry = a < b || (carry != 0 && a == b);
      flags_.overflow = sign_of((a ^ b) & (a ^ result), size);
      break;
    default:
      result = operation == 1 ? a | b : operation == 4 ? a & b : a ^ b;
      flags_.carry = flags_.overflow = false;
  }
  set_result_flags(result, size);
  return result;
}

// The same for operands of which some bytes may not be known. Compilers leave the padding of what
// they return in registers as it was, with `and` and `or`, and add to a byte in a wider register.
Machine::Value Machine::combine(unsigned operation, Value a, Value b, unsigned size) {
  const bool partly = operation <= 1 || (operation >= 4 && operation <= 6);
  const std::uint8_t all = known_mask(size);
  if (!partly || (a.known & b.known & all) == all) {
    const Word left = sure(a, size);
    return {arithmetic(operation, left, sure(b, size), size)};
  }
  flags_.known = false;
  Value result{0, 0};
  if (operation == 0 || operation == 5) {  // up to the first byte that is not known
    result.bits = operation == 0 ? a.bits + b.bits : a.bits - b.bits;
    const auto known = static_cast<std::uint8_t>(a.known & b.known);
    result.known = known_mask(static_cast<unsigned>(std::countr_one(known)));
    return result;
  }
  const Word decisive = operation == 1 ? 0xff : 0;
  for (unsigned i = 0; i < size; ++i) {
    const Word left = a.bits >> (8 * i) & 0xff;
    const Word right = b.bits >> (8 * i) & 0xff;
    const bool knows_left = (a.known >> i & 1) != 0;
    const bool knows_right = (b.known >> i & 1) != 0;
    Word byte = operation == 1 ? left | right : operation == 4 ? left & right : left ^ right;
    bool known = knows_left && knows_right;
    if (operation != 6 &&
        ((knows_left && left == decisive) || (knows_right && right == decisive))) {
      byte = decisive;
      known = true;
    }
    result.bits |= byte << (8 * i);
    if (known) result.known = static_cast<std::uint8_t>(result.known | 1U << i);
  }
  return result;
}

bool Machine::condition(unsigned code) {
  if (!flags_.known) give_up();
  const bool less = flags_.sign != flags_.overflow;
  const bool values[] = {flags_.overflow, flags_.carry,  flags_.zero, flags_.carry || flags_.zero,
                         flags_.sign,     flags_.parity, less,        less || flags_.zero};
  return values[code >> 1 & 7] != ((code & 1) != 0);
}

// rol ror rcl rcr shl shr sal sar
Machine::Word Machine::shift(unsigned operation, Word value, unsigned by, unsigned size) {
  const unsigned bits = 8 * size;
  switch (operation) {
    case 0:
      by %= bits;
      return by == 0 ? value : value << by | value >> (bits - by);
    case 1:
      by %= bits;
      return by == 0 ? value : value >> by | value << (bits - by);
    case 4:
    case 6:
      return by >= 64 ? 0 : value << by;
    case 5:
      return by >= 64 ? 0 : value >> by;
    case 7:
      return static_cast<Word>(static_cast<std::int64_t>(extend(value, size)) >> std::min(by, 63U));
    default:
      give_up();
      return 0;
  }
}

}  // namespace heddle::threads
