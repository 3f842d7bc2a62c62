// Waiters: the threads in atomic::wait. They wait for a notification, then look again.
//
// A thread enters the queue before it looks, so that it misses no notification that comes after it
// has seen the old value; if it sees another value it leaves the notifications to the others.
#pragma once

#include <memory>

#include "heddle/detail/wait_queue.hpp"

namespace heddle::detail {

class Waiters {
 public:
  template <class Changed>
  void wait(const Object& object, Location location, place where, Changed changed) {
    for (;;) {
      execute(object, location, "wait begins", WaitQueue::kEnter, where);
      if (changed()) break;
      execute(object, location, "wait", WaitQueue::kWake, where);
    }
    execute(object, location, "wait ends", WaitQueue::kAbandon, where);
  }
  void notify(const Object& object, Location location, bool all, place where) {
    execute(object, location, all ? "notify_all" : "notify_one",
            all ? WaitQueue::kNotifyAll : WaitQueue::kNotifyOne, where);
  }
  void clear() { queue_.reset(); }

 private:
  void execute(const Object& object, Location location, const char* name, WaitQueue::Code code,
               place where);
  std::unique_ptr<WaitQueue> queue_;  // most atomics have none
};

}  // namespace heddle::detail
