#include "threads/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

#include "heddle/semaphore.hpp"
#include "support/check.hpp"
#include "threads/guards.hpp"
#include "threads/locations.hpp"
#include "threads/memory.hpp"
#include "threads/patterns.hpp"

namespace heddle::threads {

using core::ActorId;
using core::Finding;
using detail::Location;

namespace {

thread_local Program* the_current = nullptr;

constexpr std::uint32_t kThreadRole = 0;
constexpr std::uint32_t kChoiceRole = 1;

core::AccessKind kind_of(detail::Access access) {
  using detail::Access;
  switch (access) {
    case Access::read:
      return core::AccessKind::kRead;
    case Access::write:
      return core::AccessKind::kWrite;
    case Access::update:
      return core::AccessKind::kUpdate;
    case Access::acquire:
      return core::AccessKind::kAcquire;
    case Access::release:
      return core::AccessKind::kRelease;
    case Access::produce:
      return core::AccessKind::kProduce;
    case Access::consume:
      return core::AccessKind::kConsume;
    case Access::guarded:
      return core::AccessKind::kGuarded;
    case Access::append:
      return core::AccessKind::kAppend;
    case Access::take:
      return core::AccessKind::kTake;
    case Access::poll:
      return core::AccessKind::kPoll;
  }
  return core::AccessKind::kUpdate;
}

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ value >> 27) * 0x94d049bb133111ebULL;
  return value ^ value >> 31;
}

}  // namespace

Program* Program::current() { return the_current; }

MakeCurrent::MakeCurrent(Program* program) : before_(std::exchange(the_current, program)) {}
MakeCurrent::~MakeCurrent() { the_current = before_; }

Program::Program(TestFactory factory, std::shared_ptr<Shared> shared, EngineOptions options)
    : factory_(std::move(factory)),
      shared_(std::move(shared)),
      options_(options),
      test_(factory_()),
      memory_(make_memory(*this, options.memory)),
      pool_(FiberPool::of_this_thread(options.stack_bytes)) {}

Program::~Program() { end_run(); }

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
  restart_phases();
  data_races_.restart();
  pruned_ = false;
  if (memory_ != nullptr) memory_->restart();
  Thread& main = new_thread(core::kNoActor);
  main.begun = true;  // nobody made it
  main.body = [this] { test_->run(); };
  resume(main);
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

Program::Thread& Program::new_thread(ActorId parent) {
  if (count_ == threads_.size()) threads_.emplace_back();
  Thread& thread = threads_[count_];
  const std::uint64_t ordinal =
      parent == core::kNoActor ? 0 : threads_[find(parent)->thread].children++;
  thread.actor = shared_->actors().intern({parent, kThreadRole, ordinal});
  thread.number = count_++;
  thread.state = State::kRunning;
  thread.unwinding = false;
  thread.pending = nullptr;
  thread.objects = 0;
  thread.children = 0;
  thread.phantoms = 0;
  thread.announced = 0;
  thread.changes = 1;
  thread.begun = false;
  thread.name.clear();
  thread.at_exit.clear();
  thread.time = thread.seen_time = {};
  thread.next_visit = 0;
  thread.begun_things.clear();
  thread.target = thread.fork = thread.attempting = thread.waiting = false;
  thread.closed = thread.was_spinning = false;
  thread.masking = heddle::masking::unmasked;
  thread.door = Door::kOpen;
  thread.hit = nullptr;
  thread.throws_into = kNone;
  thread.after_setup = thread.last = thread.stuck = false;
  for (Visit& visit : thread.visits) visit.changes = 0;
  bind(thread.actor, thread.number, kNone);
  return thread;
}

void Program::bind(ActorId actor, std::uint32_t thread, std::uint32_t phantom) {
  if (actor >= actor_of_.size()) actor_of_.resize(std::size_t{actor} + 1);
  actor_of_[actor] = {run_, thread, phantom};
  order_.push_back(actor);
}

