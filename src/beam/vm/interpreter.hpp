// Interpreter: runs one process from one visible operation to the next (interpreter.cpp).
#pragma once

#include "beam/vm/machine.hpp"

namespace heddle::beam {

struct Interpreter {
  struct BitSyntax;  // bit_syntax.hpp

  Machine* machine_;
  const void* const* handlers_ = nullptr;
  Term blamed_[3] = {};  // arguments of a function in a guard or body that failed

  Machine::Stop run(Process* process);
  /// Where an exception goes on that leaves the frame on top; null: nowhere.
  static CodePointer handler_below(const Process& process);
  /// By Op: the address that begins an instruction in predecoded code.
  static const void* const* handlers();
};

}  // namespace heddle::beam
