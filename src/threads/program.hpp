// Program: a test in C++ as the explorer sees it.
//
// The threads of the test are fibers on the OS thread that explores; each is suspended before its
// next visible operation (include/heddle/detail/runtime.hpp), whose footprint it has announced.
// `step` resumes one of them: it executes the operation and goes on to the next. Nothing can be
// undone, so the explorer replays from the start; the runs of one test cost no memory after the
// first ones.
//
// Threads are found by number (`std::uint32_t`, main is 0, in order of creation in this run) inside
// a run and by ActorId across runs. Besides threads there are phantom actors (store buffers, the
// alternatives of a choice): they have a pending operation, too, but no stack.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <forward_list>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/program.hpp"
#include "core/shared_state.hpp"
#include "core/step.hpp"
#include "heddle/detail/cell.hpp"
#include "heddle/detail/exceptions.hpp"
#include "heddle/detail/runtime.hpp"
#include "heddle/detail/test.hpp"
#include "support/recycled.hpp"
#include "threads/border.hpp"
#include "threads/data_races.hpp"
#include "threads/fiber.hpp"
#include "threads/heap.hpp"
#include "threads/lessons.hpp"

namespace heddle::threads {

using detail::Operation;

using detail::Test;
using detail::TestFactory;

struct EngineOptions {
  std::size_t stack_bytes = std::size_t{256} << 10;
  heddle::memory memory = heddle::memory::sc;
  /// Tells of operations for which another memory model would be needed (Lessons::kWeakOrders).
  bool watch_orders = false;
  bool weak_failures = true;
  /// How many waits end for no reason in one run.
  std::uint32_t spurious_wakeups = 1;
  /// Errors: an exception that leaves a thread other than main. Main's always are.
  bool child_exceptions = true;
  /// A thread that waits by looking again and again is taken to wait (docs/threads.md).
  bool spin_detection = true;
  /// A run in which a thread tries again after a failure counts for nothing if the one in which it
  /// did not fail is explored: not where runs are drawn.
  bool retry_detection = true;
  /// Errors: threads that still wait when main has ended.
  bool stuck_threads = false;
  /// Errors: memory that nobody has freed at the end. Needs heddle/heap.hpp.
  bool leaks = true;
};

/// What all instances of a test share.
class Shared final : public core::SharedState {
 public:
  core::ActorTable& actors() override { return actors_; }
  void seed(std::span<const core::ActorKey> keys) override {
    for (const core::ActorKey& key : keys) actors_.intern(key);
  }
  std::string save() const override { return {}; }
  std::string save_new() override { return {}; }
  void restore(std::string_view) override {}

  Lessons& lessons() { return lessons_; }
  const Lessons& lessons() const { return lessons_; }

  /// Where threads were taken to wait by looking again: a report must say what was assumed.
  void saw_loop(place where);
  /// The same, told by another process.
  void saw_loop(const std::string& file, int line);
  std::vector<place> loops() const;

 private:
  core::ActorTable actors_;
  Lessons lessons_;
  mutable std::mutex mutex_;
  std::set<std::pair<std::string_view, int>> loops_;
  std::set<std::string> files_;  // of those that were told
};

/// A phantom actor: its operation is executed by the engine.
class Phantom {
 public:
  virtual ~Phantom() = default;
  /// Has nothing to do at present.
  virtual bool idle() const { return false; }
  virtual const Operation& pending() const = 0;
  virtual bool ready() const = 0;
  /// Executes the pending operation. False: the phantom is gone, else it has a next one.
  virtual bool execute() = 0;
};

class Memory;
class Foresight;

/// A limited number of times that the other alternatives than the first of some choices may be
/// taken in a run.
struct Ration {
  detail::Location location;
  detail::Token token;
  std::uint32_t left;
};

/// What the runs of a program are made of, and is of no use to the next program.
struct RunMemory {
  struct Actor {  // what an ActorId is in this run
    std::uint64_t run = 0;
    std::uint32_t thread = 0;  // or that of the phantom
    std::uint32_t phantom = 0;
  };
  struct LogEntry {
    detail::Location location;
    core::ActorId actor;
    bool changed;
  };
  std::vector<Actor> actor_of_;                       // by ActorId
  std::vector<std::vector<core::ActorId>> children_;  // threads started by an ActorId, in any run
  std::vector<core::ActorId> order_;                  // actors of this run, oldest first
  std::vector<LogEntry> log_;                         // what has been touched in this run
  std::vector<detail::Location> released_;            // by the operation in progress

