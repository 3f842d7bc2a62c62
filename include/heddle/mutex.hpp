// heddle::mutex and its family, with every operation of <mutex>. Each acquisition and each release
// is one step.
//
//   heddle::mutex m;
//   heddle::unique_lock lock(m);     // the guards of the standard library work, too
//   heddle::scoped_lock both(a, b);  // one step
//   if (t.try_lock_for(10ms)) ...    // giving up is explored whenever the lock is held
//
// heddle::lock and heddle::scoped_lock acquire several mutexes in one step, when all are free.
// std::lock and std::scoped_lock work as well, but they back off and try again, so that two threads
// may do so for ever: an exploration of that ends only with a bound.
//
// Errors of use are found: unlocking what the thread does not hold, locking again what it holds
// (mutex, timed_mutex), destroying what somebody holds or waits for. A thread that holds a
// recursive mutex may lock it again; that is no step, since nobody else can tell. try_lock fails
// only if another thread holds the lock (the standard would let it fail for no reason, too).
#pragma once

#include <concepts>
#include <mutex>
#include <tuple>

#include "heddle/call_once.hpp"
#include "heddle/chrono.hpp"
#include "heddle/detail/guarded.hpp"
#include "heddle/guards.hpp"

namespace heddle {

using std::try_lock;

namespace detail {

struct LockState {
  static constexpr const char* kName = "mutex";
  enum Code : std::uint8_t { kLock, kTry, kUnlock };

  explicit LockState(std::uint64_t) {}
  bool admits(Token operation) const { return code_of(operation) != kLock || !held; }
  /// Whether the lock was acquired or released.
  bool apply(Token operation) {
    const bool unlocks = code_of(operation) == kUnlock;
    if (!unlocks && held) return false;
    held = !unlocks;
    return true;
  }
  static bool commute(Token, Token) { return false; }
  const char* wrong_to_destroy() const { return held ? "destroyed while it is held" : nullptr; }

  bool held = false;
};

/// A lock with one owner: what all mutexes have in common.
class ExclusiveLock : public GuardedObject<LockState> {
 public:
  ExclusiveLock(const ExclusiveLock&) = delete;
  ExclusiveLock& operator=(const ExclusiveLock&) = delete;

 protected:
  ExclusiveLock(const char* type, place made) : GuardedObject(type, 0, made) {}

  bool owned() const { return owner_ == self(); }
  void acquire(place where);
  /// Gives up if the lock is held; `deadline` is then the time.
  bool try_acquire(const char* name, place where, Timeout deadline = {});
  void release(place where);
  void renew() override;

 private:
  void release_inside(place where);
  friend class LockParts;
  std::uint32_t owner_ = kNobody;
};

class PlainLock;

/// For condition variables and for several at once: the release and the acquisition as a part of
/// another step.
class LockParts {
 public:
  static void acquire_all(PlainLock* const* locks, std::size_t count, place where);
  static void check_owned(ExclusiveLock& lock, place where);
  static void touch_release(ExclusiveLock& lock, Operation& op, place where);
  static void touch_acquire(ExclusiveLock& lock, Operation& op, place where);
  static bool held(const ExclusiveLock& lock) { return lock.state().held; }
  static const std::uint32_t* holder(const ExclusiveLock& lock) { return &lock.owner_; }
  static void release(ExclusiveLock& lock);
  static void acquire(ExclusiveLock& lock);
};

/// Relocking by the owner is an error.
class PlainLock : public ExclusiveLock {
 public:
  friend class LockParts;
  void lock(place where = place::here()) {
    refuse_owner(where);
    acquire(where);
  }
  bool try_lock(place where = place::here()) {
    refuse_owner(where);
    return try_acquire("try_lock", where);
  }
  void unlock(place where = place::here()) { release(where); }

 protected:
  using ExclusiveLock::ExclusiveLock;
  void refuse_owner(place where) const;
};

/// The owner may lock again.
class RecursiveLock : public ExclusiveLock {
 public:
  void lock(place where = place::here()) {
    if (!again(where)) acquire(where);
  }
  bool try_lock(place where = place::here()) {
    return again(where) || try_acquire("try_lock", where);
  }
  void unlock(place where = place::here());

