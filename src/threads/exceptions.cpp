// Exceptions that one thread throws into another.
//
// Every step of a thread that others may throw into touches its *life*, and so does throw_to: they
// are dependent. A throw waits at the *door* of its target: open wherever an exception may
// arrive. The door is a guarded location whose operations are the changes of its state, each part
// of the step after which it holds, and the throw, which shuts it.
//
//   state of the thread     open at
//   unmasked                every operation that may throw and does not wait, or is interruptible
//   masked                  interruptible operations that had to wait
//   uninterruptible         nothing
//
// Whether an operation "had to wait" must follow from the thread's own history for that. So under
// a mask an interruptible operation is tried first, as a step of its own that never waits; if it
// is not possible then, the thread waits, and an exception may arrive until it goes on.
//
// A throw takes the operation away that its target was about to execute. Somebody has to know of
// it, or nobody would try it before the throw: the step in which the target raises the exception
// says that the throw decides what it does, and carries the lost operation, to be judged. Whether
// that could have been executed depends on what others did before the throw; so the throw, for its
// part, does not commute with what the lost operation does not commute with.
//
// All this costs runs and time, so it is done only where somebody throws (Shared::throws).
//
// Three marks of tokens on guarded locations serve that. None of them is an operation that has an
// effect, but for the first if it was possible:
//
//   kTried         never waits
//   kLost          could be executed if the operation could; commutes with everything
//   kTried|kLost   never waits: the throw
#include <exception>
#include <utility>

#include "threads/guards.hpp"
#include "threads/locations.hpp"
#include "threads/program.hpp"

