#include "threads/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

#include "heddle/semaphore.hpp"
#include "support/mix.hpp"
#include "threads/guards.hpp"
#include "threads/locations.hpp"
#include "threads/memory.hpp"
#include "threads/patterns.hpp"
#include "threads/roles.hpp"

namespace heddle::threads {

using core::ActorId;
using core::Finding;
using detail::Location;

namespace {

// By detail::Access.
constexpr core::AccessKind kKinds[] = {
    core::AccessKind::kRead,    core::AccessKind::kWrite,   core::AccessKind::kUpdate,
    core::AccessKind::kAcquire, core::AccessKind::kRelease, core::AccessKind::kProduce,
    core::AccessKind::kConsume, core::AccessKind::kGuarded, core::AccessKind::kAppend,
    core::AccessKind::kTake,    core::AccessKind::kPoll};
static_assert(static_cast<std::size_t>(detail::Access::poll) + 1 == std::size(kKinds));

core::AccessKind kind_of(detail::Access access) { return kKinds[static_cast<std::size_t>(access)]; }

// Of a step that performs the operation.
std::uint64_t fingerprint(const Operation& operation) {
  const Location first = operation.touches > 0 ? operation.touched[0].location : 0;
  return support::mix_bits(first * 31 +
                           static_cast<std::uint64_t>(operation.where.line) * support::kGolden);
}

// Any fence is: there is a need for it only beside weaker operations.
bool is_weak(const Operation& operation) {
  return operation.cell &&
         (operation.touches == 0 || operation.order != std::memory_order_seq_cst ||
          operation.failure != std::memory_order_seq_cst);
}

}  // namespace

Program::Program(TestFactory factory, std::shared_ptr<Shared> shared, EngineOptions options)
    : factory_(std::move(factory)),
      shared_(std::move(shared)),
      options_(options),
      foresees_(options.spin_detection && shared_->lessons().known(Lessons::kRetries)),
      test_(factory_()),
      memory_(make_memory(*this, options.memory)),
      pool_(FiberPool::of_this_thread(options.stack_bytes)) {}

Program::~Program() { end_run(); }

void RunMemory::clear() {
  actor_of_.clear();
  for (auto& children : children_) children.clear();
  order_.clear();
  log_.clear();
  released_.clear();
}

// What belongs to the test must not outlive it, and what is large is not worth keeping. The rest is
// for `new_thread`.
void Program::ThreadsMemory::clear() {
  constexpr std::size_t kLarge = 4096;
  for (const auto& thread : all_) {
    thread->body = nullptr;
    thread->at_exit.clear();
    thread->hit = nullptr;
    for (Visit& visit : thread->visits) {
      if (visit.stack.capacity() > kLarge) visit.stack = {};
    }
  }
}

void Program::Threads::reach(std::uint32_t number) {
  while (number >= all_.size()) all_.push_back(std::make_unique<Thread>());
}

// --- Runs ---

void Program::restart() {
  end_run();
  static std::atomic<std::uint64_t> runs{0};  // of all workers: objects may be seen by several
  run_ = runs.fetch_add(1, std::memory_order_relaxed) + 1;
  count_ = 0;
  phantoms_.clear();
  choices_.clear();
  order_.clear();
  errors_.clear();
  log_.clear();
  names_.clear();
  times_.clear();
  referred_.clear();
  spurious_wakeups_ = {
      kSpuriousWakeups,
      detail::Folded<detail::SemaphoreState>::token(
          detail::SemaphoreState::kAcquire,
          std::uint64_t{options_.spurious_wakeups} << detail::SemaphoreState::kBits),
      options_.spurious_wakeups};
  capabilities_ = kCapabilities;
  known_objects_.clear();
  restart_phases();
  data_races_.restart();
  heap_.restart();
  where_ = {};
  pruned_ = refuted_ = false;
  redo_ = {};
  together_ = {};
  steps_ = 0;
  written_in_.clear();
  if (memory_ != nullptr) memory_->restart();
  if (main_ == core::kNoActor) main_ = shared_->actors().intern({core::kNoActor, kThreadRole, 0});
  Thread& main = new_thread(main_);
  main.begun = true;  // nobody made it
  main.body = [this] { test_->run(); };
  resume(main);
  if (Heap::linked()) judge_heap();
}

// Everything that is still suspended is unwound, so that what it owns is destroyed. The youngest
// threads first: they use what older ones own.
void Program::end_run() {
  for (std::uint32_t i = count_; i-- > 0;) {
    Thread& thread = threads_[i];
    if (thread.state != State::kEnded) {
      thread.unwinding = true;
      thread.unwound = 0;
      resume(thread);
    }
    if (thread.fiber != nullptr) pool_.give_back(std::exchange(thread.fiber, nullptr));
    thread.body = nullptr;
  }
  count_ = 0;
}

ActorId Program::next_child(const Thread& parent) {
  if (parent.actor >= children_.size()) children_.resize(std::size_t{parent.actor} + 1);
  std::vector<ActorId>& known = children_[parent.actor];
  for (std::uint64_t i = known.size(); i <= parent.children; ++i) {
    known.push_back(shared_->actors().intern({parent.actor, kThreadRole, i}));
  }
  return known[parent.children];
}

Program::Thread& Program::new_thread(ActorId actor) {
  threads_.reach(count_);
  Thread& thread = threads_[count_];
  static_cast<Progress&>(thread) = {};
  thread.actor = actor;
  thread.number = count_++;
  thread.hit = nullptr;
  thread.at_exit.clear();
  thread.name.clear();
  thread.begun_things.clear();
  thread.look.size = 0;
  thread.found.size = 0;
  thread.writes.clear();
  thread.accesses.clear();
  thread.knows.clear();
  thread.strangers.clear();
  bind(thread.actor, thread.number, kNone);
  return thread;
}

void Program::bind(ActorId actor, std::uint32_t thread, std::uint32_t phantom) {
  if (actor >= actor_of_.size()) actor_of_.resize(std::size_t{actor} + 1);
  actor_of_[actor] = {run_, thread, phantom};
  order_.push_back(actor);
}

void Program::enter_thread(void* thread) {
  auto& self = *static_cast<Thread*>(thread);
  current_->execute_body(self);
}

void Program::execute_body(Thread& thread) {
  const auto matters = [&] {
    return !thread.unwinding && !thread.fork && (thread.number == 0 || options_.child_exceptions);
  };
  try {
    {
      const UserCode user(true);
      thread.body();
      while (!thread.at_exit.empty()) {
        const std::function<void()> last = std::move(thread.at_exit.back());
        thread.at_exit.pop_back();
        last();
      }
    }
    if (memory_ != nullptr && !thread.unwinding) memory_->end_thread(thread.number);
  } catch (const detail::Unwind&) {
  } catch (const std::exception& exception) {
    if (matters()) {
      add_error(Finding::Kind::kAbnormalExit,
                fmt::format("uncaught exception: {}", exception.what()), where_);
    }
  } catch (...) {
    if (matters()) {
      add_error(Finding::Kind::kAbnormalExit, "uncaught exception that is no std::exception",
                where_);
    }
  }
  thread.state = State::kEnded;
  thread.pending = nullptr;
  touch_now(end_of(thread.actor), core::AccessKind::kProduce);
  data_races_.log({SyncEntry::Kind::kRelease, thread.number, end_of(thread.actor)});
  if (memory_ != nullptr) memory_->release(thread.number, end_of(thread.actor));
}

// Lets a thread run to its next operation, or to its end.
void Program::resume(Thread& thread) {
  const MakeCurrent scope(this);
  const std::uint32_t outer = std::exchange(running_, thread.number);
  if (thread.fiber == nullptr) thread.fiber = pool_.take(&enter_thread, &thread);
  thread.fiber->resume();
  running_ = outer;
  // Not where it waits after it tried in vain: the program is still in the same call.
  if (thread.state == State::kPending && !thread.waiting && options_.spin_detection &&
      spins(thread)) {
    thread.state = State::kSpinning;
  }
}

// --- The explorer's side ---

bool Program::drained(const Thread& thread) const { return memory_->drained(thread.number); }

void Program::enabled(std::vector<ActorId>& out) const {
  out.clear();
  const bool free = any_order();
  for (const ActorId actor : order_) {
    const Actor& known = actor_of_[actor];
    if (known.phantom == kNone && threads_[known.thread].state != State::kPending) continue;
    if (could_step(known) && (free || in_order(actor))) out.push_back(actor);
  }
}

ActorId Program::first_enabled() const {
  for (const ActorId actor : order_) {
    if (could_step(actor_of_[actor]) && (any_order() || in_order(actor))) return actor;
  }
  return core::kNoActor;
}

bool Program::is_enabled(ActorId actor) const {
  return could_step(actor) && (any_order() || in_order(actor));
}

bool Program::phantom_could_step(std::uint32_t number) const {
  const auto& phantom = phantoms_[number];
  return phantom != nullptr && !pruned_ && phantom->ready();
}

void Program::blocked(std::vector<ActorId>& out) const {
  out.clear();
  if (phase_ == Phase::kSetup) return;  // nothing can be reversed there
  for (const ActorId actor : order_) {
    const Actor& known = *find(actor);
    if (known.phantom == kNone) {
      const Thread& thread = threads_[known.thread];
      const bool waits = thread.state == State::kPending && !thread.pending->by_choice;
      if (phase_ == Phase::kTeardown ? thread.stuck : waits && !can_step(thread)) {
        out.push_back(actor);
      }
    } else {
      const auto& phantom = phantoms_[known.phantom];
      if (phantom != nullptr && !phantom->idle() && !phantom->ready()) out.push_back(actor);
    }
  }
}

void Program::waiting(std::vector<ActorId>& out) const {
  out.clear();
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Thread& thread = threads_[i];
    const bool waits = thread.state == State::kPending && !can_step(thread);
    if (waits || thread.state == State::kSpinning) out.push_back(thread.actor);
  }
}