const Program::Actor* Program::find(ActorId actor) const {
  if (actor >= actor_of_.size() || actor_of_[actor].run != run_) return nullptr;
  return &actor_of_[actor];
}

void Program::enter_thread(void* thread) {
  auto& self = *static_cast<Thread*>(thread);
  the_current->execute_body(self);
}

void Program::execute_body(Thread& thread) {
  const auto matters = [&] {
    return !thread.unwinding && !thread.fork && (thread.number == 0 || options_.child_exceptions);
  };
  try {
    thread.body();
    while (!thread.at_exit.empty()) {
      const std::function<void()> last = std::move(thread.at_exit.back());
      thread.at_exit.pop_back();
      last();
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
  if (thread.state == State::kPending && options_.spin_detection && spins(thread)) {
    thread.state = State::kSpinning;
  }
}

// --- The explorer's side ---

bool Program::can_step(const Thread& thread) const {
  if (pruned_ || thread.state != State::kPending || thread.pending->by_choice) return false;
  return (thread.hit != nullptr || thread.attempting || thread.pending->can_go_on()) &&
         (!thread.pending->barrier || memory_ == nullptr || memory_->drained(thread.number));
}

void Program::enabled(std::vector<ActorId>& out) const {
  out.clear();
  for (const ActorId actor : order_) {
    if (is_enabled(actor)) out.push_back(actor);
  }
}

bool Program::is_enabled(ActorId actor) const { return could_step(actor) && in_order(actor); }

bool Program::could_step(ActorId actor) const {
  const Actor* known = find(actor);
  if (known == nullptr) return false;
  if (known->phantom == kNone) return can_step(threads_[known->thread]);
  const auto& phantom = phantoms_[known->phantom];
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
  for (std::size_t i = 0; i < operation.touches; ++i) {
    const detail::Touch& touch = operation.touched[i];
    out.accesses.push_back({touch.location, touch.token, kind_of(touch.access), touch.decides});
  }
  const Location first = operation.touches > 0 ? operation.touched[0].location : 0;
  out.fingerprint =
      mixed(first * 31 + static_cast<std::uint64_t>(operation.where.line) * 0x9e3779b97f4a7c15ULL);
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
  add_engine_touches(thread, out);
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
  where_ = operation.where;
  arguments_.clear();
  value_.clear();
  if (recording_) operation_ = words(operation);
}

void Program::step(ActorId actor, core::StepRecord& out) {
  const Actor known = *find(actor);
  out.clear();
  record_ = &out;
  if (known.phantom != kNone) {
    // Executing may add actors, and so move the list.
    Phantom* const phantom = phantoms_[known.phantom].get();
    fill(phantom->pending(), out);
    before_step(actor, phantom->pending());
    chain(actor, out);
    if (!phantom->execute()) phantoms_[known.phantom].reset();
    check_invariants(out);
    record_ = nullptr;
    return;
  }
  Thread& thread = threads_[known.thread];
  fill(thread, out);
  before_step(actor, *thread.pending);
  thread.begun = true;
  log_sync(*thread.pending, thread.number);
  if (memory_ != nullptr) synchronise(thread);
  if (thread.pending->changes) ++thread.changes;
  if (!times_.empty()) see_times(*thread.pending, thread);
  released_.clear();
  thread.pending->each_released([&](Location location) { released_.push_back(location); });
  if (thread.last && phase_ == Phase::kMain) begin_teardown(out);
  chain(actor, out);
  thread.after_setup = phase_ != Phase::kSetup;
  resume(thread);
  if (thread.time.count() > 0) publish_time(out, thread);
  publish_door(thread, out);
  check_invariants(out);
  record_ = nullptr;
}

// --- Virtual time ---

// Time flows along the dependencies between steps, so that what a thread reads from a clock is
// the same in all equivalent runs: of two operations that commute, none sees the time of the other.

// Cells and hand-overs publish what they hand over; the others what they synchronise.

void Program::see_times(const Operation& operation, Thread& thread) {
  const auto see = [&](Location location) {
    const auto published = times_.find(location);
    if (published != times_.end()) thread.time = std::max(thread.time, published->second);
  };
  for (std::size_t i = 0; i < operation.touches; ++i) {
    const detail::Access access = operation.touched[i].access;
    const bool sees = access == detail::Access::read || access == detail::Access::update ||
                      access == detail::Access::consume;
    if (sees) see(operation.touched[i].location);
  }
  operation.each_acquired(see);
  see(begin_of(thread.actor));
}

// The operation itself is gone by now: `step` has its cells and hand-overs.
void Program::publish_time(const core::StepRecord& step, const Thread& thread) {
  const auto publish = [&](Location location) {
    std::chrono::nanoseconds& published = times_[location];
    published = std::max(published, thread.time);
  };
  for (const core::Access& access : step.accesses) {
    const bool publishes = access.kind == core::AccessKind::kWrite ||
                           access.kind == core::AccessKind::kUpdate ||
                           access.kind == core::AccessKind::kProduce;
    if (publishes) publish(access.location);
  }
  for (const Location location : released_) publish(location);
}

void Program::pass_time_until(std::chrono::nanoseconds time) {
  Thread& thread = threads_[running_];
  thread.time = std::max(thread.time, time);
}

void Program::execute_pending(std::uint32_t number) {
  Thread& thread = threads_[number];
  before_step(thread.actor, *thread.pending);
  thread.begun = true;
  if (thread.pending->changes) ++thread.changes;
  resume(thread);
  if (record_ != nullptr) publish_door(thread, *record_);
}

// What the operation about to be executed means for happens-before.
void Program::log_sync(const Operation& operation, std::uint32_t thread) {
  using Kind = SyncEntry::Kind;
  if (operation.cell) {
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
  });
}

void Program::failed_update() {
  SyncEntry& entry = data_races_.last();
  entry.kind = SyncEntry::Kind::kLoad;
  entry.order = threads_[running_].pending->failure;
}

void Program::check_access(Location variable, bool write, place where) {
  const DataRaces::Access now{running_, write, where};
  const ViewClock* clock = memory_ == nullptr ? nullptr : memory_->clock(running_);
  const auto other = data_races_.access(variable, now, clock);
  if (!other || unwinding()) return;
  const auto words = [&](const DataRaces::Access& access) {
    return fmt::format("{} by {} ({}:{})", access.write ? "written" : "read",
                       actor_name(threads_[access.thread].actor), access.where.file,
                       access.where.line);
  };
  // Which of the two came first is nobody's decision.
  std::string first = words(*other);
  std::string second = words(now);
  if (other->thread > now.thread) std::swap(first, second);
  add_error(Finding::Kind::kAbnormalExit,
            fmt::format("data race on {}: {}, {}", location_name(variable), first, second), where);
}

// What the operation about to be executed means for memory.
void Program::synchronise(const Thread& thread) {
  const Operation& operation = *thread.pending;
  if (operation.barrier) memory_->passed_barrier(thread.number);
  operation.each_acquired([&](Location location) { memory_->acquire(thread.number, location); });
  operation.each_released([&](Location location) { memory_->release(thread.number, location); });
}

bool Program::matches(core::Token constraint, core::Token value) const {
  return pattern_accepts(constraint, value);
}

// --- Spinning ---

// Whether a thread is back where it was, with the same local variables, and nothing that it did
// since had an effect: whatever it looked at, it will look at again until somebody changes it. A
// run in which it looks only afterwards is explored as well (docs/threads.md says why that is
// enough), so it stops here.
bool Program::spins(Thread& thread) {
  const Operation& operation = *thread.pending;
  const auto stack = thread.fiber->live_stack();
  for (const Visit& visit : thread.visits) {
    if (visit.changes != thread.changes || visit.where.line != operation.where.line ||
        visit.stack.size() != stack.size()) {
      continue;
    }
    if (same_bytes(visit.stack, stack)) {
      thread.spins_since = visit.entry;
      return true;
    }
  }
  if (operation.changes && operation.touches > 0 &&
      operation.touched[0].access == detail::Access::write) {
    return false;  // will have an effect: nobody comes back to it unchanged
  }
  Visit& visit = thread.visits[thread.next_visit++ % kVisits];
  visit.where = operation.where;
  visit.changes = thread.changes;
  visit.entry = log_.size();
  copy_bytes(stack, visit.stack);
  return false;
}

// Nobody has changed what the loop looks at since it began.
bool Program::spins_for_ever(const Thread& thread) const {
  const auto last_look = static_cast<std::ptrdiff_t>(thread.spins_since);
  for (auto entry = log_.begin() + last_look; entry != log_.end(); ++entry) {
    if (!entry->changed) continue;
    const bool looked_at =
        std::any_of(log_.begin() + last_look, log_.end(), [&](const LogEntry& other) {
          return !other.changed && other.actor == thread.actor && other.location == entry->location;
        });
    if (looked_at) return false;
  }
  return true;
}

bool Program::redundant() {
  if (pruned_ || (memory_ != nullptr && ended() && !memory_->consistent())) return true;
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (threads_[i].state == State::kSpinning && !spins_for_ever(threads_[i])) return true;
  }
  return false;
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
  if (memory_ != nullptr && memory_->announces() && !operation.by_choice) {
    thread.announced = announce();
  }
  operation.barrier = operation.barrier || operation.acquires || operation.releases;
  thread.closed = !operation.may_throw || std::uncaught_exceptions() > 0;
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
  thread.fiber->suspend();
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

void Program::no_change() {
  Thread& thread = threads_[running_];
  --thread.changes;
  for (std::size_t i = step_log_; i < log_.size(); ++i) log_[i].changed = false;
}

void Program::begins(const void* what) {
  Thread& thread = threads_[running_];
  thread.begun_things.push_back({what, thread.changes - 1, step_log_});
}

void Program::ends(const void* what, unsigned operations) {
  Thread& thread = threads_[running_];
  const auto last = std::find_if(thread.begun_things.rbegin(), thread.begun_things.rend(),
                                 [&](const Begun& begun) { return begun.what == what; });
  if (last == thread.begun_things.rend()) return;
  const Begun begun = *last;
  thread.begun_things.erase(std::next(last).base());
  if (thread.changes != begun.changes + operations) return;
  thread.changes = begun.changes;
  for (std::size_t i = begun.entry; i < log_.size(); ++i) {
    if (log_[i].actor == thread.actor) log_[i].changed = false;
  }
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

// The wake-ups of a run are counted like a semaphore's: who gets one is explored.
bool Program::wakes_spuriously(place where) {
  if (options_.spurious_wakeups == 0) return false;
  return choose(2, "spurious wake-up", where, &spurious_wakeups_) == 1;
}

Location Program::new_location() {
  Thread& thread = threads_[running_];
  return (Location{thread.actor} + 1) << 24 | ++thread.objects;
}

void Program::name_object(Location location, const char* type, std::string name) {
  // Names that the program gives are in the texts of outcomes, the types are not needed for that.
  if (recording_ || !name.empty()) names_[location] = {type, std::move(name)};
}

std::uint32_t Program::start_thread(std::function<void()> body, place where, bool fork) {
  const ActorId parent = threads_[running_].actor;
  const ActorId actor =
      shared_->actors().intern({parent, kThreadRole, threads_[running_].children});
  Operation operation(fork ? "fork" : "start thread", where);
  operation.touch(begin_of(actor), detail::Access::produce);
  if (fork) operation.acquires = operation.releases = false;
  perform(operation);
  if (threads_[running_].unwinding) return 0;
  Thread& thread = new_thread(parent);
  thread.body = std::move(body);
  thread.fork = fork;
  thread.target = fork && shared_->throws();
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
  operation.wait_until(
      [](const void* thread) { return static_cast<const Thread*>(thread)->state == State::kEnded; },
      &other);
  perform(operation);
  if (recording_) note_arguments(actor_name(other.actor));
}

bool Program::thread_ended(std::uint32_t thread) const {
  return threads_[thread].state == State::kEnded;
}

void Program::name_thread(std::uint32_t thread, std::string name) {
  threads_[thread].name = std::move(name);
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
  bind(actor, kNone, static_cast<std::uint32_t>(phantoms_.size()));
  phantoms_.push_back(std::move(phantom));
}

namespace {

// One of the possibilities of a choice: the first that is taken excludes the others.
class Alternative final : public Phantom {
 public:
  Alternative(std::size_t number, std::size_t* chosen, Location choice, bool born, const char* what,
              place where, Ration* ration)
      : number_(number), chosen_(chosen), ration_(ration), operation_(what, where) {
    operation_.touch(choice, detail::Access::acquire);
    operation_.touch(detail::part_of(choice, 0), detail::Access::produce);
    if (born) operation_.touch(detail::part_of(choice, 1), detail::Access::consume);
    if (ration != nullptr)
      operation_.touch(ration->location, detail::Access::guarded, ration->token);
  }
  const Operation& pending() const override { return operation_; }
  bool ready() const override {
    return *chosen_ == kOpen && (ration_ == nullptr || ration_->left > 0);
  }
  bool execute() override {
    *chosen_ = number_;
    if (ration_ != nullptr) --ration_->left;
    return false;
  }
  std::string name() const override { return fmt::format("choice {}", number_ + 1); }

  static constexpr std::size_t kOpen = ~std::size_t{0};

 private:
  std::size_t number_;
  std::size_t* chosen_;
  Ration* ration_;
  Operation operation_;
};

}  // namespace

std::size_t Program::choose(std::size_t count, const char* what, place where, Ration* ration) {
  if (count <= 1 || unwinding()) return 0;
  const Location choice = new_location();
  const bool born = record_ != nullptr;
  touch_now(detail::part_of(choice, 1), core::AccessKind::kProduce);
  std::size_t& chosen = choices_.emplace_back(Alternative::kOpen);
  for (std::size_t i = 0; i < count; ++i) {
    add_phantom(std::make_unique<Alternative>(i, &chosen, choice, born, what, where,
                                              i > 0 ? ration : nullptr),
                kChoiceRole, threads_[running_].phantoms++);
  }
  Operation operation(what, where);
  operation.touch(detail::part_of(choice, 0), detail::Access::consume);
  operation.wait_until(
      [](const void* number) {
        return *static_cast<const std::size_t*>(number) != Alternative::kOpen;
      },
      &chosen);
  perform(operation);
  return chosen == Alternative::kOpen ? 0 : chosen;
}

void Program::add_error(Finding::Kind kind, const std::string& message, place where) {
  errors_.push_back({kind, {threads_[running_].actor}, message, where.file, where.line});
}

// --- Judgement ---

// Nothing can take a step any more.
bool Program::ended() const {
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (can_step(threads_[i])) return false;
  }
  return std::none_of(phantoms_.begin(), phantoms_.end(),
                      [](const auto& phantom) { return phantom != nullptr && phantom->ready(); });
}

bool Program::has_errors() const {
  if (!errors_.empty()) return true;
  if (pruned_) return false;
  if (phase_ == Phase::kTeardown) return threads_[teardown_thread_].state != State::kEnded;
  if (!ended()) return false;
  bool stuck = false;
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Thread& thread = threads_[i];
    stuck = stuck || thread.state != State::kEnded;
    if (thread.state == State::kSpinning && !spins_for_ever(thread)) return false;
  }
  return stuck && (threads_[0].state != State::kEnded || options_.stuck_threads);
}

