// Native: a function that OTP writes in C, written here in C++.
//
// Natives are registered by name (bif/registry.hpp) and override the functions of loaded modules.
// One takes its arguments in an array and returns its result, or none after `machine.raise(...)`.
#pragma once

#include <cstdint>

#include "beam/term/term.hpp"

namespace heddle::beam {

class Machine;

enum class NativeKind : std::uint8_t {
  kPure,      // depends on its arguments only, or on the process' own state
  kVisible,   // other processes can tell: the machine stops before it
  kOfModule,  // pure, unless an argument is a module that is replaced in some run: then visible
  kFirst,     // pure, and asked first: if it gives none, the module's own code runs
  kTraced,    // what it stands for may be traced: a TracePoint (code.hpp)
};

struct Native {
  const char* module = "";
  const char* function = "";
  std::uint32_t arity = 0;
  Term (*call)(Machine& machine, const Term* arguments) = nullptr;
  NativeKind kind = NativeKind::kPure;
  /// The first release of OTP that has it; 0: all have it.
  std::uint8_t since = 0;
};

}  // namespace heddle::beam
