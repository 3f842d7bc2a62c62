// The class under test: one thread puts a value, another one waits for it.
#pragma once

#include "heddle/conc.hpp"

class slot {
 public:
  void put(int value) {
    const conc::lock_guard lock(guard_);
    value_ = value;
    filled_ = true;
    changed_.notify_one();
  }
  int take() {
    conc::unique_lock lock(guard_);
    while (!filled_) changed_.wait(lock);
    return value_;
  }
  /// The obvious mistake: the notification may come too early, and threads wake up without one.
  int take_carelessly() {
    conc::unique_lock lock(guard_);
    changed_.wait(lock);
    return value_;
  }

 private:
  conc::mutex guard_;
  conc::condition_variable changed_;
  bool filled_ = false;
  int value_ = 0;
};