std::vector<Finding> Program::errors() const {
  std::vector<Finding> errors = errors_;
  // By thread; of one thread, the first error first: the others may follow from it.
  std::stable_sort(errors.begin(), errors.end(),
                   [](const Finding& a, const Finding& b) { return a.actors < b.actors; });
  if (!errors.empty() || !has_errors()) return errors;
  Finding deadlock;
  deadlock.kind = Finding::Kind::kDeadlock;
  std::string who;
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Thread& thread = threads_[i];
    if (thread.state == State::kEnded || (thread.last && phase_ != Phase::kTeardown)) continue;
    if (deadlock.actors.empty()) {
      deadlock.file = thread.pending->where.file;
      deadlock.line = thread.pending->where.line;
    }
    deadlock.actors.push_back(thread.actor);
    who += (who.empty() ? "" : "; ") +
           fmt::format("{} {}", actor_name(thread.actor), waits_for(thread.actor));
  }
  const bool partial = threads_[0].state == State::kEnded;
  deadlock.message = (partial ? "stuck when main has ended: " : "deadlock: ") + who;
  return {deadlock};
}

std::string Program::outcome() const {
  const std::vector<Finding> found = errors();
  if (found.empty()) return "value " + test_->result();
  std::string text;
  for (const Finding& finding : found) text += (text.empty() ? "" : "; ") + finding.message;
  return (found[0].kind == Finding::Kind::kDeadlock ? "deadlock " : "error ") + text;
}

