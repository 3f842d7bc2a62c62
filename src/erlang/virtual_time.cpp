// Virtual time: of all timers and timed receives, only those that are due first happen next.
//
// There is one clock. It shows when the last timer or timeout was due; what begins, is due so many
// milliseconds later than it shows. Whoever can run may still take as long as it likes: only the
// order of the timers among each other is given.
//
// What depends on what: expiry sets the clock, beginning reads it. Expiry awaits that everything
// that was due before is over: what expired last (the clock leads to all that came before that),
// and what was ended since, by a message, a cancellation or a death. Those that are due at the same
// time happen in any order.
//
// Machine::note: {when the last was due, its key, what was ended since as a list of {due, key},
// a map from pid to {due, key} of those who wait}. `receive ... after 0` does not wait.
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
  const Term wait = map_get(machine_.note().element(3), pid);
  if (wait.is_none()) return std::nullopt;
  return Wait{word(wait.element(0)), word(wait.element(1))};
}

bool Program::is_next(Word due) const {
  if (!machine_.note().is_none()) {
    for (beam::MapIterator wait(machine_.note().element(3)); wait.next();) {
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
  if (machine_.note().is_none()) {
    machine_.set_note(heap.tuple({number(0), number(0), Term::nil(), empty_map(heap)}));
  }
  const Term note = machine_.note();
  const Word key = wait_key(process.pid(), process.state.steps ^ (Word{1} << 40));
  const Term wait = heap.tuple({number(machine_.clock() + milliseconds), number(key)});
  machine_.set_note(heap.tuple({note.element(0), note.element(1), note.element(2),
                                map_put(heap, note.element(3), process.pid(), wait)}));
  footprint_.read(Family::kClock, Term::nil());
  footprint_.touch(Family::kWait, key, AccessKind::kUpdate, process.pid(), Term::none(), kYes);
}

void Program::end_wait(Term pid) {
  beam::Heap& heap = machine_.heap();
  const Term note = machine_.note();
  const Term wait = map_get(note.element(3), pid);
  machine_.set_note(heap.tuple({note.element(0), note.element(1), heap.cons(wait, note.element(2)),
                                map_remove(heap, note.element(3), pid)}));
}

void Program::expire(const Wait& wait) {
  beam::Heap& heap = machine_.heap();
  const Term note = machine_.note();
  std::vector<Term> ended;
  for (Term list = note.is_none() ? Term::nil() : note.element(2); list.is_cons();
       list = list.tail()) {
    if (word(list.head().element(0)) >= wait.due) ended.push_back(list.head());
  }
  const Term waits = note.is_none() ? empty_map(heap) : note.element(3);
  machine_.set_note(heap.tuple({number(wait.due), number(wait.key), heap.list(ended), waits}));
  machine_.set_clock(wait.due);
}

void Program::touch_expiry(const Wait& wait, Term whose) {
  footprint_.update(Family::kClock, Term::nil());
  footprint_.touch(Family::kWait, wait.key, AccessKind::kUpdate, whose, Term::none(), kNo);
  const auto after = [&](Word due, Word key) {
    if (due >= wait.due || key == wait.key) return;
    footprint_.touch(Family::kWait, key, AccessKind::kAwait, whose, Term::none(), kWantsNo);
  };
  if (const Term note = machine_.note(); !note.is_none()) {
    if (word(note.element(1)) != 0) after(word(note.element(0)), word(note.element(1)));
    for (Term list = note.element(2); list.is_cons(); list = list.tail()) {
      after(word(list.head().element(0)), word(list.head().element(1)));
    }
    for (beam::MapIterator other(note.element(3)); other.next();) {
      after(word(other.value().element(0)), word(other.value().element(1)));
    }
  }
  std::vector<beam::Timer> timers;
  std::vector<beam::Timer> cancelled;
  machine_.timers().all(timers);
  machine_.timers().all_cancelled(cancelled);
  timers.insert(timers.end(), cancelled.begin(), cancelled.end());
  for (const beam::Timer& timer : timers) {
    const Term maker = Term::from_bits(timer.reference.word(0));
    if (may_fire(timer) && timer.at >= machine_.clock()) {
      after(timer.at, wait_key(maker, timer.reference.word(1)));
    }
  }
}

}  // namespace heddle::erlang
