// Machine: one running world of Erlang processes.
//
// A process runs from one visible operation to the next: `step` executes the operation that the
// process waits to do, and then its local computation, up to just before the next visible one.
// `mark` and `rewind` go back to an earlier state at the cost of the distance.
//
//   Machine machine(code);
//   Process& main = machine.spawn(nullptr, module, function, arguments);
//   while (Process* next = machine.first_ready()) machine.step(*next);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "beam/term/heap.hpp"
#include "beam/vm/cells.hpp"
#include "beam/vm/code.hpp"
#include "beam/vm/compressors.hpp"
#include "beam/vm/ets.hpp"
#include "beam/vm/files.hpp"
#include "beam/vm/process.hpp"
#include "beam/vm/services.hpp"
#include "beam/vm/shared_words.hpp"
#include "beam/vm/timers.hpp"
#include "beam/vm/traces.hpp"
#include "beam/vm/undo_log.hpp"

namespace heddle::beam {

class Machine;

struct MachineOptions {
  std::uint64_t calls_per_step = 2'000'000'000;   // a step that makes more never ends, we say
  std::uint64_t memory = std::uint64_t{8} << 30;  // bytes for terms, the way back and a stack
  /// For schedulers that try every order. What was delivered counts as seen; State::match says
  /// whether a pending receive finds its message; timeouts and timers happen when the scheduler
  /// says so, and time is each process' own.
  bool explored = false;
  /// Signals to others travel: `deliver_next` brings them. Only if explored.
  bool delayed = false;
  /// Timers count from one clock for all, which the scheduler sets. Only if explored.
  bool common_clock = false;
  /// The time that processes are told is that of the clock, too.
  bool one_time = false;
  /// Modules that some run replaces: calling them is an operation. Only if explored.
  const std::unordered_set<Word>* replaced = nullptr;
  /// Somebody is traced in some run. Only if explored.
  bool traces = false;
  /// Functions with a trace pattern in some run: calling them is an operation. Only if explored.
  const TracedFunctions* traced = nullptr;
  /// Asked what a built-in gives that the machine does not have; without it, calling one ends the
  /// run.
  std::function<Term(Machine& machine, const Export& callee, const Term* arguments)> unknown = {};
};

/// What a step did to other processes, and to its own mailbox. Kept if the machine is explored.
struct Effects {
  struct Delivery {
    Process* to;
    Term message;
    bool down = false;  // of a monitor
    bool lost = false;  // its receiver has said that it does not want it
  };
  struct Departure {  // of a signal that travels
    Term from;
    Term to;
    Word number;
  };
  std::vector<Delivery> deliveries;
  std::vector<Departure> departures;
  std::vector<Process*> deaths;
  std::vector<Term> unfixed;       // tables that the dead had fixed
  std::vector<Process*> reined;    // by others: suspended, resumed, or asked whether they are
  std::vector<Process*> traced;    // of whom it mattered whether they are
  std::vector<Process*> retraced;  // and for whom that changed
  bool sequenced = false;          // a token mattered, or might have
};

inline constexpr std::int64_t kLongestWait = 0xffffffff;  // milliseconds, of a receive

/// What a pending receive does without a message.
struct ReceiveTimeout {
  bool waits = true;               // for ever
  std::uint64_t milliseconds = 0;  // if not
};

class BinaryWriter;
struct TracePattern;

class Machine {
 public:
  Machine(CodeBase& code, MachineOptions options = {});
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // ---- Running
  Process& spawn(Process* parent, Term module, Term function, Term arguments);
  /// Executes the pending operation of a ready process and what follows it.
  void step(Process& process);
  /// Processes that became ready since the last call: new ones, and those that were waiting. For
  /// schedulers that do not want to look at all of them.
  std::vector<Process*> take_woken() { return std::exchange(woken_, {}); }
  /// The oldest process that is ready, or null.
  Process* first_ready() const;
  /// Lets the earliest timeout of a receive or timer happen; false if nobody waits for one. At the
  /// same time, timers come first, in the order of their creation.
  bool advance_clock();
  /// What halt/0,1,2 was called with; nothing runs any more then.
  std::optional<int> halted() const {
    if (halted_ == 0) return std::nullopt;
    return static_cast<int>(halted_ - 1);
  }
  Process* find(Term pid) const;
  /// As `find`, but starts no service: for those who only look.
  Process* running(Term pid) const {
    const auto it = by_pid_.find(pid.bits());
    return it == by_pid_.end() ? nullptr : it->second;
  }
  /// Whether the receive that the process is about to do, or waits in, would take this message. Has
  /// no effects: the tests between loop_rec and remove_message are run on the side (facts: they
  /// call nothing, raise nothing, and read the message and the frame only).
  bool accepts(const Process& process, Term message);
  /// The same for a receive that may be long past: its instruction, and the values of the variables
  /// that its patterns use, in the order of receive_variables.
  bool accepts(CodePointer receive, std::span<const Term> variables, Term message);
  /// Whether the pending receive looks at messages; if not, it only waits.
  bool has_patterns(const Process& process) const;
  /// The variables that the patterns of the pending receive use.
  void receive_variables(const Process& process, std::vector<Term>& out) const;
  ReceiveTimeout receive_timeout(const Process& process) const;
  /// The receive that the process waits in ends without a message.
  void time_out(Process& process);
  /// Of the last step, timeout or timer.
  const Effects& effects() const { return effects_; }
  /// How far down its stack the process has been in the last step: an index. What lay above has
  /// returned.
  Word lowest_frame() const { return lowest_frame_; }
  /// Of the native that the last step began with; none if it raised.
  Term native_result() const { return native_result_; }
  void forget_effects() {
    effects_.deliveries.clear();
    effects_.departures.clear();
    effects_.deaths.clear();
    effects_.unfixed.clear();
    effects_.reined.clear();
    effects_.traced.clear();
    effects_.retraced.clear();
    effects_.sequenced = false;
  }
  /// As if nobody had killed the process, or halted the system: to see what it was about to do. To
  /// be rewound.
  void revive(Process& process);
  /// False if the timer is no more.
  bool fire_timer(Term reference);

