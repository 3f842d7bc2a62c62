#include "beam/vm/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/binaries.hpp"
#include "beam/vm/collector.hpp"
#include "beam/vm/interpreter.hpp"
#include "beam/vm/ops.hpp"
#include "beam/vm/step_limit.hpp"
#include "beam/vm/system_tables.hpp"
#include "support/check.hpp"
#include "support/mix.hpp"

namespace heddle::beam {
namespace {

using support::mix;

constexpr std::size_t kFirstStack = 32;
// With what the allocator and the tables of processes add.
constexpr std::size_t kWordsOfProcess = sizeof(Process) / sizeof(Word) + kFirstStack + 16;

// What the function that a process was spawned with returns to.
CodePointer end_of_process() {
  static const Word code[] = {
      std::bit_cast<Word>(Interpreter::handlers()[static_cast<std::size_t>(Op::end_of_process)])};
  return code;
}

}  // namespace

Machine::Machine(CodeBase& code, MachineOptions options)
    : code_(code),
      options_(options),
      timers_(heap_, undo_),
      ets_(heap_, undo_),
      arrays_(undo_),
      cells_(heap_, undo_),
      files_(heap_, undo_),
      x_(std::make_unique<Term[]>(kRegisters)),
      probe_x_(std::make_unique<Term[]>(kRegisters)),
      writer_holder_(std::make_unique<BinaryWriter>()),
      writer_(*writer_holder_),
      send_native_(code.find_native(atoms::erlang, intern("send"), 2)) {
  // Garbage may be there for a while: the interpreter looks at what is left after a collection.
  const std::size_t words = options_.memory / sizeof(Word);
  heap_.set_most(words + words / 2, [this] { memory_limit(calling_); });
  names_ = persistent_terms_ = environment_ = empty_map(heap_).bits();
  system_settings_ = new_settings_ = traces_ = empty_map(heap_).bits();
  tracing_ = options_.traces;
  for (const Service& service : {kUser, kStandardError}) {
    names_ = map_put(heap_, names(), intern(service.name), Term::pid(service.pid)).bits();
  }
  make_system_tables(*this);
  write_code_[0] =
      std::bit_cast<Word>(Interpreter::handlers()[static_cast<std::size_t>(Op::call_ext_last)]);
  write_code_[1] = 1;
  write_code_[2] = std::bit_cast<Word>(code_.find_export(intern("heddle"), intern("write"), 1));
}

Machine::~Machine() = default;

// ---- Running

Process& Machine::spawn(Process* parent, Term module, Term function, Term arguments) {
  // Depends on the parent's own history only: the same in every interleaving.
  Word number = 1;
  if (parent != nullptr) {
    number = mix(parent->pid().pid_number() ^ mix(++parent->state.spawned)) >> 8;
  }
  return spawn_as(Term::pid(number), parent, module, function, arguments);
}

Process& Machine::spawn_as(Term pid, Process* parent, Term module, Term function, Term arguments) {
  processes_.push_back(std::make_unique<Process>(
      pid, parent, parent == nullptr ? pid.pid_number() : parent->state.spawned));
  Process& process = *processes_.back();
  HEDDLE_CHECK(by_pid_.emplace(process.pid().bits(), &process).second,
               "two processes have one pid");
  process.grow_stack(kFirstStack);
  process.stack()[0] = 0;
  process.stack()[1] = 0;
  Process::State& state = process.state;
  state.cp = end_of_process();
  const Term empty = empty_map(heap_);
  state.dictionary = state.links = state.monitors = state.monitored_by = state.aliases =
      empty.bits();
  state.settings = new_settings_;
  state.outgoing = state.suspending = empty.bits();
  state.farewells = Term::nil().bits();
  state.group_leader = parent != nullptr ? parent->state.group_leader : user().bits();
  state.registered_name = state.exit_reason = state.result = Term::none().bits();
  std::vector<Term> list;
  for (; arguments.is_cons(); arguments = arguments.tail()) list.push_back(arguments.head());
  save_x(process, list.data(), list.size());
  state.initial_call =
      heap_.tuple({module, function, Term::small(static_cast<std::int64_t>(list.size()))}).bits();
  // Resolved when it starts: a function that does not exist is the new process' error.
  state.ip = std::bit_cast<CodePointer>(
      code_.find_export(module, function, static_cast<std::uint32_t>(list.size())));
  state.pending = Pending::kStart;
  woken_.push_back(&process);
  return process;
}

void Machine::save_x(Process& process, const Term* x, Word count) {
  Word* saved = heap_.allocate(count);
  for (Word i = 0; i < count; ++i) saved[i] = x[i].bits();
  process.state.saved_x = saved;
  process.state.live = count;
}

void Machine::step(Process& process) {
  HEDDLE_CHECK(process.state.status == Status::kReady, "the process cannot take a step");
  ++epoch_;
  current_ = &process;
  Process::State& state = process.state;
  undo_.save(reinterpret_cast<Word*>(&state), sizeof state / sizeof(Word));
  undo_.save_stack(process, state.frame, kFrameHeader + own_size(process.stack()[state.frame + 1]));
  for (Word i = 0; i < state.live; ++i) x_[i] = Term::from_bits(state.saved_x[i]);
  ++state.steps;
  const Pending pending = state.pending;
  if (pending == Pending::kExit) return exit(process, Term::from_bits(state.exit_reason));
  if (pending == Pending::kFarewell) return farewell(process);
  if (pending != Pending::kReceive) state.pending = Pending::kDone;
  if (pending == Pending::kStart) {
    auto* callee = std::bit_cast<Export*>(state.ip);
    // A call of the function, as if from nowhere.
    starting_[0] =
        std::bit_cast<Word>(Interpreter::handlers()[static_cast<std::size_t>(Op::call_ext_only)]);
    starting_[1] = callee->arity;
    starting_[2] = std::bit_cast<Word>(callee);
    state.ip = starting_;
  } else if (pending == Pending::kCall) {
    starting_[0] =
        std::bit_cast<Word>(Interpreter::handlers()[static_cast<std::size_t>(Op::resume_call)]);
    state.ip = starting_;
  } else if (pending == Pending::kTraced || pending == Pending::kReturned ||
             pending == Pending::kUnwound) {
    if (pending == Pending::kTraced) trace_call(process);
    if (pending == Pending::kReturned) trace_return(process);
    if (pending == Pending::kUnwound) trace_unwind(process);
    const Op next = pending == Pending::kTraced     ? Op::resume_traced
                    : pending == Pending::kReturned ? Op::leave_traced
                                                    : Op::unwind_on;
    starting_[0] = std::bit_cast<Word>(Interpreter::handlers()[static_cast<std::size_t>(next)]);
    state.ip = starting_;
  } else if (pending == Pending::kNative) {
    const Native& native = *state.native;
    const Term result = native.call(*this, x_.get());
    native_result_ = result;
    // It may have ended, gone to sleep or halted the system.
    if (process.dead() || state.pending != Pending::kDone || halted_ != 0) return;
    if (result.is_none()) {
      blame(native, x_.get());
      starting_[0] =
          std::bit_cast<Word>(Interpreter::handlers()[static_cast<std::size_t>(Op::raise_pending)]);
      starting_[1] = std::bit_cast<Word>(state.ip);
      state.ip = starting_;
    } else {
      x_[0] = result;
    }
  }
  local_ = heap_.mark();
  collect_at_ = kCollectAt;
  interpret(process);
  if (options_.explored && state.pending == Pending::kReceive) find_match(process);
}

void Machine::collect(Process& process, Word* top, Word* low, Word live) {
  heap_.relieve();
  if (heap_.used_since(local_) < collect_at_) return;
  Process::State& state = process.state;
  const std::span<Word> roots[] = {
      {reinterpret_cast<Word*>(x_.get()), live},
      {low, static_cast<std::size_t>(top - low)},
      {&state.dictionary, 1},
      {&cells_.root(), 1},
  };
  collect_at_ = std::max(kCollectAt, 2 * beam::collect(heap_, local_, roots));
}

Process* Machine::first_ready() const {
  if (halted_ != 0) return nullptr;
  for (const auto& process : processes_) {
    if (process->runnable()) return process.get();
  }
  return nullptr;
}

bool Machine::advance_clock() {
  if (halted_ != 0) return false;
  current_ = nullptr;
  Process* first = nullptr;
  for (const auto& process : processes_) {
    const Process::State& state = process->state;
    if (state.status == Status::kWaiting && state.timeout_at != 0 &&
        (first == nullptr || state.timeout_at < first->state.timeout_at)) {
      first = process.get();
    }
  }
  while (const std::optional<Timer> timer = timers_.first()) {
    if (first != nullptr && first->state.timeout_at - 1 < timer->at) break;
    timers_.remove(timer->reference);
    Term to = timer->destination;
    if (to.is_pid()) {
      // Timers end with their process.
      const Process* process = find(to);
      if (process == nullptr || process->dead()) continue;
    }
    undo_.set(clock_, std::max(clock_, timer->at));
    if (to.is_atom()) to = whereis(to);
    if (Process* process = find(to)) deliver(*process, timer->message, process->pid());
    return true;
  }
  if (first == nullptr) return false;
  undo_.set(clock_, std::max(clock_, first->state.timeout_at - 1));
  time_out(*first);
  return true;
}

bool Machine::fire_timer(Term reference) {
  const std::optional<Timer> timer = timers_.find(reference);
  if (!timer) return false;
  current_ = nullptr;
  timers_.remove(reference);
  const Term to = timer->destination.is_atom() ? whereis(timer->destination) : timer->destination;
  if (Process* process = find(to)) deliver(*process, timer->message, process->pid());
  return true;
}

void Machine::hibernate(Term module, Term function, Term arguments) {
  Process& process = *current_;
  Process::State& state = process.state;
  undo_.save_stack(process, 0,
                   state.frame + kFrameHeader + own_size(process.stack()[state.frame + 1]));
  std::vector<Term> list;
  for (; arguments.is_cons(); arguments = arguments.tail()) list.push_back(arguments.head());
  save_x(process, list.data(), list.size());
  state.ip = std::bit_cast<CodePointer>(
      code_.find_export(module, function, static_cast<std::uint32_t>(list.size())));
  state.cp = end_of_process();
  state.frame = 0;
  process.stack()[0] = 0;
  process.stack()[1] = 0;
  state.catches = 0;
  state.pending = Pending::kStart;
  if (state.first_message == nullptr) state.status = Status::kWaiting;
}

Term Machine::call_instead(Term function, std::span<const Term> arguments) {
  instead_ = function;
  instead_arguments_.assign(arguments.begin(), arguments.end());
  return Term::none();
}

Term Machine::call_and_write(Term module, Term function, std::span<const Term> arguments) {
  Word* fun = heap_.object(Kind::kExport, 1);
  fun[1] = std::bit_cast<Word>(
      code_.find_export(module, function, static_cast<std::uint32_t>(arguments.size())));
  then_write_ = true;
  return call_instead(Term::boxed(fun), arguments);
}

void Machine::halt(int status) { undo_.set(halted_, static_cast<Word>(status) + 1); }

Process* Machine::find(Term pid) const {
  if (Process* process = running(pid)) return process;
  const Service* service = service_of(pid);
  // Those with more to do than to wait are started by those who ask for more.
  if (service == nullptr || service->table != nullptr) return nullptr;
  return &const_cast<Machine*>(this)->start(*service);
}

void Machine::rewind(const Mark& mark) {
  woken_.clear();
  output_.resize(mark.output);
  log_.resize(mark.log);
  undo_.rewind(mark.undo);
  current_ = nullptr;
  ets_.shrink(mark.tables);
  arrays_.shrink(mark.arrays);
  files_.shrink(mark.files);
  compressors_.shrink(mark.compressors);
  while (processes_.size() > mark.processes) {
    by_pid_.erase(processes_.back()->pid().bits());
    processes_.pop_back();
  }
  heap_.rewind(mark.heap);
}

// ---- Limits, and what is not there

void Machine::step_limit(const Process& process) {
  throw StepLimit(
      fmt::format("{}: a step made more than {} calls without any operation that others could see; "
                  "if it is not endless, raise --step-limit",
                  place(process.state.ip), options_.calls_per_step));
}

void Machine::check_memory(std::size_t more, CodePointer at) const {
  const std::size_t words =
      heap_.used() + undo_.mark() + more + processes_.size() * kWordsOfProcess;
  if (words > options_.memory / sizeof(Word)) memory_limit(at);
}

void Machine::memory_limit(CodePointer at) const {
  throw support::UserError(
      fmt::format("{}: the run needs more than {} MiB of memory; if it does not grow without end, "
                  "raise --memory",
                  place(at), options_.memory >> 20));
}

Term Machine::unsupported(const Export& callee, const Term* arguments, CodePointer at) {
  if (options_.unknown && arguments != nullptr) return options_.unknown(*this, callee, arguments);
  // Where the program itself called it, or called what calls it.
  const Process::State& state = current_->state;
  CodePointer caller = nullptr;
  bool found = false;
  const auto consider = [&](CodePointer address) {
    const Module* module = address == nullptr ? nullptr : code_.module_at(address);
    if (module == nullptr || found) return;
    found = !code_.is_library(module->path);
    if (found || caller == nullptr) caller = address;
  };
  if (arguments == nullptr) consider(at);
  if (state.cp != nullptr) consider(state.cp - 1);
  for (const Word* frame = current_->stack() + state.frame; frame > current_->stack();) {
    if (frame[0] != 0) consider(std::bit_cast<CodePointer>(frame[0]) - 1);
    frame -= kFrameHeader + size_below(frame[1]);
  }
  throw support::UserError(fmt::format(
      "{} calls {}:{}/{}, which OTP writes in C and Heddle does not have; if its result depends on "
      "its arguments only, --unknown-bif pure asks erl for it",
      caller == nullptr ? "a process" : place(caller), name_of(callee.module),
      name_of(callee.function), callee.arity));
}

// ---- Looking at processes

std::vector<Term> Machine::stack_trace(Process& process, std::size_t most) {
  std::vector<Term> entries;
  const auto add = [&](CodePointer address) {
    if (address == nullptr || entries.size() >= most) return;
    if (const Term entry = trace_entry(address); !entry.is_none()) entries.push_back(entry);
  };
  const Process::State& state = process.state;
  if (state.pending == Pending::kStart) {
    const auto* callee = std::bit_cast<const Export*>(state.ip);
    entries.push_back(
        heap_.tuple({callee->module, callee->function, Term::small(callee->arity), Term::nil()}));
    return entries;
  }
  // A call that is not the last thing returns to where it is made.
  if (state.pending != Pending::kCall) {
    add(state.ip - 1);
  } else if (state.tail != 0) {
    add(state.at);
  }
  if (state.cp != nullptr) add(state.cp - 1);
  const Word* frame = process.stack() + state.frame;
  while (frame > process.stack() && entries.size() < most) {
    const auto address = std::bit_cast<CodePointer>(frame[0]);
    if (address != nullptr) add(address - 1);
    frame -= kFrameHeader + size_below(frame[1]);
  }
  return entries;
}

}  // namespace heddle::beam