void Program::fill(const Operation& operation, core::StepRecord& out) const {
  constexpr std::size_t kUsual = 8;
  if (out.accesses.capacity() < kUsual) out.accesses.reserve(kUsual);
  for (std::size_t i = 0; i < operation.touches; ++i) {
    const detail::Touch& touch = operation.touched[i];
    out.accesses.push_back({touch.location, touch.token, kind_of(touch.access), touch.decides});
  }
  out.fingerprint = fingerprint(operation);
}

void Program::pending(ActorId actor, core::StepRecord& out) const {
  out.clear();
  const Actor& known = *find(actor);
  if (known.phantom != kNone) {
    fill(phantoms_[known.phantom]->pending(), out);
    return;
  }
  fill(threads_[known.thread], out);
}

void Program::fill(const Thread& thread, core::StepRecord& out) const {
  if (thread.pending->prepare != nullptr) thread.pending->prepare(*thread.pending);
  fill(*thread.pending, out);
  if (!thread.begun) {
    out.accesses.push_back({begin_of(thread.actor), 0, core::AccessKind::kConsume});
  }
  if (thread.announced != 0) {
    out.accesses.push_back({thread.announced, 0, core::AccessKind::kConsume});
  }
  if (thread.pending->barrier && memory_ != nullptr) {
    memory_->touch_barrier(thread.number, out.accesses);
  }
  if (thread.stuck || setup_end_ != 0) consume_setup(thread, out);
  if (thread.attempting || thread.target || thread.throws_into != kNone || thread.hit != nullptr) {
    add_exception_touches(thread, out);
  }
}