  // ---- Signals that travel (channels.cpp)
  struct Signal {
    enum class Kind : std::uint8_t {
      kMessage,
      kExit,
      kLinkExit,
      kDown,
      kLink,
      kUnlink,
      kMonitor,
      kDemonitor,
      kSuspend,
      kResume,
      kTrace,          // a message to a tracer
      kTraceDelivered  // all of them before it have arrived
    };
    Kind kind = Kind::kMessage;
    Word number = 0;  // the how-manieth of its channel
    Term content;     // the message, the reason of an exit; what channels.cpp says
    Term about;       // an alias or none; the reference of a monitor
  };
  bool travels(Term from, const Process& to) const;
  /// To whom signals of this process are on their way.
  void destinations(const Process& from, std::vector<Term>& out) const;
  /// The one that arrives next.
  std::optional<Signal> next_signal(const Process& from, Term to) const;
  void deliver_next(Process& from, Term to);
  /// How many signals have set out.
  Word signals_sent(const Process& from, Term to) const;
  /// Whether the end of this monitor is on its way.
  bool is_ending(const Process& owner, Term to, Term reference) const;
  /// What the current process asks of another one. It has its own side of the link or monitor at
  /// once, the other one when the request arrives.
  void request_link(const Process& to);
  void request_unlink(const Process& to);
  void request_monitor(const Process& to, Term reference, Term item, Term tag);
  void request_demonitor(const Process& to, Term reference);
  // ---- Suspension (suspensions.cpp)
  /// The current process suspends another one, or does so once more.
  void suspend(Process& process, Term tag);
  /// It asks the other one to answer with {tag, suspended}, unless there is no tag, and to be
  /// suspended if this is the `first` time.
  void request_suspension(Process& process, bool first, Term tag);
  /// Once less. It must have suspended it.
  void resume(Process& process);
  /// How often the current process has suspended it.
  Word suspensions_of(const Process& process) const;
  /// Whether a request to suspend is on its way.
  bool is_suspending(const Process& from, Term to) const;
  /// As if nobody had suspended the process: to see what it was about to do. To be rewound.
  void release(Process& process);
  // ---- Tracing (traces.cpp)
  /// What is set for all processes: a map (traces.hpp).
  Term traces() const { return Term::from_bits(traces_); }
  void set_traces(Term map) { undo_.set(traces_, map.bits()); }
  /// From now on somebody may be traced.
  void begin_tracing() { tracing_ = true; }
  /// Nil if nobody that lives traces it.
  Term tracer_of(const Process& process) const;
  Word flags_of_trace(const Process& process) const;
  void set_tracing(Process& process, Term tracer, Word flags);
  /// What processes do that may be traced. True: the tracer is told in a step of its own, before
  /// the message is sent; the native is called again.
  bool trace_send(Term to, Term message);
  void trace_process(Process& process, const char* event, Term what);
  struct SpawnRequest {
    Term options;
    Term tag;           // of the answer
    bool waits = true;  // until it is there: all but spawn_request
  };
  void trace_spawn(Process& child, Term call, bool linked, const SpawnRequest& request);
  /// Tells `caller` when all that travels in these channels has arrived: pairs of pids.
  void announce_delivery(Term caller, Term message, Term channels);

