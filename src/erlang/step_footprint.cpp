// What a step touches, and the tokens of what it sends and wants.
#include <algorithm>

#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/trace_channel.hpp"
#include "erlang/program.hpp"
#include "support/check.hpp"

namespace heddle::erlang {

using beam::Pending;
using beam::Term;
using core::AccessKind;
using core::Token;

namespace {

constexpr std::uint64_t kReceiveMark = 0x7265636569766500;
constexpr std::uint64_t kCallMark = 0x63616c6c00000000;
constexpr std::uint64_t kTraceMark = 0x7472616365640000;
constexpr std::uint64_t kExitMark = 0x6578697400000000;
constexpr std::uint64_t kFarewellMark = 0x666172657765006c;
constexpr std::uint64_t kWakeMark = 0x77616b6500000000;
constexpr std::uint64_t kDownMark = 0x646f776e00000000;

std::uint64_t reference_key(Term reference) { return mix(reference.word(0), reference.word(1)); }
// Not that of any reference that the process has made.
std::uint64_t ghost_key(Term pid) { return mix(pid.bits() ^ kFarewellMark); }

}  // namespace

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
      if (!machine_.has_patterns(process) || is_out_of_race(process)) break;
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
    if (is_out_of_race(*delivery.to)) continue;
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
  if (effects.sequenced) footprint_.find(Family::kPattern, beam::intern("sequential_tracer"));
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

// What a dead process does to one that its death concerns.
void Program::touch_ghost(const Process& process) {
  footprint_.touch(Family::kStart, ghost_key(process.pid()), AccessKind::kConsume, process.pid());
  touch_system();
  Operation operation{machine_, process, {}, footprint_, world_->watched};
  touch_farewell(operation);
}

void Program::note_early_timers() {
  std::vector<beam::Timer> timers;
  const auto note = [&] {
    for (const beam::Timer& timer : timers) early_timers_.insert(reference_key(timer.reference));
  };
  machine_.timers().all(timers);
  note();
  machine_.timers().all_cancelled(timers);
  note();
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
