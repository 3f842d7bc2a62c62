// Double-checked locking: the lock is taken only while nobody has made the object.
//
// The bug: with relaxed operations, who sees that the object is there need not see what is in it.
#pragma once

#include <mutex>

#include "heddle/atomic.hpp"
#include "heddle/mutex.hpp"
#include "heddle/var.hpp"

namespace examples {

template <bool kPublishes>
class DoubleChecked {
 public:
  int get() {
    if (!made_.load(kPublishes ? std::memory_order_acquire : std::memory_order_relaxed)) {
      const std::scoped_lock lock(mutex_);
      if (!made_.load(std::memory_order_relaxed)) {
        object_ = 42;
        made_.store(true, kPublishes ? std::memory_order_release : std::memory_order_relaxed);
      }
    }
    return object_.read();
  }

 private:
  heddle::mutex mutex_;
  heddle::atomic<bool> made_{false};
  heddle::var<int> object_{0};
};

}  // namespace examples
