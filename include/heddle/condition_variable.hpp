// heddle::condition_variable and condition_variable_any, with every operation of
// <condition_variable>.
//
//   heddle::unique_lock lock(m);
//   ready.wait(lock, [&] { return done; });
//
// notify_one wakes any one of the threads that wait at that moment: each possibility is explored.
// A wait may end for no reason: that is explored, too, for one wait in each run
// (options::spurious_wakeups), which finds every wait that lacks its loop. A wait with a time may
// time out whenever it has not been notified.
//
// condition_variable gives up its mutex and begins to wait in one step. condition_variable_any
// begins to wait first and then calls unlock() of whatever it was given; in between, only those
// who do not take the lock can notify it.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>

#include "heddle/detail/wait_queue.hpp"
#include "heddle/mutex.hpp"
#include "heddle/stop_token.hpp"

namespace heddle {

using std::cv_status;

namespace detail {

class ConditionBase : public GuardedObject<WaitQueue> {
 public:
  ConditionBase(const ConditionBase&) = delete;
  ConditionBase& operator=(const ConditionBase&) = delete;
  void notify_one(place where = place::here()) {
    notify("notify_one", WaitQueue::kNotifyOne, where);
  }
  void notify_all(place where = place::here()) {
    notify("notify_all", WaitQueue::kNotifyAll, where);
  }

 protected:
  ConditionBase(const char* type, place made) : GuardedObject(type, 0, made) {}
  Token mine(WaitQueue::Code code) const { return token(code, identity()); }

 private:
  void notify(const char* name, WaitQueue::Code code, place where);
};

}  // namespace detail

class condition_variable : public detail::ConditionBase {
 public:
  condition_variable(place made = place::here()) : ConditionBase("condition_variable", made) {}

  void wait(std::unique_lock<mutex>& lock, place where = place::here());
  template <class Predicate>
  void wait(std::unique_lock<mutex>& lock, Predicate predicate, place where = place::here()) {
    while (!predicate()) wait(lock, where);
  }

  template <class Rep, class Period>
  cv_status wait_for(std::unique_lock<mutex>& lock, const std::chrono::duration<Rep, Period>& time,
                     place where = place::here()) {
    return wait_to(lock, detail::deadline_after(time), where);
  }
  template <class Rep, class Period, class Predicate>
  bool wait_for(std::unique_lock<mutex>& lock, const std::chrono::duration<Rep, Period>& time,
                Predicate predicate, place where = place::here()) {
    return wait_to(lock, detail::deadline_after(time).fixed(), predicate, where);
  }
  template <class Clock, class Duration>
  cv_status wait_until(std::unique_lock<mutex>& lock,
                       const std::chrono::time_point<Clock, Duration>& time,
                       place where = place::here()) {
    return wait_to(lock, detail::deadline_at(time), where);
  }
  template <class Clock, class Duration, class Predicate>
  bool wait_until(std::unique_lock<mutex>& lock,
                  const std::chrono::time_point<Clock, Duration>& time, Predicate predicate,
                  place where = place::here()) {
    return wait_to(lock, detail::deadline_at(time), predicate, where);
  }

 private:
  cv_status wait_to(std::unique_lock<mutex>& lock, detail::Timeout deadline, place where);
  template <class Predicate>
  bool wait_to(std::unique_lock<mutex>& lock, detail::Timeout deadline, Predicate& predicate,
               place where) {
    while (!predicate()) {
      if (wait_to(lock, deadline, where) == cv_status::timeout) return predicate();
    }
    return true;
  }
  mutex& checked(std::unique_lock<mutex>& lock, place where);
  void give_up_and_enter(mutex& held, place where);
};

class condition_variable_any : public detail::ConditionBase {
 public:
  condition_variable_any(place made = place::here())
      : ConditionBase("condition_variable_any", made) {}

