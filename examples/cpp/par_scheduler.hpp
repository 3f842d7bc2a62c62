// The scheduler of a library for parallel tasks (Par, seed 004's case study): workers take tasks
// from a shared pool and sleep when it is empty, until a task is added or the last worker notices
// that all is done.
//
// The bug: a worker looks whether it is the last one awake and only then registers as idle. Two
// that look at the same time both go to sleep, and nobody notices that all is done.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "heddle/exceptions.hpp"
#include "heddle/mvar.hpp"

namespace examples {

class ParScheduler {
 public:
  using Task = std::function<void(const ParScheduler&)>;

  /// `fixed`: looking and registering are one step under the lock.
  ParScheduler(int workers, bool fixed) : workers_(workers), fixed_(fixed) {}

  void add(Task task) const {
    std::vector<heddle::mvar<int>> sleepers;
    pool_.modify([&](Pool pool) {
      pool.tasks.push_back(task);
      sleepers = std::exchange(pool.idle, {});
      return pool;
    });
    for (const auto& sleeper : sleepers) sleeper.put(0);
  }

  /// Executes all tasks and those that they add.
  void run() const {
    const heddle::mvar<int> done;
    for (int i = 0; i < workers_; ++i) {
      heddle::fork([self = *this, done] {
        self.work();
        done.put(0);
      });
    }
    for (int i = 0; i < workers_; ++i) done.take();
  }

 private:
  struct Pool {
    std::vector<Task> tasks;
    std::vector<heddle::mvar<int>> idle;
    bool finished = false;
  };

  void work() const {
    while (true) {
      std::optional<Task> task;
      bool finished = false;
      const heddle::mvar<int> wake;
      pool_.modify([&](Pool pool) {
        task = next(pool);
        if (task) return pool;
        finished = is_last(pool);
        if (fixed_) sleep(pool, finished, wake);
        return pool;
      });
      if (task) {
        (*task)(*this);
        continue;
      }
      if (!fixed_) {
        pool_.modify([&](Pool pool) {
          sleep(pool, finished, wake);
          return pool;
        });
      }
      if (finished) return;
      wake.take();
    }
  }
  static std::optional<Task> next(Pool& pool) {
    if (pool.tasks.empty()) return std::nullopt;
    Task task = pool.tasks.back();
    pool.tasks.pop_back();
    return task;
  }
  bool is_last(const Pool& pool) const {
    return pool.finished || pool.idle.size() + 1 >= static_cast<std::size_t>(workers_);
  }
  // Either all is done, and all may know it; or `wake` is told when there is something to do.
  static void sleep(Pool& pool, bool finished, const heddle::mvar<int>& wake) {
    if (!finished) {
      pool.idle.push_back(wake);
      return;
    }
    pool.finished = true;
    for (const auto& sleeper : std::exchange(pool.idle, {})) sleeper.put(0);
  }

  int workers_;
  bool fixed_;
  heddle::mvar<Pool> pool_{Pool{}};
};

}  // namespace examples
