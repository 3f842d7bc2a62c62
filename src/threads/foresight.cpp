#include "threads/foresight.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "heddle/var.hpp"
#include "threads/fiber.hpp"

namespace heddle::threads {

namespace {

constexpr std::size_t kRoomBelow = 4096;
constexpr int kMostInstructions = 4000;
constexpr std::uint64_t kPage = 4096;

enum Register : unsigned { kAx, kCx, kDx, kBx, kSp, kBp, kSi, kDi };
// What a call may change (System V ABI).
constexpr unsigned kVolatile[] = {kAx, kCx, kDx, kSi, kDi, 8, 9, 10, 11};

std::uint64_t as_number(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }
template <class R, class... A>
std::uint64_t entry_of(R (*function)(A...)) {
  return reinterpret_cast<std::uint64_t>(function);
}

constexpr std::uint64_t mask_of(unsigned size) {
  return size == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size)) - 1;
}
constexpr std::uint8_t known_mask(unsigned size) {
  return static_cast<std::uint8_t>((1U << size) - 1);
}
constexpr bool sign_of(std::uint64_t value, unsigned size) {
  return (value >> (8 * size - 1) & 1) != 0;
}
constexpr std::uint64_t extend(std::uint64_t value, unsigned size) {
  return sign_of(value, size) ? value | ~mask_of(size) : value & mask_of(size);
}

// The process' own memory, which may not be there.
bool read_memory(std::uint64_t address, void* to, std::size_t size) {
  const iovec local{to, size};
  const iovec remote{reinterpret_cast<void*>(address), size};  // NOLINT: it is a number here
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(size);
}

}  // namespace

struct Foresight::Instruction {
  bool rex = false, w = false, r = false, x = false, b = false;
  bool operand16 = false, f2 = false, f3 = false, fs = false;
  std::uint8_t opcode = 0;
  unsigned reg = 0;
  Operand rm;

  unsigned size() const { return w ? 8 : operand16 ? 2 : 4; }
  // Opcodes come in pairs: for bytes, for more.
  unsigned paired_size() const { return (opcode & 1) == 0 ? 1 : size(); }
};

Foresight::Foresight(const EngineCall& call, const std::byte* address)
    : base_(as_number(address) - kRoomBelow),
      top_(as_number(address) + call.stack.size()),
      stack_(kRoomBelow + call.stack.size()),
      known_(stack_.size(), 1) {
#ifdef __x86_64__
  std::array<Word, kSavedWords> saved{};
  if (call.body == nullptr || call.stack.size() < sizeof saved) {
    give_up();
    return;
  }
  copy_bytes(call.stack, stack_.data() + kRoomBelow);
  std::memcpy(saved.data(), stack_.data() + kRoomBelow, sizeof saved);
  std::fill_n(known_.begin(), kRoomBelow + sizeof saved, std::uint8_t{0});
  for (Value& value : registers_) value.known = 0;
  registers_[kBx] = {saved[kRbx]};
  registers_[kBp] = {saved[kRbp]};
  registers_[12] = {saved[kR12]};
  registers_[13] = {saved[kR13]};
  registers_[14] = {saved[kR14]};
  registers_[15] = {saved[kR15]};
  registers_[kSp] = {as_number(address) + sizeof saved};
  lowest_ = registers_[kSp].bits;
  next_ = saved[kReturn];
#else
  give_up();
#endif
}

void Foresight::write(const void* address, const void* from, std::size_t size) {
  write_bytes(as_number(address), static_cast<const std::uint8_t*>(from), size, 0xffff);
}

bool Foresight::run() {
  for (int i = 0; i < kMostInstructions && !failed_; ++i) {
    if (next_ == entry_of(&detail::heddle_enter)) return true;
    const Word before = registers_[kSp].bits;
    if (!known_function() && !step()) return false;
    if (registers_[kSp].bits > before) forget();
  }
  return false;
}