  void clear();
  bool small() const { return actor_of_.size() <= 64 && log_.capacity() <= 4096; }
};

class Program final : public core::Program, support::Recycled<RunMemory> {
  struct Thread;

 public:
  Program(TestFactory factory, std::shared_ptr<Shared> shared, EngineOptions options);
  ~Program() override;

  // core::Program
  void enabled(std::vector<core::ActorId>& out) const override;
  bool is_enabled(core::ActorId actor) const override;
  core::ActorId first_enabled() const override;
  void blocked(std::vector<core::ActorId>& out) const override;
  void waiting(std::vector<core::ActorId>& out) const override;
  void pending(core::ActorId actor, core::StepRecord& out) const override;
  void step(core::ActorId actor, core::StepRecord& out) override;
  std::size_t step_on(core::ActorId actor, std::span<core::StepRecord> out) override;
  std::size_t redo(std::span<const core::StepRef> steps) override;
  bool go_on(core::ActorId actor) override;
  bool pending_yields(core::ActorId actor) const override;
  bool abandoned() const override { return pruned_ || (judges_ && ended() && redundant()); }
  void restart() override;
  bool matches(core::Token constraint, core::Token value) const override;
  core::Token initial_value(core::Location) const override { return 0; }
  bool admits(core::Location location, core::Token operation,
              std::span<const core::Token> before) const override;
  bool commute(core::Token first, core::Token second) const override;
  bool has_errors() const override;
  std::vector<core::Finding> errors() const override;
  std::string outcome() const override;
  core::StepText describe_last_step() const override;
  std::string waits_for(core::ActorId actor) const override;
  std::string actor_name(core::ActorId actor) const override;
  std::string location_name(core::Location location) const override;
  core::ActorTable& actors() const override { return shared_->actors(); }

  /// Texts are made only while somebody wants to read them.
  void set_recording(bool recording) {
    recording_ = recording;
    forget_words();
  }
  /// The run ended with a thread in a loop that waits for a value that has come meanwhile: the same
  /// run without the waiting is explored as well, so this one tells nothing.
  bool redundant() const;
  /// For who tells of a run rather than explores: values that are to blame, each with what is wrong
  /// with it, are errors as well, and a redundant run counts as abandoned.
  void judge_by(std::map<std::string, std::string> blame) {
    blame_ = std::move(blame);
    judges_ = true;
  }
  const Test& test() const { return *test_; }
  /// The exploration has to begin again (lessons.hpp).
  bool learned() const { return shared_->lessons().learned(); }
  const EngineOptions& options() const { return options_; }

