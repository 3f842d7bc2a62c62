// Loops that try again after a failure (docs/threads.md).
//
//   head = top.load();                                  // L
//   do node->next = head;
//   while (!top.compare_exchange_strong(head, node));   // F, then again
//
// L reads an old value, F finds a new one and fails, and the thread is back with the new value: as
// if it had come to L only now. The run in which it did so (the same one without L, and with L in
// the place of F) is explored as well, so this one tells nothing new, provided that the thread's
// state is what it would be then. It is compared, not assumed: the thread's own code is executed on
// a copy of its stack (foresight.hpp) from L, with the value that F found, up to the next call of
// the engine, where the copy must be what the thread is. What was left behind by the failure so
// counts exactly if the program may still see it: a counter of attempts differs, a variable that is
// written again before it is read does not.
//
// Plain memory outside the stack is nobody's to compare with: what the thread wrote there since L
// has to be known. So whenever a look is about to return, the code up to the next call is executed
// on a copy as well, now with what is really there: nothing else can run in between, so that tells
// exactly what the thread is going to write. All of that must be written by the copy that starts at
// L, too. This costs as much as the look itself, so it is done only in programs in which a thread
// would be stopped but for that (Lessons::kRetries).
//
// A loop that loads anew in every round is the same with its later load in the place of F; one that
// has no load at all, with its first compare-exchange in the place of L.
#include <algorithm>
#include <cstring>
#include <utility>

#include "threads/foresight.hpp"
#include "threads/memory.hpp"
#include "threads/program.hpp"

namespace heddle::threads {

using detail::Location;

namespace {

int strength(std::memory_order order) {
  if (order == std::memory_order_relaxed) return 0;
  return order == std::memory_order_seq_cst ? 2 : 1;
}

}  // namespace

void Program::will_look(const detail::Look& look) {
  Thread& thread = threads_[running_];
  thread.look = look;
  thread.hoped.size = 0;
  const auto* const into = static_cast<const std::byte*>(look.into);
  const auto* const here = reinterpret_cast<const std::byte*>(&into);
  const bool inside = into > here && into < thread.outside;  // part of another call
  if (look.size > Found::kMost || inside) {
    thread.look.size = 0;
    return;
  }
  if (look.compares) {
    thread.hoped.size = static_cast<std::uint8_t>(look.size);
    std::memcpy(thread.hoped.bytes.data(), look.into, look.size);
  }
}

void Program::looked(Location location, std::memory_order order, const void* found,
                     std::size_t size) {
  Thread& thread = threads_[running_];
  if (size > Found::kMost) return;
  // One by one: a copy of a whole that was just made of parts makes the processor wait.
  thread.found.location = location;
  thread.found.order = order;
  thread.found.size = static_cast<std::uint8_t>(size);
  thread.found.bytes = {};
  std::memcpy(thread.found.bytes.data(), found, size);
}

// A call is about to return: what plain memory does the program write until the next one?
void Program::foresee() {
  Thread& thread = threads_[running_];
  if (thread.unwinding || !foresees_) {
    thread.look = {};
    return;
  }
  const detail::Look look = std::exchange(thread.look, {});
  EngineCall call = thread.call;
  call.stack = thread.fiber->live_stack(thread.outside);
  Foresight copy(call, call.stack.data());
  const bool understood = copy.run();
  if (thread.found.size == 0 || !understood) ++thread.unforeseen;
  if (!understood) {
    // Nobody can tell what it writes, but if it changes what it has read, it writes.
    if (!copy.changes_what_it_read()) ++thread.unseen;
    thread.writes.push_back({0, 1});
    return;
  }
  for (const Range& range : copy.differences()) thread.writes.push_back(range);
  const auto* const into = static_cast<const std::byte*>(look.into);
  const std::byte* const stack_end = call.stack.data() + call.stack.size();
  if (look.compares && (into < call.stack.data() || into >= stack_end)) {
    thread.writes.push_back({reinterpret_cast<std::uint64_t>(into), look.size});
  }
}

bool Program::retries(Thread& thread) {
  const Found found = thread.found;
  thread.found.size = 0;
  if (found.size == 0 || thread.call.body == nullptr) return false;
  EngineCall now = thread.call;
  now.stack = thread.fiber->live_stack(thread.outside);
  const std::byte* const top = now.stack.data() + now.stack.size();
  // The last visit is that of the look itself.
  for (std::size_t i = 0; i < std::min(thread.next_visit, kVisits); ++i) {
    const Visit& visit = thread.visits[i];
    if (visit.changes != thread.changes || i == (thread.next_visit - 1) % kVisits ||
        visit.look.size != found.size || visit.look.location != found.location ||
        visit.unforeseen != thread.unforeseen || visit.call.body == nullptr ||
        strength(visit.look.order) > strength(found.order)) {
      continue;
    }
    if (visit.look.compares && std::equal(found.bytes.begin(), found.bytes.begin() + found.size,
                                          visit.hoped.bytes.begin())) {
      continue;  // it would not have failed
    }
    EngineCall then = visit.call;
    then.stack = visit.stack;
    Foresight copy(then, top - visit.stack.size());
    copy.write(visit.look.into, found.bytes.data(), found.size);
    if (!copy.run() || !copy.arrives_as(now) || !leaves_nothing_else(thread, visit, copy)) continue;
    if (!foresees_) {
      shared_->lessons().learn(Lessons::kRetries);
      return false;
    }
    thread.spins_since = visit.entry;
    thread.looks_since = visit.looks;
    return true;
  }
  return false;
}

// Whether the copy did whatever the thread has done since, where others may see it.
bool Program::leaves_nothing_else(const Thread& thread, const Visit& visit,
                                  const Foresight& copy) const {
  const auto first_write = thread.writes.begin() + static_cast<std::ptrdiff_t>(visit.writes);
  const auto first_access = thread.accesses.begin() + static_cast<std::ptrdiff_t>(visit.accesses);
  return std::all_of(first_write, thread.writes.end(),
                     [&](const Range& range) { return copy.wrote(range); }) &&
         std::all_of(first_access, thread.accesses.end(), [&](const VariableAccess& access) {
           return access.variable == visit.look.location || copy.accessed(access);
         });
}

}  // namespace heddle::threads