bool Program::pending_yields(ActorId actor) const {
  const Actor& known = *find(actor);
  return known.phantom == kNone && threads_[known.thread].pending->yields;
}

void Program::before_step(ActorId actor, const Operation& operation) {
  step_log_ = log_.size();
  for (std::size_t i = 0; i < operation.touches; ++i) {
    log_.push_back({operation.touched[i].location, actor, operation.changes});
  }
  where_.file = operation.where.file;  // not both in one: they were just written one by one
  where_.line = operation.where.line;
  if (!recording_) return;
  forget_words();
  operation_ = words(operation);
  target_ = object_words(operation);
}

// What it calls is part of it, here and in `redo`: after a switch no return is predicted.
[[gnu::flatten]] void Program::step(ActorId actor, core::StepRecord& out) {
  const Actor known = *find(actor);
  out.clear();
  if (known.phantom != kNone) {
    fill(phantoms_[known.phantom]->pending(), out);
    execute_phantom(actor, known.phantom, out);
  } else {
    Thread& thread = threads_[known.thread];
    fill(thread, out);
    execute_thread(thread, out);
  }
}

// Nobody else wants to go on as long as the thread can.
[[gnu::flatten]] std::size_t Program::step_on(ActorId actor, std::span<core::StepRecord> out) {
  const Actor known = *find(actor);
  if (known.phantom != kNone || recording_ || judges_) {
    step(actor, out[0]);
    return 1;
  }
  Thread& thread = threads_[known.thread];
  out[0].clear();
  fill(thread, out[0]);
  together_ = {out, 1, thread.number};
  execute_thread(thread, out[0]);
  together_.thread = kNone;
  return together_.count;
}

