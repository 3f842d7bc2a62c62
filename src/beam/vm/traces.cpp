// Tracing: what the tracer of a process is told.
//
// OTP's trace messages come some time after what they tell of, in their order (trace_delivered/1 is
// there to wait for them). So where every order is tried they travel in channels of their own
// (trace_channel.hpp), even if other messages arrive at once; in a single run they are there at
// once.
//
// A function that some pattern names has a TracePoint: calls of it stop there (Pending::kTraced),
// as somebody may set or clear patterns and flags until then. A call whose return matters gets a
// frame of its own below that of the function:
//
//   y(0)   a catch, so that exceptions come by
//   y(1)   {Module, Function, Arity, what to tell, what to tell the meta tracer, that one}
//
// Its return, and an exception that leaves it, stop there, too.
#include "beam/vm/traces.hpp"

#include <algorithm>

#include "beam/bif/time.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/interpreter.hpp"
#include "beam/vm/machine.hpp"
#include "beam/vm/match_spec.hpp"
#include "beam/vm/ops.hpp"
#include "beam/vm/trace_pattern.hpp"

namespace heddle::beam {

std::optional<Word> trace_flags_of(Term list, Term& tracer) {
  Word flags = 0;
  for (; list.is_cons(); list = list.tail()) {
    const Term item = list.head();
    if (item.is_tuple(2) && item.element(0) == intern("tracer")) {
      if (!item.element(1).is_pid()) return std::nullopt;
      tracer = item.element(1);
      continue;
    }
    if (!item.is_atom()) return std::nullopt;
    if (item == intern("all")) {
      flags |= kAllTraceFlags;
      continue;
    }
    const auto* known = std::ranges::find(kTraceFlags, name_of(item), &NamedTraceFlag::name);
    if (known == std::end(kTraceFlags)) return std::nullopt;
    flags |= known->flag;
  }
  if (!list.is_nil()) return std::nullopt;
  return flags;
}

const TracePoint& traced_call(const Process& process) {
  return *std::bit_cast<const TracePoint*>(process.state.callee & ~Word{1});
}

Term traced_function(Heap& heap, const Process& process) {
  if (process.state.pending == Pending::kTraced) {
    const TracePoint& point = traced_call(process);
    return heap.tuple({point.module, point.function, Term::small(point.arity)});
  }
  const Term call = Term::from_bits(process.stack()[process.state.frame + kFrameHeader + 1]);
  return heap.tuple({call.element(0), call.element(1), call.element(2)});
}

// ---- Who is traced

Term Machine::tracer_of(const Process& process) const {
  if (process.state.tracing == 0) return Term::nil();
  const Term tracer = Term::from_bits(process.state.tracing).element(0);
  const Process* found = running(tracer);
  return found == nullptr || found->dead() ? Term::nil() : tracer;
}

Word Machine::flags_of_trace(const Process& process) const {
  if (process.state.tracing == 0) return 0;
  return static_cast<Word>(Term::from_bits(process.state.tracing).element(1).small_value());
}

void Machine::set_tracing(Process& process, Term tracer, Word flags) {
  const Word before = process.state.tracing;
  touch(process);
  process.state.tracing =
      flags == 0 ? 0 : heap_.tuple({tracer, Term::small(static_cast<std::int64_t>(flags))}).bits();
  if (before != 0 || flags != 0) effects_.retraced.push_back(&process);
}

bool Machine::is_told_of(Process& process, Word flag) {
  if (!tracing_) return false;
  if (options_.explored) effects_.traced.push_back(&process);
  return (flags_of_trace(process) & flag) != 0;
}

// ---- Telling

bool Machine::tell_tracer(Process& process, std::initializer_list<Term> what) {
  return tell(process, Term::from_bits(process.state.tracing).element(0), flags_of_trace(process),
              what);
}

bool Machine::tell(Process& process, Term tracer, Word flags, std::initializer_list<Term> what) {
  static const Term kTrace = intern("trace");
  static const Term kTraceWithTime = intern("trace_ts");
  Process* to = find(tracer);
  if (to == nullptr || to == &process) return false;  // nobody is told of itself
  const Term time = time_of_trace(process, flags);
  std::vector<Term> message = {time.is_none() ? kTrace : kTraceWithTime, process.pid()};
  for (const Term part : what) {
    if (!part.is_none()) message.push_back(part);
  }
  if ((flags & kTraceScheduler) != 0) message.push_back(Term::small(1));
  if (!time.is_none()) message.push_back(time);
  bring_to_tracer(process, *to, heap_.tuple(message));
  return true;
}

Term Machine::time_of_trace(const Process& process, Word flags) {
  const auto now = static_cast<std::int64_t>(
      options_.explored && !options_.one_time ? process.state.waited : clock_);
  if ((flags & kTraceTimestamp) != 0) {
    const std::int64_t time = (kStartOfTime * 1000 + now) * 1000;
    return heap_.tuple({Term::small(time / 1'000'000'000'000),
                        Term::small(time / 1'000'000 % 1'000'000), Term::small(time % 1'000'000)});
  }
  if ((flags & kTraceStrictMonotonic) != 0) {
    return heap_.tuple({Term::small(now * 1'000'000), Term::small(0)});
  }
  return (flags & kTraceMonotonic) != 0 ? Term::small(now * 1'000'000) : Term::none();
}

void Machine::bring_to_tracer(Process& process, Process& to, Term message) {
  if (options_.explored) {
    depart(process.pid(), to, {Signal::Kind::kTrace, 0, message, Term::none()});
  } else {
    trace_arrives(to, message, process.pid());
  }
}

// That a tracer is told something is not told to its own tracer.
void Machine::trace_arrives(Process& to, Term message, Term from) {
  telling_ = true;
  deliver(to, message, from);
  telling_ = false;
}

void Machine::announce_delivery(Term caller, Term message, Term channels) {
  for (; channels.is_cons(); channels = channels.tail()) {
    const Term from = channels.head().element(0);
    Process* to = find(channels.head().element(1));
    if (to == nullptr) continue;
    depart(from, *to,
           {Signal::Kind::kTraceDelivered, 0, heap_.tuple({caller, message, channels.tail()}),
            Term::none()});
    return;
  }
  if (Process* asked = find(caller)) deliver(*asked, message, caller);
}

// ---- Messages and processes

// Whether a specification of messages lets one through; then `extra` is what it adds, or none.
bool Machine::passes(Term kind, std::initializer_list<Term> arguments, Process& process,
                     Term& extra) {
  extra = Term::none();
  const Term spec = map_get(traces(), kind);
  if (spec.is_none()) return true;
  if (spec == atoms::false_) return false;
  const auto compiled = MatchSpec::compile(*this, spec, MatchSpec::For::kTraces);
  TraceActions actions{Term::none(), 0, atoms::undefined, nullptr};
  Process* running = std::exchange(current_, &process);
  const bool fits = compiled->run_trace(heap_.list(arguments), actions);
  current_ = running;
  if (!fits || actions.message == atoms::false_) return false;
  if (actions.message != atoms::true_) extra = actions.message;
  return true;
}

// On erl the tracer is told before the message is sent. Where every order is tried, others may do
// something in between.
bool Machine::trace_send(Term to, Term message) {
  if (!tracing_) return false;
  static const Term kSend = intern("send");
  static const Term kToNobody = intern("send_to_non_existing_process");
  Process::State& state = current_->state;
  if ((state.flags & kToldOfSend) != 0) {
    state.flags &= ~kToldOfSend;
    return false;
  }
  if (!is_told_of(*current_, kTraceSend)) return false;
  Term extra;
  if (!passes(kSend, {to, message}, *current_, extra)) return false;
  const Process* receiver = to.is_pid() ? find(to) : nullptr;
  const bool nobody = to.is_pid() && (receiver == nullptr || receiver->dead());
  const bool told = tell_tracer(*current_, {nobody ? kToNobody : kSend, message, to, extra});
  if (!told || !options_.explored) return false;
  state.flags |= kToldOfSend;
  state.pending = Pending::kNative;
  return true;
}

void Machine::trace_receive(Process& process, Term message, Term sender) {
  static const Term kReceive = intern("receive");
  if (telling_ || !is_told_of(process, kTraceReceive)) return;
  Term extra;
  if (!passes(kReceive, {atoms::nonode, sender, message}, process, extra)) return;
  tell_tracer(process, {kReceive, message, extra});
}

void Machine::trace_process(Process& process, const char* event, Term what) {
  if (!tracing_ || !is_told_of(process, kTraceProcesses)) return;
  tell_tracer(process, {intern(event), what});
}

// What a new process begins with, and what both are told of it.
void Machine::trace_spawn(Process& child, Term call, bool linked, const SpawnRequest& request) {
  if (!tracing_) return;
  Process& parent = *current_;
  inherit_token(parent, child, call, request.options, request.tag, request.waits);
  if (const Term first = map_get(traces(), intern("new_processes")); !first.is_none()) {
    set_tracing(child, first.element(0), static_cast<Word>(first.element(1).small_value()));
  }
  trace_process(parent, "spawn", child.pid(), call);
  if (linked) trace_process(parent, "link", child.pid());
  inherit_trace(parent, child, kTraceSetOnSpawn, kTraceSetOnFirstSpawn);
  if (linked) inherit_trace(parent, child, kTraceSetOnLink, kTraceSetOnFirstLink);
  trace_process(child, "spawned", parent.pid(), call);
  if (linked) trace_process(child, "getting_linked", parent.pid());
}

void Machine::trace_process(Process& process, const char* event, Term what, Term call) {
  if (is_told_of(process, kTraceProcesses)) tell_tracer(process, {intern(event), what, call});
}

void Machine::inherit_trace(Process& from, Process& to, Word always, Word once) {
  if (!is_told_of(from, always | once)) return;
  const Term tracer = Term::from_bits(from.state.tracing).element(0);
  Word flags = flags_of_trace(from);
  if ((flags & once) != 0) {
    flags &= ~(always | once);
    set_tracing(from, tracer, flags);
  }
  set_tracing(to, tracer, flags);
}

// ---- Calls

bool Machine::may_be_traced(const TracePoint& point) const {
  if (!options_.explored) return map_size(traces()) != 0;
  return options_.traced != nullptr &&
         options_.traced->contains(point.module, point.function, point.arity);
}

bool Machine::may_trace_all(Term module) const {
  return !options_.explored ||
         (options_.traced != nullptr && options_.traced->contains(module, intern("_"), -1));
}

const TracePoint* Machine::trace_point(Term function, bool make) {
  const Term module = function.element(0);
  const Term name = function.element(1);
  const auto arity = static_cast<std::uint32_t>(function.element(2).small_value());
  const Module* version = current_code(module);
  if (version == nullptr) version = load(module);
  return make ? code_.trace_point(version, module, name, arity)
              : code_.known_trace_point(version, module, name, arity);
}

Term Machine::function_name(CodePointer address) const {
  const Module* module = address == nullptr ? nullptr : code_.module_at(address);
  const LoadedFunction* function = module == nullptr ? nullptr : module->function_at(address);
  if (function == nullptr) return atoms::undefined;
  return const_cast<Heap&>(heap_).tuple(
      {module->name, function->name, Term::small(function->arity)});
}

// Where a call returns to, beyond the frames that only stand for calls.
CodePointer Machine::returns_to(const Process& process) const {
  CodePointer address = process.state.cp;
  const Word* frame = process.stack() + process.state.frame;
  while (address == trace_return_code() && frame > process.stack()) {
    address = std::bit_cast<CodePointer>(frame[0]);
    frame -= kFrameHeader + size_below(frame[1]);
  }
  if (address != nullptr) return address;
  return frame > process.stack() ? std::bit_cast<CodePointer>(frame[0]) : nullptr;
}

void Machine::trace_call(Process& process) {
  const Word callee = process.state.callee;
  const auto& point = *std::bit_cast<const TracePoint*>(callee & ~Word{1});
  const bool external = (callee & 1) == 0;
  frame_to_push_ = Term::none();
  at_breakpoint_ = false;
  const Term name = heap_.tuple({point.module, point.function, Term::small(point.arity)});
  const Term known = map_get(traces(), name);
  if (known.is_none()) return;
  TracePattern pattern = TracePattern::of(known);
  count_call(process, name, pattern);
  at_breakpoint_ = pattern.breakpoint == atoms::true_;
  const CodePointer caller = returns_to(process);
  const TracedCall call{name, heap_.list({x_.get(), point.arity}),
                        function_name(caller == nullptr ? nullptr : caller - 1),
                        caller == nullptr ? nullptr : caller - 1};
  const Word frame =
      pattern.scope == atoms::false_ ? 0 : tell_of_call(process, call, pattern, external);
  const Word meta_frame = pattern.meta == atoms::false_ ? 0 : tell_meta(process, call, pattern);
  if (frame == 0 && meta_frame == 0) return;
  frame_to_push_ = heap_.tuple({point.module, point.function, Term::small(point.arity),
                                Term::small(static_cast<std::int64_t>(frame)),
                                Term::small(static_cast<std::int64_t>(meta_frame)), pattern.meta});
}

void Machine::count_call(const Process& process, Term name, TracePattern& pattern) {
  const bool counts = pattern.count != atoms::false_ && pattern.counts_on == atoms::true_;
  const bool times = pattern.time != atoms::false_ && pattern.times_on == atoms::true_ &&
                     (flags_of_trace(process) & kTraceCall) != 0;
  if (!counts && !times) return;
  if (counts) pattern.count = Term::small(pattern.count.small_value() + 1);
  if (times) {
    const Term before = map_get(pattern.time, process.pid());
    const std::int64_t calls = before.is_none() ? 0 : before.small_value();
    pattern.time = map_put(heap_, pattern.time, process.pid(), Term::small(calls + 1));
  }
  set_traces(map_put(heap_, traces(), name, pattern.to_term(heap_)));
}

// Gives what is to be told of its end.
Word Machine::tell_of_call(Process& process, const TracedCall& call, const TracePattern& pattern,
                           bool external) {
  const bool local = pattern.scope == intern("local");
  if ((!local && !external) || !is_told_of(process, kTraceCall)) return 0;
  if (Term::from_bits(process.state.tracing).element(0) == process.pid()) return 0;
  TraceActions actions{Term::none(), 0, call.caller, call.calling};
  const bool shows_arity = (flags_of_trace(process) & kTraceArity) != 0;
  const Word before = process.state.tracing;
  if (pattern.spec.is_cons()) {
    const auto spec = MatchSpec::compile(*this, pattern.spec, MatchSpec::For::kCalls);
    if (!spec->run_trace(call.arguments, actions)) return 0;
  }
  Word frame = actions.frame;
  const Word flags = flags_of_trace(process);
  if (local && (flags & kTraceReturnTo) != 0 && !has_return_to(process)) frame |= kTellReturnTo;
  if ((flags & kTraceSilent) != 0 || actions.message == atoms::false_) return frame;
  const Term shown =
      shows_arity ? call.name
                  : heap_.tuple({call.name.element(0), call.name.element(1), call.arguments});
  // Even if the specification has ended the trace, this call is told of.
  const Word after = std::exchange(process.state.tracing, before);
  tell_tracer(process, {intern("call"), shown,
                        actions.message == atoms::true_ ? Term::none() : actions.message});
  process.state.tracing = after;
  return frame;
}

Word Machine::tell_meta(Process& process, const TracedCall& call, const TracePattern& pattern) {
  // Whether the tracer lives is not asked: a dead one is told in vain, at the same place.
  if (pattern.meta == process.pid()) return 0;
  TraceActions actions{Term::none(), 0, call.caller, call.calling};
  if (pattern.meta_spec.is_cons()) {
    const auto spec = MatchSpec::compile(*this, pattern.meta_spec, MatchSpec::For::kCalls);
    if (!spec->run_trace(call.arguments, actions)) return 0;
  }
  if (actions.message == atoms::false_) return actions.frame;
  const Term shown = heap_.tuple({call.name.element(0), call.name.element(1), call.arguments});
  tell(process, pattern.meta, kTraceTimestamp,
       {intern("call"), shown, actions.message == atoms::true_ ? Term::none() : actions.message});
  return actions.frame;
}

// A chain of last calls returns once.
bool Machine::has_return_to(const Process& process) const {
  CodePointer address = process.state.cp;
  const Word* frame = process.stack() + process.state.frame;
  while (address == trace_return_code()) {
    const Word bits =
        static_cast<Word>(Term::from_bits(frame[kFrameHeader + 1]).element(3).small_value());
    if ((bits & kTellReturnTo) != 0) return true;
    address = std::bit_cast<CodePointer>(frame[0]);
    frame -= kFrameHeader + size_below(frame[1]);
  }
  return false;
}

// Of what the frame that stands for a call says about its end.
void Machine::tell_meta_end(Process& process, Term call, Word what, const char* event, Term value) {
  if ((static_cast<Word>(call.element(4).small_value()) & what) == 0) return;
  const Term name = heap_.tuple({call.element(0), call.element(1), call.element(2)});
  tell(process, call.element(5), kTraceTimestamp, {intern(event), name, value});
}

void Machine::trace_return(Process& process) {
  const Word* frame = process.stack() + process.state.frame;
  const Term call = Term::from_bits(frame[kFrameHeader + 1]);
  tell_meta_end(process, call, kTellReturn, "return_from", x_[0]);
  const auto bits = static_cast<Word>(call.element(3).small_value());
  if (!is_told_of(process, kTraceCall) || (flags_of_trace(process) & kTraceSilent) != 0) return;
  if ((bits & kTellReturn) != 0) {
    const Term name = heap_.tuple({call.element(0), call.element(1), call.element(2)});
    tell_tracer(process, {intern("return_from"), name, x_[0]});
  }
  if ((bits & kTellReturnTo) == 0 || (flags_of_trace(process) & kTraceReturnTo) == 0) return;
  const auto back = std::bit_cast<CodePointer>(frame[0]);
  tell_tracer(process, {intern("return_to"), function_name(back == nullptr ? nullptr : back - 1)});
}

void Machine::trace_unwind(Process& process) {
  const Word* frame = process.stack() + process.state.frame;
  const Term call = Term::from_bits(frame[kFrameHeader + 1]);
  const Term exception = heap_.tuple({x_[1], x_[2]});
  tell_meta_end(process, call, kTellException, "exception_from", exception);
  const auto bits = static_cast<Word>(call.element(3).small_value());
  if (!is_told_of(process, kTraceCall) || (flags_of_trace(process) & kTraceSilent) != 0) return;
  if ((bits & kTellException) != 0) {
    const Term name = heap_.tuple({call.element(0), call.element(1), call.element(2)});
    tell_tracer(process, {intern("exception_from"), name, exception});
  }
  if ((bits & kTellReturnTo) == 0 || (flags_of_trace(process) & kTraceReturnTo) == 0) return;
  const CodePointer handler = Interpreter::handler_below(process);
  if (handler == nullptr || handler == trace_unwind_code()) return;
  tell_tracer(process, {intern("return_to"), function_name(handler)});
}

namespace {

// The first word is for those who look at where a call was, which is before it returns.
CodePointer single(Op op) {
  static Word code[2][2] = {};
  Word(&words)[2] = code[op == Op::trace_return ? 0 : 1];
  words[1] = std::bit_cast<Word>(Interpreter::handlers()[static_cast<std::size_t>(op)]);
  return &words[1];
}

}  // namespace

CodePointer Machine::trace_return_code() {
  static const CodePointer code = single(Op::trace_return);
  return code;
}

CodePointer Machine::trace_unwind_code() {
  static const CodePointer code = single(Op::trace_unwind);
  return code;
}

}  // namespace heddle::beam
