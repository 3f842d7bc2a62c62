#include "threads/machine/machine.hpp"

namespace heddle::threads {

// What a call may change (System V ABI).
constexpr unsigned kVolatile[] = {
    Machine::kAx, Machine::kCx, Machine::kDx, Machine::kSi, Machine::kDi, 8, 9, 10, 11};

Machine::Machine(std::span<const std::byte> stack, Word address) : memory_(stack, address) {
  for (Value& value : registers_) value.known = 0;
}

void Machine::call(Word function, Word back) {
  push({back});
  next_ = function;
}

void Machine::leave() {
  next_ = sure(pop(), 8);
  for (const unsigned number : kVolatile) registers_[number].known = 0;
  for (Vector& vector : vectors_) vector.known = 0;
  flags_.known = false;
}

Machine::Value Machine::load(Word address, unsigned size) {
  std::uint8_t bytes[8] = {};
  const std::uint16_t known = memory_.read(address, bytes, size);
  Value value;
  std::memcpy(&value.bits, bytes, 8);
  value.known = static_cast<std::uint8_t>(known & known_mask(size));
  return value;
}

void Machine::store(Word address, Value value, unsigned size) {
  std::uint8_t bytes[8];
  std::memcpy(bytes, &value.bits, 8);
  memory_.write(address, bytes, size, value.known);
}

Machine::Word Machine::sure(Value value, unsigned size) {
  if ((value.known & known_mask(size)) != known_mask(size)) give_up();
  return value.bits & mask_of(size);
}

Machine::Value Machine::get_register(const Instruction& in, unsigned number, unsigned size) const {
  if (size == 1 && !in.rex && number >= 4) {
    const Value& whole = registers_[number - 4];
    return {whole.bits >> 8 & 0xff, static_cast<std::uint8_t>(whole.known >> 1 & 1)};
  }
  return {registers_[number].bits & mask_of(size),
          static_cast<std::uint8_t>(registers_[number].known & known_mask(size))};
}

void Machine::put_register(const Instruction& in, unsigned number, Value value, unsigned size) {
  const std::uint8_t known = value.known & known_mask(size);
  const Word bits = value.bits & mask_of(size);
  if (size == 1 && !in.rex && number >= 4) {
    Value& whole = registers_[number - 4];
    whole.bits = (whole.bits & ~Word{0xff00}) | bits << 8;
    whole.known = static_cast<std::uint8_t>((whole.known & ~2U) | (known & 1U) << 1);
    return;
  }
  Value& whole = registers_[number];
  if (size >= 4) {  // the upper half becomes zero
    whole.bits = bits;
    whole.known = static_cast<std::uint8_t>(size == 8 ? known : known | 0xf0U);
  } else {
    whole.bits = (whole.bits & ~mask_of(size)) | bits;
    whole.known = static_cast<std::uint8_t>((whole.known & ~known_mask(size)) | known);
  }
}

Machine::Value Machine::get(const Instruction& in, const Operand& operand, unsigned size) {
  return operand.memory ? load(operand.address, size) : get_register(in, operand.number, size);
}

void Machine::put(const Instruction& in, const Operand& operand, Value value, unsigned size) {
  if (operand.memory) {
    value.known &= known_mask(size);
    store(operand.address, value, size);
  } else {
    put_register(in, operand.number, value, size);
  }
}

void Machine::push(Value value) {
  registers_[kSp].bits -= 8;
  store(sure(registers_[kSp], 8), value, 8);
}

Machine::Value Machine::pop() {
  const Value value = load(sure(registers_[kSp], 8), 8);
  registers_[kSp].bits += 8;
  return value;
}

}  // namespace heddle::threads