// Steps of the run before: their footprints are known, so nobody asks for them. All else is done as
// ever: what was logged is not kept from run to run, and an invariant may count how often it was
// called. Whatever is not as it was is left to `step`, before anything has happened.
[[gnu::flatten]] std::size_t Program::redo(std::span<const core::StepRef> steps) {
  redo_ = {steps.data(), steps.data() + steps.size(), kNone};
  while (redo_.next != redo_.end) {
    const core::Step& step = **redo_.next;
    if (!is_enabled(step.actor()) && !go_on(step.actor())) break;
    const Actor known = *find(step.actor());
    redone_.clear();
    if (known.phantom != kNone) {
      if (fingerprint(phantoms_[known.phantom]->pending()) != step.fingerprint()) break;
      ++redo_.next;
      redo_.thread = kNone;
      execute_phantom(step.actor(), known.phantom, redone_);
    } else {
      Thread& thread = threads_[known.thread];
      if (thread.pending->prepare != nullptr) thread.pending->prepare(*thread.pending);
      if (fingerprint(*thread.pending) != step.fingerprint()) break;
      ++redo_.next;
      redo_.thread = thread.number;
      execute_thread(thread, redone_);
    }
  }
  return static_cast<std::size_t>(std::exchange(redo_, {}).next - steps.data());
}

// A thread that has executed a step again has come to the next one, and that is its own: there is
// no need to switch. Not where anything is to be done between steps, or somebody to be asked.
bool Program::runs_on(Thread& thread) {
  if (running_ != redo_.thread) return false;
  const core::Step& step = **redo_.next;
  const Operation& operation = *thread.pending;
  if (step.actor() != thread.actor || fingerprint(operation) != step.fingerprint()) return false;
  if (!need_not_switch(thread)) return false;
  thread.fiber->passes();
  if (options_.spin_detection) spins(thread);  // or not: the step was taken
  ++redo_.next;
  redone_.clear();
  begin_step(thread);
  return true;
}

// The same for a step that is not a repeated one, where the explorer would choose this thread.
bool Program::steps_on(Thread& thread) {
  if (together_.count == together_.records.size() || !need_not_switch(thread)) return false;
  thread.fiber->passes();
  if (options_.spin_detection && spins(thread)) {
    thread.state = State::kSpinning;
    return false;
  }
  core::StepRecord& record = together_.records[together_.count++];
  record.clear();
  fill(thread, record);
  record_ = &record;
  begin_step(thread);
  thread.after_setup = true;
  return true;
}

bool Program::need_not_switch(const Thread& thread) const {
  if (memory_ != nullptr || !any_order() || !invariants_.empty() || !times_.empty() ||
      thread.time.count() > 0 || thread.target || Heap::linked() || !can_step(thread)) {
    return false;
  }
  // A stack is compared from where the program called the engine, or from where it was suspended.
  const Operation& operation = *thread.pending;
  return thread.outside != nullptr || operation.once || has_effect(operation);
}

void Program::recall_footprint(core::StepRecord& out) const {
  if (redo_.next == nullptr) return;
  const auto known = redo_.next[-1]->accesses();
  out.accesses.assign(known.begin(), known.end());
}

void Program::execute_phantom(ActorId actor, std::uint32_t number, core::StepRecord& out) {
  record_ = &out;
  ++steps_;
  // Executing may add actors, and so move the list.
  Phantom* const phantom = phantoms_[number].get();
  before_step(actor, phantom->pending());
  if (!any_order()) chain(actor, out);
  if (!phantom->execute()) phantoms_[number].reset();
  if (!invariants_.empty()) {
    recall_footprint(out);
    check_invariants(out);
  }
  if (Heap::linked()) judge_heap();
  record_ = nullptr;
}

