#include "heddle/mutex.hpp"

namespace heddle::detail {

void ExclusiveLock::acquire(place where) {
  const Effects before = exploring() ? effects() : Effects{};
  execute("lock", Kind::waits, token(LockState::kLock), where, Sync::both, &owner_);
  before_ = before;
  owner_ = self();
}

bool ExclusiveLock::try_acquire(const char* name, place where, std::chrono::nanoseconds deadline) {
  const Effects before = exploring() ? effects() : Effects{};
  const bool done = execute(name, Kind::tries, token(LockState::kTry), where);
  if (recording()) note_value(done ? "true" : "false");
  if (done) {
    before_ = before;
    owner_ = self();
  } else {
    no_change();
    pass_time_until(deadline);
  }
  return done;
}

void ExclusiveLock::release(place where) {
  location(where);  // is it still there?
  if (!owned() && !unwinding()) {
    report_error(
        std::string(type()) + (owner_ == kNobody ? " unlocked that nobody holds"
                                                 : " unlocked by a thread that does not hold it"),
        where);
    return;
  }
  execute("unlock", Kind::releases, token(LockState::kUnlock), where);
  owner_ = kNobody;
  // A thread that locks, only looks, and unlocks has had no effect: a loop of that waits.
  if (effects().changes == before_.changes + 2) no_effects_since(before_);
}

void ExclusiveLock::renew() {
  GuardedObject::renew();
  owner_ = kNobody;
}

void PlainLock::refuse_owner(place where) const {
  location(where);
  if (owned()) misuse(std::string(type()) + " locked by the thread that holds it", where);
}

bool RecursiveLock::again(place where) {
  location(where);
  if (!owned()) return false;
  ++more_;
  return true;
}

void RecursiveLock::unlock(place where) {
  if (owned() && more_ > 0) {
    --more_;
  } else {
    release(where);
  }
}

void RecursiveLock::renew() {
  ExclusiveLock::renew();
  more_ = 0;
}

void LockParts::check_owned(ExclusiveLock& lock, place where) {
  lock.location(where);
  if (!lock.owned()) misuse("waits on a condition without holding its mutex", where);
}
void LockParts::touch_release(ExclusiveLock& lock, Operation& op, place where) {
  lock.touch(op, lock.token(LockState::kUnlock), where);
}
void LockParts::touch_acquire(ExclusiveLock& lock, Operation& op, place where) {
  lock.touch(op, lock.token(LockState::kLock), where);
}
void LockParts::release(ExclusiveLock& lock) {
  lock.apply(lock.token(LockState::kUnlock));
  lock.owner_ = kNobody;
}
void LockParts::acquire(ExclusiveLock& lock) {
  lock.apply(lock.token(LockState::kLock));
  lock.owner_ = self();
}

}  // namespace heddle::detail
