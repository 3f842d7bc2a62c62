#include "heddle/memory.hpp"

namespace heddle::detail {

bool CountMachine::apply(Token operation) {
  switch (code_of(operation)) {
    case kCopy:
      ++owners;
      return true;
    case kDrop:
      return --owners == 0;
    case kLock:
      if (owners == 0) return false;
      ++owners;
      return true;
    default:
      return owners > 0;
  }
}

// Whoever copies is an owner, so no drop of another thread is the last, and every lock succeeds.
bool CountMachine::commute(Token first, Token second) {
  if (first == second) return true;  // of one thread
  const std::uint8_t a = code_of(first);
  const std::uint8_t b = code_of(second);
  if (a == kLook || b == kLook) return a == b;
  if (a == kDrop || b == kDrop) return a == kCopy || b == kCopy;
  return true;
}

bool ControlBlock::count(const char* name, Kind kind, CountMachine::Code code, Sync sync,
                         place where) {
  if (!exploring()) return apply(token(code));
  return execute(name, kind, token(code, identity()), where, sync);
}

void ControlBlock::copy_silently() { apply(token(CountMachine::kCopy)); }

}  // namespace heddle::detail
