// The code under test: money goes from one account to another.
#pragma once

#include "heddle/conc.hpp"

struct account {
  conc::mutex guard;
  int balance = 10;
};

inline void transfer(account& from, account& to, int amount) {
  const conc::scoped_lock both(from.guard, to.guard);
  from.balance -= amount;
  to.balance += amount;
}

/// The obvious mistake: two transfers in opposite directions wait for each other.
inline void transfer_carelessly(account& from, account& to, int amount) {
  const conc::lock_guard first(from.guard);
  const conc::lock_guard second(to.guard);
  from.balance -= amount;
  to.balance += amount;
}
