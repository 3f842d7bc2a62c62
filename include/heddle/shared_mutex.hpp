// heddle::shared_mutex and shared_timed_mutex: one writer or many readers.
//
//   heddle::shared_mutex m;
//   heddle::shared_lock reading(m);   // or heddle::unique_lock writing(m);
//
// Readers do not depend on each other. Errors of use are found as for heddle::mutex: unlocking what
// the thread does not hold in that way, locking what it holds in any way, destroying what is held.
// No preference of writers or readers is modelled: whoever could get the lock may.
#pragma once

#include <map>
#include <shared_mutex>

#include "heddle/chrono.hpp"
#include "heddle/detail/guarded.hpp"
#include "heddle/mutex.hpp"

namespace heddle {

namespace detail {

struct SharedLockState {
  static constexpr const char* kName = "shared_mutex";
  enum Code : std::uint8_t { kLock, kTry, kUnlock, kLockShared, kTryShared, kUnlockShared };

  explicit SharedLockState(std::uint64_t) {}
  bool admits(Token operation) const {
    const std::uint8_t code = code_of(operation);
    return !((code == kLock && (written || readers > 0)) || (code == kLockShared && written));
  }
  /// Whether the lock was acquired.
  bool apply(Token operation);
  static bool commute(Token first, Token second) { return shares(first) && shares(second); }
  static bool shares(Token operation) { return code_of(operation) >= kLockShared; }
  const char* wrong_to_destroy() const {
    return written || readers > 0 ? "destroyed while it is held" : nullptr;
  }

  bool written = false;
  std::uint32_t readers = 0;
};

class SharedLock : public GuardedObject<SharedLockState> {
 public:
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;

  void lock(place where = place::here());
  bool try_lock(place where = place::here()) { return try_exclusive("try_lock", {}, where); }
  void unlock(place where = place::here());
  void lock_shared(place where = place::here());
  bool try_lock_shared(place where = place::here()) {
    return try_shared("try_lock_shared", {}, where);
  }
  void unlock_shared(place where = place::here());

 protected:
  SharedLock(const char* type, place made) : GuardedObject(type, 0, made) {}
  bool try_exclusive(const char* name, Timeout deadline, place where);
  bool try_shared(const char* name, Timeout deadline, place where);
  void renew() override;

 private:
  void refuse_holder(place where) const;
  bool finish_try(bool done, Timeout deadline);

  std::uint32_t writer_ = kNobody;
  std::map<std::uint32_t, bool> reads_;  // by thread; each looks at its own
};

}  // namespace detail

class shared_mutex : public detail::SharedLock {
 public:
  shared_mutex(place made = place::here()) : SharedLock("shared_mutex", made) {}
};

class shared_timed_mutex : public detail::SharedLock {
 public:
  shared_timed_mutex(place made = place::here()) : SharedLock("shared_timed_mutex", made) {}

  template <class Rep, class Period>
  bool try_lock_for(const std::chrono::duration<Rep, Period>& time, place where = place::here()) {
    return try_exclusive("try_lock_for", detail::deadline_after(time), where);
  }
  template <class Clock, class Duration>
  bool try_lock_until(const std::chrono::time_point<Clock, Duration>& time,
                      place where = place::here()) {
    return try_exclusive("try_lock_until", detail::deadline_at(time), where);
  }
  template <class Rep, class Period>
  bool try_lock_shared_for(const std::chrono::duration<Rep, Period>& time,
                           place where = place::here()) {
    return try_shared("try_lock_shared_for", detail::deadline_after(time), where);
  }
  template <class Clock, class Duration>
  bool try_lock_shared_until(const std::chrono::time_point<Clock, Duration>& time,
                             place where = place::here()) {
    return try_shared("try_lock_shared_until", detail::deadline_at(time), where);
  }
};

}  // namespace heddle