  // ---- Sequential traces (sequential_traces.cpp)
  /// Its token; nil if it has none.
  Term token_of(const Process& process) const;
  void set_token(Process& process, Term token);
  /// The token's serial number goes on, as something is sent or printed.
  void count_token(Process& process);
  void set_token_clock(Process& process, Term clock, Term last);
  /// What the process has in its sequence, as {Clock, Last}.
  Term token_clock(const Process& process);
  /// The system tracer is told, if the token says so. `flag`: one of TokenFlag.
  void tell_sequence(Process& process, Term token, Word flag, Term to, Term message);
  /// Who is told; false: nobody that lives.
  Term system_tracer() const;
  /// All tokens vanish.
  void forget_tokens();
  bool may_be_traced(const TracePoint& point) const;
  /// Whether that is so for all functions of a module.
  bool may_trace_all(Term module) const;
  /// Of {Module, Function, Arity}, in the current code; null: there is none. `make`: or it is made.
  const TracePoint* trace_point(Term function, bool make);
  const std::vector<std::unique_ptr<Process>>& processes() const { return processes_; }

  struct Mark {
    Heap::Mark heap;
    std::size_t undo = 0;
    std::size_t processes = 0;
    std::size_t tables = 0;
    std::size_t arrays = 0;
    std::size_t files = 0;
    std::size_t compressors = 0;
    std::size_t output = 0;
    std::size_t log = 0;
  };
  Mark mark() {
    undo_.enable();
    return {heap_.mark(),   undo_.mark(),         processes_.size(), ets_.count(), arrays_.count(),
            files_.count(), compressors_.count(), output_.size(),    log_.size()};
  }
  void rewind(const Mark& mark);