 protected:
  using ExclusiveLock::ExclusiveLock;
  /// Whether the calling thread holds it already: then it does once more.
  bool again(place where);
  void renew() override;

 private:
  std::uint32_t more_ = 0;  // locks of the owner beyond the first
};

}  // namespace detail

class mutex : public detail::PlainLock {
 public:
  mutex(place made = place::here()) : PlainLock("mutex", made) {}
};

namespace detail {

template <class First, class Second, class... More>
void lock_all_at(place where, First& first, Second& second, More&... more) {
  if constexpr ((std::derived_from<First, detail::PlainLock> && ... &&
                 std::derived_from<
                     More, detail::PlainLock>)&&std::derived_from<Second, detail::PlainLock> &&
                sizeof...(More) + 2 <= detail::Operation::kMaxTouches) {
    detail::PlainLock* const all[] = {&first, &second, &more...};
    detail::LockParts::acquire_all(all, sizeof...(More) + 2, where);
  } else {
    std::lock(first, second, more...);
  }
}

}  // namespace detail

/// All of them, when all are free, in one step. Other lockables are locked as std::lock does it.
template <class First, class Second, class... More>
void lock(First& first, Second& second, More&... more) {
  detail::lock_all_at({}, first, second, more...);
}
template <class First, class Second>
void lock(First& first, Second& second, place where = place::here()) {
  detail::lock_all_at(where, first, second);
}

/// std::scoped_lock with that lock.
template <class... Mutexes>
class [[nodiscard]] scoped_lock {
 public:
  explicit scoped_lock(Mutexes&... mutexes, place where = place::here())
      : mutexes_(mutexes...), where_(where) {
    if constexpr (sizeof...(Mutexes) == 1) {
      (detail::lock_at(mutexes, where), ...);
    } else if constexpr (sizeof...(Mutexes) > 1) {
      detail::lock_all_at(where, mutexes...);
    }
  }
  explicit scoped_lock(adopt_lock_t, Mutexes&... mutexes, place where = place::here())
      : mutexes_(mutexes...), where_(where) {}
  ~scoped_lock() {
    std::apply([this](auto&... mutexes) { (detail::unlock_at(mutexes, where_), ...); }, mutexes_);
  }
  scoped_lock(const scoped_lock&) = delete;
  scoped_lock& operator=(const scoped_lock&) = delete;

 private:
  std::tuple<Mutexes&...> mutexes_;
  place where_;
};
template <class... Mutexes>
scoped_lock(Mutexes&...) -> scoped_lock<Mutexes...>;
template <class... Mutexes>
scoped_lock(adopt_lock_t, Mutexes&...) -> scoped_lock<Mutexes...>;

class timed_mutex : public detail::PlainLock {
 public:
  timed_mutex(place made = place::here()) : PlainLock("timed_mutex", made) {}

  template <class Rep, class Period>
  bool try_lock_for(const std::chrono::duration<Rep, Period>& time, place where = place::here()) {
    refuse_owner(where);
    return try_acquire("try_lock_for", where, detail::deadline_after(time));
  }
  template <class Clock, class Duration>
  bool try_lock_until(const std::chrono::time_point<Clock, Duration>& time,
                      place where = place::here()) {
    refuse_owner(where);
    return try_acquire("try_lock_until", where, detail::deadline_at(time));
  }
};

class recursive_mutex : public detail::RecursiveLock {
 public:
  recursive_mutex(place made = place::here()) : RecursiveLock("recursive_mutex", made) {}
};

class recursive_timed_mutex : public detail::RecursiveLock {
 public:
  recursive_timed_mutex(place made = place::here())
      : RecursiveLock("recursive_timed_mutex", made) {}

  template <class Rep, class Period>
  bool try_lock_for(const std::chrono::duration<Rep, Period>& time, place where = place::here()) {
    return again(where) || try_acquire("try_lock_for", where, detail::deadline_after(time));
  }
  template <class Clock, class Duration>
  bool try_lock_until(const std::chrono::time_point<Clock, Duration>& time,
                      place where = place::here()) {
    return again(where) || try_acquire("try_lock_until", where, detail::deadline_at(time));
  }
};

}  // namespace heddle
