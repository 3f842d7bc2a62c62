// WaitQueue: threads that wait until they are notified, behind condition variables and atomic
// waits.
//
// A notification of one wakes one of the threads that wait at that time and were not meant by an
// earlier one; which of them is left open until one goes on (`kWake`), so that the scheduler
// explores every possibility without a choice of its own. This is the same as deciding at once:
// nobody can see for whom a notification is meant before that thread goes on.
//
// Waiters are kept in order of their arrival, so a notification may be meant for the first `n` of
// them, n being how many there were; of the notifications that a thread may use it takes the one
// with the fewest other candidates, which leaves the others all their possibilities. There are
// never more notifications among the first n waiters than n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "heddle/detail/guarded.hpp"

namespace heddle::detail {

class WaitQueue {
 public:
  static constexpr const char* kName = "wait_queue";
  enum Code : std::uint8_t {
    kEnter,      // the argument of these four is who
    kWake,       // waits until it is notified
    kLeave,      // goes on, notified or not (a timeout)
    kAbandon,    // did not wait after all: uses no notification that another could use
    kNotifyOne,  // no argument
    kNotifyAll,
  };

  explicit WaitQueue(std::uint64_t) {}
  bool admits(Token operation) const;
  /// Of those that go on: whether they were notified; of a notification: whether it is for anyone.
  bool apply(Token operation);
  static bool commute(Token first, Token second);
  const char* wrong_to_destroy() const {
    // One may destroy it after notifying all who wait.
    return notes_.size() < waiters_.size() ? "destroyed while a thread waits on it" : nullptr;
  }

 private:
  std::size_t position(std::uint64_t who) const;
  std::size_t note_for(std::size_t position) const;
  void remove(std::size_t position);

  std::vector<std::uint64_t> waiters_;
  std::vector<std::size_t> notes_;  // for how many of the first waiters; never decreases
};

}  // namespace heddle::detail
