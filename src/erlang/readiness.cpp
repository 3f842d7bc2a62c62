// Who can go on, who waits, and whom another actor has prevented.
#include <algorithm>

#include "erlang/program.hpp"

namespace heddle::erlang {

using beam::Pending;
using beam::Status;
using beam::Term;
using core::ActorId;

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
  return timer.after < world_->options.after_timeout && !only_keeps_house(timer);
}

bool Program::may_fire_now(const beam::Timer& timer) const {
  if (has_idle_time() && timer.at > machine_.clock()) return false;
  return may_fire(timer) && (!has_virtual_time() || is_next(timer.at));
}

bool Program::can_go_on(const Process& process) const {
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

// Round robin goes on behind whoever took the last step.
std::size_t Program::in_turn(std::size_t turn) const {
  const auto& all = machine_.processes();
  switch (world_->options.scheduling) {
    case Scheduling::kOldest:
      return turn;
    case Scheduling::kNewest:
      return all.size() - 1 - turn;
    case Scheduling::kRoundRobin:
      break;
  }
  const auto last = std::find_if(
      all.begin(), all.end(), [this](const auto& process) { return process->pid() == last_.pid; });
  const auto before = last == all.end() ? 0 : static_cast<std::size_t>(last - all.begin()) + 1;
  return (before + turn) % all.size();
}

void Program::enabled(std::vector<ActorId>& out) const {
  out.clear();
  if (machine_.halted()) return;
  const auto& all = machine_.processes();
  for (std::size_t turn = 0; turn < all.size(); ++turn) {
    const Process& process = *all[in_turn(turn)];
    if (ready(process)) out.push_back(actor_of(process));
    if (has_farewells(process)) out.push_back(ghost_actor(process));
    if (!has_channels()) continue;
    machine_.destinations(process, destinations_);
    for (const Term to : destinations_) out.push_back(channel_actor(process, to));
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
  if (has_channels() || world_->options.scheduling != Scheduling::kOldest) {
    return core::Program::first_enabled();
  }
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
        !waits_for_nothing(*process) && !is_out_of_race(*process)) {
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

}  // namespace heddle::erlang