  // ---- For natives
  Heap& heap() { return heap_; }
  CodeBase& code() { return code_; }
  UndoLog& undo() { return undo_; }
  Process& current() { return *current_; }
  Word epoch() const { return epoch_; }
  /// Each raises an exception in the current process and gives none. The native is named in the
  /// trace, with its arguments.
  Term error(Term reason);
  Term badarg();
  /// With a cause that the module in error_info explains.
  Term error(Term reason, Term cause);
  /// The same for natives that raise what the program says: they are not in the trace.
  Term raise(Term exception_class, Term reason);
  Term raise_with_trace(Term exception_class, Term reason, Term trace);
  /// error/2,3: the trace shows these arguments of the caller, and `info` if there is one.
  Term raise_with_arguments(Term reason, Term arguments, Term info);
  /// For natives in the place of a function in Erlang: none of its clauses fits.
  Term no_clause(const char* module, const char* function, std::span<const Term> arguments);
  /// As if Module:Function were called, and there is none.
  Term no_function(Term module, Term function, Term arguments);
  /// The current process calls this instead of returning; gives none.
  Term call_instead(Term function, std::span<const Term> arguments);
  /// The same, and what the function gives is written to the output.
  Term call_and_write(Term module, Term function, std::span<const Term> arguments);
  void write(std::string_view text) { output_ += text; }
  /// To the standard error.
  void write_error(std::string_view text) { log_ += text; }
  /// An event of the logger, for the report.
  void log(const std::string& text) { log_ += text + "\n"; }
  /// The pid of the group leader of the first process.
  Term user() const { return Term::pid(kUser.pid); }
  bool runs(const Service& service) const;
  /// Starts it unless it runs.
  void ensure(const Service& service);
  /// What a call gives, in a process of its own that is not the program's, before that begins: it
  /// and whoever it starts run until all of them wait. Throws UserError with `what` if it fails or
  /// waits for ever.
  Term call_before(Term module, Term function, Term arguments, const std::string& what);
  /// Must be called before another process than the running one is changed.
  void touch(Process& process);
  /// To a pid or an alias.
  void send(Process& from, Term to, Term message);
  /// To a process that need not know the sender. `alias`: how it is addressed, or none.
  void pass(Term from, Process& to, Term message, Term alias = Term::none());
  /// `via`: what brought it (process.hpp).
  void deliver(Process& to, Term message, Term sender, Term via = Term::none(),
               bool is_signal = false, Term token = Term::none());
  /// Takes out the messages that fit and that the process has not yet looked at; false if there
  /// are none.
  bool drop_unseen(Process& process, const std::function<bool(const MessageNode&)>& fits);
  /// An exit signal, from a link or from exit/2, sets out, or arrives at once.
  void send_exit(Process& to, Term from, Term reason, bool link);
  /// The process dies now; whoever must know is told step by step (exits.cpp).
  void exit(Process& process, Term reason);
  Term make_reference();
  /// A pid, or `undefined`.
  Term whereis(Term name) const;
  /// The map from names to pids.
  Term names() const { return Term::from_bits(names_); }
  void set_names(Term map) { undo_.set(names_, map.bits()); }
  /// Takes the first message out of the mailbox that `fits`; false if there is none.
  bool remove_message(Process& process, const std::function<bool(Term)>& fits);
  /// The current process forgets its stack and goes on with this call when it has a message.
  void hibernate(Term module, Term function, Term arguments);
  /// One that `owner` has; false if there is none. `wholly`: also what came of it already.
  bool remove_monitor(Process& owner, Term reference, bool wholly = false);
  void halt(int status);
  Word now() const {
    return options_.explored && !options_.one_time ? current_->state.waited : clock_;
  }
  /// From when on timers count.
  Word timer_clock() const { return options_.common_clock ? clock_ : now(); }
  Word clock() const { return clock_; }
  void set_clock(Word clock) { undo_.set(clock_, clock); }
  /// What the scheduler wants to remember; it goes back with everything else.
  Term note() const { return Term::from_bits(note_); }
  void set_note(Term note) { undo_.set(note_, note.bits()); }
  bool explored() const { return options_.explored; }
  /// A number that nobody had before, larger than all of them.
  Word next_number() {
    undo_.set(numbers_, numbers_ + 1);
    return numbers_;
  }
  Timers& timers() { return timers_; }
  EtsTables& ets() { return ets_; }
  SharedArrays& arrays() { return arrays_; }
  Cells& cells() { return cells_; }
  Files& files() { return files_; }
  Compressors& compressors() { return compressors_; }
  /// persistent_term: a map.
  Term persistent_terms() const { return Term::from_bits(persistent_terms_); }
  void set_persistent_terms(Term map) { undo_.set(persistent_terms_, map.bits()); }
  /// What the program has changed in its environment: strings, and false for what it took out.
  Term environment() const { return Term::from_bits(environment_); }
  void set_environment(Term map) { undo_.set(environment_, map.bits()); }
  /// A map of what the program has set for the whole system, and one of those settings that new
  /// processes begin with.
  Term system_settings() const { return Term::from_bits(system_settings_); }
  void set_system_settings(Term map) { undo_.set(system_settings_, map.bits()); }
  Term new_settings() const { return Term::from_bits(new_settings_); }
  void set_new_settings(Term map) { undo_.set(new_settings_, map.bits()); }
  /// The current code of a module, which is loaded if there is none; null if it cannot be found.
  const Module* load(Term module);
  /// The contents of a file of the run.
  std::optional<std::string> read_code(const std::string& file);

  // ---- Versions of modules (code_versions.cpp)
  /// What is on the path of all machines counts as loaded, unless it was deleted. Null: there is
  /// none.
  const Module* current_code(Term module);
  /// There was code, and it was deleted.
  bool is_deleted(Term module) const;
  const Module* old_code(Term module) const;
  /// The one that the program has loaded, if that is the current one.
  const Module* current_version(Term module) const;
  /// A version to make current. Null if the bytes are not such a module. Throws UserError if it
  /// cannot be replaced.
  const Module* prepare_code(Term module, const std::string& bytes, const std::string& path);
  /// What was current becomes old, if there was anything.
  void make_current(const Module& version);
  /// Current code becomes old.
  void delete_code(Term module);
  /// There is no old code any more. Whoever runs it must be dead.
  void forget_old_code(Term module);
  /// While its function on_load runs, in the process `loader`; null: no more.
  void set_loading(Term module, const Module* version, Term loader);
  const Module* loading(Term module) const;
  Term loader(Term module) const;
  /// Whether its function on_load must run before it is current. Not if parts of it are built in:
  /// these are what such a function would load.
  bool waits_for_on_load(const Module& version) const;
  /// Current versions that are not those on the path that all machines have.
  std::vector<const Module*> own_versions() const;
  /// Whether the process runs this version, or returns into it.
  bool lingers_in(const Process& process, const Module& version) const;
  /// Whether there is a version of its module that has it.
  bool has_code(const FunEntry& fun) { return version_with(fun) != nullptr; }
  /// Whether processes stop before they call it: somebody may replace it meanwhile.
  bool is_replaced(Term module) const {
    return options_.replaced != nullptr && options_.replaced->contains(module.bits());
  }
  /// Where modules are looked for.
  std::vector<std::string> code_path();
  void set_code_path(const std::vector<std::string>& directories);
  /// The functions that the process is in, innermost first, as in a stack trace. A running process
  /// knows its callers only.
  std::vector<Term> stack_trace(Process& process, std::size_t most);
  /// How many functions a trace shows.
  Word trace_depth() const { return trace_depth_; }
  void set_trace_depth(Word depth) { undo_.set(trace_depth_, depth); }
  std::string& output() { return output_; }
  const std::string& logged() const { return log_; }
  /// Where the native that runs was called.
  CodePointer calling() const { return calling_; }
  /// Where the program is: "lists:map/2 (lists.erl:1239)", for messages.
  std::string place(CodePointer address) const;

