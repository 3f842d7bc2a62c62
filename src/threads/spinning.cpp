// Loops that wait by looking again (docs/threads.md).
//
// A thread is taken to wait when it is back at an operation with the same stack and registers,
// those of the engine left out (outside.hpp), and nothing that it did since had an effect. What has
// an effect is counted for each thread (`changes`); what turns out to have had none (a failed try,
// a lock taken and given back) is taken off again. The log of the run says at its end whether what
// a loop looked at has changed.
//
// Plain memory outside the stack (a counter in an object, a flag that says that somebody waited) is
// the program's own. A round whose code neither reads nor writes there is found by executing it
// again on a copy (foresight.hpp), call by call, with what the calls gave. For all others it has to
// be known what the thread wrote when it did, as for loops that try again (retrying.cpp,
// Lessons::kRetries): the thread stops after a round that changed nothing.
#include <algorithm>

#include "threads/foresight.hpp"
#include "threads/memory.hpp"
#include "threads/program.hpp"
#include "threads/roles.hpp"

namespace heddle::threads {

using core::ActorId;

void Shared::saw_loop(place where) {
  const std::scoped_lock lock(mutex_);
  loops_.emplace(where.file, where.line);
}

void Shared::saw_loop(const std::string& file, int line) {
  const std::scoped_lock lock(mutex_);
  loops_.emplace(*files_.insert(file).first, line);
}

std::vector<place> Shared::loops() const {
  const std::scoped_lock lock(mutex_);
  std::vector<place> all;
  for (const auto& [file, line] : loops_) all.push_back({file.data(), line});
  return all;
}

Program::Outside::Outside(Program* program, const std::byte* frame, detail::Entered body,
                          void* argument) {
  if (program == nullptr) return;
  Thread& thread = program->threads_[program->running_];
  if (thread.outside != nullptr) return;
  thread.outside = frame;
  thread.call = {body, argument, {}};
  ++thread.calls;
  thread_ = &thread;
}

// Whether a thread is back where it was, with the same local variables, and nothing that it did
// since had an effect: whatever it looked at, it will look at again until somebody changes it. A
// run in which it looks only afterwards is explored as well (docs/threads.md says why that is
// enough), so it stops here.
bool Program::spins(Thread& thread) {
  const Operation& operation = *thread.pending;
  if (has_effect(operation)) {
    thread.found.size = 0;
    return false;
  }
  if (operation.once) {
    thread.found.size = 0;
    thread.visits[thread.next_visit++ % kVisits].forget();
    return false;
  }
  const auto stack = thread.fiber->live_stack(thread.outside);
  const std::size_t visits = std::min(thread.next_visit, kVisits);
  if (visits > 0) thread.visits[(thread.next_visit - 1) % kVisits].found = thread.found;
  for (std::size_t i = 0; i < visits; ++i) {
    const Visit& visit = thread.visits[i];
    if (visit.changes != thread.changes || visit.where.line != operation.where.line ||
        visit.operation != operation.name || visit.stack.size() != stack.size()) {
      continue;
    }
    if (same_bytes(visit.stack, stack) && waits_there(thread, i)) {
      thread.spins_since = visit.entry;
      thread.looks_since = visit.looks;
      shared_->saw_loop(operation.where);
      return true;
    }
  }
  if (options_.retry_detection && retries(thread)) return true;
  Visit& visit = thread.visits[thread.next_visit++ % kVisits];
  visit.where = operation.where;
  visit.operation = operation.name;
  visit.changes = thread.changes;
  visit.entry = log_.size();
  visit.looks = memory_ == nullptr ? 0 : memory_->looks(thread.number);
  visit.call = thread.call;
  visit.look = thread.look;
  if (thread.look.compares) visit.hoped = thread.hoped;
  visit.writes = thread.writes.size();
  visit.accesses = thread.accesses.size();
  visit.unforeseen = thread.unforeseen;
  visit.unseen = thread.unseen;
  visit.calls = thread.calls;
  copy_bytes(stack, visit.stack);
  return false;
}

// Whether nothing is left of what the thread did since it was there before. What its code does may
// not be understood: then it is taken for nothing, and the report names the loop.
bool Program::waits_there(const Thread& thread, std::size_t visit) {
#ifdef __SANITIZE_ADDRESS__
  // Every round writes to the sanitizer's own memory, which is nothing of the program's.
  static_cast<void>(thread), static_cast<void>(visit);
  return true;
#else
  const Visit& then = thread.visits[visit];
  if (foresees_) return then.unseen != thread.unseen || then.writes == thread.writes.size();
  if (!keeps_to_the_stack(thread, visit)) shared_->lessons().learn(Lessons::kRetries);
  return true;
#endif
}

// Whether what the thread did since then has surely nothing to do with plain memory elsewhere. (A
// round that reads there may have found something else than it would now.)
bool Program::keeps_to_the_stack(const Thread& thread, std::size_t visit) const {
  EngineCall now = thread.call;
  now.stack = thread.fiber->live_stack(thread.outside);
  const std::byte* const top = now.stack.data() + now.stack.size();
  const std::size_t last = thread.next_visit - 1;
  for (std::size_t n = last - (last - visit) % kVisits; n <= last; ++n) {
    const Visit& from = thread.visits[n % kVisits];
    const Visit* const to = n == last ? nullptr : &thread.visits[(n + 1) % kVisits];
    if (from.calls == (to == nullptr ? thread.calls : to->calls)) continue;  // one call
    EngineCall then = from.call;
    then.stack = from.stack;
    EngineCall next = to == nullptr ? now : to->call;
    if (to != nullptr) next.stack = to->stack;
    Foresight copy(then, top - from.stack.size());
    if (from.look.size != 0 && from.found.size != 0) {
      copy.write(from.look.into, from.found.bytes.data(), from.found.size);
    }
    if (!copy.run() || !copy.arrives_as(next) || copy.leaves_the_stack(&current_)) return false;
  }
  return true;
}

// The stack also holds what the program does not use any more, so that one run may notice a loop
// that another one did not.
bool Program::go_on(ActorId actor) {
  const Actor* known = find(actor);
  if (known == nullptr || threads_[known->thread].state != State::kSpinning) return false;
  threads_[known->thread].state = State::kPending;
  return is_enabled(actor);
}

// Nobody has changed what the loop looks at since it looked, and nothing that it saw was out of
// date: what is written can be seen by everybody sooner or later.
bool Program::spins_for_ever(const Thread& thread) const {
  if (memory_ != nullptr && !memory_->saw_the_latest(thread.number, thread.looks_since)) {
    return false;
  }
  const auto last_look = static_cast<std::ptrdiff_t>(thread.spins_since);
  for (auto entry = log_.begin() + last_look; entry != log_.end(); ++entry) {
    if (!entry->changed) continue;
    // A choice could have fallen otherwise (a weak compare-exchange that failed for no reason).
    const bool chosen = shared_->actors().key(entry->actor).role == kChoiceRole;
    const bool looked_at = std::any_of(
        log_.begin() + last_look, chosen ? log_.end() : entry, [&](const LogEntry& other) {
          return !other.changed && other.actor == thread.actor && other.location == entry->location;
        });
    if (looked_at) return false;
  }
  return true;
}

bool Program::redundant() const {
  if (pruned_ || (memory_ != nullptr && ended() && !memory_->consistent())) return true;
  if (refuted_) return true;
  if (!errors_.empty()) return false;  // they have happened, whatever would have come next
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (threads_[i].state == State::kSpinning && !spins_for_ever(threads_[i])) return true;
  }
  return false;
}

void Program::no_change() {
  Thread& thread = threads_[running_];
  --thread.changes;
  for (std::size_t i = step_log_; i < log_.size(); ++i) log_[i].changed = false;
}

void Program::begins(const void* what) {
  Thread& thread = threads_[running_];
  thread.begun_things.push_back({what, thread.changes - 1, step_log_});
}

void Program::ends(const void* what, unsigned operations) {
  Thread& thread = threads_[running_];
  const auto last = std::find_if(thread.begun_things.rbegin(), thread.begun_things.rend(),
                                 [&](const Begun& begun) { return begun.what == what; });
  if (last == thread.begun_things.rend()) return;
  const Begun begun = *last;
  thread.begun_things.erase(std::next(last).base());
  if (thread.changes != begun.changes + operations) return;
  thread.changes = begun.changes;
  for (std::size_t i = begun.entry; i < log_.size(); ++i) {
    if (log_[i].actor == thread.actor) log_[i].changed = false;
  }
}

}  // namespace heddle::threads
