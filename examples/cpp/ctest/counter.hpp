// The class under test: a counter that several threads increment.
#pragma once

#include "heddle/conc.hpp"

class counter {
 public:
  void increment() { value_.fetch_add(1); }
  /// The obvious mistake: another thread may come between the two.
  void increment_carelessly() { value_.store(value_.load() + 1); }
  int value() const { return value_.load(); }

 private:
  conc::atomic<int> value_{0};
};
