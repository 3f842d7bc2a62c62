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

  // ---- Calls

op_call:  // arity label
  COUNT_CALL();
  cp = ip + 3;
  GO(label(ip[2]));

op_call_last:  // arity label deallocate
  COUNT_CALL();
  pop_frame();
  GO(label(ip[2]));

op_call_only:  // arity label
  COUNT_CALL();
  GO(label(ip[2]));

op_return_:
  ip = std::exchange(cp, nullptr);
  GO(ip);

op_call_ext:  // arity export
  callee = std::bit_cast<Export*>(ip[2]);
  cp = ip + 3;
  tail = Last::kNo;
  goto call_export;

op_call_ext_last:  // arity export deallocate
  callee = std::bit_cast<Export*>(ip[2]);
  pop_frame();
  tail = Last::kYes;
  goto call_export;

op_call_ext_only:  // arity export
  callee = std::bit_cast<Export*>(ip[2]);
  tail = Last::kYes;
  goto call_export;

call_export:  // the callee returns to cp
  COUNT_CALL();
  if ((native = callee->native.load(std::memory_order_relaxed)) != nullptr) goto call_native;
  if (CodePointer code = callee->code.load(std::memory_order_acquire); code != nullptr) GO(code);
  store();
  if (machine.is_replaced(callee->module)) [[unlikely]] {
    state.callee = std::bit_cast<Word>(callee);
    arity = callee->arity;
    goto stop_before_call;
  }
call_resolved:
  if (CodePointer code = machine.resolve(*callee); code != nullptr) GO(code);
  if (!machine.instead_.is_none()) goto call_instead;
  if ((native = callee->native.load(std::memory_order_relaxed)) != nullptr) goto call_native;
  machine.undefined(*callee, x);
  if (tail != Last::kNo) {
    ip = nullptr;
  } else {
    cp = nullptr;
  }
  goto raised;

stop_before_call:  // what it calls is in state.callee
  state.at = ip;
  state.tail = static_cast<Word>(tail);
  state.pending = Pending::kCall;
  machine.save_x(*process, x, arity);
  return Machine::Stop::kVisible;

op_resume_call:
  ip = state.at;
  tail = static_cast<Last>(state.tail);
  if ((state.callee & 1) == 0) {
    callee = std::bit_cast<Export*>(state.callee);
    goto call_resolved;
  }
  fun = std::bit_cast<const FunEntry*>(state.callee & ~Word{1});
  goto fun_resolved;

op_ask_version:  // fun: the machine knows which version of its module has it
  fun = std::bit_cast<const FunEntry*>(ip[1]);
  store();
  if (machine.is_replaced(fun->module)) [[unlikely]] {
    state.callee = ip[1] | 1;
    arity = fun->arity + fun->free;
    goto stop_before_call;
  }
fun_resolved:
  if (CodePointer code = machine.resolve(*fun); code != nullptr) GO(code);
  machine.missing_fun(*fun, x);
  ip = nullptr;
  goto raised;

  // ---- Calls that are traced (traces.cpp)

op_trace_external:  // point
op_trace_local : {
  const auto* point = std::bit_cast<const TracePoint*>(ip[1]);
  if (!machine.may_be_traced(*point)) GO(point->entry);
  state.callee = ip[1] | (ip == point->local ? 1 : 0);
  arity = point->arity;
  goto stop_before_traced;
}

call_traced : {
  const auto* point = reinterpret_cast<const TracePoint*>(native);
  if (!machine.may_be_traced(*point)) {
    native = point->original;
    goto call_native;
  }
  state.callee = std::bit_cast<Word>(point);
  arity = point->arity;
  goto stop_before_traced;
}

stop_before_traced:
  store();
  state.at = ip;
  state.tail = static_cast<Word>(tail);
  state.pending = Pending::kTraced;
  machine.save_x(*process, x, arity);
  return Machine::Stop::kVisible;

op_resume_traced : {
  const auto* point = std::bit_cast<const TracePoint*>(state.callee & ~Word{1});
  ip = state.at;
  tail = static_cast<Last>(state.tail);
  if (!machine.frame_to_push_.is_none()) {
    push_frame(2);
    fp[kFrameHeader] = catch_term(Machine::trace_unwind_code()).bits();
    fp[kFrameHeader + 1] = machine.frame_to_push_.bits();
    ++state.catches;
    cp = Machine::trace_return_code();
    tail = Last::kGone;  // the caller is below the frame
  }
  if (point->original == nullptr) GO(point->entry);
  native = point->original;
  goto call_native;
}

