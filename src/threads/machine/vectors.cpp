// Vectors are moved by programs that copy structures; nothing is computed with them here.
#include <algorithm>
#include <cstring>

#include "threads/machine/machine.hpp"

namespace heddle::threads {

void Machine::load_vector(Instruction& in, unsigned size, bool clears) {
  Vector value;
  if (in.rm.memory) {
    value.known = memory_.read(in.rm.address, value.bytes.data(), size);
  } else {
    value = vectors_[in.rm.number];
  }
  Vector& to = vectors_[in.reg];
  std::copy_n(value.bytes.begin(), size, to.bytes.begin());
  const auto low = static_cast<std::uint16_t>((1U << size) - 1);
  to.known = static_cast<std::uint16_t>((to.known & ~low) | (value.known & low));
  if (clears && in.rm.memory) {
    std::fill(to.bytes.begin() + size, to.bytes.end(), std::uint8_t{0});
    to.known = static_cast<std::uint16_t>(to.known | ~low);
  }
}

void Machine::store_vector(Instruction& in, unsigned size) {
  const Vector& value = vectors_[in.reg];
  if (in.rm.memory) return memory_.write(in.rm.address, value.bytes.data(), size, value.known);
  Vector& to = vectors_[in.rm.number];
  std::copy_n(value.bytes.begin(), size, to.bytes.begin());
  const auto low = static_cast<std::uint16_t>((1U << size) - 1);
  to.known = static_cast<std::uint16_t>((to.known & ~low) | (value.known & low));
}

void Machine::vectors(Instruction& in) {
  decode_operand(in, 0);
  const auto general = [&](unsigned size) {  // to or from a general register
    std::uint8_t bytes[8] = {};
    const Value value = get(in, in.rm, size);
    std::memcpy(bytes, &value.bits, 8);
    Vector& to = vectors_[in.reg];
    to.bytes = {};
    std::copy_n(bytes, size, to.bytes.begin());
    to.known = static_cast<std::uint16_t>((0xffffU << size) | (value.known & known_mask(size)));
  };
  switch (in.opcode) {
    case 0x10:
      return load_vector(in, in.f3 ? 4 : in.f2 ? 8 : 16, true);
    case 0x11:
      return store_vector(in, in.f3 ? 4 : in.f2 ? 8 : 16);
    case 0x28:
      return load_vector(in, 16, true);
    case 0x29:
      return store_vector(in, 16);
    case 0x6f:
      return in.operand16 || in.f3 ? load_vector(in, 16, true) : give_up();
    case 0x7f:
      return in.operand16 || in.f3 ? store_vector(in, 16) : give_up();
    case 0x16:  // movhps: the upper half
      if (!in.rm.memory || in.f2 || in.f3) return give_up();
      {
        Vector& to = vectors_[in.reg];
        const std::uint16_t known = memory_.read(in.rm.address, to.bytes.data() + 8, 8);
        to.known = static_cast<std::uint16_t>((to.known & 0xffU) | (known & 0xffU) << 8);
      }
      return;
    case 0x62: {  // punpckldq: the lower halves, by turns
      if (in.rm.memory || !in.operand16) return give_up();
      const Vector from = vectors_[in.rm.number];
      const Vector old = vectors_[in.reg];
      Vector& to = vectors_[in.reg];
      to.known = 0;
      for (unsigned i = 0; i < 16; ++i) {
        const Vector& source = (i / 4) % 2 == 0 ? old : from;
        const unsigned at = i / 8 * 4 + i % 4;
        to.bytes[i] = source.bytes[at];
        to.known = static_cast<std::uint16_t>(to.known | (source.known >> at & 1U) << i);
      }
      return;
    }
    case 0x6c: {  // punpcklqdq: the lower halves
      if (in.rm.memory || !in.operand16) return give_up();
      const Vector from = vectors_[in.rm.number];
      Vector& to = vectors_[in.reg];
      std::copy_n(from.bytes.begin(), 8, to.bytes.begin() + 8);
      to.known = static_cast<std::uint16_t>((to.known & 0xffU) | (from.known & 0xffU) << 8);
      return;
    }
    case 0x6e:
      return in.operand16 ? general(in.w ? 8 : 4) : give_up();
    case 0x7e:
      if (in.f3) {  // movq: the rest becomes zero
        if (in.rm.memory) return load_vector(in, 8, true);
        const Vector from = vectors_[in.rm.number];
        Vector& to = vectors_[in.reg];
        to.bytes = {};
        std::copy_n(from.bytes.begin(), 8, to.bytes.begin());
        to.known = static_cast<std::uint16_t>(0xff00U | (from.known & 0xffU));
        return;
      }
      if (!in.operand16) return give_up();
      {
        Value value;
        std::memcpy(&value.bits, vectors_[in.reg].bytes.data(), 8);
        value.known = static_cast<std::uint8_t>(vectors_[in.reg].known);
        return put(in, in.rm, value, in.w ? 8 : 4);
      }
    case 0xd6:
      return in.operand16 && in.rm.memory ? store_vector(in, 8) : give_up();
    case 0x57:
    case 0xef:  // a vector with itself: zero
      if (in.rm.memory || in.rm.number != in.reg) return give_up();
      vectors_[in.reg].bytes = {};
      vectors_[in.reg].known = 0xffff;
      return;
    default:
      return give_up();
  }
}

}  // namespace heddle::threads
