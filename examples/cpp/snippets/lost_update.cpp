// Two threads increment a counter, and one increment can be lost.
#include <iostream>

#include "heddle/atomic.hpp"
#include "heddle/check.hpp"
#include "heddle/thread.hpp"

int two_increments() {
  heddle::atomic<int> counter{0};
  const auto increment = [&] { counter.store(counter.load() + 1); };
  heddle::thread first(increment);
  heddle::thread second(increment);
  first.join();
  second.join();
  return counter.load();
}

int main() {
  std::cout << heddle::explore(two_increments).text();
  return heddle::passes(heddle::check(two_increments, heddle::gives(2))) ? 0 : 1;
}