op_trace_return:
  store();
  state.at = ip;
  state.pending = Pending::kReturned;
  machine.save_x(*process, x, 1);
  return Machine::Stop::kVisible;

op_leave_traced:
  pop_frame();
  --state.catches;
  goto op_return_;

op_trace_unwind:
  store();
  state.at = ip;
  state.pending = Pending::kUnwound;
  machine.save_x(*process, x, 4);
  return Machine::Stop::kVisible;

op_unwind_on:
  pop_frame();
  --state.catches;
  machine.raise_with_trace(x[1], x[2], trace_list(x[3]));
  ip = nullptr;
  goto raised;

call_native:
  if (native->kind == NativeKind::kTraced) [[unlikely]]
    goto call_traced;
  if (native->kind == NativeKind::kVisible ||
      (native->kind == NativeKind::kOfModule && machine.asks_of_replaced(*native, x))) {
    state.at = ip;
    ip = std::exchange(cp, nullptr);
    store();
    state.native = native;
    state.pending = Pending::kNative;
    machine.save_x(*process, x, native->arity);
    return Machine::Stop::kVisible;
  }
  machine.calling_ = ip;
  result = native->call(machine, x);
  if (result.is_none()) {
    if (!machine.instead_.is_none()) goto call_instead;
    machine.blame(*native, x);
    if (tail == Last::kNo) cp = nullptr;
    if (tail == Last::kGone) ip = nullptr;
    goto raised;
  }
  x[0] = result;
  ip = std::exchange(cp, nullptr);
  GO(ip);

call_instead:
  result = std::exchange(machine.instead_, Term::none());
  if (machine.then_write_) {
    machine.then_write_ = false;
    push_frame(0);
    cp = machine.write_code_;
  }
  arity = machine.instead_arguments_.size();
  std::copy(machine.instead_arguments_.begin(), machine.instead_arguments_.end(), x);
  if (tail != Last::kNo) tail = Last::kGone;
  goto call_function_value;

op_apply:  // arity; module and function behind the arguments
  cp = ip + 2;
  arity = ip[1];
  tail = Last::kNo;
  goto apply_registers;

op_apply_last:  // arity deallocate
  arity = ip[1];
  tail = Last::kGone;
  goto apply_registers;

apply_registers:
  if (!x[arity].is_atom() || !x[arity + 1].is_atom()) {
    machine.error_of_apply(x[arity], x[arity + 1], heap.list({x, arity}));
    cp = nullptr;
    goto raised;
  }
  if (tail == Last::kGone) pop_frame();
  callee = machine.code_.find_export(x[arity], x[arity + 1], static_cast<std::uint32_t>(arity));
  goto call_export;

op_call_fun:  // arity; the fun behind the arguments
  cp = ip + 2;
  arity = ip[1];
  result = x[arity];
  tail = Last::kNo;
  goto call_function_value;

op_call_fun2:  // tag arity fun
  arity = ip[2];
  result = get(ip[3]);
  cp = ip + 4;
  tail = Last::kNo;
  goto call_function_value;

op_call_fun_last:  // arity; then the frame goes and the function returns
  arity = ip[1];
  result = x[arity];
  goto call_last_value;

op_call_fun2_last:  // tag arity fun
  arity = ip[2];
  result = get(ip[3]);
  goto call_last_value;

call_last_value:
  cp = nullptr;
  if (takes(result, arity)) pop_frame();
  tail = Last::kGone;
  goto call_function_value;

call_function_value:
  COUNT_CALL();
  if (result.is(Kind::kFun)) {
    const FunEntry& entry = fun_entry(result);
    if (entry.arity == arity) {
      for (Word i = 0; i < entry.free; ++i) x[arity + i] = result.element(1 + i);
      GO(entry.code.load(std::memory_order_acquire));
    }
  } else if (result.is(Kind::kExport)) {
    callee = &export_entry(result);
    if (callee->arity == arity) goto call_export;
  } else {
    machine.error(heap.tuple({atoms::badfun, result}));
    goto raised;  // OTP's trace names the caller twice, unless this was the last thing it did
  }
  machine.error(heap.tuple({atoms::badarity, heap.tuple({result, heap.list({x, arity})})}));
  goto raised;