// --- Words ---

std::string Program::words(const Operation& operation) const {
  if (operation.object == nullptr) return operation.name;
  const Location home = operation.home != 0 ? operation.home : operation.touched[0].location;
  const Location object = home & kObjects;
  const auto named = names_.find(object);
  if (named != names_.end() && !named->second.name.empty()) {
    return fmt::format("{}.{}", named->second.name, operation.name);
  }
  return fmt::format("{}{}.{}", operation.type, object & 0xffffff, operation.name);
}

core::StepText Program::describe_last_step() const {
  core::StepText text;
  text.operation = arguments_.empty() ? operation_ : fmt::format("{}({})", operation_, arguments_);
  text.value = value_;
  text.source = {where_.file, where_.line};
  return text;
}

std::string Program::waits_for(ActorId actor) const {
  const Actor* known = find(actor);
  if (known == nullptr || known->phantom != kNone) return {};
  const Thread& thread = threads_[known->thread];
  if (thread.pending == nullptr) return {};
  const Operation& operation = *thread.pending;
  const char* how = thread.state == State::kSpinning ? "spins at" : "waits in";
  const bool held = operation.holder != nullptr && *operation.holder != detail::kNobody;
  const std::string holder =
      held ? ", held by " + actor_name(threads_[*operation.holder].actor) : std::string();
  return fmt::format("{} {} ({}:{}{})", how, words(operation), operation.where.file,
                     operation.where.line, holder);
}