// A function has returned: what it leaves behind is nobody's.
void Foresight::forget() {
  const Word end = sure(registers_[kSp], 8);
  if (!on_stack(end, 0)) return give_up();
  if (lowest_ >= end) return;
  std::fill(known_.begin() + static_cast<std::ptrdiff_t>(lowest_ - base_),
            known_.begin() + static_cast<std::ptrdiff_t>(end - base_), std::uint8_t{0});
  lowest_ = end;
}

// Functions that are not followed: what they do is known, and the machine code is for vectors.
bool Foresight::known_function() {
  const bool moves = next_ == entry_of(&std::memcpy) || next_ == entry_of(&std::memmove);
  const bool fills = next_ == entry_of(&std::memset);
  if (!moves && !fills && next_ != entry_of(&detail::check_access)) return false;
  const Value first = registers_[kDi];
  if (moves || fills) {
    const Word to = sure(first, 8);
    const Word size = sure(registers_[kDx], 8);
    if (size > kRoomBelow) give_up();
    std::vector<Value> bytes(failed_ ? 0 : size, {registers_[kSi].bits, registers_[kSi].known});
    const Word from = moves ? sure(registers_[kSi], 8) : 0;
    for (std::size_t i = 0; moves && i < bytes.size(); ++i) bytes[i] = load(from + i, 1);
    for (std::size_t i = 0; i < bytes.size(); ++i) store(to + i, bytes[i], 1);
  }
  leave();
  if (moves || fills) registers_[kAx] = first;
  return true;
}

// From a function that is not followed.
void Foresight::leave() {
  next_ = sure(pop(), 8);
  for (const unsigned number : kVolatile) registers_[number].known = 0;
  for (Vector& vector : vectors_) vector.known = 0;
  flags_.known = false;
}

bool Foresight::arrives_as(const EngineCall& call) const {
  if (failed_ || call.body == nullptr) return false;
  std::array<Word, kSavedWords> saved{};
  std::vector<std::uint8_t> real(call.stack.size());
  copy_bytes(call.stack, real.data());
  std::memcpy(saved.data(), real.data(), sizeof saved);
  // What is not known was never written: the padding of a structure, for instance.
  const auto same = [&](unsigned number, Word value) {
    const Value& ours = registers_[number];
    for (unsigned i = 0; i < 8; ++i) {
      const bool differs = (ours.bits >> (8 * i) & 0xff) != (value >> (8 * i) & 0xff);
      if ((ours.known >> i & 1) != 0 && differs) return false;
    }
    return true;
  };
  const auto surely = [&](unsigned number, Word value) {
    return registers_[number].known == 0xff && registers_[number].bits == value;
  };
  const Word border = top_ - call.stack.size() + kReturn * sizeof(Word);
  if (!surely(kSp, border) || !surely(kSi, as_number(call.argument)) ||
      !surely(kDi, entry_of(call.body)) || !same(kBp, saved[kRbp]) || !same(kBx, saved[kRbx]) ||
      !same(12, saved[kR12]) || !same(13, saved[kR13]) || !same(14, saved[kR14]) ||
      !same(15, saved[kR15])) {
    return false;
  }
  const std::size_t from = border - base_;
  const std::size_t real_from = real.size() - (stack_.size() - from);
  for (std::size_t i = from; i < stack_.size(); ++i) {
    if (known_[i] != 0 && stack_[i] != real[real_from + i - from]) return false;
  }
  return differences().empty();
}

std::vector<Range> Foresight::differences() const {
  std::vector<Range> found;
  for (const Byte& byte : outside_) {
    std::uint8_t now = 0;
    if (!read_memory(byte.address, &now, 1) || now != byte.value)
      found.push_back({byte.address, 1});
  }
  return found;
}

bool Foresight::wrote(const Range& range) const {
  for (Word address = range.address; address < range.address + range.size; ++address) {
    if (std::none_of(outside_.begin(), outside_.end(),
                     [&](const Byte& byte) { return byte.address == address; })) {
      return false;
    }
  }
  return true;
}

// --- Memory and registers ---