op_func_info:  // module function arity: nobody's clause fits
  machine.function_clause(Term::from_bits(ip[1]), Term::from_bits(ip[2]), ip[3], x, ip);
  ip = nullptr;
  goto raised;

  // ---- Functions in guards and bodies

op_bif0:  // native destination
  result = std::bit_cast<const Native*>(ip[1])->call(machine, x);
  set(ip[2], result);
  NEXT(2);

op_bif1 : {  // fail native a destination
  const Term arguments[] = {get(ip[3])};
  result = std::bit_cast<const Native*>(ip[2])->call(machine, arguments);
  if (result.is_none()) {
    std::copy(std::begin(arguments), std::end(arguments), blamed_);
    goto bif_failed;
  }
  set(ip[4], result);
  NEXT(4);
}

op_bif2 : {  // fail native a b destination
  const Term arguments[] = {get(ip[3]), get(ip[4])};
  result = std::bit_cast<const Native*>(ip[2])->call(machine, arguments);
  if (result.is_none()) {
    std::copy(std::begin(arguments), std::end(arguments), blamed_);
    goto bif_failed;
  }
  set(ip[5], result);
  NEXT(5);
}

op_bif3 : {  // fail native a b c destination
  const Term arguments[] = {get(ip[3]), get(ip[4]), get(ip[5])};
  result = std::bit_cast<const Native*>(ip[2])->call(machine, arguments);
  if (result.is_none()) {
    std::copy(std::begin(arguments), std::end(arguments), blamed_);
    goto bif_failed;
  }
  set(ip[6], result);
  NEXT(6);
}

bif_failed:
  fail = label(ip[1]);
  if (fail != nullptr) GO(fail);
  machine.blame(*std::bit_cast<const Native*>(ip[2]), blamed_);
  goto raised;

op_add_small : {  // as bif2; b is a small constant
  const Term a = get(ip[3]);
  std::int64_t sum;
  if (a.is_small() &&
      !__builtin_add_overflow(static_cast<std::int64_t>(a.bits()),
                              static_cast<std::int64_t>(ip[4] - Term::kSmallTag), &sum)) {
    set(ip[5], Term::from_bits(static_cast<Word>(sum)));
    NEXT(5);
  }
  goto op_bif2;
}

op_add : {
  const Term a = get(ip[3]);
  const Term b = get(ip[4]);
  std::int64_t sum;
  if (a.is_small() && b.is_small() &&
      !__builtin_add_overflow(static_cast<std::int64_t>(a.bits()),
                              static_cast<std::int64_t>(b.bits() - Term::kSmallTag), &sum)) {
    set(ip[5], Term::from_bits(static_cast<Word>(sum)));
    NEXT(5);
  }
  goto op_bif2;
}

op_subtract : {
  const Term a = get(ip[3]);
  const Term b = get(ip[4]);
  std::int64_t difference;
  if (a.is_small() && b.is_small() &&
      !__builtin_sub_overflow(static_cast<std::int64_t>(a.bits()),
                              static_cast<std::int64_t>(b.bits() - Term::kSmallTag), &difference)) {
    set(ip[5], Term::from_bits(static_cast<Word>(difference)));
    NEXT(5);
  }
  goto op_bif2;
}

op_multiply : {
  const Term a = get(ip[3]);
  const Term b = get(ip[4]);
  std::int64_t product;
  if (a.is_small() && b.is_small() &&
      !__builtin_mul_overflow(a.small_value(),
                              static_cast<std::int64_t>(b.bits() - Term::kSmallTag), &product)) {
    set(ip[5], Term::from_bits(static_cast<Word>(product) | Term::kSmallTag));
    NEXT(5);
  }
  goto op_bif2;
}

op_tuple_element : {  // as bif2: element(N, Tuple)
  const Term index = get(ip[3]);
  const Term tuple = get(ip[4]);
  if (index.is_small() && tuple.is_tuple() &&
      static_cast<Word>(index.small_value()) - 1 < tuple.size()) {
    set(ip[5], tuple.element(static_cast<Word>(index.small_value()) - 1));
    NEXT(5);
  }
  goto op_bif2;
}

  // ---- Stack

