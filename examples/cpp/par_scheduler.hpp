// The scheduler of a library for parallel tasks (Par, seed 004's case study): workers take tasks
// from a shared pool and sleep when it is empty, until a task is added or the last worker notices
// that all is done.
//
// The bug: a worker looks whether there is work and then registers as idle. What is added between
// the two wakes nobody up.
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
        if (!task && fixed_) finished = sleep(pool, wake);
        return pool;
      });
      if (task) {
        (*task)(*this);
        continue;
      }
      if (!fixed_) {
        pool_.modify([&](Pool pool) {
          finished = sleep(pool, wake);
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
  // Whether all is done; otherwise `wake` is told when there is something to do.
  bool sleep(Pool& pool, const heddle::mvar<int>& wake) const {
    if (!pool.finished && pool.idle.size() + 1 < static_cast<std::size_t>(workers_)) {
      pool.idle.push_back(wake);
      return false;
    }
    pool.finished = true;
    for (const auto& sleeper : std::exchange(pool.idle, {})) sleeper.put(0);
    return true;
  }

  int workers_;
  bool fixed_;
  heddle::mvar<Pool> pool_{Pool{}};
};

}  // namespace examples
