// A program with tests that fail, for the end-to-end tests of what Heddle shows of C++
// (cpp_reports.sh).
//
//   cpp_tests [NAME]   one of them, or all but "sum"; exit code 1: one failed
//
// TALLY=fixed in the environment mends the first test, TALLY=changed lets it go another way.
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

#include "heddle/heddle.hpp"

namespace {

std::string tally() {
  const char* const how = std::getenv("TALLY");
  return how == nullptr ? "" : how;
}

int lost_update() {
  heddle::atomic<int> counter{0};
  counter.set_name("counter");
  const std::string how = tally();
  const auto increment = [&] {
    if (how == "fixed") {
      // As many steps as below.
      counter.load();
      counter.fetch_add(1);
    } else {
      if (how == "changed") heddle::this_thread::yield();
      counter.store(counter.load() + 1);
    }
  };
  heddle::thread first(increment);
  heddle::thread second(increment);
  first.join();
  second.join();
  return counter.load();
}

void opposite_locks() {
  heddle::mutex left;
  heddle::mutex right;
  left.set_name("left");
  right.set_name("right");
  heddle::thread other([&] {
    const heddle::scoped_lock first(right);
    const heddle::scoped_lock second(left);
  });
  {
    const heddle::scoped_lock first(left);
    const heddle::scoped_lock second(right);
  }
  other.join();
}

std::pair<int, int> store_buffering() {
  heddle::atomic<int> x{0};
  heddle::atomic<int> y{0};
  x.set_name("x");
  y.set_name("y");
  int a = 0;
  int b = 0;
  heddle::thread first([&] {
    x.store(1, heddle::memory_order_relaxed);
    a = y.load(heddle::memory_order_relaxed);
  });
  heddle::thread second([&] {
    y.store(1, heddle::memory_order_relaxed);
    b = x.load(heddle::memory_order_relaxed);
  });
  first.join();
  second.join();
  return {a, b};
}

const auto never_both_old =
    heddle::always_true([](const std::pair<int, int>& seen) { return seen != std::pair(0, 0); });

template <class F, class P>
bool fails(const std::string& wanted, F test, heddle::options how, const P& predicate) {
  if (!wanted.empty() && wanted != how.name) return false;
  return !heddle::passes(heddle::check(test, how, predicate));
}

}  // namespace

int main(int count, char** words) {
  const std::string wanted = count > 1 ? words[1] : "";
  bool failed = fails(wanted, lost_update, {.name = "lost update"}, heddle::gives(2));
  failed |= fails(wanted, opposite_locks, {.name = "opposite locks"}, heddle::successful());
  for (const heddle::memory model : {heddle::memory::tso, heddle::memory::cpp}) {
    const std::string name = model == heddle::memory::tso ? "buffers" : "orders";
    failed |= fails(wanted, store_buffering, {.memory = model, .name = name}, never_both_old);
  }
  // Only if it is asked for: two of its three values are wrong.
  if (wanted == "sum") {
    const auto sum = [] {
      const auto [a, b] = store_buffering();
      return a + b;
    };
    failed |= fails(wanted, sum, {.memory = heddle::memory::cpp, .name = "sum"}, heddle::gives(2));
  }
  return failed ? 1 : 0;
}
