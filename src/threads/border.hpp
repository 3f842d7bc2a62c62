// The border between the program's code and the engine's, on the stack of a thread.
//
// A call of the library that may be part of a loop that tries again (a load, a compare-exchange)
// goes through `heddle_enter` (include/heddle/detail/border.hpp), which saves the registers that
// belong to the caller below its return address: from there on, the stack is the whole local state
// of the program, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "heddle/detail/border.hpp"
#include "heddle/detail/runtime.hpp"

namespace heddle::threads {

/// A call of the engine through `heddle_enter`.
struct EngineCall {
  detail::Entered body = nullptr;  // null: another kind of call
  void* argument = nullptr;
  std::span<const std::byte> stack = {};  // from the saved registers up
};

/// Some of the process' memory.
struct Range {
  std::uint64_t address;
  std::uint64_t size;
};

/// An access of a variable that races are looked for (heddle::var).
struct VariableAccess {
  detail::Location variable;
  bool write;
};

/// The saved registers, lowest address first, then the return address.
enum Saved : std::size_t { kR15, kR14, kR13, kR12, kRbx, kRbp, kReturn, kSavedWords };

}  // namespace heddle::threads