std::string Program::actor_name(ActorId actor) const {
  const Actor* known = find(actor);
  if (known != nullptr && known->phantom == kNone && !threads_[known->thread].name.empty()) {
    return threads_[known->thread].name;
  }
  const core::ActorKey key = shared_->actors().key(actor);
  if (key.parent == core::kNoActor) return "main";
  if (key.role == kThreadRole) {
    const std::string parent = actor_name(key.parent);
    return fmt::format("{}{}", parent == "main" ? "T" : parent + ".", key.ordinal + 1);
  }
  if (known != nullptr && known->phantom != kNone && phantoms_[known->phantom] != nullptr) {
    return fmt::format("{} of {}", phantoms_[known->phantom]->name(), actor_name(key.parent));
  }
  return fmt::format("phantom {} of {}", key.ordinal + 1, actor_name(key.parent));
}

std::string Program::location_name(core::Location location) const {
  if ((location & kThreads) != 0) {
    if ((location & (kThreads - 1)) >> 40 != 0) return "the scheduling";
    const auto actor = static_cast<ActorId>((location & (kThreads - 1)) >> 1);
    return fmt::format("the {} of {}", (location & 1) != 0 ? "end" : "beginning",
                       actor_name(actor));
  }
  const core::Location object = location & kObjects;
  const auto named = names_.find(object);
  if (named != names_.end() && !named->second.name.empty()) return named->second.name;
  const char* type = named == names_.end() ? "object" : named->second.type;
  return fmt::format("{}{}", type, object & 0xffffff);
}

}  // namespace heddle::threads