 private:
  static constexpr std::size_t kRegisters = 1280;
  static constexpr std::size_t kCollectAt = std::size_t{1} << 20;  // words
  enum class Stop : std::uint8_t { kVisible, kWaiting, kExited, kAccepted, kRejected };
  friend struct Interpreter;
  friend class BinaryWriter;
  Stop interpret(Process& process);
  Process& spawn_as(Term pid, Process* parent, Term module, Term function, Term arguments);
  Process& start(const Service& service);
  /// Within the step of somebody else.
  Process& run_aside(const std::function<Process&()>& start);
  void save_x(Process& process, const Term* x, Word count);

  // What the interpreter leaves to others.
  bool asks_of_replaced(const Native& native, const Term* arguments) const;
  CodePointer resolve(Export& callee);
  /// In the version that has it; null if there is none any more.
  CodePointer resolve(const FunEntry& fun);
  const Module* version_with(const FunEntry& fun);
  void forget_patterns(Term module);
  void add_patterns(const Module& version);
  void missing_fun(const FunEntry& fun, const Term* x);
  enum class Find : std::uint8_t { kLoaded, kOrLoad };
  /// Along the path. What only this machine has counts as loaded when it is.
  const Module* find_code(Term module, Find what);
  void undefined(const Export& callee, const Term* x);
  void function_clause(Term module, Term function, Word arity, const Term* x, CodePointer at);
  void error_of_apply(Term module, Term function, Term arguments);
  void blame(const Native& native, const Term* arguments);
  void raise_again(Term raw_trace, Term reason);
  void finish_trace(Process& process, CodePointer ip, CodePointer cp, const Word* frame);
  void die_of_exception(Process& process);
  void end(Process& process, Term reason);
  void farewell(Process& process);
  void exit_signal(Process& to, Term from, Term reason, bool link);
  /// Gives its number.
  Word depart(Term from, const Process& to, Signal signal);
  void arrive(const Signal& signal, Process& receiver, Process& from);
  void link_arrives(Process& to, Process& from, Word seen);
  void unlink_arrives(Process& to, const Process& from);
  void monitor_arrives(Process& to, Process& from, Term reference, Term request);
  void message_arrives(Process& to, Term from, Term alias, Term message);
  void suspend_arrives(Process& to, Process& from, bool first, Term tag);
  void resume_arrives(Process& to);
  void tell_monitor(Term dead, Process& owner, Term reference, Term message);
  bool is_told_of(Process& process, Word flag);
  void carry_token(Process& from, Term to, Term message);
  void take_token(Process& process, const MessageNode& message);
  void inherit_token(Process& parent, Process& child, Term call, Term options, Term tag,
                     bool waits);
  bool tell_tracer(Process& process, std::initializer_list<Term> what);
  bool tell(Process& process, Term tracer, Word flags, std::initializer_list<Term> what);
  Term time_of_trace(const Process& process, Word flags);
  void bring_to_tracer(Process& process, Process& to, Term message);
  void count_call(const Process& process, Term name, TracePattern& pattern);
  Word tell_of_call(Process& process, const TracedCall& call, const TracePattern& pattern,
                    bool external);
  Word tell_meta(Process& process, const TracedCall& call, const TracePattern& pattern);
  void tell_meta_end(Process& process, Term call, Word what, const char* event, Term value);
  void trace_arrives(Process& to, Term message, Term from);
  bool passes(Term kind, std::initializer_list<Term> arguments, Process& process, Term& extra);
  void trace_receive(Process& process, Term message, Term sender);
  void trace_process(Process& process, const char* event, Term what, Term call);
  void inherit_trace(Process& from, Process& to, Word always, Word once);
  void trace_call(Process& process);
  void trace_return(Process& process);
  void trace_unwind(Process& process);
  bool has_return_to(const Process& process) const;
  CodePointer returns_to(const Process& process) const;
  Term function_name(CodePointer address) const;
  static CodePointer trace_return_code();
  static CodePointer trace_unwind_code();
  void find_match(Process& process);
  void log_crash(Process& process, Term reason);
  [[noreturn]] void step_limit(const Process& process);
  /// Ends the run if it has used up its memory, with `more` words to come.
  void check_memory(std::size_t more, CodePointer at) const;
  [[noreturn]] void memory_limit(CodePointer at) const;
  /// What a function gives that the machine does not have, if somebody else knows it.
  Term unsupported(const Export& callee, const Term* arguments, CodePointer at);
  const Native* send_native() const { return send_native_; }
  void remove_message(Process& process);
  /// Frames from `low` on, up to `top`, may point to what the step has made.
  void collect(Process& process, Word* top, Word* low, Word live);
  void wait(Process& process, Word milliseconds);
  Term trace_entry(CodePointer address) const;
  Term location(const Module& module, CodePointer address) const;

