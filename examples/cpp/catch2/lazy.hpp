// The class under test: something that is made when it is first needed, once.
#pragma once

#include "heddle/conc.hpp"

class lazy {
 public:
  void use() {
    conc::call_once(flag_, [this] { make(); });
  }
  /// The obvious mistake: two threads may both find that there is nothing yet.
  void use_carelessly() {
    if (made_.load() == 0) make();
  }
  int times_made() const { return made_.load(); }

 private:
  void make() { made_.fetch_add(1); }

  conc::once_flag flag_;
  conc::atomic<int> made_{0};
};