  template <class Lock>
  void wait(Lock& lock, place where = place::here()) {
    if (detail::wakes_spuriously(where)) return pass(lock);
    enter(where);
    lock.unlock();
    const Relock relock(lock);
    wake(where);
  }
  template <class Lock, class Predicate>
  requires std::predicate<Predicate&>
  void wait(Lock& lock, Predicate predicate, place where = place::here()) {
    while (!predicate()) wait(lock, where);
  }
  /// Until the predicate holds (true) or stop is requested (what the predicate says then).
  template <class Lock, class Predicate>
  bool wait(Lock& lock, stop_token stop, Predicate predicate, place where = place::here()) {
    const stop_callback wake_up(stop, [this, where] { notify_all(where); });
    while (!stop.stop_requested(where)) {
      if (predicate()) return true;
      // A stop that is requested from here on notifies a thread that waits.
      enter(where);
      if (stop.stop_requested(where)) {
        abandon(where);
        break;
      }
      lock.unlock();
      const Relock relock(lock);
      wake(where);
    }
    return predicate();
  }

  template <class Lock, class Rep, class Period>
  cv_status wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& time,
                     place where = place::here()) {
    return wait_to(lock, detail::deadline_after(time), where);
  }
  template <class Lock, class Rep, class Period, class Predicate>
  requires std::predicate<Predicate&>
  bool wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& time, Predicate predicate,
                place where = place::here()) {
    return wait_to(lock, detail::deadline_after(time).fixed(), predicate, where);
  }
  template <class Lock, class Rep, class Period, class Predicate>
  bool wait_for(Lock& lock, stop_token stop, const std::chrono::duration<Rep, Period>& time,
                Predicate predicate, place where = place::here()) {
    return wait_to(lock, std::move(stop), detail::deadline_after(time).fixed(), predicate, where);
  }
  template <class Lock, class Clock, class Duration>
  cv_status wait_until(Lock& lock, const std::chrono::time_point<Clock, Duration>& time,
                       place where = place::here()) {
    return wait_to(lock, detail::deadline_at(time), where);
  }
  template <class Lock, class Clock, class Duration, class Predicate>
  requires std::predicate<Predicate&>
  bool wait_until(Lock& lock, const std::chrono::time_point<Clock, Duration>& time,
                  Predicate predicate, place where = place::here()) {
    return wait_to(lock, detail::deadline_at(time), predicate, where);
  }
  template <class Lock, class Clock, class Duration, class Predicate>
  bool wait_until(Lock& lock, stop_token stop, const std::chrono::time_point<Clock, Duration>& time,
                  Predicate predicate, place where = place::here()) {
    return wait_to(lock, std::move(stop), detail::deadline_at(time), predicate, where);
  }

 private:
  /// Locks again when the wait is over, also if it ends by an exception.
  template <class Lock>
  class Relock {
   public:
    explicit Relock(Lock& lock) : lock_(lock) {}
    ~Relock() noexcept(false) {
      if (!detail::unwinding()) lock_.lock();
    }
    Relock(const Relock&) = delete;
    Relock& operator=(const Relock&) = delete;

   private:
    Lock& lock_;
  };

  template <class Lock>
  void pass(Lock& lock) {
    lock.unlock();
    lock.lock();
  }
  template <class Lock>
  cv_status wait_to(Lock& lock, detail::Timeout deadline, place where) {
    if (detail::wakes_spuriously(where)) {
      pass(lock);
      return cv_status::no_timeout;
    }
    enter(where);
    detail::begins(this);
    lock.unlock();
    bool notified = false;
    {
      const Relock relock(lock);
      notified = leave(deadline, where);
    }
    detail::ends(this, notified ? 0 : 4);  // waiting in vain with a mutex has no effect
    return notified ? cv_status::no_timeout : cv_status::timeout;
  }
  template <class Lock, class Predicate>
  bool wait_to(Lock& lock, detail::Timeout deadline, Predicate& predicate, place where) {
    while (!predicate()) {
      if (wait_to(lock, deadline, where) == cv_status::timeout) return predicate();
    }
    return true;
  }
  template <class Lock, class Predicate>
  bool wait_to(Lock& lock, stop_token stop, detail::Timeout deadline, Predicate& predicate,
               place where) {
    const stop_callback wake_up(stop, [this, where] { notify_all(where); });
    while (!stop.stop_requested(where)) {
      if (predicate()) return true;
      if (wait_to(lock, deadline, where) == cv_status::timeout) return predicate();
    }
    return predicate();
  }

  void enter(place where);
  void wake(place where);
  bool leave(detail::Timeout deadline, place where);
  void abandon(place where);
};

/// When the calling thread has ended: unlocks, then notifies all.
void notify_all_at_thread_exit(condition_variable& condition, std::unique_lock<mutex> lock);

}  // namespace heddle