std::uint16_t Foresight::read_bytes(Word address, std::uint8_t* to, std::size_t size) {
  std::uint16_t known = 0;
  if (on_stack(address, size)) {
    const std::size_t at = address - base_;
    for (std::size_t i = 0; i < size; ++i) {
      to[i] = stack_[at + i];
      known = static_cast<std::uint16_t>(known | (known_[at + i] & 1U) << i);
    }
    return known;
  }
  if (!read_memory(address, to, size)) give_up();
  read_.push_back({address, size});
  for (const Byte& byte : outside_) {
    if (byte.address - address < size) to[byte.address - address] = byte.value;
  }
  return 0xffff;
}

void Foresight::write_bytes(Word address, const std::uint8_t* from, std::size_t size,
                            std::uint16_t known) {
  const bool here = on_stack(address, size);
  if (here) lowest_ = std::min(lowest_, address);
  for (std::size_t i = 0; i < size; ++i) {
    const bool sure = (known >> (i & 15) & 1) != 0;
    if (here) {
      stack_[address - base_ + i] = from[i];
      known_[address - base_ + i] = sure ? 1 : 0;
      continue;
    }
    if (!sure) return give_up();
    const auto old = std::find_if(outside_.begin(), outside_.end(),
                                  [&](const Byte& byte) { return byte.address == address + i; });
    if (old != outside_.end()) {
      old->value = from[i];
      continue;
    }
    // What it found there may be what the thread itself has written since.
    if (std::any_of(read_.begin(), read_.end(),
                    [&](const Range& range) { return address + i - range.address < range.size; })) {
      return give_up();
    }
    outside_.push_back({address + i, from[i]});
  }
}

Foresight::Value Foresight::load(Word address, unsigned size) {
  std::uint8_t bytes[8] = {};
  const std::uint16_t known = read_bytes(address, bytes, size);
  Value value;
  std::memcpy(&value.bits, bytes, 8);
  value.known = static_cast<std::uint8_t>(known & known_mask(size));
  return value;
}

void Foresight::store(Word address, Value value, unsigned size) {
  std::uint8_t bytes[8];
  std::memcpy(bytes, &value.bits, 8);
  write_bytes(address, bytes, size, value.known);
}

// A value that is computed with.
Foresight::Word Foresight::sure(Value value, unsigned size) {
  if ((value.known & known_mask(size)) != known_mask(size)) give_up();
  return value.bits & mask_of(size);
}

Foresight::Value Foresight::get_register(const Instruction& in, unsigned number,
                                         unsigned size) const {
  if (size == 1 && !in.rex && number >= 4) {
    const Value& whole = registers_[number - 4];
    return {whole.bits >> 8 & 0xff, static_cast<std::uint8_t>(whole.known >> 1 & 1)};
  }
  return {registers_[number].bits & mask_of(size),
          static_cast<std::uint8_t>(registers_[number].known & known_mask(size))};
}