op_allocate:  // size live
  push_frame(ip[1]);
  // The collector and rewinds look at all of a frame.
  for (Word i = 0; i < ip[1]; ++i) fp[kFrameHeader + i] = Term::nil().bits();
  if (heap.pressure()) [[unlikely]] {
    machine.collect(*process, fp + kFrameHeader + ip[1], low, ip[2]);
    machine.check_memory(0, ip);
  }
  NEXT(2);

op_deallocate:
  pop_frame();
  NEXT(0);

op_trim : {  // drop remaining
  const Word drop = ip[1];
  const Word remaining = ip[2];
  std::memmove(fp + kFrameHeader, fp + kFrameHeader + drop, remaining * sizeof(Word));
  fp[1] = frame_sizes(remaining, size_below(fp[1]));
  NEXT(2);
}

op_init_yregs : {  // registers
  const Word* list = table(ip[1]);
  for (Word i = 1; i <= list[0]; ++i) set(list[i], Term::nil());
  NEXT(1);
}

op_test_heap:  // live
  if (heap.pressure()) [[unlikely]] {
    live = ip[1];
    goto collect_here;
  }
  NEXT(1);

collect_here:  // before an instruction with one operand, with `live` x registers
  machine.collect(*process, fp + kFrameHeader + own_size(fp[1]), low, live);
  machine.check_memory(0, ip);
  NEXT(1);

  // ---- Messages

op_send:
  state.at = ip;
  ip += 1;
  store();
  state.native = machine.send_native();
  state.pending = Pending::kNative;
  machine.save_x(*process, x, 2);
  return Machine::Stop::kVisible;

op_loop_rec:  // empty destination variables
  if (state.save_set == 0 && state.pending != Pending::kReceive) {
    store();
    state.pending = Pending::kReceive;
    state.live = 0;
    return Machine::Stop::kVisible;
  }
  state.pending = Pending::kReceive;
  if (state.save_set == 0) {
    state.save = state.first_message;
    state.save_set = 1;
  }
  if (state.save == state.unseen) state.unseen = nullptr;
  if (state.save == nullptr) GO(label(ip[1]));
  set(ip[2], Term::from_bits(state.save->term));
  NEXT(3);

op_loop_rec_end:  // loop
  if (machine.probing_) [[unlikely]]
    return Machine::Stop::kRejected;
  state.save = std::bit_cast<MessageNode*>(state.save->next);
  GO(label(ip[1]));

op_remove_message:
  if (machine.probing_) [[unlikely]]
    return Machine::Stop::kAccepted;
  machine.remove_message(*process);
  state.pending = Pending::kDone;
  NEXT(0);

op_timeout:
  if (machine.tracing_) [[unlikely]] {
    machine.trace_receive(*process, atoms::timeout, intern("clock_service"));
    machine.local_ = heap.mark();  // the tracer has it now
  }
  state.save_set = 0;
  state.timeout_at = 0;
  state.pending = Pending::kDone;
  NEXT(0);

op_wait:  // loop
  ip = label(ip[1]);
  store();
  machine.wait(*process, 0);
  return Machine::Stop::kWaiting;

op_wait_timeout : {  // loop time
  const Term time = get(ip[2]);
  // A message brings the process back to this instruction.
  if ((ip[2] & 7) == 0) machine.save_x(*process, x, (ip[2] >> 3) + 1);
  if (time == atoms::infinity) goto op_wait;
  if (state.pending != Pending::kReceive && state.timeout_at == 0) {
    // A receive without patterns: it has not been looked at yet.
    state.pending = Pending::kReceive;
  }
  if (!time.is_small() || time.small_value() < 0 || time.small_value() > kLongestWait) {
    ERROR(atoms::timeout_value);
  }
  if (time.small_value() == 0) NEXT(2);
  store();
  state.ip = label(ip[1]);
  state.after = ip + 3;
  machine.wait(*process, static_cast<Word>(time.small_value()));
  return Machine::Stop::kWaiting;
}

op_recv_marker_reserve:  // y
  set(ip[1], Term::nil());
  NEXT(1);

  // ---- Tests: the first operand is where to go if not

