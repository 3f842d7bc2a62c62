// Linearizability: right objects pass, wrong ones fail with a small history.
#include "heddle/linearizability.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "heddle/atomic.hpp"
#include "heddle/mutex.hpp"
#include "heddle/semaphore.hpp"
#include "heddle/thread.hpp"

namespace heddle {
namespace {

struct AtomicCounter {
  atomic<int> value{0};
  int next() { return value.fetch_add(1); }
};
struct TornCounter {
  atomic<int> value{0};
  int next() {
    const int seen = value.load();
    value.store(seen + 1);
    return seen;
  }
};

template <class Counter>
linearizability<Counter, int> counter() {
  linearizability<Counter, int> subject;
  subject.operation(
      "next", [](Counter& c) { return c.next(); }, [](int& m) { return m++; });
  subject.operation(
      "get", [](Counter& c) { return c.value.load(); }, [](int& m) { return m; });
  return subject;
}

TEST(Linearizability, AtomicCounterIs) {
  const auto result = counter<AtomicCounter>().run({.threads = 2, .operations = 2});
  EXPECT_TRUE(result) << result.text();
  // Sequences of length 1: 2, of length 2: 4; unordered pairs of them: 3 + 10.
  EXPECT_EQ(result.scenarios, 13U);
  EXPECT_GT(result.histories, result.scenarios);
  EXPECT_GE(result.executions, result.histories);
}

TEST(Linearizability, TornCounterIsNotAndTheScenarioIsMinimal) {
  const auto result = counter<TornCounter>().run();
  EXPECT_FALSE(result);
  EXPECT_NE(result.verdict().find("not linearizable"), std::string::npos);
  const std::string& text = result.text();
  EXPECT_NE(text.find("scenario: next() || next()\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  main  T1      T2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("then next() would give 1, not 0"), std::string::npos) << text;
  EXPECT_NE(text.find("HEDDLE_REPLAY=h1."), std::string::npos) << text;
}

TEST(Linearizability, DrawnScenariosAreShrunk) {
  const auto result =
      counter<TornCounter>().run({.threads = 3, .operations = 2, .samples = 20, .seed = 3});
  EXPECT_FALSE(result);
  EXPECT_NE(result.text().find("scenario: next() || next()\n"), std::string::npos) << result.text();
}

// Each operation is atomic, but what is put is seen by others only after a second step:
// sequentially consistent, not linearizable. Only the order in real time tells.
struct LateRegister {
  atomic<int> fresh{0};
  atomic<int> old{0};
  void put(int value) { fresh.store(value); }
  int get() {
    const int seen = old.load();
    old.store(fresh.load());
    return seen;
  }
};

TEST(Linearizability, RealTimeOrderCounts) {
  linearizability<LateRegister, int> subject;
  subject.operation(
      "put", {7}, [](LateRegister& r, int v) { r.put(v); }, [](int& m, int v) { m = v; });
  subject.operation(
      "get", [](LateRegister& r) { return r.get(); }, [](int& m) { return m; });
  const auto result = subject.run({.threads = 2, .operations = 1});
  EXPECT_FALSE(result);
  EXPECT_NE(result.text().find("scenario: put(7) || get()"), std::string::npos) << result.text();
  EXPECT_NE(result.text().find("get() would give 7, not 0"), std::string::npos) << result.text();
}

struct LockedQueue {
  mutex guard;
  std::deque<int> items;
  void push(int value) {
    const lock_guard<mutex> lock(guard);
    items.push_back(value);
  }
  int pop() {
    const lock_guard<mutex> lock(guard);
    if (items.empty()) throw std::runtime_error("empty");
    const int first = items.front();
    items.pop_front();
    return first;
  }
};

int pop_front(std::deque<int>& model) {
  if (model.empty()) throw std::runtime_error("empty");
  const int first = model.front();
  model.pop_front();
  return first;
}

TEST(Linearizability, ExceptionsAreResults) {
  linearizability<LockedQueue, std::deque<int>> subject;
  subject.operation(
      "push", {1, 2}, [](LockedQueue& q, int v) { q.push(v); },
      [](std::deque<int>& m, int v) { m.push_back(v); });
  subject.operation(
      "pop", [](LockedQueue& q) { return q.pop(); }, pop_front);
  const auto result = subject.run({.threads = 2, .operations = 1, .before = 1, .after = 1});
  EXPECT_TRUE(result) << result.text();
  EXPECT_EQ(result.scenarios, 3U * 3U * 6U);
}

TEST(Linearizability, ConditionsAreFailures) {
  struct Stuck {
    binary_semaphore guard{1};  // a mutex must not be destroyed while it is held
    void enter() { guard.acquire(); }
  };
  linearizability<Stuck, int> subject;
  subject.operation(
      "enter", [](Stuck& s) { s.enter(); }, [](int&) {});
  const auto result = subject.run({.threads = 2, .operations = 1});
  EXPECT_FALSE(result);
  EXPECT_NE(result.verdict().find("deadlock"), std::string::npos) << result.verdict();
  EXPECT_TRUE(subject.run({.threads = 2, .operations = 1, .may_block = true}));
}

TEST(Linearizability, SeveralJobsSayTheSame) {
  const auto alone = counter<AtomicCounter>().run();
  const auto together = counter<AtomicCounter>().run({}, {.jobs = 2});
  EXPECT_TRUE(together);
  EXPECT_EQ(together.histories, alone.histories);
  EXPECT_EQ(together.executions, alone.executions);
}

TEST(Linearizability, ErrorsOfUse) {
  const linearizability<AtomicCounter, int> nothing;
  EXPECT_THROW((void)nothing.run(), std::runtime_error);
  EXPECT_THROW((void)counter<AtomicCounter>().run({.threads = 9, .operations = 8}),
               std::runtime_error);
  EXPECT_THROW((void)counter<AtomicCounter>().run({.threads = 4, .operations = 6}),
               std::runtime_error);
}

}  // namespace
}  // namespace heddle
