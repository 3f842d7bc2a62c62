// From bytes to instructions: prefixes, operands, numbers (Intel's manual, volume 2, chapter 2).
#include "threads/machine/machine.hpp"

namespace heddle::threads {

std::uint8_t Machine::fetch() { return memory_.code(next_++); }

Machine::Word Machine::fetch_number(unsigned size) {
  Word value = 0;
  for (unsigned i = 0; i < size; ++i) value |= Word{fetch()} << (8 * i);
  return extend(value, size);
}

void Machine::decode_operand(Instruction& in, unsigned immediate) {
  const std::uint8_t modes = fetch();
  const unsigned mode = modes >> 6;
  const unsigned low = modes & 7;
  in.reg = (modes >> 3 & 7) | (in.r ? 8 : 0);
  if (mode == 3) {
    in.rm.number = low | (in.b ? 8 : 0);
    return;
  }
  in.rm.memory = true;
  Word address = 0;
  if (low == 4) {
    const std::uint8_t scaled = fetch();
    const unsigned index = (scaled >> 3 & 7) | (in.x ? 8 : 0);
    const unsigned base = (scaled & 7) | (in.b ? 8 : 0);
    if (index != 4) address += sure(registers_[index], 8) << (scaled >> 6);
    if ((scaled & 7) == 5 && mode == 0) {
      address += fetch_number(4);
    } else {
      address += sure(registers_[base], 8);
    }
  } else if (low == 5 && mode == 0) {
    const Word distance = fetch_number(4);
    address = next_ + immediate + distance;
  } else {
    address = sure(registers_[low | (in.b ? 8 : 0)], 8);
  }
  if (mode == 1) address += fetch_number(1);
  if (mode == 2) address += fetch_number(4);
#ifdef __x86_64__
  if (in.fs) {
    Word thread = 0;  // the block of the OS thread begins with its own address
    asm("movq %%fs:0, %0" : "=r"(thread));
    address += thread;
  }
#endif
  in.rm.address = address;
}

bool Machine::step() {
  Instruction in;
  std::uint8_t byte = fetch();
  for (bool prefix = true; prefix && !failed();) {
    switch (byte) {
      case 0x66:
        in.operand16 = true;
        break;
      case 0xf2:
        in.f2 = true;
        break;
      case 0xf3:
        in.f3 = true;
        break;
      case 0x64:
        in.fs = true;
        break;
      case 0x2e:
      case 0x3e:
        break;
      default:
        prefix = false;
        continue;
    }
    byte = fetch();
  }
  if ((byte & 0xf0) == 0x40) {
    in.rex = true;
    in.w = (byte & 8) != 0;
    in.r = (byte & 4) != 0;
    in.x = (byte & 2) != 0;
    in.b = (byte & 1) != 0;
    byte = fetch();
  }
  in.opcode = byte;
  if (byte == 0x0f) {
    in.opcode = fetch();
    two_bytes(in);
  } else {
    one_byte(in);
  }
  return !failed();
}

}  // namespace heddle::threads
