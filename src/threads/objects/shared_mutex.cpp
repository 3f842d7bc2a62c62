#include "heddle/shared_mutex.hpp"

namespace heddle::detail {

bool SharedLockState::apply(Token operation) {
  switch (code_of(operation)) {
    case kLock:
    case kTry:
      if (written || readers > 0) return false;
      return written = true;
    case kLockShared:
    case kTryShared:
      if (written) return false;
      ++readers;
      return true;
    case kUnlockShared:
      --readers;
      return true;
    default:
      written = false;
      return true;
  }
}

void SharedLock::refuse_holder(place where) const {
  location(where);
  const auto mine = reads_.find(self());
  if (writer_ == self() || (mine != reads_.end() && mine->second)) {
    misuse(std::string(type()) + " locked by a thread that holds it", where);
  }
}

void SharedLock::lock(place where) {
  refuse_holder(where);
  execute("lock", Kind::waits, token(SharedLockState::kLock), where, Sync::exclusive, &writer_);
  writer_ = self();
}

void SharedLock::lock_shared(place where) {
  refuse_holder(where);
  execute("lock_shared", Kind::waits, token(SharedLockState::kLockShared), where,
          Sync::shared_acquire, &writer_);
  reads_[self()] = true;
}

bool SharedLock::finish_try(bool done, Timeout deadline) {
  if (recording()) note_value(done ? "true" : "false");
  if (!done) {
    no_change();
    deadline.happens();
  }
  return done;
}

bool SharedLock::try_exclusive(const char* name, Timeout deadline, place where) {
  refuse_holder(where);
  const bool done =
      execute(name, Kind::tries, token(SharedLockState::kTry), where, Sync::exclusive);
  if (done) writer_ = self();
  return finish_try(done, deadline);
}

bool SharedLock::try_shared(const char* name, Timeout deadline, place where) {
  refuse_holder(where);
  const bool done =
      execute(name, Kind::tries, token(SharedLockState::kTryShared), where, Sync::shared_acquire);
  if (done) reads_[self()] = true;
  return finish_try(done, deadline);
}

void SharedLock::unlock(place where) {
  if (unwinding() || gone(where)) return;
  location(where);
  if (writer_ != self()) {
    return report_error(std::string(type()) + " unlocked by a thread that does not hold it", where);
  }
  execute("unlock", Kind::releases, token(SharedLockState::kUnlock), where, Sync::exclusive);
  writer_ = kNobody;
}

void SharedLock::unlock_shared(place where) {
  if (unwinding() || gone(where)) return;
  location(where);
  if (!reads_[self()]) {
    return report_error(
        std::string(type()) + " unlocked (shared) by a thread that does not hold it so", where);
  }
  execute("unlock_shared", Kind::releases, token(SharedLockState::kUnlockShared), where,
          Sync::shared_release);
  reads_[self()] = false;
}

void SharedLock::renew() {
  GuardedObject::renew();
  writer_ = kNobody;
  reads_.clear();
}

}  // namespace heddle::detail
