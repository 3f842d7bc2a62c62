// heddle::lock_guard, unique_lock and shared_lock: those of the standard library, but a step says
// where in the program the guard stands. The standard library's work as well; their steps stand in
// a header of the standard library.
//
//   heddle::lock_guard guard(m);
//   heddle::unique_lock lock(m);   // a std::unique_lock, for those who ask for one
//
// What a guard releases at its end, it releases at the place where it was made or last locked.
#pragma once

#include <mutex>
#include <shared_mutex>
#include <type_traits>
#include <utility>

#include "heddle/detail/place.hpp"

namespace heddle {

using std::adopt_lock;
using std::adopt_lock_t;
using std::defer_lock;
using std::defer_lock_t;
using std::try_to_lock;
using std::try_to_lock_t;

namespace detail {

// Mutexes of other libraries do not ask where.
template <class M>
M& lock_at(M& mutex, place where) {
  if constexpr (requires { mutex.lock(where); }) {
    mutex.lock(where);
  } else {
    mutex.lock();
  }
  return mutex;
}
template <class M>
void unlock_at(M& mutex, place where) {
  if constexpr (requires { mutex.unlock(where); }) {
    mutex.unlock(where);
  } else {
    mutex.unlock();
  }
}
template <class M>
M& lock_shared_at(M& mutex, place where) {
  if constexpr (requires { mutex.lock_shared(where); }) {
    mutex.lock_shared(where);
  } else {
    mutex.lock_shared();
  }
  return mutex;
}
template <class M>
void unlock_shared_at(M& mutex, place where) {
  if constexpr (requires { mutex.unlock_shared(where); }) {
    mutex.unlock_shared(where);
  } else {
    mutex.unlock_shared();
  }
}

/// How std::unique_lock and std::shared_lock lock and unlock.
template <class M>
struct Exclusively {
  using Guard = std::unique_lock<M>;
  static M& lock(M& mutex, place where) { return lock_at(mutex, where); }
  static void unlock(M& mutex, place where) { unlock_at(mutex, where); }
};
template <class M>
struct Together {
  using Guard = std::shared_lock<M>;
  static M& lock(M& mutex, place where) { return lock_shared_at(mutex, where); }
  static void unlock(M& mutex, place where) { unlock_shared_at(mutex, where); }
};

template <class M, class How>
class [[nodiscard]] MovableGuard : public How::Guard {
  using Guard = typename How::Guard;

 public:
  MovableGuard() noexcept = default;
  explicit MovableGuard(M& mutex, place where = place::here())
      : Guard(How::lock(mutex, where), adopt_lock), where_(where) {}
  MovableGuard(M& mutex, adopt_lock_t how, place where = place::here())
      : Guard(mutex, how), where_(where) {}
  MovableGuard(M& mutex, defer_lock_t how, place where = place::here()) noexcept
      : Guard(mutex, how), where_(where) {}
  /// Tries to lock at once, or for a time or until one.
  template <class Try>
  MovableGuard(M& mutex, const Try& how, place where = place::here())
      : Guard(mutex, how), where_(where) {}
  MovableGuard(Guard&& other, place where = place::here()) noexcept  // NOLINT: it is one
      : Guard(std::move(other)), where_(where) {}
  MovableGuard(MovableGuard&& other) noexcept : Guard(std::move(other)), where_(other.where_) {}
  MovableGuard& operator=(MovableGuard&& other) noexcept {
    MovableGuard(std::move(other)).swap(*this);
    return *this;
  }
  ~MovableGuard() {
    if (this->owns_lock()) unlock(where_);
  }

  void lock(place where = place::here()) {
    M* const mutex = this->mutex();
    // The errors are those of the standard library.
    if (mutex == nullptr || this->owns_lock()) return Guard::lock();
    Guard::operator=(Guard(How::lock(*mutex, where), adopt_lock));
    where_ = where;
  }
  void unlock(place where = place::here()) {
    if (!this->owns_lock()) return Guard::unlock();
    M& mutex = *this->release();
    Guard::operator=(Guard(mutex, defer_lock));
    How::unlock(mutex, where);
  }
  void swap(MovableGuard& other) noexcept {
    Guard::swap(other);
    std::swap(where_, other.where_);
  }
  friend void swap(MovableGuard& a, MovableGuard& b) noexcept { a.swap(b); }

 private:
  place where_;
};

}  // namespace detail

template <class M>
class [[nodiscard]] lock_guard {
 public:
  using mutex_type = M;
  explicit lock_guard(M& mutex, place where = place::here())
      : mutex_(detail::lock_at(mutex, where)), where_(where) {}
  lock_guard(M& mutex, adopt_lock_t, place where = place::here()) : mutex_(mutex), where_(where) {}
  ~lock_guard() { detail::unlock_at(mutex_, where_); }
  lock_guard(const lock_guard&) = delete;
  lock_guard& operator=(const lock_guard&) = delete;

 private:
  M& mutex_;
  place where_;
};
template <class M>
lock_guard(M&) -> lock_guard<M>;
template <class M>
lock_guard(M&, adopt_lock_t) -> lock_guard<M>;

template <class M>
class [[nodiscard]] unique_lock : public detail::MovableGuard<M, detail::Exclusively<M>> {
 public:
  using detail::MovableGuard<M, detail::Exclusively<M>>::MovableGuard;
};
template <class M, class... How>
unique_lock(M&, const How&...) -> unique_lock<M>;

template <class M>
class [[nodiscard]] shared_lock : public detail::MovableGuard<M, detail::Together<M>> {
 public:
  using detail::MovableGuard<M, detail::Together<M>>::MovableGuard;
};
template <class M, class... How>
shared_lock(M&, const How&...) -> shared_lock<M>;

}  // namespace heddle