op_is_lt : {
  const Term a = get(ip[2]);
  const Term b = get(ip[3]);
  if (a.is_small() && b.is_small()) TEST(a.small_value() < b.small_value(), 3);
  TEST(compare(a, b) < 0, 3);
}
op_is_ge : {
  const Term a = get(ip[2]);
  const Term b = get(ip[3]);
  if (a.is_small() && b.is_small()) TEST(a.small_value() >= b.small_value(), 3);
  TEST(compare(a, b) >= 0, 3);
}
op_is_eq:
  TEST(equal(get(ip[2]), get(ip[3])), 3);
op_is_ne:
  TEST(!equal(get(ip[2]), get(ip[3])), 3);
op_is_eq_exact:
  TEST(equal_exact(get(ip[2]), get(ip[3])), 3);
op_is_eq_exact_immediate:
  TEST(get(ip[2]).bits() == ip[3], 3);
op_is_ne_exact:
  TEST(!equal_exact(get(ip[2]), get(ip[3])), 3);
op_is_integer:
  TEST(get(ip[2]).is_integer(), 2);
op_is_float:
  TEST(get(ip[2]).is_float(), 2);
op_is_number:
  TEST(get(ip[2]).is_number(), 2);
op_is_atom:
  TEST(get(ip[2]).is_atom(), 2);
op_is_pid:
  TEST(get(ip[2]).is_pid(), 2);
op_is_reference:
  TEST(get(ip[2]).is_reference(), 2);
op_is_port:
  TEST(get(ip[2]).is_port(), 2);
op_is_nil:
  TEST(get(ip[2]).is_nil(), 2);
op_is_binary : {
  const Term term = get(ip[2]);
  TEST(term.is_bitstring() && view(term).is_binary(), 2);
}
op_is_bitstr:
  TEST(get(ip[2]).is_bitstring(), 2);
op_is_list:
  TEST(get(ip[2]).is_list(), 2);
op_is_nonempty_list:
  TEST(get(ip[2]).is_cons(), 2);
op_is_tuple:
  TEST(get(ip[2]).is_tuple(), 2);
op_test_arity:  // fail tuple arity
  TEST(*get(ip[2]).pointer() == header(Kind::kTuple, ip[3]), 3);
op_is_tagged_tuple : {  // fail term arity tag
  const Term term = get(ip[2]);
  TEST(term.is_tuple(ip[3]) && term.word(0) == ip[4], 4);
}
op_is_function:
  TEST(get(ip[2]).is_function(), 2);
op_is_function2 : {
  const Term fun = get(ip[2]);
  const Term wanted = get(ip[3]);
  TEST(fun.is_function() && wanted.is_small() &&
           static_cast<std::int64_t>(fun.is(Kind::kFun)
                                         ? fun_entry(fun).arity
                                         : export_entry(fun).arity) == wanted.small_value(),
       3);
}
op_is_boolean : {
  const Term term = get(ip[2]);
  TEST(term == atoms::true_ || term == atoms::false_, 2);
}
op_is_map:
  TEST(get(ip[2]).is_map(), 2);
op_has_map_fields : {  // fail map keys
  const Term map = get(ip[2]);
  const Word* list = table(ip[3]);
  bool all = true;
  for (Word i = 1; i <= list[0] && all; ++i) all = !map_get(map, get(list[i])).is_none();
  TEST(all, 3);
}
op_get_map_elements : {  // fail map key destination ...
  const Term map = get(ip[2]);
  const Word* list = table(ip[3]);
  for (Word i = 1; i < list[0]; i += 2) {
    const Term value = map_get(map, get(list[i]));
    if (value.is_none()) GO(label(ip[1]));
    set(list[i + 1], value);
  }
  NEXT(3);
}
op_select_val : {  // term fail table: count, values (sorted), labels
  const Word value = get(ip[1]).bits();
  const Word* list = table(ip[3]);
  const Word* end = list + 1 + list[0];
  const Word* found = std::lower_bound(list + 1, end, value);
  if (found != end && *found == value) GO(label(found[list[0]]));
  // Values that are not immediate follow, to be compared one by one.
  if (!Term::from_bits(value).is_immediate()) {
    const Word* slow = end + list[0];
    for (Word i = 1; i < slow[0]; i += 2) {
      if (equal_exact(Term::from_bits(value), Term::from_bits(slow[i]))) GO(label(slow[i + 1]));
    }
  }
  GO(label(ip[2]));
}
op_select_tuple_arity : {  // term fail table: count, arities (sorted), labels
  const Term term = get(ip[1]);
  if (!term.is_tuple()) GO(label(ip[2]));
  const Word* list = table(ip[3]);
  const Word* end = list + 1 + list[0];
  const Word* found = std::lower_bound(list + 1, end, term.size());
  if (found != end && *found == term.size()) GO(label(found[list[0]]));
  GO(label(ip[2]));
}
op_jump:
  GO(label(ip[1]));

  // ---- Moving and building

