// Lessons: what only running a test can tell, and all runs of an exploration must agree on.
//
// Each of them costs something, or changes what steps touch, so it is not assumed without need. A
// run that teaches one which the exploration did not know has the exploration begin again, knowing
// it. So what is explored depends on what the test can do, and not on who found it out when: the
// same by one worker, by several, and by processes that share the work.
#pragma once

#include <atomic>

namespace heddle::threads {

class Lessons {
 public:
  enum Lesson : unsigned {
    /// Threads throw into others: steps touch what others may throw at.
    kThrows = 1,
    /// A thread tries again after a failure, or waits by looking again: what it wrote in between
    /// has to be known (retrying.cpp, spinning.cpp).
    kRetries = 2,
    /// An operation on a cell is weaker than sequentially consistent, or is a fence: without any,
    /// the C++ memory model is sequential consistency, which is much cheaper to explore.
    kWeakOrders = 4,
  };

  bool known(Lesson lesson) const { return (known_ & lesson) != 0; }
  /// Before anybody runs.
  void know(unsigned lessons) { known_ |= lessons; }

  /// From inside a run of any worker.
  void learn(unsigned lessons) { learned_.fetch_or(lessons, std::memory_order_relaxed); }
  /// What was known, what was learned.
  unsigned all() const { return known_ | learned_.load(std::memory_order_relaxed); }
  /// The exploration has to begin again.
  bool learned() const { return all() != known_; }

 private:
  unsigned known_ = 0;
  std::atomic<unsigned> learned_{0};
};

}  // namespace heddle::threads