  // For the runtime of the library, called from inside the threads.
  static Program* current() { return current_; }
  void perform(Operation& operation);
  void no_change();
  void failed_update();
  // Loops that try again: src/threads/retrying.cpp.
  void will_look(const detail::Look& look);
  void looked(detail::Location location, std::memory_order order, const void* found,
              std::size_t size);
  void foresee();
  void check_access(detail::Location variable, bool write, place where);
  DataRaces& data_races() { return data_races_; }
  bool recording() const { return recording_; }
  void note_arguments(const std::string& text) { arguments_ = text; }
  void note_value(const std::string& text) { value_ = text; }
  // For traces, while `recording`; values of a cell by number: src/threads/reads_from.cpp.
  void note_write(detail::Location cell, std::uint32_t number);
  void note_reads(detail::Location cell, std::uint32_t number, const std::string& value);
  detail::Location new_location();
  void name_object(detail::Location location, const char* type, const std::string& name);
  std::uint32_t self() const { return running_; }
  std::uint32_t identity(std::uint32_t thread) const { return threads_[thread].actor; }
  void begins(const void* what);
  void ends(const void* what, unsigned operations);
  void perform_last(Operation& operation);
  std::chrono::nanoseconds time() const { return threads_[running_].time; }
  void pass_time_until(std::chrono::nanoseconds time);
  /// Since the thread asked this before.
  bool clock_moved() {
    Thread& thread = threads_[running_];
    return std::exchange(thread.seen_time, thread.time) != thread.time;
  }
  void at_thread_exit(std::function<void()> function) {
    threads_[running_].at_exit.push_back(std::move(function));
  }
  bool wakes_spuriously(place where);
  /// What is known in this run about an object by its address (atomic_ref), and where that is.
  static constexpr detail::Location kReferredObjects = 1;
  static constexpr detail::Location kSpuriousWakeups = 2;
  static constexpr detail::Location kOpaqueSteps = 3;
  std::shared_ptr<detail::Object>& referred(const void* object) { return referred_[object]; }
  std::uint64_t run() const { return run_; }
  std::uint32_t start_thread(std::function<void()> body, place where, bool fork = false);
  void join_thread(std::uint32_t thread, place where, bool may_throw);
  bool thread_ended(std::uint32_t thread) const;
  void name_thread(std::uint32_t thread, const std::string& name);
  std::size_t choose(std::size_t count, const char* what, place where, Ration* ration = nullptr,
                     bool barrier = false);
  bool fails_weakly(place where);
  void refute(place where);
  void begin_opaque_step(place where);
  void end_opaque_step();
  void add_error(core::Finding::Kind kind, const std::string& message, place where);
  bool unwinding() const;
  void touch_more(detail::Location location, detail::Access access, bool decides);
  std::size_t touched_so_far() const { return log_.size(); }
  [[noreturn]] void wait_for_change(std::size_t since, const char* name, place where);
  // Memory and objects that are gone, if heddle/heap.hpp is there: src/threads/lifetimes.cpp.
  void* allocate(std::size_t size, std::size_t alignment);
  void deallocate(Block& block);
  /// An object is destroyed; `again`: it was already.
  void destroys(detail::Location object, const char* type, bool again);
  /// ", whose memory was freed by ..."; empty if it was not.
  std::string freed_words(const void* object) const;
  // Exceptions between threads: src/threads/exceptions.cpp.
  masking get_masking() const { return threads_[running_].masking; }
  void set_masking(masking state) { threads_[running_].masking = state; }
  void become_target() { threads_[running_].target = shared_->lessons().known(Lessons::kThrows); }
  bool is_target() const { return threads_[running_].target; }
  void throw_to(std::uint32_t thread, std::exception_ptr exception, place where);
  std::uint32_t& capabilities() { return capabilities_; }
  // Who knows which objects: src/threads/knowledge.cpp.
  void know(detail::Location object, bool knows);
  void know_all() { threads_[running_].knows_all = true; }
  // Set-up, teardown, invariants: src/threads/phases.cpp.
  void begin_setup() { phase_ = Phase::kSetup; }
  void end_setup();
  void at_teardown(std::function<void()> body);
  void add_invariant(std::function<void()> check);
  void inspected(detail::Location location) { inspected_.insert(location); }
  /// By the step in progress, which does not say so itself.
  void inspected_changes(detail::Location location) {
    if (inspected_.contains(location)) touch_now(location, core::AccessKind::kUpdate);
  }
  /// A phantom of the running thread; `ordinal` tells those of a role apart, the same in every run.
  void add_phantom(std::unique_ptr<Phantom> phantom, std::uint32_t role, std::uint64_t ordinal);
  /// The same for a phantom of another thread.
  void add_phantom_of(std::uint32_t thread, std::unique_ptr<Phantom> phantom, std::uint32_t role,
                      std::uint64_t ordinal);
  /// Hands the step in progress over to the operation that the running thread performs next: its
  /// location; 0 before the first step.
  detail::Location announce();
  /// Adds to the footprint of the step in progress; nothing before the first step.
  void touch_now(detail::Location location, core::AccessKind kind);
  /// The run so far is impossible: it ends here and tells nothing.
  void prune() { pruned_ = true; }
  core::ActorId actor(std::uint32_t thread) const { return threads_[thread].actor; }
  /// Executes the pending operation of a thread as part of the step in progress.
  void execute_pending(std::uint32_t thread);
  /// Waits by looking again: it does not go on in this run.
  bool spinning(std::uint32_t thread) const { return threads_[thread].state == State::kSpinning; }
  /// While it lives, the running thread is in a call into the engine, whose frames begin there.
  class Outside {
   public:
    Outside(Program* program, const std::byte* frame, detail::Entered body = nullptr,
            void* argument = nullptr);
    ~Outside() {
      if (thread_ == nullptr) return;
      thread_->outside = nullptr;
      thread_->call = {};
    }
    /// By this one, and not by a call around it.
    bool set() const { return thread_ != nullptr; }
    Outside(const Outside&) = delete;
    Outside& operator=(const Outside&) = delete;