op_move:
  set(ip[2], get(ip[1]));
  NEXT(2);
op_move_xx:
  x[ip[2] >> 3] = x[ip[1] >> 3];
  NEXT(2);
op_move_xy:
  fp[kFrameHeader + (ip[2] >> 3)] = x[ip[1] >> 3].bits();
  NEXT(2);
op_move_yx:
  x[ip[2] >> 3] = Term::from_bits(fp[kFrameHeader + (ip[1] >> 3)]);
  NEXT(2);
op_move_cx:
  x[ip[2] >> 3] = Term::from_bits(ip[1]);
  NEXT(2);
op_swap : {
  const Term a = get(ip[1]);
  set(ip[1], get(ip[2]));
  set(ip[2], a);
  NEXT(2);
}
op_get_list : {  // list head tail
  const Term list = get(ip[1]);
  set(ip[2], list.head());
  set(ip[3], list.tail());
  NEXT(3);
}
op_get_hd:
  set(ip[2], get(ip[1]).head());
  NEXT(2);
op_get_tl:
  set(ip[2], get(ip[1]).tail());
  NEXT(2);
op_get_tuple_element:  // tuple index destination
  set(ip[3], get(ip[1]).element(ip[2]));
  NEXT(3);
op_set_tuple_element : {  // value tuple index: only on a tuple just made
  const_cast<Word*>(get(ip[2]).pointer())[1 + ip[3]] = get(ip[1]).bits();
  NEXT(3);
}
op_put_list : {  // head tail destination
  Word* cell = heap.allocate(2);
  cell[0] = get(ip[1]).bits();
  cell[1] = get(ip[2]).bits();
  set(ip[3], Term::cons(cell));
  NEXT(3);
}
op_put_tuple2 : {  // destination elements
  const Word* list = table(ip[2]);
  Word* tuple = heap.object(Kind::kTuple, list[0]);
  for (Word i = 1; i <= list[0]; ++i) tuple[i] = get(list[i]).bits();
  set(ip[1], Term::boxed(tuple));
  NEXT(2);
}
op_update_record : {  // size tuple destination index value ...
  const Term old = get(ip[2]);
  const Word* list = table(ip[4]);
  Word* tuple = heap.object(Kind::kTuple, ip[1]);
  std::memcpy(tuple + 1, old.pointer() + 1, ip[1] * sizeof(Word));
  for (Word i = 1; i < list[0]; i += 2) tuple[list[i]] = get(list[i + 1]).bits();
  set(ip[3], Term::boxed(tuple));
  NEXT(4);
}
op_put_map_assoc : {  // fail map destination key value ...
  result = get(ip[2]);
  if (!result.is_map()) {
    machine.error(heap.tuple({atoms::badmap, result}));
    FAIL_OR_RAISE(label(ip[1]));
  }
  const Word* list = table(ip[4]);
  for (Word i = 1; i < list[0]; i += 2) {
    result = map_put(heap, result, get(list[i]), get(list[i + 1]));
  }
  set(ip[3], result);
  NEXT(4);
}
op_put_map_exact : {
  result = get(ip[2]);
  if (!result.is_map()) {
    machine.error(heap.tuple({atoms::badmap, result}));
    FAIL_OR_RAISE(label(ip[1]));
  }
  const Word* list = table(ip[4]);
  for (Word i = 1; i < list[0]; i += 2) {
    const Term key = get(list[i]);
    if (map_get(result, key).is_none()) {
      machine.error(heap.tuple({atoms::badkey, key}));
      FAIL_OR_RAISE(label(ip[1]));
    }
    result = map_put(heap, result, key, get(list[i + 1]));
  }
  set(ip[3], result);
  NEXT(4);
}
op_make_fun : {  // entry destination free variables
  const auto* entry = std::bit_cast<const FunEntry*>(ip[1]);
  const Word* list = table(ip[3]);
  Word* fun = heap.object(Kind::kFun, 1 + list[0]);
  fun[1] = ip[1];
  for (Word i = 0; i < entry->free; ++i) fun[2 + i] = get(list[1 + i]).bits();
  set(ip[2], Term::boxed(fun));
  NEXT(3);
}

  // ---- Exceptions

