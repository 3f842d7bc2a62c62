// A thread for each connection, so that those who say nothing keep nobody waiting.
//
// The library hands every connection to a thread that reads from it, whether anything is sent or
// not. A pool of a fixed size is used up by as many silent connections; here there are as many
// threads as connections, up to a limit beyond which they wait in line. Threads that have had
// nothing to do for some seconds end.
#pragma once

#include <httplib.h>

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace heddle::serve {

class ConnectionThreads : public httplib::TaskQueue {
 public:
  explicit ConnectionThreads(std::size_t most) : most_(most) {}
  ~ConnectionThreads() override { shutdown(); }

  void enqueue(std::function<void()> task) override;
  /// Waits for all that were begun or wait in line.
  void shutdown() override;

 private:
  using Threads = std::list<std::thread>;

  void work(Threads::iterator self);
  /// Those that have ended; not with the lock held.
  static void join(Threads ended);

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::function<void()>> waiting_;
  Threads threads_;
  Threads ended_;
  std::size_t idle_ = 0;
  bool closed_ = false;
};

}  // namespace heddle::serve