  CodeBase& code_;
  const MachineOptions options_;
  Heap heap_;
  UndoLog undo_;
  std::vector<std::unique_ptr<Process>> processes_;
  std::unordered_map<Word, Process*> by_pid_;
  std::vector<Process*> woken_;
  Process* current_ = nullptr;
  Word epoch_ = 0;
  Word clock_ = 0;  // virtual milliseconds
  Word note_ = Term::none().bits();
  Word names_ = 0;  // a map from name to pid
  Word persistent_terms_ = 0;
  Word environment_ = 0;
  Word system_settings_ = 0;
  Word new_settings_ = 0;
  Word code_path_ = Term::none().bits();  // a list of binaries; none: that of the code
  struct Versions {
    Word current = 0;  // const Module*; 0: none; kOnPath
    Word old = 0;
    Word loading = 0;
    Word loader = 0;
  };
  static constexpr Word kOnPath = 1;  // whatever is found there
  const Versions* versions_of(Term module) const;
  Versions& change_versions(Term module);
  std::unordered_map<Word, std::unique_ptr<Versions>> versions_;  // of modules by name
  Word traces_ = 0;
  bool tracing_ = false;
  bool telling_ = false;
  Term carried_ = Term::none();  // the token of what is being sent; none: it has none
  Term frame_to_push_;           // of the call that is traced; none: it needs none
  bool at_breakpoint_ = false;   // it is not made
  Word numbers_ = 0;
  Word trace_depth_ = 8;
  Word halted_ = 0;  // the status + 1
  Timers timers_;
  EtsTables ets_;
  SharedArrays arrays_;
  Cells cells_;
  Files files_;
  Compressors compressors_;
  std::string output_;
  std::string log_;
  Effects effects_;
  Term native_result_;
  Word lowest_frame_ = 0;

  // Of the running process.
  Heap::Mark local_;            // where the heap was when its local computation began
  std::size_t collect_at_ = 0;  // words since then
  std::unique_ptr<Term[]> x_;
  double f_[1024] = {};
  Term class_;
  Term reason_;
  Term trace_;                // none: to be made from the stack
  std::vector<Term> blamed_;  // entries of the trace above the stack
  bool in_trace_ = true;      // whether the native that raised is named in the trace
  Term arguments_;            // of the caller, for the trace; none: its arity
  Term error_info_;
  Term cause_;
  CodePointer calling_ = nullptr;
  Term instead_;
  std::vector<Term> instead_arguments_;
  bool then_write_ = false;
  bool probing_ = false;  // only to see whether a receive takes a message
  bool aside_ = false;    // in run_aside: whatever is sent arrives at once
  Process probe_{Term::none(), nullptr, 0};
  std::unique_ptr<Term[]> probe_x_;
  Word write_code_[4] = {};  // code: a call of heddle:write/1, as the last thing a frame does
  std::unique_ptr<BinaryWriter> writer_holder_;
  BinaryWriter& writer_;
  const Native* send_native_;
  Word starting_[4] = {};  // code: how a process goes on that has no instruction to go on with
};

}  // namespace heddle::beam