op_badmatch:
  ERROR(heap.tuple({atoms::badmatch, get(ip[1])}));
op_if_end:
  ERROR(atoms::if_clause);
op_case_end:
  ERROR(heap.tuple({atoms::case_clause, get(ip[1])}));
op_badrecord:
  ERROR(heap.tuple({atoms::badrecord, get(ip[1])}));
op_try_case_end:
  ERROR(heap.tuple({atoms::try_clause, get(ip[1])}));

op_catch_:
op_try_:  // y handler
  set(ip[1], catch_term(label(ip[2])));
  ++state.catches;
  NEXT(2);
op_try_end:
  set(ip[1], Term::nil());
  --state.catches;
  NEXT(1);
op_try_case:
  set(ip[1], Term::nil());
  --state.catches;
  x[0] = x[1];
  x[1] = x[2];
  x[2] = x[3];
  NEXT(1);
op_catch_end:
  set(ip[1], Term::nil());
  --state.catches;
  if (x[0].is_none()) {
    if (x[1] == atoms::throw_) {
      x[0] = x[2];
    } else if (x[1] == atoms::exit) {
      x[0] = heap.tuple({atoms::EXIT, x[2]});
    } else {
      x[0] = heap.tuple({atoms::EXIT, heap.tuple({x[2], trace_list(x[3])})});
    }
  }
  NEXT(1);
op_raise:  // trace reason; the class comes with the trace
  machine.raise_again(get(ip[1]), get(ip[2]));
  goto raised;
op_raw_raise:  // class in x0, reason in x1, trace in x2
  if (x[0] == atoms::error || x[0] == atoms::exit || x[0] == atoms::throw_) {
    machine.raise_with_trace(x[0], x[1], trace_list(x[2]));
    goto raised;
  }
  x[0] = atoms::badarg;
  NEXT(0);
op_build_stacktrace:
  x[0] = trace_list(x[0]);
  NEXT(0);

raised : {
  store();
  machine.finish_trace(*process, ip, cp, fp);
  if (state.catches == 0) {
    machine.die_of_exception(*process);
    return Machine::Stop::kExited;
  }
  // The innermost handler is the catch term nearest to the top of the stack.
  while (true) {
    const Word size = own_size(fp[1]);
    CodePointer handler = nullptr;
    for (Word i = 0; i < size && handler == nullptr; ++i) {
      const Term term = Term::from_bits(fp[kFrameHeader + i]);
      if (is_catch(term)) handler = handler_of(term);
    }
    if (handler != nullptr) {
      x[0] = Term::none();
      x[1] = machine.class_;
      x[2] = machine.reason_;
      x[3] = raw_trace(heap, machine.class_, machine.trace_);
      state.save_set = 0;
      GO(handler);
    }
    pop_frame();
  }
}

step_limit:
  store();
  machine.step_limit(*process);
  return Machine::Stop::kExited;

op_ask_native:  // native
  machine.calling_ = ip;
  result = std::bit_cast<const Native*>(ip[1])->call(machine, x);
  if (!result.is_none()) {
    x[0] = result;
    goto op_return_;
  }
  if (!machine.instead_.is_none()) {
    tail = Last::kGone;
    goto call_instead;
  }
  NEXT(1);

op_raise_pending:  // where the call was
  ip = label(ip[1]) - 1;
  goto raised;

op_unsupported:  // export, whether it is a function's body
  store();
  result = machine.unsupported(*std::bit_cast<Export*>(ip[1]), ip[2] != 0 ? x : nullptr, ip);
  if (result.is_none()) goto raised;
  x[0] = result;
  goto op_return_;