   private:
    Thread* thread_ = nullptr;
  };
  /// The memory model; null under sequential consistency.
  Memory* memory() const { return memory_.get(); }

 private:
  enum class State : std::uint8_t { kRunning, kPending, kSpinning, kEnded };
  /// Whether an exception could arrive in a thread, as the others know it.
  enum class Door : std::uint8_t { kOpen, kShut, kEnded };
  enum class Phase : std::uint8_t { kSetup, kMain, kTeardown };
  /// What a look found.
  struct Found {
    static constexpr std::size_t kMost = 16;
    detail::Location location = 0;
    std::memory_order order{};
    std::uint8_t size = 0;  // 0: nothing
    std::array<std::byte, kMost> bytes{};
  };
  /// Where a thread was when it came to an operation, to notice that it is there again.
  struct Visit {
    place where;
    const char* operation = nullptr;  // a call may have several
    std::uint64_t changes = 0;        // of the thread, then
    std::size_t entry = 0;            // of the log, then
    std::size_t looks = 0;            // at memory, until then
    std::vector<std::byte> stack;
    EngineCall call;  // without its stack
    detail::Look look{};
    Found hoped;                   // by a look that compares
    Found found;                   // by the look
    std::uint32_t calls = 0;       // of the engine, until then and this one
    std::uint32_t unseen = 0;      // as of the thread, until then
    std::size_t writes = 0;        // of the thread, until then
    std::size_t accesses = 0;      // the same
    std::uint32_t unforeseen = 0;  // the same

    /// From now on, nobody is there again.
    void forget() {
      operation = nullptr;
      call = {};
    }
  };
  static constexpr std::size_t kVisits = 8;
  struct Stranger {  // an object that its user did not name
    detail::Location object;
    const char* type;
    place where;
  };
  struct Begun {  // something that may come to nothing
    const void* what;
    std::uint64_t changes;  // of the thread, before
    std::size_t entry;      // of the log, then
  };
  /// What most steps look at, together and first.
  struct Progress {
    State state = State::kRunning;
    bool unwinding = false;
    bool begun = false;  // has taken a step
    // Exceptions from others.
    bool target = false;      // others may throw into it
    bool fork = false;        // what leaves it is nobody's concern
    bool attempting = false;  // its operation is tried: it need not be possible now
    bool waiting = false;     // in an interruptible operation that had to wait
    bool closed = false;      // its operation must not throw
    bool was_spinning = false;
    heddle::masking masking = heddle::masking::unmasked;
    Door door = Door::kOpen;
    bool opaque = false;     // in code that uses nothing of the library: atomic_step
    bool knows_all = false;  // the objects that it has named are all that it uses
    // Phases.
    bool after_setup = false;  // has taken a step since
    bool last = false;         // waits until no other can take a step
    bool stuck = false;        // could not go on when the teardown began
    core::ActorId actor = core::kNoActor;
    std::uint32_t number = 0;
    Operation* pending = nullptr;
    std::uint64_t changes = 1;           // operations that may have had an effect
    const std::byte* outside = nullptr;  // where the engine's frames end, while it is in them
    EngineCall call;                     // by which it is in them, without the stack
    std::chrono::nanoseconds time{0};
    std::chrono::nanoseconds seen_time{0};  // when it last read a clock
    detail::Location announced = 0;
    std::uint32_t objects = 0;
    std::uint32_t children = 0;
    std::uint32_t phantoms = 0;
    std::uint32_t unwound = 0;                // how often it was told
    std::uint32_t throws_into = 0xffffffffU;  // the thread, while it is in throw_to
    std::uint32_t unforeseen = 0;             // operations after which nobody knows what it wrote
    std::uint32_t unseen = 0;                 // the same, of whatever kind the operation is
    std::uint32_t calls = 0;                  // of the engine
    std::size_t next_visit = 0;
  };
  struct Thread : Progress {
    Fiber* fiber = nullptr;
    std::exception_ptr hit;  // has arrived, to be thrown in the next step
    std::function<void()> body;
    std::vector<std::function<void()>> at_exit;
    std::string name;
    std::array<Visit, kVisits> visits;  // a ring
    std::vector<Begun> begun_things;
    // Loops that try again.
    detail::Look look{};        // its next operation, if the size is not 0
    Found hoped;                // what that one compares with
    Found found;                // by its last operation
    std::vector<Range> writes;  // of plain memory, after looks
    std::vector<VariableAccess> accesses;
    std::size_t spins_since = 0;  // entry of the log where its loop began
    std::size_t looks_since = 0;  // at memory, before its loop began
    // Objects that it has named, and those that it has used since without.
    std::vector<detail::Location> knows;
    std::vector<Stranger> strangers;
  };
  struct ThreadsMemory {
    std::vector<std::unique_ptr<Thread>> all_;
    void clear();
    bool small() const { return all_.size() <= 64; }
  };
  /// By number.
  class Threads : support::Recycled<ThreadsMemory> {
   public:
    Thread& operator[](std::uint32_t number) { return *all_[number]; }
    const Thread& operator[](std::uint32_t number) const { return *all_[number]; }
    /// Makes sure that there is one of this number.
    void reach(std::uint32_t number);
  };
  struct Named {
    const char* type = "";
    std::string name;
  };
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr std::uint32_t kCapabilities = 2;  // at the beginning

