#include "threads/border.hpp"

#include "threads/outside.hpp"
#include "threads/program.hpp"

#ifdef __x86_64__

extern "C" [[gnu::visibility("hidden")]] void heddle_entered(heddle::detail::Entered body,
                                                             void* argument,
                                                             const std::byte* saved);

// The registers that belong to the caller, in the order of `Saved`. They keep their values, so an
// exception on its way through needs to know the size of the frame only.
asm(R"(
  .text
  .globl heddle_enter
  .type heddle_enter, @function
heddle_enter:
  .cfi_startproc
  endbr64
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  .cfi_def_cfa_offset 56
  movq %rsp, %rdx
  subq $8, %rsp
  .cfi_def_cfa_offset 64
  call heddle_entered
  addq $56, %rsp
  .cfi_def_cfa_offset 8
  ret
  .cfi_endproc
  .size heddle_enter, .-heddle_enter
)");

void heddle_entered(heddle::detail::Entered body, void* argument, const std::byte* saved) {
  heddle::threads::Program* const program = heddle::threads::Program::current();
  const heddle::threads::Program::Outside border(program, saved, body, argument);
  body(argument);
  if (border.set()) program->foresee();
}

#else

void heddle::detail::heddle_enter(Entered body, void* argument) {
  heddle::threads::from_outside([&] { body(argument); });
}

#endif