void Foresight::put_register(const Instruction& in, unsigned number, Value value, unsigned size) {
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

Foresight::Value Foresight::get(const Instruction& in, const Operand& operand, unsigned size) {
  return operand.memory ? load(operand.address, size) : get_register(in, operand.number, size);
}

void Foresight::put(const Instruction& in, const Operand& operand, Value value, unsigned size) {
  if (operand.memory) {
    value.known &= known_mask(size);
    store(operand.address, value, size);
  } else {
    put_register(in, operand.number, value, size);
  }
}

void Foresight::push(Value value) {
  registers_[kSp].bits -= 8;
  store(sure(registers_[kSp], 8), value, 8);
}

Foresight::Value Foresight::pop() {
  const Value value = load(sure(registers_[kSp], 8), 8);
  registers_[kSp].bits += 8;
  return value;
}

// --- Instructions (Intel's manual, volume 2) ---

std::uint8_t Foresight::fetch() {
  std::uint8_t byte = 0;
  if ((next_ & ~(kPage - 1)) != code_page_) {
    if (!read_memory(next_, &byte, 1)) {
      give_up();
      return 0;
    }
    code_page_ = next_ & ~(kPage - 1);
  }
  byte = *reinterpret_cast<const std::uint8_t*>(next_);  // NOLINT: code is memory here
  ++next_;
  return byte;
}

Foresight::Word Foresight::fetch_number(unsigned size) {
  Word value = 0;
  for (unsigned i = 0; i < size; ++i) value |= Word{fetch()} << (8 * i);
  return extend(value, size);
}

void Foresight::decode_operand(Instruction& in, unsigned immediate) {
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

bool Foresight::step() {
  Instruction in;
  std::uint8_t byte = fetch();
  for (bool prefix = true; prefix && !failed_;) {
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
  return !failed_;
}

void Foresight::set_result_flags(Word value, unsigned size) {
  flags_.known = true;
  flags_.zero = (value & mask_of(size)) == 0;
  flags_.sign = sign_of(value, size);
  flags_.parity = (std::popcount(value & 0xff) & 1) == 0;
}

// add or adc sbb and sub xor cmp
Foresight::Word Foresight::arithmetic(unsigned operation, Word a, Word b, unsigned size) {
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
// they return in registers as it was, with `and` and `or`.
Foresight::Value Foresight::combine(unsigned operation, Value a, Value b, unsigned size) {
  const bool bitwise = operation == 1 || operation == 4 || operation == 6;
  const std::uint8_t all = known_mask(size);
  if (!bitwise || (a.known & b.known & all) == all) {
    const Word left = sure(a, size);
    return {arithmetic(operation, left, sure(b, size), size)};
  }
  Value result{0, 0};
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
  flags_.known = false;
  return result;
}

bool Foresight::condition(unsigned code) {
  if (!flags_.known) give_up();
  const bool less = flags_.sign != flags_.overflow;
  const bool values[] = {flags_.overflow, flags_.carry,  flags_.zero, flags_.carry || flags_.zero,
                         flags_.sign,     flags_.parity, less,        less || flags_.zero};
  return values[code >> 1 & 7] != ((code & 1) != 0);
}

// The first four rows: eight operations in six forms each.
void Foresight::arithmetic_family(Instruction& in) {
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

void Foresight::one_byte(Instruction& in) {
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
      return;
    case 0x98: {  // cbw cwde cdqe
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

// rol ror rcl rcr shl shr sal sar
Foresight::Word Foresight::shift(unsigned operation, Word value, unsigned by, unsigned size) {
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

void Foresight::shift_group(Instruction& in, unsigned size, unsigned by) {
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
void Foresight::test_group(Instruction& in, unsigned size) {
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
void Foresight::jump_group(Instruction& in, unsigned size) {
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
void Foresight::strings(Instruction& in) {
  const unsigned size = in.paired_size();
  Word count = in.f3 ? sure(registers_[kCx], 8) : 1;
  if (count > kMostInstructions) return give_up();
  const bool moves = in.opcode < 0xa8;
  for (; count > 0 && !failed_; --count) {
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

void Foresight::two_bytes(Instruction& in) {
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

void Foresight::load_vector(Instruction& in, unsigned size, bool clears) {
  Vector value;
  if (in.rm.memory) {
    value.known = read_bytes(in.rm.address, value.bytes.data(), size);
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

void Foresight::store_vector(Instruction& in, unsigned size) {
  const Vector& value = vectors_[in.reg];
  if (in.rm.memory) return write_bytes(in.rm.address, value.bytes.data(), size, value.known);
  Vector& to = vectors_[in.rm.number];
  std::copy_n(value.bytes.begin(), size, to.bytes.begin());
  const auto low = static_cast<std::uint16_t>((1U << size) - 1);
  to.known = static_cast<std::uint16_t>((to.known & ~low) | (value.known & low));
}

// Vectors are moved by programs that copy structures; nothing is computed with them here.
void Foresight::vectors(Instruction& in) {
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
        const std::uint16_t known = read_bytes(in.rm.address, to.bytes.data() + 8, 8);
        to.known = static_cast<std::uint16_t>((to.known & 0xffU) | (known & 0xffU) << 8);
      }
      return;
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