  friend class MakeCurrent;
  inline static constinit thread_local Program* current_ = nullptr;

  static void enter_thread(void* thread);
  Thread& new_thread(core::ActorId actor);
  core::ActorId next_child(const Thread& parent);
  void resume(Thread& thread);
  void execute_body(Thread& thread);
  /// The step whose footprint begins with `out`.
  void execute_thread(Thread& thread, core::StepRecord& out);
  void execute_phantom(core::ActorId actor, std::uint32_t phantom, core::StepRecord& out);
  void begin_step(Thread& thread);
  bool runs_on(Thread& thread);
  bool steps_on(Thread& thread);
  bool need_not_switch(const Thread& thread) const;
  /// What a step that is executed again touches.
  void recall_footprint(core::StepRecord& out) const;
  void forget_words() {
    arguments_.clear();
    value_.clear();
    reads_.clear();
  }
  void abandon(Thread& thread, const Operation& operation);
  void end_run();
  bool can_step(const Thread& thread) const {
    if (thread.state != State::kPending || pruned_) return false;
    const Operation& operation = *thread.pending;
    return !operation.by_choice &&
           (operation.can_go_on() || thread.attempting || thread.hit != nullptr) &&
           (memory_ == nullptr || !operation.barrier || drained(thread));
  }
  bool drained(const Thread& thread) const;
  void before_step(core::ActorId actor, const Operation& operation);
  void fill(const Operation& operation, core::StepRecord& out) const;
  void fill(const Thread& thread, core::StepRecord& out) const;
  void see_times(const Operation& operation, Thread& thread);
  void publish_time(const core::StepRecord& step, const Thread& thread);
  /// Nobody comes back to it unchanged.
  static bool has_effect(const Operation& operation) {
    const detail::Access access = operation.touched[0].access;
    return operation.changes && operation.touches > 0 &&
           (access == detail::Access::write || access == detail::Access::produce);
  }
  bool spins(Thread& thread);
  bool waits_there(const Thread& thread, std::size_t visit);
  bool keeps_to_the_stack(const Thread& thread, std::size_t visit) const;
  bool retries(Thread& thread);
  bool leaves_nothing_else(const Thread& thread, const Visit& visit, const Foresight& copy) const;
  bool spins_for_ever(const Thread& thread) const;
  std::string words(const Operation& operation) const;
  std::string object_words(const Operation& operation) const;
  std::string words(const HeapPlace& at) const;
  place last_place() const;
  /// Of an object; its type is known by itself only in a run that is recorded.
  std::string name_of(core::Location location, const char* type) const;
  void uses(const Operation& operation, std::uint32_t thread);
  void uses(detail::Location object, std::uint32_t thread, place where);
  void judge_heap();
  void stop_at(Thread& thread, Operation& operation);
  [[noreturn]] void raise(Thread& thread);
  bool tries_first(const Thread& thread, const Operation& operation) const;
  Door door_of(const Thread& thread) const;
  void publish_door(Thread& thread, core::StepRecord& out);
  void add_exception_touches(const Thread& thread, core::StepRecord& out) const;
  void restart_phases();
  void chain(core::ActorId actor, core::StepRecord& out);
  void consume_setup(const Thread& thread, core::StepRecord& out) const;
  bool in_order(core::ActorId actor) const;
  bool could_step(const Actor& actor) const {
    return actor.phantom == kNone ? can_step(threads_[actor.thread])
                                  : phantom_could_step(actor.phantom);
  }
  bool could_step(core::ActorId actor) const {
    const Actor* known = find(actor);
    return known != nullptr && could_step(*known);
  }
  bool phantom_could_step(std::uint32_t phantom) const;
  /// Neither set-up nor teardown says who goes on.
  bool any_order() const { return phase_ == Phase::kMain && teardown_thread_ == kNone; }
  void begin_teardown(core::StepRecord& out);
  void check_invariants(core::StepRecord& out);
  const Actor* find(core::ActorId actor) const {
    if (actor >= actor_of_.size() || actor_of_[actor].run != run_) return nullptr;
    return &actor_of_[actor];
  }
  void synchronise(const Thread& thread);
  void log_sync(const Operation& operation, std::uint32_t thread);
  bool ended() const;
  bool failed() const;
  void note_stranger(Thread& thread, const Operation& operation);
  std::vector<core::Finding> uses_of_strangers() const;
  std::vector<const Thread*> stuck_for_good() const;
  const std::string* blamed() const;
  void bind(core::ActorId actor, std::uint32_t thread, std::uint32_t phantom);

