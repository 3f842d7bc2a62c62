// Running: who can go on, its step, and what it touched.
#include "erlang/program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/term/parse.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/trace_channel.hpp"
#include "support/check.hpp"

namespace heddle::erlang {

using beam::Machine;
using beam::Pending;
using beam::Status;
using beam::Term;
using beam::Word;
using core::AccessKind;
using core::ActorId;
using core::StepRecord;
using core::Token;

namespace {

constexpr std::uint64_t kReceiveMark = 0x7265636569766500;
constexpr std::uint64_t kCallMark = 0x63616c6c00000000;
constexpr std::uint64_t kTraceMark = 0x7472616365640000;
constexpr std::uint64_t kExitMark = 0x6578697400000000;
constexpr std::uint64_t kFarewellMark = 0x666172657765006c;
constexpr std::uint64_t kWakeMark = 0x77616b6500000000;
constexpr std::uint64_t kTimerMark = 0x74696d6572000000;
constexpr std::uint64_t kDeliveryMark = 0x64656c6976657279;
constexpr std::uint64_t kDownMark = 0x646f776e00000000;

std::uint64_t reference_key(Term reference) { return mix(reference.word(0), reference.word(1)); }
// Not that of any reference that the process has made.
std::uint64_t ghost_key(Term pid) { return mix(pid.bits() ^ kFarewellMark); }

std::function<Term(Machine&, const beam::Export&, const Term*)> oracle_of(World& world) {
  if (!world.options.ask_erl) return {};
  return [&world](Machine& machine, const beam::Export& callee, const Term* arguments) {
    return world.oracle.ask(machine, callee, arguments);
  };
}

// The points of the functions that are named, "module:function/arity", or "module:_/_".
std::unordered_set<const beam::TracePoint*> points_of(World& world) {
  std::unordered_set<const beam::TracePoint*> points;
  for (const std::string& text : world.traced) {
    const std::size_t colon = text.find(':');
    const std::size_t slash = text.rfind('/');
    const Term module = beam::intern(text.substr(0, colon));
    const std::string function = text.substr(colon + 1, slash - colon - 1);
    const std::string arity = text.substr(slash + 1);
    const beam::Module* code = world.code.load(module);
    if (code == nullptr) continue;
    for (const beam::LoadedFunction& one : code->functions) {
      if (function != "_" && beam::intern(function) != one.name) continue;
      if (arity != "_" && arity != std::to_string(one.arity)) continue;
      points.insert(world.code.trace_point(module, one.name, one.arity));
    }
  }
  points.erase(nullptr);
  return points;
}

}  // namespace

Program::Program(std::shared_ptr<World> world)
    : world_(std::move(world)),
      traced_(points_of(*world_)),
      machine_(world_->code, {.calls_per_step = world_->options.calls_per_step,
                              .memory = world_->options.memory,
                              .explored = true,
                              .delayed = !world_->options.instant_delivery,
                              .common_clock = world_->options.virtual_time,
                              .one_time = world_->options.idle_time,
                              .replaced = &world_->replaced,
                              .traces = (world_->watched & kWatchTraces) != 0,
                              .traced = &traced_,
                              .unknown = oracle_of(*world_)}) {
  find_visible();
  machine_.mark();
  footprint_.begin(scratch_);
  machine_.spawn(nullptr, beam::intern(world_->module), beam::intern(world_->function),
                 beam::parse_term(machine_.heap(), world_->arguments));
  prepare();
  start_children(0);
  marks_.push_back(machine_.mark());
}

void Program::prepare() {
  for (const Preparation& each : world_->options.before) {
    const Term result =
        machine_.call_before(beam::intern(each.module), beam::intern(each.function),
                             beam::parse_term(machine_.heap(), each.arguments), each.otherwise);
    if (result == beam::atoms::ok) continue;
    if (result.is_tuple(2) && result.element(0) == beam::atoms::ok) continue;
    throw support::UserError(fmt::format("{}: {}", each.otherwise, beam::print(result, 500)));
  }
  machine_.forget_effects();
  std::vector<beam::Timer> timers;
  const auto keep = [&] {
    for (const beam::Timer& timer : timers) early_timers_.insert(reference_key(timer.reference));
  };
  machine_.timers().all(timers);
  keep();
  machine_.timers().all_cancelled(timers);
  keep();
}

// ---- Who is who

ActorId Program::actor_of(const Process& process) const {
  const auto known = actors_by_pid_.find(process.pid().bits());
  if (known != actors_by_pid_.end()) return known->second;
  const ActorId parent = process.parent() == nullptr ? core::kNoActor : actor_of(*process.parent());
  const ActorId actor = actors().intern({parent, kProcessRole, process.ordinal()});
  actors_by_pid_.emplace(process.pid().bits(), actor);
  if (pids_.size() <= actor) pids_.resize(actor + 1, 0);
  pids_[actor] = process.pid().bits();
  return actor;
}

beam::Process* Program::process_of(ActorId actor) const {
  if (actor >= pids_.size() || pids_[actor] == 0) return nullptr;
  if (processes_.size() < pids_.size()) processes_.resize(pids_.size());
  Process*& process = processes_[actor];
  if (process == nullptr) process = machine_.running(Term::from_bits(pids_[actor]));
  return process;
}

ActorId Program::timer_actor(Term reference) const {
  const Process* creator = machine_.find(Term::from_bits(reference.word(0)));
  const ActorId actor = actors().intern({actor_of(*creator), kTimerRole, reference.word(1)});
  const auto [it, is_new] = timers_.try_emplace(actor);
  if (is_new) std::copy_n(reference.pointer(), 3, it->second.object);
  return actor;
}

beam::Term Program::timer_of(ActorId actor) const {
  const auto known = timers_.find(actor);
  if (known != timers_.end()) return known->second.reference();
  const core::ActorKey key = actors().key(actor);
  const Process* creator = key.role == kTimerRole ? process_of(key.parent) : nullptr;
  if (creator == nullptr) return Term::none();
  TimerActor& timer = timers_[actor];
  timer.object[0] = beam::header(beam::Kind::kReference, 2);
  timer.object[1] = creator->pid().bits();
  timer.object[2] = key.ordinal;
  return timer.reference();
}

ActorId Program::ghost_actor(const Process& process) const {
  const ActorId actor = actors().intern({actor_of(process), kGhostRole, 0});
  ghosts_.try_emplace(actor, process.pid().bits());
  return actor;
}

beam::Process* Program::ghost_of(ActorId actor) const {
  const auto known = ghosts_.find(actor);
  if (known != ghosts_.end()) return machine_.running(Term::from_bits(known->second));
  const core::ActorKey key = actors().key(actor);
  return key.role == kGhostRole ? process_of(key.parent) : nullptr;
}

ActorId Program::channel_actor(const Process& from, Term to) const {
  const bool trace = to.is_tuple();
  const Word pid = (trace ? to.element(0) : to).bits();
  const ActorId actor = actors().intern({actor_of(from), trace ? kTraceRole : kChannelRole, pid});
  channels_.try_emplace(actor, Channel{from.pid().bits(), pid, trace});
  return actor;
}

const Program::Channel* Program::channel_of(ActorId actor) const {
  const auto known = channels_.find(actor);
  if (known != channels_.end()) return &known->second;
  const core::ActorKey key = actors().key(actor);
  const bool trace = key.role == kTraceRole;
  const Process* from = trace || key.role == kChannelRole ? process_of(key.parent) : nullptr;
  if (from == nullptr) return nullptr;
  return &channels_.emplace(actor, Channel{from->pid().bits(), key.ordinal, trace}).first->second;
}

beam::Term Program::key_of(const Channel& channel) const {
  const Process* from = machine_.running(Term::from_bits(channel.from));
  if (from == nullptr) return Term::none();
  const Term to = Term::from_bits(channel.to);
  return channel.trace ? beam::trace_channel(*from, to) : to;
}

bool Program::has_signals(const Channel& channel) const {
  const Term key = key_of(channel);
  if (key.is_none()) return false;
  return machine_.next_signal(*machine_.running(Term::from_bits(channel.from)), key).has_value();
}

// ---- Who can go on

bool Program::may_time_out(const Process& process) const {
  const beam::ReceiveTimeout timeout = machine_.receive_timeout(process);
  return !timeout.waits && timeout.milliseconds < world_->options.after_timeout &&
         !awaits_service(process);
}

bool Program::may_time_out_now(const Process& process) const {
  if (!may_time_out(process)) return false;
  if (has_idle_time()) return is_due(process);
  const auto wait = has_virtual_time() ? wait_of(process.pid()) : std::nullopt;
  return !wait || is_next(wait->due);
}

bool Program::may_fire(const beam::Timer& timer) const {
  return timer.after < world_->options.after_timeout;
}

bool Program::may_fire_now(const beam::Timer& timer) const {
  if (has_idle_time() && timer.at > machine_.clock()) return false;
  return may_fire(timer) && (!has_virtual_time() || is_next(timer.at));
}

bool Program::ready(const Process& process) const {
  const Process::State& state = process.state;
  if (process.suspended()) return false;
  switch (state.pending) {
    case Pending::kReceive:
      return state.match != nullptr || may_time_out_now(process);
    case Pending::kStart:
      return state.status == Status::kReady;
    case Pending::kFarewell:
    case Pending::kDone:
      return false;
    case Pending::kNative:
      return world_->options.instant_delivery || !awaits_arrivals(process);
    default:
      return true;
  }
}

bool Program::awaits_arrivals(const Process& process) const {
  const Term whom = looks_at(process);
  if (whom.is_none()) return false;
  const auto next = machine_.next_signal(process, whom);
  return next && next->number <= machine_.signals_sent(process, whom);
}

void Program::enabled(std::vector<ActorId>& out) const {
  out.clear();
  if (machine_.halted()) return;
  for (const auto& process : machine_.processes()) {
    if (ready(*process)) out.push_back(actor_of(*process));
    if (has_farewells(*process)) out.push_back(ghost_actor(*process));
    if (!has_channels()) continue;
    machine_.destinations(*process, destinations_);
    for (const Term to : destinations_) out.push_back(channel_actor(*process, to));
  }
  if (!machine_.timers().empty()) {
    machine_.timers().all(running_);
    for (const beam::Timer& timer : running_) {
      if (may_fire_now(timer)) out.push_back(timer_actor(timer.reference));
    }
  }
  if (has_idle_time() && out.empty() && next_due()) out.push_back(clock_actor());
}

ActorId Program::first_enabled() const {
  if (has_channels()) return core::Program::first_enabled();
  if (machine_.halted()) return core::kNoActor;
  for (const auto& process : machine_.processes()) {
    if (ready(*process)) return actor_of(*process);
    if (has_farewells(*process)) return ghost_actor(*process);
  }
  if (machine_.timers().empty() && !has_idle_time()) return core::kNoActor;
  return core::Program::first_enabled();
}

bool Program::is_enabled(ActorId actor) const {
  if (machine_.halted()) return false;
  if (has_idle_time() && actor == clock_actor()) {
    std::vector<ActorId> able;
    enabled(able);
    return able.size() == 1 && able.front() == actor;
  }
  if (const Process* process = process_of(actor)) return ready(*process);
  if (const Process* process = ghost_of(actor)) return has_farewells(*process);
  if (const Channel* channel = channel_of(actor)) return has_signals(*channel);
  const Term reference = timer_of(actor);
  if (reference.is_none()) return false;
  const auto timer = machine_.timers().find(reference);
  return timer && may_fire_now(*timer);
}

// receive after infinity -> ... end; and one that time alone would have ended, but had not.
bool Program::waits_for_nothing(const Process& process) const {
  const Process::State& state = process.state;
  const Pending next = process.dead() ? state.interrupted : state.pending;
  if (next != Pending::kReceive || machine_.has_patterns(process)) return false;
  return state.timeout_at == 0 || (has_idle_time() && !was_due(process));
}

void Program::waiting(std::vector<ActorId>& out) const {
  out.clear();
  if (machine_.halted()) return;
  for (const auto& process : machine_.processes()) {
    const bool idle = process->state.first_message == nullptr && is_service(*process);
    if (waits(*process) && !idle) out.push_back(actor_of(*process));
  }
}

// Besides those that wait: the killed, cancelled timers, and everybody if the system was halted.
void Program::blocked(std::vector<ActorId>& out) const {
  out.clear();
  const bool halted = machine_.halted().has_value();
  for (const auto& process : machine_.processes()) {
    if ((waits(*process) || was_killed(*process) || (halted && ready(*process))) &&
        !waits_for_nothing(*process)) {
      out.push_back(actor_of(*process));
    }
    if (halted && has_farewells(*process)) out.push_back(ghost_actor(*process));
    if (!halted || !has_channels()) continue;
    machine_.destinations(*process, destinations_);
    for (const Term to : destinations_) out.push_back(channel_actor(*process, to));
  }
  machine_.timers().all_cancelled(running_);
  for (const beam::Timer& timer : running_) {
    if (has_idle_time() && timer.at > timer.cancelled) continue;
    if (may_fire(timer)) out.push_back(timer_actor(timer.reference));
  }
  if (!halted) return;
  machine_.timers().all(running_);
  for (const beam::Timer& timer : running_) {
    if (has_idle_time() && timer.at > machine_.clock()) continue;
    if (may_fire(timer)) out.push_back(timer_actor(timer.reference));
  }
}

bool Program::pending_yields(ActorId actor) const {
  const Process* process = process_of(actor);
  return process != nullptr && process->state.pending == Pending::kReceive &&
         process->state.match == nullptr;
}

// ---- Footprints

std::uint64_t Program::fingerprint(const Process& process) const {
  TermHash& hash = footprint_.hash();
  const Process::State& state = process.state;
  switch (state.pending) {
    case Pending::kNative:
      return interference_of(*state.native).fingerprint;
    case Pending::kCall:
      return mix(kCallMark, hash(beam::callee_of(process)));
    case Pending::kTraced:
    case Pending::kReturned:
    case Pending::kUnwound:
      return mix(kTraceMark, static_cast<std::uint64_t>(state.pending));
    case Pending::kReceive:
      return kReceiveMark;
    case Pending::kExit:
      return kExitMark;
    case Pending::kFarewell:
      return mix(kFarewellMark, hash(Term::from_bits(state.farewells).head()));
    default:
      return kWakeMark;
  }
}

Token Program::message_token(Term message, bool down) const {
  Token token = footprint_.hash()(message);
  if (down) token = mix(token, kDownMark);
  if (!contents_.contains(token)) {
    const auto kind = down ? Content::Kind::kDown : Content::Kind::kMessage;
    contents_.emplace(token, world_->tables.put(token, kind, nullptr, {&message, 1}));
  }
  return token;
}

Token Program::receive_token(const Process& process) const {
  machine_.receive_variables(process, variables_);
  const beam::Module* module = world_->code.module_at(process.state.ip);
  const auto offset = static_cast<std::uint64_t>(process.state.ip - module->code.data());
  Token token = mix(footprint_.hash().atom(module->name), offset);
  if (module->is_version()) {
    for (const std::uint8_t byte : module->file->md5) token = mix(token, byte);
  }
  for (const Term variable : variables_) token = mix(token, footprint_.hash()(variable));
  monitors_.clear();
  for (beam::MapIterator it(Term::from_bits(process.state.monitors)); it.next();) {
    monitors_.push_back(it.key());
    token = mix(token, footprint_.hash()(it.key()));
  }
  if (!contents_.contains(token)) {
    contents_.emplace(token, world_->tables.put(token, Content::Kind::kReceive, process.state.ip,
                                                variables_, monitors_));
  }
  return token;
}

// Whatever happens, it happens only while the system runs.
void Program::touch_system() {
  if ((world_->watched & kWatchEverything) != 0) {
    footprint_.await(Family::kEverything, Term::nil(), kWantsNo);
  }
}

// What the pending step touches, apart from whom it reaches.
void Program::touch_before(const Process& process) {
  const Process::State& state = process.state;
  const Term pid = process.pid();
  if ((world_->watched & kWatchReins) != 0) footprint_.await(Family::kReins, pid, kWantsNo);
  if ((world_->watched & kWatchSuspensions) != 0) {
    footprint_.await(Family::kSuspended, pid, kWantsNo);
  }
  touch_system();
  if (state.steps == 1 && process.parent() != nullptr) {
    footprint_.touch(Family::kStart, pid.bits(), AccessKind::kConsume, pid);
  }
  Operation operation{machine_, process, {}, footprint_, world_->watched};
  takes_ = state.pending == Pending::kReceive && state.match != nullptr;
  switch (state.pending) {
    case Pending::kNative: {
      const Interference* interference = interference_of(*state.native).interference;
      operation.arguments = {reinterpret_cast<const Term*>(state.saved_x), state.live};
      interference->touch(operation);
      takes_ = flushes(operation, *state.native);
      break;
    }
    case Pending::kReceive: {
      const auto wait = has_virtual_time() ? wait_of(pid) : std::nullopt;
      if (wait && state.match != nullptr) {
        touch_end(*wait, pid);
      } else if (wait) {
        touch_expiry(*wait, pid);
      }
      if (!machine_.has_patterns(process)) break;
      const Token token = receive_token(process);
      wants_ = token;
      const bool poll =
          has_idle_time()
              ? may_time_out_now(process)
              : may_time_out(process) && (!wait || state.match == nullptr || is_next(wait->due));
      footprint_.touch(Family::kMailbox, pid.bits(), poll ? AccessKind::kPoll : AccessKind::kTake,
                       pid, Term::none(), token, wait.has_value());
      break;
    }
    case Pending::kCall:
      touch_call(footprint_, machine_, process);
      break;
    case Pending::kTraced:
      touch_pattern(footprint_, beam::traced_call(process));
      footprint_.find(Family::kTraced, pid);
      break;
    case Pending::kReturned:
    case Pending::kUnwound:
      footprint_.find(Family::kTraced, pid);
      break;
    case Pending::kStart:
      footprint_.await(Family::kLength, pid, kWantsYes);
      break;
    default:
      break;
  }
}

// Whom the step that was just taken has reached.
void Program::touch_effects(const Process* self) {
  const beam::Effects& effects = machine_.effects();
  const bool lengths = (world_->watched & kWatchMailboxes) != 0;
  for (const beam::Effects::Delivery& delivery : effects.deliveries) {
    const Term pid = delivery.to->pid();
    footprint_.touch(Family::kMailbox, pid.bits(), AccessKind::kAppend, pid, Term::none(),
                     message_token(delivery.message, delivery.down));
    if (lengths && !delivery.lost) footprint_.set(Family::kLength, pid, kYes);
  }
  for (const beam::Effects::Departure& signal : effects.departures) {
    const std::uint64_t key = signal_key(signal.from, signal.to, signal.number);
    footprint_.touch(Family::kFlight, key, AccessKind::kProduce, signal.from, signal.to);
    // Others may make a process send to its tracer.
    if ((signal.number & beam::kTraceSignal) != 0) {
      footprint_.touch(Family::kLine, signal_key(signal.from, signal.to, beam::kTraceSignal),
                       AccessKind::kUpdate, signal.from, signal.to);
    }
  }
  for (const Process* process : effects.traced) {
    static const Term kSend = beam::intern("send");
    static const Term kReceive = beam::intern("receive");
    footprint_.find(Family::kTraced, process->pid());
    footprint_.find(Family::kPattern, kSend);
    footprint_.find(Family::kPattern, kReceive);
  }
  for (const Process* process : effects.retraced) {
    footprint_.update(Family::kTraced, process->pid());
  }
  for (const Term table : effects.unfixed) footprint_.update(Family::kFixed, table);
  for (const Process* dead : effects.deaths) {
    const Term pid = dead->pid();
    footprint_.update(Family::kLife, pid);
    footprint_.find(Family::kTies, pid);
    footprint_.find(Family::kTitle, pid);
    if (was_killed(*dead)) {
      if ((world_->watched & kWatchReins) == 0) throw NeedsWatch{kWatchReins};
      footprint_.set(Family::kReins, pid, kYes);
    }
    if (has_idle_time()) note_stop(*dead);
    if (const auto wait = has_virtual_time() ? wait_of(pid) : std::nullopt) {
      footprint_.touch(Family::kWait, wait->key, AccessKind::kUpdate, pid, Term::none(), kNo);
      end_wait(pid);
    }
    if (has_farewells(*dead)) {
      footprint_.touch(Family::kStart, ghost_key(pid), AccessKind::kProduce, pid);
    }
    if ((world_->watched & kWatchProcesses) != 0) {
      footprint_.add(Family::kProcesses, Term::nil());
    }
  }
  for (const Process* process : effects.reined) touch_suspension(*process);
  if (lengths && self != nullptr && takes_) {
    footprint_.set(Family::kLength, self->pid(), self->state.first_message == nullptr ? kNo : kYes);
  }
}

// Another process has suspended it, or resumed it, or neither changed anything.
void Program::touch_suspension(const Process& process) {
  if ((world_->watched & kWatchSuspensions) == 0) throw NeedsWatch{kWatchSuspensions};
  const Term pid = process.pid();
  footprint_.set(Family::kSuspended, pid, process.suspended() ? kYes : kNo);
  if (has_idle_time() && process.suspended()) note_stop(process);
  if (!has_virtual_time()) return;
  const auto wait = wait_of(pid);
  if (process.suspended() && wait) {
    footprint_.touch(Family::kWait, wait->key, AccessKind::kUpdate, pid, Term::none(), kNo);
    end_wait(pid);
  } else if (!process.suspended() && !wait) {
    continue_wait(process);
  }
}

// An enabled step is taken and taken back. One that another actor prevented is, too, as if that had
// not happened.
void Program::pending(ActorId actor, StepRecord& out) const {
  auto& self = const_cast<Program&>(*this);
  Process* process = process_of(actor);
  if (process != nullptr && waits(*process) && !process->suspended() && !machine_.halted()) {
    footprint_.begin(out);
    if (has_idle_time()) self.touch_turn(actor);
    self.touch_before(*process);
    out.fingerprint = fingerprint(*process);
    return;
  }
  const Machine::Mark here = machine_.mark();
  const Last last = last_;
  if (process != nullptr && process->suspended()) {
    if (has_idle_time()) machine_.set_clock(time_of_stop(*process).value_or(machine_.clock()));
    machine_.release(*process);
    if (has_virtual_time() && may_time_out(*process)) self.resume_wait(*process);
  }
  if (process != nullptr && (was_killed(*process) || machine_.halted())) {
    if (has_virtual_time() && was_killed(*process)) self.resume_wait(*process);
    if (has_idle_time()) machine_.set_clock(time_of_stop(*process).value_or(machine_.clock()));
    machine_.revive(*process);
  }
  if (machine_.halted()) machine_.revive(*machine_.processes().front());
  if (is_enabled(actor)) {
    self.step(actor, out);
  } else {
    footprint_.begin(out);
    const auto timer =
        process != nullptr ? std::nullopt : machine_.timers().find_cancelled(timer_of(actor));
    if (has_idle_time() && timer) machine_.set_clock(timer->cancelled);
    if (has_idle_time()) self.touch_turn(actor);
    if (process != nullptr) {
      self.touch_before(*process);
      out.fingerprint = fingerprint(*process);
    } else if (timer) {
      self.touch_timer(*timer);
      const Term to =
          timer->destination.is_atom() ? machine_.whereis(timer->destination) : timer->destination;
      if (to.is_pid()) {
        footprint_.touch(Family::kMailbox, to.bits(), AccessKind::kAppend, to, Term::none(),
                         message_token(timer->message));
      }
      out.fingerprint = kTimerMark;
    }
  }
  self.last_ = last;
  go_back(here);
}

// ---- Steps

void Program::step(ActorId actor, StepRecord& out) {
  footprint_.begin(out);
  machine_.forget_effects();
  if (has_idle_time()) {
    if (actor == clock_actor()) return step_clock(out);
    touch_turn(actor);
    note_turn(actor);
  }
  if (Process* process = process_of(actor)) {
    const auto frame = visible_.empty() ? std::nullopt : visible_frame(*process);
    step_operation(*process, out);
    if (frame) finish_visible(*process, *frame, out);
    if (frame && has_idle_time()) arrive(*process);
  } else if (Process* dead = ghost_of(actor)) {
    out.fingerprint = fingerprint(*dead);
    step_ghost(*dead);
    touch_effects(nullptr);
  } else if (const Channel* channel = channel_of(actor)) {
    step_channel(*channel);
    out.fingerprint = mix(kDeliveryMark, last_.signal.number);
    touch_effects(nullptr);
  } else {
    const Term reference = timer_of(actor);
    HEDDLE_CHECK(!reference.is_none(), "actor {} cannot take a step", actor);
    out.fingerprint = kTimerMark;
    step_timer(reference);
    touch_effects(nullptr);
  }
}

void Program::step_operation(Process& process, StepRecord& out) {
  out.fingerprint = fingerprint(process);
  const std::size_t before = machine_.processes().size();  // services may start at any time
  touch_before(process);
  const auto wait = has_virtual_time() ? wait_of(process.pid()) : std::nullopt;
  if (has_idle_time()) leave(process);
  step_process(process);
  if (wait) end_wait(process.pid());
  if (wait && last_.kind == Last::Kind::kTimeout) machine_.set_clock(wait->due);
  for (std::size_t i = before; i < machine_.processes().size(); ++i) {
    if (machine_.processes()[i]->state.steps > 0) continue;  // started with a service
    const Term pid = machine_.processes()[i]->pid();
    footprint_.touch(Family::kStart, pid.bits(), AccessKind::kProduce, pid);
  }
  touch_effects(&process);
  if (has_virtual_time()) begin_wait(process);
  if (has_idle_time()) arrive(process);
  start_children(before);
}

void Program::start_children(std::size_t first) {
  last_.child = first;
  last_.children = machine_.processes().size() - first;
  for (std::size_t i = first; i < machine_.processes().size(); ++i) {
    Process& child = *machine_.processes()[i];
    actor_of(child);
    if (child.state.steps == 0) advance(child);
    if (has_virtual_time()) begin_wait(child);
    if (has_idle_time()) arrive(child);
  }
  machine_.take_woken();
}

// Libraries are not that deep, and a program may be as deep as it likes.
constexpr std::size_t kMostCallers = 32;

void Program::step_process(Process& process) {
  const Process::State& state = process.state;
  last_.clear();
  last_.pid = process.pid();
  last_.at = state.ip;
  if (state.cp != nullptr) last_.callers.push_back(state.cp);
  process.each_caller([&](beam::CodePointer address) {
    last_.callers.push_back(address);
    return last_.callers.size() < kMostCallers;
  });
  switch (state.pending) {
    case Pending::kNative:
      last_.at = state.at;
      last_.returns = state.ip;
      last_.kind = Last::Kind::kNative;
      last_.native = state.native;
      for (Word i = 0; i < state.live; ++i) {
        last_.arguments.push_back(Term::from_bits(state.saved_x[i]));
      }
      break;
    case Pending::kCall:
      last_.at = state.at;
      last_.returns = state.cp;
      last_.kind = Last::Kind::kCall;
      last_.module = beam::callee_of(process);
      break;
    case Pending::kTraced:
    case Pending::kReturned:
    case Pending::kUnwound:
      last_.kind = Last::Kind::kTraced;
      last_.pending = state.pending;
      last_.function = beam::traced_function(machine_.heap(), process);
      break;
    case Pending::kReceive: {
      last_.receive = state.ip;
      if (state.match != nullptr) {
        last_.kind = Last::Kind::kReceive;
        last_.message = Term::from_bits(state.match->term);
        last_.wants = wants_;
        break;
      }
      last_.kind = Last::Kind::kTimeout;
      const beam::ReceiveTimeout timeout = machine_.receive_timeout(process);
      if (timeout.milliseconds == 0 && state.timeout_at == 0) break;
      // It looks at its mailbox in vain, and waits.
      if (state.status != Status::kWaiting) advance(process);
      machine_.time_out(process);
      break;
    }
    case Pending::kExit:
      last_.kind = Last::Kind::kExit;
      break;
    default:
      last_.kind = Last::Kind::kWake;
  }
  advance(process);
  if (last_.kind == Last::Kind::kNative) last_.result = machine_.native_result();
}

void Program::advance(Process& process) {
  try {
    machine_.step(process);
  } catch (const beam::StepLimit&) {
    beam::give_up(process);
  }
}

void Program::step_ghost(Process& process) {
  last_.clear();
  last_.kind = Last::Kind::kFarewell;
  last_.pid = process.pid();
  last_.message = Term::from_bits(process.state.farewells).head();
  footprint_.touch(Family::kStart, ghost_key(process.pid()), AccessKind::kConsume, process.pid());
  touch_system();
  Operation operation{machine_, process, {}, footprint_, world_->watched};
  touch_farewell(operation);
  machine_.step(process);
}

void Program::touch_timer(const beam::Timer& timer) {
  const Term reference = timer.reference;
  const std::uint64_t key = reference_key(reference);
  if (!early_timers_.contains(key)) {
    footprint_.touch(Family::kStart, key, AccessKind::kConsume, reference);
  }
  footprint_.touch(Family::kTimer, key, AccessKind::kUpdate, reference);
  footprint_.touch(Family::kArmed, key, AccessKind::kAwait, reference, Term::none(), kWantsNo);
  touch_system();
  if (has_virtual_time()) touch_expiry(wait_of(timer), Term::from_bits(reference.word(0)));
  if (timer.destination.is_atom()) footprint_.find(Family::kName, timer.destination);
}

void Program::step_timer(Term reference) {
  const auto timer = machine_.timers().find(reference);
  last_.clear();
  last_.kind = Last::Kind::kTimer;
  last_.pid = Term::from_bits(reference.word(0));
  last_.message = timer->message;
  touch_timer(*timer);
  machine_.fire_timer(reference);
  if (has_virtual_time()) timer_is_over(wait_of(*timer));
}

void Program::step_channel(const Channel& channel) {
  Process& from = *machine_.find(Term::from_bits(channel.from));
  last_.clear();
  last_.kind = Last::Kind::kDelivery;
  last_.pid = from.pid();
  last_.to = Term::from_bits(channel.to);
  const Term channel_key = key_of(channel);
  last_.signal = *machine_.next_signal(from, channel_key);
  const std::uint64_t key = signal_key(from.pid(), last_.to, last_.signal.number);
  footprint_.touch(Family::kFlight, key, AccessKind::kConsume, from.pid(), last_.to);
  if ((world_->watched & kWatchArrivals) != 0) {
    footprint_.touch(Family::kArrived, key, AccessKind::kProduce, from.pid(), last_.to);
  }
  touch_system();
  touch_arrival(footprint_, machine_, from, last_.to, last_.signal);
  machine_.deliver_next(from, channel_key);
}

// ---- Going back

core::Mark Program::mark() {
  marks_.push_back(machine_.mark());
  return marks_.size() - 1;
}

void Program::rewind(core::Mark mark) {
  go_back(marks_[mark]);
  marks_.resize(mark + 1);
}

void Program::go_back(const Machine::Mark& mark) const {
  if (machine_.processes().size() > mark.processes) processes_.clear();
  machine_.rewind(mark);
}

// ---- Tokens

const Content& Program::content(Token token) const {
  const auto known = contents_.find(token);
  if (known != contents_.end()) return *known->second;
  const Content* found = world_->tables.find(token);
  HEDDLE_CHECK(found != nullptr, "nobody knows the token {:x}", token);
  contents_.emplace(token, found);
  return *found;
}

bool Program::matches(Token constraint, Token value) const {
  if (constraint == kWantsNo) return value == kNo;
  if (constraint == kWantsYes) return value == kYes;
  const std::uint64_t pair = mix(constraint, value);
  const auto known = accepted_.find(pair);
  if (known != accepted_.end()) return known->second;
  const Content& wants = content(constraint);
  const Term message = content(value).terms.front();
  const bool down = content(value).kind == Content::Kind::kDown;
  HEDDLE_CHECK(wants.kind == Content::Kind::kReceive, "the token {:x} is not a constraint",
               constraint);
  const bool wanted =
      !down || std::any_of(wants.monitors.begin(), wants.monitors.end(), [&](Term monitor) {
        return beam::equal_exact(monitor, message.element(1));
      });
  const bool accepts = wanted && machine_.accepts(wants.receive, wants.terms, message);
  accepted_.emplace(pair, accepts);
  return accepts;
}

Token Program::initial_value(core::Location) const { return kNo; }

}  // namespace heddle::erlang
