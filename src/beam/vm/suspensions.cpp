// Suspension: a process that another one has suspended takes no step until it is resumed. Signals
// still reach it, and kill it.
//
// Who suspends knows how often it has done so; the suspended process only how many have. So the
// first time and the last one are what the other process is told of, and the death of the suspender
// is a last one. Where signals travel, both are signals.
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {

namespace {

void set_count(Heap& heap, Process& process, Term pid, Word count) {
  const Term counts = Term::from_bits(process.state.suspending);
  process.state.suspending =
      (count == 0 ? map_remove(heap, counts, pid)
                  : map_put(heap, counts, pid, Term::small(static_cast<std::int64_t>(count))))
          .bits();
}

}  // namespace

Word Machine::suspensions_of(const Process& process) const {
  const Term count = map_get(Term::from_bits(current_->state.suspending), process.pid());
  return count.is_none() ? 0 : static_cast<Word>(count.small_value());
}

void Machine::suspend(Process& process, Term tag) {
  const Word before = suspensions_of(process);
  set_count(heap_, *current_, process.pid(), before + 1);
  if (before == 0 || tag.is_tuple(1)) request_suspension(process, before == 0, tag);
}

void Machine::request_suspension(Process& process, bool first, Term tag) {
  Process& self = *current_;
  // Who waits for it to be suspended is alone with it.
  if (!tag.is_none() && travels(self.pid(), process)) {
    depart(self.pid(), process, {Signal::Kind::kSuspend, 0, boolean(first), tag});
    return;
  }
  suspend_arrives(process, self, first, tag);
}

void Machine::suspend_arrives(Process& to, Process& from, bool first, Term tag) {
  if (!to.dead()) {
    touch(to);
    if (first) ++to.state.suspenders;
    if (options_.explored) effects_.reined.push_back(&to);
  }
  if (!tag.is_tuple(1)) return;
  static const Term kSuspended = intern("suspended");
  static const Term kExited = intern("exited");
  pass(to.pid(), from, heap_.tuple({tag.element(0), to.dead() ? kExited : kSuspended}));
}

void Machine::resume(Process& process) {
  Process& self = *current_;
  const Word before = suspensions_of(process);
  set_count(heap_, self, process.pid(), before - 1);
  if (before > 1) return;
  if (travels(self.pid(), process)) {
    depart(self.pid(), process, {Signal::Kind::kResume, 0, Term::nil(), Term::none()});
    return;
  }
  resume_arrives(process);
}

void Machine::resume_arrives(Process& to) {
  if (to.dead()) return;
  touch(to);
  --to.state.suspenders;
  if (options_.explored) effects_.reined.push_back(&to);
}

bool Machine::is_suspending(const Process& from, Term to) const {
  const Term channel = map_get(Term::from_bits(from.state.outgoing), to);
  if (channel.is_none()) return false;
  for (Term list = channel.element(1); list.is_cons(); list = list.tail()) {
    const Term kind = list.head().element(0);
    if (kind == Term::small(static_cast<std::int64_t>(Signal::Kind::kSuspend))) return true;
  }
  return false;
}

void Machine::release(Process& process) {
  touch(process);
  process.state.suspenders = 0;
}

}  // namespace heddle::beam
