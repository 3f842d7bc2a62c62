// Small tests whose outcomes are known.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "heddle/atomic.hpp"
#include "heddle/mutex.hpp"
#include "heddle/outcomes.hpp"
#include "heddle/thread.hpp"

namespace heddle::programs {

template <class Value>
std::vector<std::string> texts(const outcomes<Value>& all) {
  std::vector<std::string> out;
  for (const auto& one : all.entries) out.push_back(one.text);
  return out;
}

/// x = 1; a = y || y = 1; b = x: (0, 0) is impossible under sequential consistency.
struct StoreBuffering {
  std::pair<int, int> operator()() const {
    atomic<int> x{0};
    atomic<int> y{0};
    int a = 0;
    int b = 0;
    thread first([&] {
      x.store(1);
      a = y.load();
    });
    thread second([&] {
      y.store(1);
      b = x.load();
    });
    first.join();
    second.join();
    return {a, b};
  }
};

/// Two locks taken in opposite orders.
struct LockOrder {
  void operator()() const {
    mutex a;
    mutex b;
    thread first([&] {
      a.lock();
      b.lock();
      b.unlock();
      a.unlock();
    });
    thread second([&] {
      b.lock();
      a.lock();
      a.unlock();
      b.unlock();
    });
    first.join();
    second.join();
  }
};

/// `count` threads read what another one writes: 2^count classes.
struct Readers {
  std::size_t count;
  std::vector<int> operator()() const {
    atomic<int> x{0};
    std::vector<int> seen(count);
    std::vector<thread> threads;
    threads.emplace_back([&] { x.store(1); });
    for (std::size_t i = 0; i < count; ++i) {
      threads.emplace_back([&, i] { seen[i] = x.load(); });
    }
    for (thread& one : threads) one.join();
    return seen;
  }
};

/// A counter that two threads increment without a lock.
struct LostUpdate {
  int operator()() const {
    atomic<int> counter{0};
    const auto increment = [&] { counter.store(counter.load() + 1); };
    thread first(increment);
    thread second(increment);
    first.join();
    second.join();
    return counter.load();
  }
};

}  // namespace heddle::programs