op_end_of_process:
  store();
  state.result = x[0].bits();
  machine.end(*process, atoms::normal);
  return Machine::Stop::kExited;

  // ---- Floats

op_fmove_in:  // source register
  machine.f_[ip[2]] = get(ip[1]).float_value();
  NEXT(2);
op_fmove_out:  // register destination
  set(ip[2], heap.floating(machine.f_[ip[1]]));
  NEXT(2);
op_fconv : {  // source register
  const Term term = get(ip[1]);
  const std::optional<double> value = term.is_number() ? double_of(term) : std::nullopt;
  if (!value) ERROR(atoms::badarith);
  machine.f_[ip[2]] = *value;
  NEXT(2);
}
#define FLOAT_OPERATION(expression)                    \
  {                                                    \
    const double value = expression;                   \
    if (!std::isfinite(value)) ERROR(atoms::badarith); \
    machine.f_[ip[4]] = value;                         \
    NEXT(4);                                           \
  }
op_fadd:  // fail a b register
  FLOAT_OPERATION(machine.f_[ip[2]] + machine.f_[ip[3]])
op_fsub:
  FLOAT_OPERATION(machine.f_[ip[2]] - machine.f_[ip[3]])
op_fmul:
  FLOAT_OPERATION(machine.f_[ip[2]] * machine.f_[ip[3]])
op_fdiv:
  FLOAT_OPERATION(machine.f_[ip[2]] / machine.f_[ip[3]])
op_fnegate:  // fail a register
  machine.f_[ip[3]] = -machine.f_[ip[2]];
  NEXT(3);

  // ---- Bit syntax (bit_syntax.hpp): tests, instructions that cannot fail, and builders, which
  // raise

#define BITS(name) BitSyntax{machine, x, fp}.name(ip)
op_bs_start_match:
  TEST(BITS(start_match), 3);
op_bs_get_integer:
  TEST(BITS(get_integer), 6);
op_bs_get_float:
  TEST(BITS(get_float), 6);
op_bs_get_binary:
  TEST(BITS(get_binary), 6);
op_bs_skip_bits:
  TEST(BITS(skip_bits), 4);
op_bs_test_tail:
  TEST(BITS(test_tail), 3);
op_bs_test_unit:
  TEST(BITS(test_unit), 3);
op_bs_match_string:
  TEST(BITS(match_string), 4);
op_bs_get_utf8:
  TEST(BITS(get_utf8), 4);
op_bs_get_utf16:
  TEST(BITS(get_utf16), 4);
op_bs_get_utf32:
  TEST(BITS(get_utf32), 4);
op_bs_skip_utf8:
  TEST(BITS(skip_utf8), 3);
op_bs_skip_utf16:
  TEST(BITS(skip_utf16), 3);
op_bs_skip_utf32:
  TEST(BITS(skip_utf32), 3);
op_bs_match:
  TEST(BITS(match), 3);
op_bs_get_tail:
  BITS(get_tail);
  NEXT(2);
op_bs_get_position:
  BITS(get_position);
  NEXT(2);
op_bs_set_position:
  BITS(set_position);
  NEXT(2);
op_bs_init_writable:
  BITS(init_writable);
  NEXT(0);
op_bs_put_string:
  BITS(put_string);
  NEXT(2);
op_bs_utf8_size:
  BITS(utf8_size);
  NEXT(2);
op_bs_utf16_size:
  BITS(utf16_size);
  NEXT(2);
#define BUILD(name, words)       \
  do {                           \
    if (BITS(name)) NEXT(words); \
    FAIL_OR_RAISE(label(ip[1])); \
  } while (false)
op_bs_create_bin:
  BUILD(create_bin, 4);
op_bs_init:
  BUILD(init, 3);
op_bs_init_bits:
  BUILD(init_bits, 3);
op_bs_append:
  BUILD(append, 5);
op_bs_add:
  BUILD(add, 5);
op_bs_put_integer:
  BUILD(put_integer, 5);
op_bs_put_binary:
  BUILD(put_binary, 5);
op_bs_put_float:
  BUILD(put_float, 5);
op_bs_put_utf8:
  BUILD(put_utf8, 3);
op_bs_put_utf16:
  BUILD(put_utf16, 3);
op_bs_put_utf32:
  BUILD(put_utf32, 3);
}

}  // namespace heddle::beam
