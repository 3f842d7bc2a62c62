// The class under test: a counter that several threads increment.
#pragma once

#ifdef HEDDLE_CONC
#include "heddle/atomic.hpp"
#include "heddle/thread.hpp"
#else
#define HEDDLE_CONC std
#include <atomic>
#include <thread>
#endif

namespace conc = HEDDLE_CONC;

class counter {
 public:
  void increment() { value_.fetch_add(1); }
  /// The obvious mistake: another thread may come between the two.
  void increment_carelessly() { value_.store(value_.load() + 1); }
  int value() const { return value_.load(); }

 private:
  conc::atomic<int> value_{0};
};
