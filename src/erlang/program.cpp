// Running: steps, taken and taken back.
#include "erlang/program.hpp"

#include <fmt/format.h>

#include "beam/term/atom.hpp"
#include "beam/term/parse.hpp"
#include "beam/term/print.hpp"
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

constexpr std::uint64_t kTimerMark = 0x74696d6572000000;
constexpr std::uint64_t kDeliveryMark = 0x64656c6976657279;

std::function<Term(Machine&, const beam::Export&, const Term*)> oracle_of(World& world) {
  if (!world.options.ask_erl) return {};
  return [&world](Machine& machine, const beam::Export& callee, const Term* arguments) {
    return world.oracle.ask(machine, callee, arguments);
  };
}

// The functions that are named, "module:function/arity", or "module:_/_", whose calls stop from now
// on. Those of versions that a run loads follow then.
beam::TracedFunctions traced_of(World& world) {
  beam::TracedFunctions functions;
  for (const std::string& text : world.traced) {
    const std::size_t colon = text.find(':');
    const std::size_t slash = text.rfind('/');
    const Term module = beam::intern(text.substr(0, colon));
    const Term function = beam::intern(text.substr(colon + 1, slash - colon - 1));
    const std::string arity = text.substr(slash + 1);
    functions.add(module, function, arity == "_" ? -1 : std::stoll(arity));
    const beam::Module* code = world.code.load(module);
    if (code == nullptr) continue;
    for (const beam::LoadedFunction& one : code->functions) {
      if (!functions.contains(module, one.name, one.arity)) continue;
      world.code.trace_point(code, module, one.name, one.arity);
    }
  }
  return functions;
}

}  // namespace

Program::Program(std::shared_ptr<World> world)
    : world_(std::move(world)),
      traced_(traced_of(*world_)),
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
  for (const std::string& name : world_->options.non_racing_system) {
    out_of_race_.insert(beam::intern(name).bits());
  }
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
  note_early_timers();
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
  if (!out_of_race_.empty()) serve(out);
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
  touch_ghost(process);
  machine_.step(process);
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
  if (world_->options.scheduling == Scheduling::kRoundRobin) last_.clear();
  marks_.resize(mark + 1);
}

void Program::go_back(const Machine::Mark& mark) const {
  if (machine_.processes().size() > mark.processes) processes_.clear();
  machine_.rewind(mark);
}

}  // namespace heddle::erlang
