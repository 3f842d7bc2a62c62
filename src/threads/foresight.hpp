// Foresight: what a thread would do next, found out without doing it.
//
// Given the stack and the registers with which a thread once called the engine, and what that call
// would return, it executes a copy: the program's own machine code, from the return of the call to
// the next call of the engine, on a copy of the stack. Everything else that the code writes is kept
// aside, so the program is not touched. Whatever is not understood gives no answer, never a wrong
// one: an instruction that compilers rarely make, a computation with what nobody has written,
// memory that is not there or that is changed depending on what it was, more than a few thousand
// instructions.
//
//   Foresight copy(call, stack);                 // where the thread was
//   copy.write(result, &value, sizeof value);    // what it would be told
//   if (copy.run() && copy.arrives_as(now)) ...  // it would be where it is now
//
// For x86-64 (src/threads/machine); elsewhere there is no answer. Calls into the engine are those
// through `heddle_enter` (border.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "threads/border.hpp"
#include "threads/machine/machine.hpp"

namespace heddle::threads {

class Foresight {
 public:
  /// The stack of `call` may be a copy of one whose first byte was at `address`.
  Foresight(const EngineCall& call, const std::byte* address);

  /// Changes the copy: what the engine does before it returns.
  void write(const void* address, const void* from, std::size_t size);
  /// Goes on to the next call. False: there is no answer.
  bool run();
  /// Whether that call is the one that a thread is in: the same code with the same arguments,
  /// registers and stack, and outside the stack everything that was written is there.
  bool arrives_as(const EngineCall& call);

  /// Memory outside the stack that has another value now than the code wrote.
  std::vector<Range> differences() { return machine_.memory().differences(); }
  /// Whether there is no answer for this reason: it may be going on with what it wrote itself.
  bool changes_what_it_read() const { return machine_.memory().changed_what_was_read(); }
  /// Whether the code read or wrote memory outside the stack other than this.
  bool leaves_the_stack(const void* except) const;
  /// Whether the code wrote all of it.
  bool wrote(const Range& range) const { return machine_.memory().wrote(range); }
  /// Whether it accessed a variable in this way, or a stronger one.
  bool accessed(const VariableAccess& access) const;

 private:
  bool known_function();

  Machine machine_;
  std::vector<VariableAccess> accesses_;
};

}  // namespace heddle::threads