  const TestFactory factory_;
  const std::shared_ptr<Shared> shared_;
  const EngineOptions options_;
  const bool foresees_;  // what threads write after they have looked
  std::unique_ptr<Test> test_;
  std::unique_ptr<Memory> memory_;
  FiberPool& pool_;
  Threads threads_;  // the first `count_` belong to this run
  std::uint32_t count_ = 0;
  std::vector<std::unique_ptr<Phantom>> phantoms_;
  std::forward_list<std::size_t> choices_;  // of this run
  std::uint32_t running_ = 0;
  std::uint64_t run_ = 0;
  core::StepRecord* record_ = nullptr;  // of the step in progress
  /// Steps that are executed again: those to come, and who executes the present one.
  struct Redo {
    const core::StepRef* next = nullptr;
    const core::StepRef* end = nullptr;
    std::uint32_t thread = kNone;
  };
  Redo redo_;
  /// Steps of a thread that are executed together: so many are, with room for more.
  struct Together {
    std::span<core::StepRecord> records;
    std::size_t count = 0;
    std::uint32_t thread = kNone;
  };
  Together together_;
  core::StepRecord redone_;  // of the present one; its footprint is known
  core::ActorId main_ = core::kNoActor;
  std::size_t step_log_ = 0;  // where the entries of the last step begin
  std::unordered_map<detail::Location, std::chrono::nanoseconds> times_;
  Ration spurious_wakeups_{};
  std::unordered_map<const void*, std::shared_ptr<detail::Object>> referred_;
  DataRaces data_races_;
  Heap heap_;
  std::vector<core::Finding> errors_;
  std::uint32_t capabilities_ = kCapabilities;
  std::vector<detail::Location> known_objects_;  // that any thread has named in this run
  Phase phase_ = Phase::kMain;
  std::uint64_t chained_ = 0;  // steps in a fixed order
  std::uint64_t setup_end_ = 0;
  std::uint32_t setup_threads_ = 0;
  std::size_t teardown_begin_ = 0;  // of `order_`
  std::uint32_t teardown_thread_ = kNone;
  std::vector<std::function<void()>> invariants_;
  std::unordered_set<detail::Location> inspected_;
  std::vector<core::ActorId> stepped_;  // in the main phase, if there is a teardown
  bool recording_ = false;
  bool pruned_ = false;
  bool refuted_ = false;  // an assumption does not hold
  bool judges_ = false;
  std::map<std::string, std::string> blame_;  // values, and what is wrong with them
  // Of the last step.
  std::string operation_;
  std::string target_;
  std::string arguments_;
  std::string value_;
  place where_;
  std::vector<core::ReadFrom> reads_;
  std::uint32_t steps_ = 0;  // of this run, the present one included
  std::map<std::pair<detail::Location, std::uint32_t>, std::uint32_t> written_in_;  // step
  std::unordered_map<detail::Location, Named> names_;
};

/// The program that runs on this OS thread, for a while.
class MakeCurrent {
 public:
  explicit MakeCurrent(Program* program) : before_(std::exchange(Program::current_, program)) {}
  ~MakeCurrent() { Program::current_ = before_; }
  MakeCurrent(const MakeCurrent&) = delete;
  MakeCurrent& operator=(const MakeCurrent&) = delete;

 private:
  Program* before_;
};

}  // namespace heddle::threads
