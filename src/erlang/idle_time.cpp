// Idle time: a step takes no time, and time goes on only when nobody can take one.
//
// Then a step of the phantom actor `clock` brings the time at which the first timer or timed
// receive is due. What is due by then can happen from now on, in any order among itself and with
// all that follows from it: nothing else is decided by time.
//
// What depends on what: a step of the clock comes after all steps before it, since each of them, as
// long as it could be taken, kept the clock from going on; and before all steps after it, since it
// made them possible. Neither could have been the other way round, so none of this is a race. Every
// step therefore hands over to the next step of the clock, and that one to all steps up to the next
// but one (`tick`, produce and consume). What a death, a suspension or a cancellation prevented, it
// prevented at the time of then: `pending` goes back to it.
//
// Machine::note: {the actors that took a step since the clock did, as a list; a map from pid to
// when its timed receive is due; a map from pid to when it died or was first suspended since its
// last step}.
#include <algorithm>

#include "beam/term/map.hpp"
#include "erlang/program.hpp"

namespace heddle::erlang {

using beam::Pending;
using beam::Term;
using beam::Word;
using core::AccessKind;
using core::ActorId;

namespace {

constexpr std::uint64_t kClockMark = 0x636c6f636b000000;
enum NoteField : std::size_t { kActive, kDue, kStopped };

Term number(Word value) { return Term::small(static_cast<std::int64_t>(value)); }
Word word(Term number) { return static_cast<Word>(number.small_value()); }

std::uint64_t tick_key(Word time) { return mix(time); }
std::uint64_t turn_key(Word time, ActorId actor) { return mix(time, actor); }

}  // namespace

ActorId Program::clock_actor() const { return actors().intern({core::kNoActor, kClockRole, 0}); }

Term Program::idle_note(std::size_t field) const {
  const Term note = machine_.note();
  if (!note.is_none()) return note.element(field);
  return field == kActive ? Term::nil() : empty_map(machine_.heap());
}

void Program::set_idle_note(std::size_t field, Term value) {
  Term fields[] = {idle_note(kActive), idle_note(kDue), idle_note(kStopped)};
  fields[field] = value;
  machine_.set_note(machine_.heap().tuple({fields[0], fields[1], fields[2]}));
}

Term Program::noted(std::size_t field, const Process& process) const {
  return machine_.note().is_none() ? Term::none() : map_get(idle_note(field), process.pid());
}

void Program::take_note(std::size_t field, const Process& process, Word time) {
  set_idle_note(field, map_put(machine_.heap(), idle_note(field), process.pid(), number(time)));
}

// A receive that waits for no time at all is due at once.
bool Program::is_due(const Process& process) const { return is_due(process, machine_.clock()); }

bool Program::was_due(const Process& process) const {
  return is_due(process, time_of_stop(process).value_or(machine_.clock()));
}

bool Program::is_due(const Process& process, Word time) const {
  const Term due = noted(kDue, process);
  return due.is_none() || word(due) <= time;
}

std::optional<Word> Program::time_of_stop(const Process& process) const {
  const Term stopped = noted(kStopped, process);
  return stopped.is_none() ? std::nullopt : std::optional(word(stopped));
}

void Program::arrive(const Process& process) {
  if (process.dead() || !may_time_out(process)) return;
  const Word milliseconds = machine_.receive_timeout(process).milliseconds;
  if (milliseconds != 0) take_note(kDue, process, machine_.clock() + milliseconds);
}

void Program::leave(const Process& process) {
  for (const std::size_t field : {kDue, kStopped}) {
    if (noted(field, process).is_none()) continue;
    set_idle_note(field, map_remove(machine_.heap(), idle_note(field), process.pid()));
  }
}

// The first time counts: the suspended could do nothing since then.
void Program::note_stop(const Process& process) {
  const bool before = process.state.suspenders != 0 && !noted(kStopped, process).is_none();
  if (!before) take_note(kStopped, process, machine_.clock());
}

std::optional<Word> Program::next_due() const {
  std::optional<Word> next;
  const auto consider = [&](Word due) {
    if (due > machine_.clock() && (!next || due < *next)) next = due;
  };
  for (const auto& process : machine_.processes()) {
    const Process::State& state = process->state;
    if (process->dead() || process->suspended()) continue;
    if (state.pending != Pending::kReceive || !may_time_out(*process)) continue;
    if (!is_due(*process)) consider(word(noted(kDue, *process)));
  }
  std::vector<beam::Timer> timers;
  machine_.timers().all(timers);
  for (const beam::Timer& timer : timers) {
    if (may_fire(timer)) consider(timer.at);
  }
  return next;
}

// What a suspension has delayed, and time has not made possible, could have been done when that
// began: it does not wait for the clock.
void Program::touch_turn(ActorId actor) {
  const Word now = machine_.clock();
  const Process* process = process_of(actor);
  const bool delayed = process != nullptr && !process->dead() && !may_time_out(*process);
  const Word since = delayed ? time_of_stop(*process).value_or(now) : now;
  if (since > 0) {
    footprint_.touch(Family::kTick, tick_key(since), AccessKind::kConsume, Term::nil());
  }
  footprint_.touch(Family::kTick, turn_key(now, actor), AccessKind::kProduce, Term::nil());
}

void Program::note_turn(ActorId actor) {
  const Term active = idle_note(kActive);
  for (Term list = active; list.is_cons(); list = list.tail()) {
    if (word(list.head()) == actor) return;
  }
  set_idle_note(kActive, machine_.heap().cons(number(actor), active));
}

void Program::step_clock(core::StepRecord& out) {
  const Word now = machine_.clock();
  last_ = {};
  last_.kind = Last::Kind::kClock;
  last_.time = *next_due();
  for (Term list = idle_note(kActive); list.is_cons(); list = list.tail()) {
    const auto actor = static_cast<ActorId>(word(list.head()));
    footprint_.touch(Family::kTick, turn_key(now, actor), AccessKind::kConsume, Term::nil());
  }
  footprint_.touch(Family::kTick, tick_key(last_.time), AccessKind::kProduce, Term::nil());
  out.fingerprint = mix(kClockMark, last_.time);
  set_idle_note(kActive, Term::nil());
  machine_.set_clock(last_.time);
}

}  // namespace heddle::erlang