// What the operation about to be executed means for happens-before.
void Program::log_sync(const Operation& operation, std::uint32_t thread) {
  using Kind = SyncEntry::Kind;
  released_.clear();
  if (operation.cell) {  // which neither acquires nor releases but by its order
    const bool fence = operation.touches == 0;
    const detail::Access access = operation.touched[0].access;
    const Kind kind = fence                              ? Kind::kFence
                      : access == detail::Access::read   ? Kind::kLoad
                      : access == detail::Access::update ? Kind::kUpdate
                                                         : Kind::kStore;
    data_races_.log({kind, thread, operation.touched[0].location, operation.order});
    return;
  }
  operation.each_acquired([&](Location location) {
    data_races_.log({Kind::kAcquire, thread, location});
  });
  operation.each_released([&](Location location) {
    data_races_.log({Kind::kRelease, thread, location});
    released_.push_back(location);
  });
}

void Program::begin_step(Thread& thread) {
  ++steps_;
  const Operation& operation = *thread.pending;
  before_step(thread.actor, operation);
  thread.begun = true;
  if (Heap::linked()) uses(operation, thread.number);
  log_sync(operation, thread.number);
  if (memory_ != nullptr) synchronise(thread);
  if (operation.changes) ++thread.changes;
  if (!times_.empty()) see_times(operation, thread);
}

void Program::execute_thread(Thread& thread, core::StepRecord& out) {
  record_ = &out;
  begin_step(thread);
  if (thread.last && phase_ == Phase::kMain) begin_teardown(out);
  if (!any_order()) chain(thread.actor, out);
  thread.after_setup = phase_ != Phase::kSetup;
  resume(thread);
  core::StepRecord& last = *record_;
  const bool timed = thread.time.count() > 0;
  if (timed || !invariants_.empty()) recall_footprint(last);
  if (timed) publish_time(last, thread);
  if (thread.target) publish_door(thread, last);
  if (!invariants_.empty()) check_invariants(last);
  if (Heap::linked()) judge_heap();
  record_ = nullptr;
}

void Program::execute_pending(std::uint32_t number) {
  Thread& thread = threads_[number];
  before_step(thread.actor, *thread.pending);
  thread.begun = true;
  if (Heap::linked()) uses(*thread.pending, number);
  if (thread.pending->changes) ++thread.changes;
  resume(thread);
  if (record_ != nullptr) publish_door(thread, *record_);
}

bool Program::matches(core::Token constraint, core::Token value) const {
  return pattern_accepts(constraint, value);
}

// --- The threads' side ---

void Program::perform(Operation& operation) {
  Thread& thread = threads_[running_];
  const auto unwind = [&] {
    // A destructor must not throw, and has nothing to wait for any more.
    const bool throws = std::uncaught_exceptions() == 0 && operation.may_throw;
    thread.unwound += throws ? kThrown : 1;
    if (thread.unwound > kPatience) {
      thread.state = State::kEnded;
      thread.fiber->suspend();
    }
    if (throws) throw detail::Unwind{};
  };
  if (thread.unwinding) return unwind();
  if (thread.opaque) {
    detail::misuse(fmt::format("{} inside atomic_step", operation.name), operation.where);
  }
  if (thread.call.body == nullptr) {
    ++thread.unforeseen;
    ++thread.unseen;
  }
  if (thread.knows_all) note_stranger(thread, operation);
  if (options_.watch_orders && is_weak(operation)) shared_->lessons().learn(Lessons::kWeakOrders);
  if (memory_ != nullptr && memory_->announces() && !operation.by_choice) {
    thread.announced = announce();
  }
  operation.barrier = operation.barrier || operation.acquires || operation.releases;
  thread.closed = !operation.may_throw || exception_state().uncaught > 0;
  if (tries_first(thread, operation)) {
    thread.attempting = true;
    stop_at(thread, operation);
    thread.attempting = false;
    if (thread.unwinding) return unwind();
    if (operation.can_go_on()) return;
    thread.waiting = true;
  }
  stop_at(thread, operation);
  thread.waiting = false;
  if (thread.unwinding) return unwind();
  if (thread.hit != nullptr) raise(thread);
}

// Suspends the running thread before its operation.
void Program::stop_at(Thread& thread, Operation& operation) {
  thread.pending = &operation;
  thread.state = State::kPending;
  const bool goes_on = redo_.next != redo_.end        ? runs_on(thread)
                       : running_ == together_.thread ? steps_on(thread)
                                                      : false;
  if (!goes_on) thread.fiber->suspend();
  thread.state = State::kRunning;
  if (operation.orphaned && !thread.unwinding) abandon(thread, operation);
}

