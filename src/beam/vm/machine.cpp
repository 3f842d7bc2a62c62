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

// ---- Exceptions

Term Machine::raise(Term exception_class, Term reason) {
  class_ = exception_class;
  reason_ = reason;
  trace_ = Term::none();
  blamed_.clear();
  in_trace_ = false;
  arguments_ = error_info_ = cause_ = Term::none();
  return Term::none();
}

Term Machine::raise_with_arguments(Term reason, Term arguments, Term info) {
  raise(atoms::error, reason);
  arguments_ = arguments;
  error_info_ = info;
  return Term::none();
}

Term Machine::error(Term reason) {
  raise(atoms::error, reason);
  in_trace_ = true;
  return Term::none();
}

Term Machine::error(Term reason, Term cause) {
  error(reason);
  cause_ = cause;
  return Term::none();
}

Term Machine::badarg() { return error(atoms::badarg); }

Term Machine::raise_with_trace(Term exception_class, Term reason, Term trace) {
  raise(exception_class, reason);
  trace_ = trace;
  return Term::none();
}

void Machine::raise_again(Term raw_trace, Term reason) {
  raise_with_trace(raw_trace.element(1), reason, raw_trace.element(2));
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

// The native that raised, with its arguments, as the first entry of the trace.
void Machine::blame(const Native& native, const Term* arguments) {
  if (!in_trace_) return;
  const Term module = intern(native.module);
  const bool of_erts = module == atoms::erlang || module == intern("atomics") ||
                       module == intern("counters") || module == intern("persistent_term") ||
                       module == intern("erts_internal");
  const char* explains = of_erts                  ? "erl_erts_errors"
                         : module == intern("os") ? "erl_kernel_errors"
                                                  : "erl_stdlib_errors";
  std::vector<Term> details = {atoms::module_, intern(explains)};
  if (!cause_.is_none()) details.insert(details.end(), {intern("cause"), cause_});
  const Term info = heap_.tuple({atoms::error_info, map_from_pairs(heap_, details)});
  // Functions that OTP loads from libraries of their own say nothing about their errors.
  const bool from_library = std::string_view(native.function).ends_with("_nif") ||
                            module == intern("prim_buffer") || module == intern("prim_file") ||
                            module == intern("erts_literal_area_collector");
  blamed_.assign(
      1, heap_.tuple({module, intern(native.function), heap_.list({arguments, native.arity}),
                      from_library ? Term::nil() : heap_.cons(info, Term::nil())}));
}

Term Machine::no_clause(const char* module, const char* function, std::span<const Term> arguments) {
  raise(atoms::error, atoms::function_clause);
  Term where = Term::nil();
  if (const Module* loaded = code_.load(intern(module))) {
    for (const LoadedFunction& entry : loaded->functions) {
      if (entry.name == intern(function) && entry.arity == arguments.size()) {
        where = location(*loaded, entry.begin);
      }
    }
  }
  blamed_.assign(1, heap_.tuple({intern(module), intern(function), heap_.list(arguments), where}));
  return Term::none();
}

Term Machine::no_function(Term module, Term function, Term arguments) {
  raise(atoms::error, atoms::undef);
  blamed_.assign(1, heap_.tuple({module, function, arguments, Term::nil()}));
  return Term::none();
}

void Machine::undefined(const Export& callee, const Term* x) {
  error(atoms::undef);
  blamed_.assign(
      1, heap_.tuple({callee.module, callee.function, heap_.list({x, callee.arity}), Term::nil()}));
}

void Machine::function_clause(Term module, Term function, Word arity, const Term* x,
                              CodePointer at) {
  error(atoms::function_clause);
  const Module* loaded = code_.module_at(at);
  blamed_.assign(1, heap_.tuple({module, function, heap_.list({x, arity}),
                                 loaded == nullptr ? Term::nil() : location(*loaded, at)}));
}

void Machine::error_of_apply(Term module, Term function, Term arguments) {
  error(atoms::badarg);
  blamed_.assign(1,
                 heap_.tuple({atoms::erlang, atoms::apply,
                              heap_.list(std::initializer_list<Term>{module, function, arguments}),
                              Term::nil()}));
}

Term Machine::location(const Module& module, CodePointer address) const {
  const LineEntry line = module.line_at(address);
  if (line.line == 0) return Term::nil();
  Heap& heap = const_cast<Heap&>(heap_);
  const Term file = heap.tuple({atoms::file, heap.string(module.file_name(line.file))});
  const Term number = heap.tuple({atoms::line, Term::small(line.line)});
  return heap.list(std::initializer_list<Term>{file, number});
}

Term Machine::trace_entry(CodePointer address) const {
  const Module* module = code_.module_at(address);
  if (module == nullptr) return Term::none();
  const LoadedFunction* function = module->function_at(address);
  if (function == nullptr) return Term::none();
  return const_cast<Heap&>(heap_).tuple(
      {module->name, function->name, Term::small(function->arity), location(*module, address)});
}

void Machine::finish_trace(Process& process, CodePointer ip, CodePointer cp, const Word* frame) {
  if (!trace_.is_none()) return;
  std::vector<Term> entries = blamed_;
  blamed_.clear();
  const auto add = [&](CodePointer address) {
    if (address == nullptr || entries.size() >= trace_depth_) return;
    if (const Term entry = trace_entry(address); !entry.is_none()) entries.push_back(entry);
  };
  add(ip);
  if (!arguments_.is_none() && entries.size() == 1) {
    const Term entry = entries[0];
    std::vector<Term> location;
    for (Term list = entry.element(3); list.is_cons(); list = list.tail()) {
      location.push_back(list.head());
    }
    if (!error_info_.is_none()) {
      location.push_back(heap_.tuple({atoms::error_info, error_info_}));
    }
    const Term arguments = arguments_.is_list() ? arguments_ : entry.element(2);
    entries[0] = heap_.tuple({entry.element(0), entry.element(1), arguments, heap_.list(location)});
  }
  // Return addresses point behind the call.
  if (cp != nullptr) add(cp - 1);
  while (frame > process.stack() && entries.size() < trace_depth_) {
    const auto address = std::bit_cast<CodePointer>(frame[0]);
    if (address != nullptr) add(address - 1);
    frame -= kFrameHeader + size_below(frame[1]);
  }
  trace_ = heap_.list(entries);
}

void Machine::die_of_exception(Process& process) {
  Term reason = reason_;
  if (class_ == atoms::throw_) reason = heap_.tuple({atoms::nocatch, reason});
  if (class_ != atoms::exit) reason = heap_.tuple({reason, trace_});
  // The caller of the first process sees what it ended with.
  if (class_ != atoms::exit && process.parent() != nullptr) log_crash(process, reason);
  end(process, reason);
}

std::string Machine::place(CodePointer address) const {
  const Module* module = address == nullptr ? nullptr : code_.module_at(address);
  const LoadedFunction* function = module == nullptr ? nullptr : module->function_at(address);
  if (function == nullptr) return "unknown place";
  std::string text =
      fmt::format("{}:{}/{}", name_of(module->name), name_of(function->name), function->arity);
  if (const LineEntry line = module->line_at(address); line.line != 0) {
    text += fmt::format(" ({}:{})", module->file_name(line.file), line.line);
  }
  return text;
}

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

// ---- Messages and signals

Term Machine::make_reference() {
  Word* object = heap_.object(Kind::kReference, 2);
  object[1] = current_->pid().bits();
  object[2] = ++current_->state.references;
  return Term::boxed(object);
}

namespace {

// The service that registers this name while it starts.
const Service* service_with(Term name) {
  static const std::unordered_map<Word, const Service*> by_name = {
      {intern("init").bits(), &kInit},
      {intern("application_controller").bits(), &kInit},
      {intern("kernel_sup").bits(), &kInit},
      {intern("kernel_safe_sup").bits(), &kInit},
      {intern("logger_sup").bits(), &kInit},
      {intern("erl_signal_server").bits(), &kInit},
      {intern("global_name_server").bits(), &kGlobal},
  };
  const auto it = by_name.find(name.bits());
  return it == by_name.end() ? nullptr : it->second;
}

}  // namespace

// Whoever first asks for a process that the system has starts it: whether somebody has needed it
// before is nothing that a program may see.
Term Machine::whereis(Term name) const {
  Term pid = map_get(names(), name);
  if (const Service* service = pid.is_none() ? service_with(name) : nullptr) {
    const_cast<Machine*>(this)->ensure(*service);
    pid = map_get(names(), name);
  }
  return pid.is_none() ? atoms::undefined : pid;
}

void Machine::deliver(Process& to, Term message, Term sender, Term via, bool is_signal) {
  Process::State& state = to.state;
  // A message to the dead is lost, but nobody can tell when it came.
  if (options_.explored) {
    effects_.deliveries.push_back({&to, message, is_signal && via.is_reference()});
  }
  if (to.dead()) return;
  if (tracing_) [[unlikely]]
    trace_receive(to, message, sender);
  touch(to);
  auto* node = reinterpret_cast<MessageNode*>(heap_.allocate(sizeof(MessageNode) / sizeof(Word)));
  *node = {message.bits(), 0, sender.bits(), via.bits(), is_signal ? Word{1} : Word{0}};
  if (state.unseen == nullptr && !options_.explored) state.unseen = node;
  if (state.last_message == nullptr) {
    state.first_message = node;
  } else {
    undo_.set(state.last_message->next, std::bit_cast<Word>(node));
  }
  state.last_message = node;
  if (state.status == Status::kWaiting) {
    state.status = Status::kReady;
    woken_.push_back(&to);
    if (state.save_set != 0 && state.save == nullptr) state.save = node;
  }
  if (options_.explored && state.match == nullptr && state.pending == Pending::kReceive &&
      &to != current_ && accepts(to, message)) {
    state.match = node;
  }
}

void Machine::touch(Process& process) {
  if (&process == current_) return;
  undo_.save(reinterpret_cast<Word*>(&process.state), sizeof process.state / sizeof(Word));
}

void Machine::send(Process& from, Term to, Term message) {
  // The maker of an alias is a part of it.
  const Term pid = to.is_reference() ? Term::from_bits(to.word(0)) : to;
  if (Process* process = find(pid)) {
    pass(from.pid(), *process, message, to.is_reference() ? to : Term::none());
  }
}

void Machine::pass(Term from, Process& to, Term message, Term alias) {
  if (travels(from, to)) {
    depart(from, to, {Signal::Kind::kMessage, 0, message, alias});
  } else {
    message_arrives(to, from, alias, message);
  }
}

void Machine::message_arrives(Process& to, Term from, Term alias, Term message) {
  if (!alias.is_none()) {
    if (to.dead()) return;
    const Term aliases = Term::from_bits(to.state.aliases);
    const Term mode = map_get(aliases, alias);
    if (mode.is_none()) return;
    if (mode == atoms::reply_demonitor || mode == intern("reply")) {
      touch(to);
      to.state.aliases = map_remove(heap_, aliases, alias).bits();
      if (mode == atoms::reply_demonitor) remove_monitor(to, alias);
    }
  }
  deliver(to, message, from, alias);
}

// Where every order is tried, the owner alone decides (exits.cpp): the monitored process is left
// alone, and the owner remembers the monitor as long as its message may be in the mailbox.
bool Machine::remove_monitor(Process& owner, Term reference, bool wholly) {
  const Term monitors = Term::from_bits(owner.state.monitors);
  const Term monitor = map_get(monitors, reference);
  if (monitor.is_none()) return false;
  touch(owner);
  if (options_.explored) {
    for (MessageNode* node = wholly ? owner.state.first_message : nullptr; node != nullptr;
         node = std::bit_cast<MessageNode*>(node->next)) {
      if (node->is_signal == 0 || !equal_exact(Term::from_bits(node->via), reference)) continue;
      owner.state.save = node;
      remove_message(owner);
      return false;
    }
    owner.state.monitors = (wholly ? map_remove(heap_, monitors, reference)
                                   : map_put(heap_, monitors, reference, atoms::false_))
                               .bits();
    return monitor.is_tuple();
  }
  owner.state.monitors = map_remove(heap_, monitors, reference).bits();
  if (Process* other = find(monitor.element(0))) {
    touch(*other);
    other->state.monitored_by =
        map_remove(heap_, Term::from_bits(other->state.monitored_by), reference).bits();
  }
  return true;
}

bool Machine::remove_message(Process& process, const std::function<bool(Term)>& fits) {
  Process::State& state = process.state;
  for (MessageNode* node = state.first_message; node != nullptr;
       node = std::bit_cast<MessageNode*>(node->next)) {
    if (!fits(Term::from_bits(node->term))) continue;
    state.save = node;
    remove_message(process);
    return true;
  }
  return false;
}

bool Machine::drop_unseen(Process& process, const std::function<bool(const MessageNode&)>& fits) {
  bool any = false;
  for (MessageNode* node = process.state.unseen; node != nullptr;) {
    auto* next = std::bit_cast<MessageNode*>(node->next);
    if (fits(*node)) {
      any = true;
      process.state.save = node;
      remove_message(process);
    }
    node = next;
  }
  return any;
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

// Takes out the message that the receive is looking at.
void Machine::remove_message(Process& process) {
  Process::State& state = process.state;
  MessageNode* node = state.save;
  auto* next = std::bit_cast<MessageNode*>(node->next);
  if (state.unseen == node) state.unseen = next;
  if (state.first_message == node) {
    state.first_message = next;
    if (next == nullptr) state.last_message = nullptr;
  } else {
    MessageNode* before = state.first_message;
    while (std::bit_cast<MessageNode*>(before->next) != node) {
      before = std::bit_cast<MessageNode*>(before->next);
    }
    undo_.set(before->next, node->next);
    if (state.last_message == node) state.last_message = before;
  }
  if (options_.explored && node->is_signal != 0 && Term::from_bits(node->via).is_reference()) {
    state.monitors =
        map_remove(heap_, Term::from_bits(state.monitors), Term::from_bits(node->via)).bits();
  }
  state.save = nullptr;
  state.save_set = 0;
  state.timeout_at = 0;
}

void Machine::wait(Process& process, Word milliseconds) {
  Process::State& state = process.state;
  state.status = Status::kWaiting;
  state.pending = Pending::kReceive;
  state.save_set = 1;
  state.unseen = nullptr;
  if (milliseconds == 0 || state.timeout_at != 0) return;
  if (options_.one_time) state.waited = clock_;
  state.timeout_at = now() + milliseconds + 1;
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
