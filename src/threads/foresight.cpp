#include "threads/foresight.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <new>

#include "heddle/var.hpp"
#include "threads/fiber.hpp"

namespace heddle::threads {

namespace {

constexpr int kMostInstructions = 4000;
constexpr std::uint64_t kMostBytes = 4096;

std::uint64_t as_number(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }
template <class R, class... A>
std::uint64_t entry_of(R (*function)(A...)) {
  return reinterpret_cast<std::uint64_t>(function);
}

using SavedRegisters = std::array<Machine::Word, kSavedWords>;

// The numbers of the registers that `heddle_enter` saves.
constexpr std::pair<unsigned, Saved> kKept[] = {
    {Machine::kBx, kRbx}, {Machine::kBp, kRbp}, {12, kR12}, {13, kR13}, {14, kR14}, {15, kR15}};

SavedRegisters saved_by(const EngineCall& call) {
  SavedRegisters saved{};
  std::array<std::uint8_t, sizeof saved> bytes{};
  copy_bytes(call.stack.first(sizeof saved), bytes.data());
  std::memcpy(saved.data(), bytes.data(), sizeof saved);
  return saved;
}

}  // namespace

Foresight::Foresight(const EngineCall& call, const std::byte* address)
    : machine_(call.stack, as_number(address)) {
#ifdef __x86_64__
  if (call.body == nullptr || call.stack.size() < sizeof(SavedRegisters)) {
    machine_.give_up();
    return;
  }
  const SavedRegisters saved = saved_by(call);
  for (const auto& [number, place] : kKept) machine_.set(number, saved[place]);
  machine_.set(Machine::kSp, as_number(address) + sizeof saved);
  machine_.memory().forget_below(as_number(address) + sizeof saved);
  machine_.go_to(saved[kReturn]);
#else
  machine_.give_up();
#endif
}

void Foresight::write(const void* address, const void* from, std::size_t size) {
  machine_.memory().write(as_number(address), static_cast<const std::uint8_t*>(from), size, 0xffff);
}

bool Foresight::run() {
  for (int i = 0; i < kMostInstructions && !machine_.failed(); ++i) {
    if (machine_.next() == entry_of(&detail::heddle_enter)) return true;
    const Machine::Word before = machine_.get(Machine::kSp).bits;
    if (!known_function() && !machine_.step()) return false;
    // A function has returned: what it leaves behind is nobody's.
    const Machine::Word now = machine_.sure(machine_.get(Machine::kSp), sizeof(Machine::Word));
    if (now > before) machine_.memory().forget_below(now);
  }
  return false;
}

// Functions that are not followed: what they do is known, and the machine code is for vectors. What
// the heap and exceptions change of their own is nothing that the program reads.
bool Foresight::known_function() {
  const Machine::Word next = machine_.next();
  static const std::array<Machine::Word, 7> kOpaque = {
      entry_of(&std::malloc),
      entry_of(&std::free),
      entry_of(static_cast<void* (*)(std::size_t)>(&::operator new)),
      entry_of(static_cast<void (*)(void*)>(&::operator delete)),
      entry_of(static_cast<void (*)(void*, std::size_t)>(&::operator delete)),
      entry_of(&abi::__cxa_allocate_exception),
      entry_of(&abi::__cxa_rethrow)};
  if (std::find(kOpaque.begin(), kOpaque.end(), next) != kOpaque.end()) {
    machine_.give_up();
    return true;
  }
  const bool moves = next == entry_of(&std::memcpy) || next == entry_of(&std::memmove);
  const bool fills = next == entry_of(&std::memset);
  if (!moves && !fills && next != entry_of(&detail::check_access)) return false;
  const Machine::Word first = machine_.sure(machine_.get(Machine::kDi), 8);
  const Machine::Value second = machine_.get(Machine::kSi);
  const Machine::Value third = machine_.get(Machine::kDx);
  if (moves || fills) {
    const Machine::Word size = machine_.sure(third, 8);
    if (size > kMostBytes) machine_.give_up();
    std::vector<Machine::Value> bytes(machine_.failed() ? 0 : size, second);
    const Machine::Word from = moves ? machine_.sure(second, 8) : 0;
    for (std::size_t i = 0; moves && i < bytes.size(); ++i) bytes[i] = machine_.load(from + i, 1);
    for (std::size_t i = 0; i < bytes.size(); ++i) machine_.store(first + i, bytes[i], 1);
  } else {
    accesses_.push_back({first, machine_.sure(third, 1) != 0});
  }
  machine_.leave();
  if (moves || fills) machine_.set(Machine::kAx, first);
  return true;
}

bool Foresight::arrives_as(const EngineCall& call) {
  if (machine_.failed() || call.body == nullptr) return false;
  const SavedRegisters saved = saved_by(call);
  // What is not known was never written: the padding of a structure, for instance.
  const auto same = [&](unsigned number, Machine::Word value) {
    const Machine::Value& ours = machine_.get(number);
    for (unsigned i = 0; i < 8; ++i) {
      const bool differs = (ours.bits >> (8 * i) & 0xff) != (value >> (8 * i) & 0xff);
      if ((ours.known >> i & 1) != 0 && differs) return false;
    }
    return true;
  };
  const auto surely = [&](unsigned number, Machine::Word value) {
    return machine_.get(number).known == 0xff && machine_.get(number).bits == value;
  };
  const Machine::Word border =
      machine_.memory().top() - call.stack.size() + kReturn * sizeof(Machine::Word);
  return surely(Machine::kSp, border) && surely(Machine::kSi, as_number(call.argument)) &&
         surely(Machine::kDi, entry_of(call.body)) &&
         std::all_of(std::begin(kKept), std::end(kKept),
                     [&](const auto& kept) { return same(kept.first, saved[kept.second]); }) &&
         machine_.memory().same_stack(call.stack, border) && differences().empty();
}

bool Foresight::leaves_the_stack(const void* except) const {
  return machine_.memory().used_outside(as_number(except));
}

bool Foresight::accessed(const VariableAccess& access) const {
  return std::any_of(accesses_.begin(), accesses_.end(), [&](const VariableAccess& own) {
    return own.variable == access.variable && (own.write || !access.write);
  });
}

}  // namespace heddle::threads
