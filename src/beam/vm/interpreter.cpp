// The interpreter: direct-threaded, one handler an instruction.
//
// The hot state of the running process (instruction pointer, frame, registers) lives in locals; it
// is written back when the process stops. Natives see the machine, not these locals.
#include "beam/vm/interpreter.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/bit_syntax.hpp"
#include "beam/vm/machine.hpp"
#include "beam/vm/ops.hpp"
#include "support/check.hpp"

namespace heddle::beam {

namespace {

// In a y register: where an exception of the code since goes on.
Term catch_term(CodePointer handler) {
  return Term::from_bits((std::bit_cast<Word>(handler) << 4) | Term::kSpecialTag);
}
bool is_catch(Term term) {
  return (term.bits() & 15) == Term::kSpecialTag && term.bits() > (Word{2} << 4);
}
CodePointer handler_of(Term term) { return std::bit_cast<CodePointer>(term.bits() >> 4); }

// What a handler gets as the trace, until somebody asks for the list: a re-raise needs the class.
Term raw_trace(Heap& heap, Term exception_class, Term trace) {
  return heap.tuple({atoms::Empty, exception_class, trace});
}
Term trace_list(Term trace) {
  return trace.is_tuple(3) && trace.element(0) == atoms::Empty ? trace.element(2) : trace;
}

bool takes(Term function, Word arity) {
  if (function.is(Kind::kFun)) return fun_entry(function).arity == arity;
  return function.is(Kind::kExport) && export_entry(function).arity == arity;
}

// Where the caller is while a call fails that was the last thing it did: still in the trace if it
// names the callee, and gone if the callee was a value.
enum class Last : std::uint8_t { kNo, kYes, kGone };

}  // namespace

const void* const* Interpreter::handlers() {
  static const void* const* table = [] {
    Interpreter nothing{nullptr};
    nothing.run(nullptr);
    return nothing.handlers_;
  }();
  return table;
}

CodePointer Interpreter::handler_below(const Process& process) {
  const Word* frame = process.stack() + process.state.frame;
  while (frame > process.stack()) {
    frame -= kFrameHeader + size_below(frame[1]);
    for (Word i = 0; i < own_size(frame[1]); ++i) {
      const Term term = Term::from_bits(frame[kFrameHeader + i]);
      if (is_catch(term)) return handler_of(term);
    }
  }
  return nullptr;
}

// Returns when the process reaches a visible operation, waits or ends.
Machine::Stop Machine::interpret(Process& process) { return Interpreter{this}.run(&process); }

Machine::Stop Interpreter::run(Process* process) {
  static const void* const kHandlers[] = {
#define X(name) &&op_##name,
      HEDDLE_OPS(X)
#undef X
  };
  if (process == nullptr) {
    handlers_ = kHandlers;
    return Machine::Stop::kExited;
  }

  Machine& machine = *machine_;
  Heap& heap = machine.heap_;
  Term* const x = machine.x_.get();
  Process::State& state = process->state;
  CodePointer ip = state.ip;
  CodePointer cp = state.cp;
  Word* fp = process->stack() + state.frame;
  // Frames below this one are as they were when the step began.
  Word* low = fp;
  machine.lowest_frame_ = state.frame;
  Word* limit = process->stack() + process->stack_size();
  std::uint64_t calls = machine.options_.calls_per_step;
  Term result;
  CodePointer fail;
  const Native* native;
  Export* callee;
  const FunEntry* fun;
  Word arity;
  Word live;
  Last tail = Last::kNo;

  const auto get = [&](Word operand) __attribute__((always_inline)) {
    if ((operand & 3) != 0) return Term::from_bits(operand);
    return Term::from_bits((operand & 4) != 0 ? fp[kFrameHeader + (operand >> 3)]
                                              : x[operand >> 3].bits());
  };
  const auto set = [&](Word operand, Term value) __attribute__((always_inline)) {
    if ((operand & 4) != 0) {
      fp[kFrameHeader + (operand >> 3)] = value.bits();
    } else {
      x[operand >> 3] = value;
    }
  };
  const auto label = [](Word operand) { return std::bit_cast<CodePointer>(operand); };
  const auto table = [](Word operand) { return std::bit_cast<const Word*>(operand); };
  // What lies below `low` must be kept before it can be overwritten.
  const auto keep = [&] {
    if (fp >= low) return;
    machine.undo_.save_stack(*process, static_cast<std::size_t>(fp - process->stack()),
                             static_cast<std::size_t>(low - fp));
    low = fp;
    machine.lowest_frame_ = static_cast<Word>(fp - process->stack());
  };
  const auto push_frame = [&](Word size) {
    const Word own = own_size(fp[1]);
    Word* frame = fp + kFrameHeader + own;
    if (frame + kFrameHeader + size > limit) {
      const auto frame_at = frame - process->stack();
      const auto low_at = low - process->stack();
      machine.check_memory(process->stack_size(), ip);
      process->grow_stack(static_cast<std::size_t>(frame_at) + kFrameHeader + size);
      frame = process->stack() + frame_at;
      low = process->stack() + low_at;
      limit = process->stack() + process->stack_size();
    }
    frame[0] = std::bit_cast<Word>(cp);
    frame[1] = frame_sizes(size, own);
    fp = frame;
    cp = nullptr;
  };
  const auto pop_frame = [&] {
    cp = std::bit_cast<CodePointer>(fp[0]);
    fp -= kFrameHeader + size_below(fp[1]);
    if (fp < low) keep();
  };
  const auto store = [&] {
    state.ip = ip;
    state.cp = cp;
    state.frame = static_cast<Word>(fp - process->stack());
  };

#define NEXT(words)                  \
  do {                               \
    ip += (words) + 1;               \
    goto* std::bit_cast<void*>(*ip); \
  } while (false)
#define GO(address)                  \
  do {                               \
    ip = (address);                  \
    goto* std::bit_cast<void*>(*ip); \
  } while (false)
#define TEST(condition, words)  \
  do {                          \
    if (condition) NEXT(words); \
    GO(label(ip[1]));           \
  } while (false)
#define FAIL_OR_RAISE(address)     \
  do {                             \
    fail = (address);              \
    if (fail != nullptr) GO(fail); \
    goto raised;                   \
  } while (false)
#define ERROR(reason)      \
  do {                     \
    machine.error(reason); \
    goto raised;           \
  } while (false)
#define COUNT_CALL()               \
  do {                             \
    if (--calls == 0) [[unlikely]] \
      goto step_limit;             \
  } while (false)

  GO(ip);

// One file a group of instructions, included, as labels are known in one function only.
// clang-format off
#include "beam/vm/instructions/calls.inc"
#include "beam/vm/instructions/traced_calls.inc"
#include "beam/vm/instructions/functions.inc"
#include "beam/vm/instructions/stack.inc"
#include "beam/vm/instructions/messages.inc"
#include "beam/vm/instructions/tests.inc"
#include "beam/vm/instructions/building.inc"
#include "beam/vm/instructions/exceptions.inc"
#include "beam/vm/instructions/floats.inc"
#include "beam/vm/instructions/bit_syntax.inc"
  // clang-format on
}

}  // namespace heddle::beam
