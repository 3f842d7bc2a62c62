// Virtual time: of all timers and timed receives, only those that are due first happen next.
//
// There is one clock. It shows when the last timer or timeout was due; what begins, is due so many
// milliseconds later than it shows. Whoever can run may still take as long as it likes: only the
// order of the timers among each other is given.
//
// What depends on what: expiry sets the clock, beginning reads it. Expiry awaits that everything
// that is due before is over, whether it expired or was ended by a message, a cancellation or a
// death. Awaiting only what was over last is not enough: a plan may leave that out. What was due
// before the clock showed the time of the beginning need not be awaited: the clock leads there.
// Those that are due at the same time happen in any order. A receive that gets a message while
// something is due before it could not have gone on without (`take`); if nothing is, it could
// (`poll`).
//
// Machine::note: {what is over, the latest first, as a list of {due, key} of timers and {due, key,
// when it began, pid} of receives; a map from pid to the same for those who wait}. `receive ...
// after 0` does not wait.
#include <algorithm>

#include "beam/term/map.hpp"
#include "erlang/program.hpp"

namespace heddle::erlang {

using beam::Term;
using beam::Word;
using core::AccessKind;

namespace {

Term number(Word value) { return Term::small(static_cast<std::int64_t>(value)); }
Word word(Term number) { return static_cast<Word>(number.small_value()); }

}  // namespace

std::optional<Program::Wait> Program::wait_of(Term pid) const {
  if (machine_.note().is_none()) return std::nullopt;
  const Term wait = map_get(machine_.note().element(1), pid);
  if (wait.is_none()) return std::nullopt;
  return Wait{word(wait.element(0)), word(wait.element(1)), word(wait.element(2))};
}

bool Program::is_next(Word due) const {
  if (!machine_.note().is_none()) {
    for (beam::MapIterator wait(machine_.note().element(1)); wait.next();) {
      if (word(wait.value().element(0)) < due) return false;
    }
  }
  std::vector<beam::Timer> timers;
  machine_.timers().all(timers);
  return std::none_of(timers.begin(), timers.end(),
                      [&](const beam::Timer& timer) { return timer.at < due && may_fire(timer); });
}

// After a step that led to a timed receive.
void Program::begin_wait(const Process& process) {
  if (process.dead() || !may_time_out(process) || wait_of(process.pid())) return;
  const Word milliseconds = machine_.receive_timeout(process).milliseconds;
  if (milliseconds == 0) return;
  beam::Heap& heap = machine_.heap();
  if (machine_.note().is_none()) machine_.set_note(heap.tuple({Term::nil(), empty_map(heap)}));
  const Term note = machine_.note();
  // Timers are numbered with its references.
  const Word key = wait_key(process.pid(), process.state.steps ^ (Word{1} << 40));
  const Word now = machine_.clock();
  const Term wait =
      heap.tuple({number(now + milliseconds), number(key), number(now), process.pid()});
  machine_.set_note(
      heap.tuple({note.element(0), map_put(heap, note.element(1), process.pid(), wait)}));
  footprint_.read(Family::kClock, Term::nil());
  footprint_.touch(Family::kWait, key, AccessKind::kUpdate, process.pid(), Term::none(), kYes);
}

void Program::end_wait(Term pid) {
  beam::Heap& heap = machine_.heap();
  const Term note = machine_.note();
  const Term wait = map_get(note.element(1), pid);
  machine_.set_note(
      heap.tuple({heap.cons(wait, note.element(0)), map_remove(heap, note.element(1), pid)}));
}

// As if the process had not been killed.
void Program::resume_wait(const Process& process) {
  beam::Heap& heap = machine_.heap();
  const Term note = machine_.note();
  for (Term list = note.is_none() ? Term::nil() : note.element(0); list.is_cons();
       list = list.tail()) {
    const Term wait = list.head();
    if (!wait.is_tuple(4) || wait.element(3) != process.pid()) continue;
    machine_.set_note(
        heap.tuple({note.element(0), map_put(heap, note.element(1), process.pid(), wait)}));
    return;
  }
}

// A process that was suspended in a timed receive, which ended its wait, is resumed. What was due
// meanwhile is due now.
void Program::continue_wait(const Process& process) {
  if (process.dead() || !may_time_out(process) || machine_.note().is_none()) return;
  if (machine_.receive_timeout(process).milliseconds == 0) return;
  beam::Heap& heap = machine_.heap();
  const Term note = machine_.note();
  Word waits = 0;
  Word due = 0;
  for (Term list = note.element(0); list.is_cons(); list = list.tail()) {
    const Term wait = list.head();
    if (!wait.is_tuple(4) || wait.element(3) != process.pid()) continue;
    if (waits++ == 0) due = word(wait.element(0));
  }
  if (waits == 0) return;
  const Word now = machine_.clock();
  const Word key = wait_key(process.pid(), process.state.steps ^ (Word{1} << 40) ^ (waits << 42));
  const Term wait =
      heap.tuple({number(std::max(due, now)), number(key), number(now), process.pid()});
  machine_.set_note(
      heap.tuple({note.element(0), map_put(heap, note.element(1), process.pid(), wait)}));
  footprint_.read(Family::kClock, Term::nil());
  footprint_.touch(Family::kWait, key, AccessKind::kUpdate, process.pid(), Term::none(), kYes);
}

void Program::timer_is_over(const Wait& timer) {
  beam::Heap& heap = machine_.heap();
  const Term note = machine_.note();
  const Term over = heap.tuple({number(timer.due), number(timer.key)});
  machine_.set_note(heap.tuple({heap.cons(over, note.is_none() ? Term::nil() : note.element(0)),
                                note.is_none() ? empty_map(heap) : note.element(1)}));
  machine_.set_clock(timer.due);
}

void Program::touch_expiry(const Wait& wait, Term whose) {
  footprint_.update(Family::kClock, Term::nil());
  footprint_.touch(Family::kWait, wait.key, AccessKind::kUpdate, whose, Term::none(), kNo);
  touch_earlier(wait, whose, true);
}

// A message ends the wait. Had it not been there, the wait would have expired and set the clock, if
// nothing is due before; or it would have had to go on.
void Program::touch_end(const Wait& wait, Term whose) {
  if (is_next(wait.due)) footprint_.update(Family::kClock, Term::nil());
  footprint_.touch(Family::kWait, wait.key, AccessKind::kUpdate, whose, Term::none(), kNo);
  touch_earlier(wait, whose, false);
}

void Program::touch_earlier(const Wait& wait, Term whose, bool expires) {
  const auto touch = [&](Word due, Word key, bool over) {
    if (due >= wait.due || due < wait.began || key == wait.key) return;
    if (over || expires) {
      footprint_.touch(Family::kWait, key, AccessKind::kAwait, whose, Term::none(), kWantsNo);
    } else {
      footprint_.touch(Family::kWait, key, AccessKind::kRead, whose, Term::none(), 0, true);
    }
  };
  if (const Term note = machine_.note(); !note.is_none()) {
    for (Term list = note.element(0); list.is_cons(); list = list.tail()) {
      touch(word(list.head().element(0)), word(list.head().element(1)), true);
    }
    for (beam::MapIterator other(note.element(1)); other.next();) {
      touch(word(other.value().element(0)), word(other.value().element(1)), false);
    }
  }
  const auto touch_all = [&](const std::vector<beam::Timer>& timers, bool over) {
    for (const beam::Timer& timer : timers) {
      if (may_fire(timer)) touch(timer.at, wait_of(timer).key, over);
    }
  };
  std::vector<beam::Timer> timers;
  machine_.timers().all(timers);
  touch_all(timers, false);
  machine_.timers().all_cancelled(timers);
  touch_all(timers, true);
}

Program::Wait Program::wait_of(const beam::Timer& timer) {
  const Term maker = Term::from_bits(timer.reference.word(0));
  return {timer.at, wait_key(maker, timer.reference.word(1)), timer.at - timer.after};
}

}  // namespace heddle::erlang
