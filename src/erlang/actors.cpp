// Who is who: the actors of processes, timers, ghosts and channels, and back.
#include <algorithm>

#include "beam/vm/trace_channel.hpp"
#include "erlang/program.hpp"

namespace heddle::erlang {

using beam::Term;
using beam::Word;
using core::ActorId;

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

}  // namespace heddle::erlang
