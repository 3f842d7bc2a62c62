// Death: of a process' own accord or by an exit signal, and who is told of it.
//
// A process is dead at once. What follows from it happens in steps of its own, one for each who
// must be told, in this order: its name is free, its tables go to their heirs or away, the
// processes linked to it get exit signals, those that monitor it their messages, those that it has
// suspended go on. Whom to tell is decided when it dies; who no longer wants to know by then is
// told nothing.
//
// Where every order is tried, whom to tell must not depend on what does not matter: whether the
// other one has died by then, or has ended its link or monitor. So a link that is over stays as
// `false`, and a death tells the other one in vain; a monitor stays
// with the monitored process until it dies, and its owner alone knows whether it wants the message.
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {

// The process goes on living until it takes this step.
void Machine::end(Process& process, Term reason) {
  process.state.exit_reason = reason.bits();
  process.state.pending = Pending::kExit;
}

void Machine::exit_signal(Process& to, Term from, Term reason, bool link) {
  Process::State& state = to.state;
  const Term links = Term::from_bits(state.links);
  if (link && map_get(links, from) != atoms::true_) return;
  if (to.dead()) {
    const bool trapped = (state.flags & kTrapExit) != 0 && (reason != atoms::kill || link);
    if (trapped) deliver(to, heap_.tuple({atoms::EXIT, from, reason}), from);  // in vain
    return;
  }
  touch(to);
  if (link) {
    state.links = (options_.explored ? map_put(heap_, links, from, atoms::false_)
                                     : map_remove(heap_, links, from))
                      .bits();
    trace_process(to, "getting_unlinked", from);
  }
  if (reason == atoms::kill && !link) {
    exit(to, atoms::killed);
  } else if ((state.flags & kTrapExit) != 0) {
    deliver(to, heap_.tuple({atoms::EXIT, from, reason}), from, link ? from : Term::none(), link,
            carried_.is_none() ? Term::nil() : carried_);
  } else if (reason != atoms::normal || (!link && from == to.pid())) {
    exit(to, reason);
  }
}

void Machine::exit(Process& process, Term reason) {
  if (process.dead()) return;
  touch(process);
  Process::State& state = process.state;
  state.flags |= kDead;
  state.exit_reason = reason.bits();
  state.died_at = epoch_;
  trace_process(process, "exit", reason);
  if (options_.explored) effects_.deaths.push_back(&process);
  state.match = nullptr;
  state.aliases = empty_map(heap_).bits();
  ets_.unfix(process, effects_.unfixed);
  if (&process != current_) state.interrupted = state.pending;

  std::vector<Term> farewells;
  if (const Term name = Term::from_bits(state.registered_name); !name.is_none()) {
    farewells.push_back(name);
  }
  ets_.add_owned(process, farewells);
  for (MapIterator link(Term::from_bits(state.links)); link.next();) {
    const Process* other = find(link.key());
    if (other == nullptr || !serves_compiler(*other)) farewells.push_back(link.key());
  }
  for (MapIterator monitor(Term::from_bits(state.monitored_by)); monitor.next();) {
    farewells.push_back(heap_.tuple({monitor.key()}));
  }
  for (MapIterator other(Term::from_bits(state.suspending)); other.next();) {
    farewells.push_back(heap_.cons(other.key(), Term::nil()));
  }
  state.farewells = heap_.list(farewells).bits();
  if (state.status == Status::kWaiting) woken_.push_back(&process);
  state.status = farewells.empty() ? Status::kExited : Status::kReady;
  state.pending = farewells.empty() ? Pending::kDone : Pending::kFarewell;
}

void Machine::revive(Process& process) {
  touch(process);
  Process::State& state = process.state;
  if (halted_ != 0) undo_.set(halted_, 0);
  if (!process.dead()) return;
  state.flags &= ~kDead;
  state.pending = state.interrupted;
  state.interrupted = Pending::kDone;
  state.status = Status::kReady;
  if (options_.explored && state.pending == Pending::kReceive) find_match(process);
}

void Machine::farewell(Process& process) {
  Process::State& state = process.state;
  const Term farewells = Term::from_bits(state.farewells);
  const Term whom = farewells.head();
  const Term reason = Term::from_bits(state.exit_reason);
  state.farewells = farewells.tail().bits();
  if (farewells.tail().is_nil()) {
    state.status = Status::kExited;
    state.pending = Pending::kDone;
  }
  if (whom.is_atom()) {
    if (state.registered_name != whom.bits()) return;
    set_names(map_remove(heap_, names(), whom));  // reports go on calling it by this name
    trace_process(process, "unregister", whom);
  } else if (whom.is_reference()) {
    ets_.owner_exits(*this, process, whom);
  } else if (whom.is_pid()) {
    const Term link = map_get(Term::from_bits(state.links), whom);
    if (link.is_none()) return;
    Process* other = find(whom);
    if (other == nullptr) return;
    const bool unlinked = link != atoms::true_ && link != atoms::false_;  // channels.cpp
    if (unlinked) return;
    send_exit(*other, process.pid(), reason, true);
  } else if (whom.is_cons()) {
    Process& other = *find(whom.head());
    if (travels(process.pid(), other)) {
      depart(process.pid(), other, {Signal::Kind::kResume, 0, Term::nil(), Term::none()});
      return;
    }
    resume_arrives(other);
  } else {
    const Term reference = whom.element(0);
    const Term monitored_by = Term::from_bits(state.monitored_by);
    const Term monitor = map_get(monitored_by, reference);
    if (monitor.is_none()) return;
    state.monitored_by = map_remove(heap_, monitored_by, reference).bits();
    Process* owner = find(monitor.element(0));
    if (owner == nullptr) return;
    const Term message =
        heap_.tuple({monitor.element(2), reference, atoms::process, monitor.element(1), reason});
    if (travels(process.pid(), *owner)) {
      depart(process.pid(), *owner, {Signal::Kind::kDown, 0, message, reference});
      return;
    }
    tell_monitor(process.pid(), *owner, reference, message);
  }
}

void Machine::tell_monitor(Term dead, Process& owner, Term reference, Term message) {
  const Term monitors = Term::from_bits(owner.state.monitors);
  if (options_.explored && !map_get(monitors, reference).is_tuple()) {
    // Ended by its owner. If it would have thrown the message away, nobody can tell whether it came
    // before: the same must be said of this step.
    if (map_get(monitors, reference).is_none()) {
      effects_.deliveries.push_back({&owner, message, true, true});
    }
    return;
  }
  touch(owner);
  // Whom it was about stays known: who ends it does not ask whether this came before.
  const Term ended = options_.delayed ? map_get(monitors, reference).element(0) : atoms::false_;
  owner.state.monitors = (options_.explored ? map_put(heap_, monitors, reference, ended)
                                            : map_remove(heap_, monitors, reference))
                             .bits();
  // The alias of a monitor ends with it unless it must be ended by hand.
  const Term aliases = Term::from_bits(owner.state.aliases);
  const Term mode = map_get(aliases, reference);
  if (mode == atoms::demonitor || mode == atoms::reply_demonitor) {
    owner.state.aliases = map_remove(heap_, aliases, reference).bits();
  }
  deliver(owner, message, dead, reference, true);
}

void Machine::send_exit(Process& to, Term from, Term reason, bool link) {
  // What exit/2 sends has no token.
  if (Process* sender = tracing_ && link ? find(from) : nullptr) {
    carry_token(*sender, to.pid(), heap_.tuple({atoms::EXIT, from, reason}));
  }
  if (travels(from, to)) {
    const auto kind = link ? Signal::Kind::kLinkExit : Signal::Kind::kExit;
    depart(from, to, {kind, 0, reason, Term::none()});
  } else {
    exit_signal(to, from, reason, link);
  }
  carried_ = Term::none();
}

}  // namespace heddle::beam