// The object of the operation is gone: there is nothing to go on with.
void Program::abandon(Thread& thread, const Operation& operation) {
  add_error(Finding::Kind::kAbnormalExit,
            fmt::format("destroyed while a thread waits in {}", operation.name), operation.where);
  if (operation.may_throw && std::uncaught_exceptions() == 0) throw detail::Unwind{};
  thread.state = State::kEnded;
  record_->accesses.push_back({end_of(thread.actor), 0, core::AccessKind::kProduce});
  thread.fiber->suspend();
}

void Program::perform_last(Operation& operation) {
  operation.may_throw = false;
  perform(operation);
  for (std::uint32_t i = 0; i < count_; ++i) {
    Thread& thread = threads_[i];
    if (i == running_ || thread.pending == nullptr) continue;
    if (thread.pending->object != operation.object) continue;
    thread.pending->object = nullptr;
    thread.pending->holder = nullptr;
    thread.pending->ready = nullptr;
    thread.pending->orphaned = true;
  }
}

Location Program::new_location() {
  Thread& thread = threads_[running_];
  return (Location{thread.actor} + 1) << 24 | ++thread.objects;
}

void Program::name_object(Location location, const char* type, const std::string& name) {
  // Names that the program gives are in the texts of outcomes, the types are not needed for that.
  if (recording_ || !name.empty()) names_[location] = {type, name};
}

std::uint32_t Program::start_thread(std::function<void()> body, place where, bool fork) {
  const ActorId actor = next_child(threads_[running_]);
  Operation operation(fork ? "fork" : "start thread", where);
  operation.touch(begin_of(actor), detail::Access::produce);
  if (fork) operation.acquires = operation.releases = false;
  perform(operation);
  if (threads_[running_].unwinding) return 0;
  ++threads_[running_].children;
  Thread& thread = new_thread(actor);
  thread.body = std::move(body);
  thread.fork = fork;
  thread.target = fork && shared_->lessons().known(Lessons::kThrows);
  thread.masking = threads_[running_].masking;
  data_races_.log({SyncEntry::Kind::kAcquire, thread.number, begin_of(actor)});
  if (memory_ != nullptr) memory_->acquire(thread.number, begin_of(actor));
  if (recording_) value_ = actor_name(actor);
  resume(thread);
  if (record_ != nullptr) publish_door(thread, *record_);
  return thread.number;
}

void Program::join_thread(std::uint32_t number, place where, bool may_throw) {
  const Thread& other = threads_[number];
  Operation operation("join", where);
  operation.may_throw = may_throw;
  operation.touch(end_of(other.actor), detail::Access::consume);
  operation.changes = false;
  operation.once = true;
  operation.wait_until(
      [](const void* thread) { return static_cast<const Thread*>(thread)->state == State::kEnded; },
      &other);
  perform(operation);
  if (recording_) note_arguments(actor_name(other.actor));
}

bool Program::thread_ended(std::uint32_t thread) const {
  return threads_[thread].state == State::kEnded;
}

void Program::name_thread(std::uint32_t thread, const std::string& name) {
  threads_[thread].name = name;
}

bool Program::unwinding() const { return threads_[running_].unwinding; }

void Program::touch_now(Location location, core::AccessKind kind) {
  if (record_ != nullptr) record_->accesses.push_back({location, 0, kind});
}

Location Program::announce() {
  if (record_ == nullptr) return 0;
  const Location location = new_location();
  touch_now(location, core::AccessKind::kProduce);
  return location;
}

void Program::add_phantom(std::unique_ptr<Phantom> phantom, std::uint32_t role,
                          std::uint64_t ordinal) {
  add_phantom_of(running_, std::move(phantom), role, ordinal);
}

void Program::add_phantom_of(std::uint32_t thread, std::unique_ptr<Phantom> phantom,
                             std::uint32_t role, std::uint64_t ordinal) {
  const ActorId actor = shared_->actors().intern({threads_[thread].actor, role, ordinal});
  bind(actor, thread, static_cast<std::uint32_t>(phantoms_.size()));
  phantoms_.push_back(std::move(phantom));
}

void Program::add_error(Finding::Kind kind, const std::string& message, place where) {
  errors_.push_back({kind, {threads_[running_].actor}, message, where.file, where.line});
}

}  // namespace heddle::threads
