#include "heddle/mutex.hpp"

#include <algorithm>

#include "heddle/detail/border.hpp"

namespace heddle::detail {

// Loops may wait with them: see border.hpp.

void ExclusiveLock::acquire(place where) {
  crossing([&] {
    execute("lock", Kind::waits, token(LockState::kLock), where, Sync::both, &owner_);
    owner_ = self();
  });
}

bool ExclusiveLock::try_acquire(const char* name, place where, Timeout deadline) {
  return crossing<bool>([&](void*) {
    const bool done = execute(name, Kind::tries, token(LockState::kTry), where);
    if (recording()) note_value(done ? "true" : "false");
    if (done) {
      owner_ = self();
    } else {
      no_change();
      deadline.happens();
    }
    return done;
  });
}

void ExclusiveLock::release(place where) {
  crossing([&] { release_inside(where); });
}

void ExclusiveLock::release_inside(place where) {
  if (unwinding() || gone(where)) return;
  location(where);
  if (!owned()) {
    report_error(
        std::string(type()) + (owner_ == kNobody ? " unlocked that nobody holds"
                                                 : " unlocked by a thread that does not hold it"),
        where);
    return;
  }
  execute("unlock", Kind::releases, token(LockState::kUnlock), where);
  owner_ = kNobody;
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
void LockParts::acquire_all(PlainLock* const* locks, std::size_t count, place where) {
  struct Context {
    PlainLock* const* locks;
    std::size_t count;
  } const context{locks, count};
  Operation op("lock with others", *locks[0], where);
  for (std::size_t i = 0; i < count; ++i) {
    locks[i]->refuse_owner(where);
    touch_acquire(*locks[i], op, where);
  }
  op.wait_until(
      [](const void* all) {
        const auto& [locks, count] = *static_cast<const Context*>(all);
        return std::none_of(locks, locks + count, [](const PlainLock* l) { return held(*l); });
      },
      &context);
  perform(op);
  for (std::size_t i = 0; i < count; ++i) acquire(*locks[i]);
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