namespace heddle::threads {

using detail::Token;

namespace {

constexpr Token kTried = Token{0x40} << detail::kArgumentBits;
constexpr Token kLost = Token{0x80} << detail::kArgumentBits;
constexpr Token kMarks = kTried | kLost;

// Operations on doors: the states, and the throw.
constexpr std::uint8_t kThrow = 3;

bool door_admits(Token operation, const Token* before, std::size_t count) {
  if (detail::code_of(operation) != kThrow) return true;
  if (count == 0) return true;
  const std::uint8_t last = detail::code_of(before[count - 1]);
  return last == 0 || last == 2;
}
bool never(Token, const Token*, std::size_t) { return false; }
bool nothing_commutes(Token, Token) { return false; }

constexpr detail::Guard kDoorGuard{door_admits, nothing_commutes};
constexpr detail::Guard kNeverGuard{never, nothing_commutes};

Token door_token(std::uint8_t code) {
  static const std::uint32_t number = detail::guard_number(kDoorGuard, "door");
  return detail::make_token(number, code, 0);
}

}  // namespace

Token never_token() {
  static const std::uint32_t number = detail::guard_number(kNeverGuard, "never");
  return detail::make_token(number, 0, 0);
}

bool Program::admits(core::Location, Token operation, std::span<const Token> before) const {
  if ((operation & kTried) != 0) return true;
  operation &= ~kMarks;
  const detail::Guard& guard = guard_of(operation);
  const bool marked =
      std::any_of(before.begin(), before.end(), [](Token token) { return (token & kMarks) != 0; });
  if (!marked) return guard.admits(operation, before.data(), before.size());
  std::vector<Token> executed;
  for (const Token token : before) {
    if ((token & kLost) != 0) continue;
    const Token plain = token & ~kMarks;
    if ((token & kTried) != 0 && !guard.admits(plain, executed.data(), executed.size())) continue;
    executed.push_back(plain);
  }
  return guard.admits(operation, executed.data(), executed.size());
}

bool Program::commute(Token first, Token second) const {
  if ((first & kMarks) == kLost || (second & kMarks) == kLost) return true;
  return guard_of(first).commute(first & ~kMarks, second & ~kMarks);
}

bool Program::tries_first(const Thread& thread, const Operation& operation) const {
  return thread.target && thread.masking == masking::masked && operation.interruptible &&
         operation.ready != nullptr && !thread.closed;
}

Program::Door Program::door_of(const Thread& thread) const {
  if (thread.state == State::kEnded) return Door::kEnded;
  const Operation& operation = *thread.pending;
  const bool waits = operation.ready != nullptr || thread.state == State::kSpinning;
  if (thread.closed || operation.by_choice || (waits && !operation.interruptible)) {
    return Door::kShut;
  }
  if (thread.masking == masking::unmasked) return Door::kOpen;
  return thread.masking == masking::masked && thread.waiting ? Door::kOpen : Door::kShut;
}

void Program::publish_door(Thread& thread, core::StepRecord& out) {
  if (!thread.target) return;
  const Door now = door_of(thread);
  if (now == thread.door) return;
  thread.door = now;
  out.accesses.push_back({door_location(thread.actor), door_token(static_cast<std::uint8_t>(now)),
                          core::AccessKind::kGuarded});
}

void Program::add_exception_touches(const Thread& thread, core::StepRecord& out) const {
  if (thread.attempting) {
    for (core::Access& access : out.accesses) {
      if (access.kind == core::AccessKind::kGuarded) access.token |= kTried;
    }
  }
  if (thread.hit != nullptr) {
    std::erase_if(out.accesses, [](const core::Access& access) {
      return access.kind != core::AccessKind::kGuarded && access.kind != core::AccessKind::kConsume;
    });
    for (core::Access& access : out.accesses) {
      if (access.kind == core::AccessKind::kGuarded) access.token |= kLost;
    }
    if (thread.was_spinning) {
      out.accesses.push_back(
          {never_location(thread.actor), never_token(), core::AccessKind::kGuarded});
    }
  }
  if (thread.target) {
    out.accesses.push_back(
        {life_location(thread.actor), 0, core::AccessKind::kUpdate, thread.hit != nullptr});
  }
  if (thread.throws_into != kNone && thread.hit == nullptr) {
    const Thread& target = threads_[thread.throws_into];
    if (target.state != State::kPending || target.hit != nullptr) return;
    for (std::size_t i = 0; i < target.pending->touches; ++i) {
      const detail::Touch& touch = target.pending->touched[i];
      if (touch.access != detail::Access::guarded) continue;
      out.accesses.push_back({touch.location, touch.token | kMarks, core::AccessKind::kGuarded});
    }
  }
}

void Program::raise(Thread& thread) {
  thread.was_spinning = false;
  std::rethrow_exception(std::exchange(thread.hit, nullptr));
}

void Program::throw_to(std::uint32_t number, std::exception_ptr exception, place where) {
  if (number == running_) std::rethrow_exception(exception);
  shared_->lessons().learn(Lessons::kThrows);
  Thread& target = threads_[number];
  Operation operation("throw_to", where);
  operation.interruptible = true;
  operation.acquires = operation.releases = false;
  operation.touch(life_location(target.actor), detail::Access::update, 0, true);
  operation.touch(door_location(target.actor), detail::Access::guarded, door_token(kThrow));
  operation.wait_until(
      [](const void* thread) { return static_cast<const Thread*>(thread)->door != Door::kShut; },
      &target);
  Thread& self = threads_[running_];
  self.throws_into = number;
  struct Done {
    Thread& self;
    ~Done() { self.throws_into = kNone; }
  };
  {
    const Done done{self};
    perform(operation);
  }
  if (unwinding()) return;
  if (recording_) note_arguments(actor_name(target.actor));
  if (target.state == State::kEnded) return no_change();
  target.hit = std::move(exception);
  target.door = Door::kShut;
  if (target.state == State::kSpinning) {
    target.was_spinning = true;
    target.state = State::kPending;
  }
}

// --- Operations that learn on the way what they touch ---

void Program::touch_more(detail::Location location, detail::Access access, bool decides) {
  log_.push_back({location, threads_[running_].actor, access != detail::Access::read});
  if (record_ != nullptr) {
    record_->accesses.push_back({location, 0,
                                 access == detail::Access::read    ? core::AccessKind::kRead
                                 : access == detail::Access::write ? core::AccessKind::kWrite
                                                                   : core::AccessKind::kUpdate,
                                 decides});
  }
}

void Program::wait_for_change(std::size_t since, const char* name, place where) {
  Thread& thread = threads_[running_];
  Operation operation(name, where);
  operation.interruptible = true;
  thread.closed = false;
  thread.waiting = thread.masking == masking::masked;
  thread.pending = &operation;
  thread.state = State::kSpinning;
  thread.spins_since = since;
  thread.fiber->suspend();
  thread.waiting = false;
  if (!thread.unwinding) {
    thread.state = State::kRunning;
    raise(thread);
  }
  thread.unwound += kThrown;
  if (thread.unwound > kPatience) {
    thread.state = State::kEnded;
    thread.fiber->suspend();
  }
  throw detail::Unwind{};
}

}  // namespace heddle::threads
