#include "serve/connection_threads.hpp"

#include <chrono>
#include <system_error>

namespace heddle::serve {
namespace {

constexpr std::chrono::seconds kIdle{5};

}  // namespace

void ConnectionThreads::enqueue(std::function<void()> task) {
  Threads ended;
  {
    const std::scoped_lock lock(mutex_);
    ended.swap(ended_);
    waiting_.push_back(std::move(task));
    if (idle_ < waiting_.size() && threads_.size() < most_) {
      const auto self = threads_.emplace(threads_.end());
      try {
        *self = std::thread([this, self] { work(self); });
      } catch (const std::system_error&) {
        // The machine has no more; it waits for one of those there are.
        threads_.erase(self);
      }
    }
    changed_.notify_one();
  }
  join(std::move(ended));
}

void ConnectionThreads::work(Threads::iterator self) {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    changed_.wait_for(lock, kIdle, [this] { return closed_ || !waiting_.empty(); });
    --idle_;
    if (waiting_.empty()) break;
    const std::function<void()> task = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
  ended_.splice(ended_.end(), threads_, self);
  changed_.notify_all();
}

void ConnectionThreads::shutdown() {
  Threads ended;
  {
    std::unique_lock lock(mutex_);
    closed_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return threads_.empty(); });
    ended.swap(ended_);
  }
  join(std::move(ended));
}

void ConnectionThreads::join(Threads ended) {
  for (std::thread& thread : ended) thread.join();
}

}  // namespace heddle::serve
