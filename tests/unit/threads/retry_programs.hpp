// Programs with loops that try again, compiled at several levels of optimisation: whatever the
// compiler makes of a loop, it must be recognised, and what may still be seen of a failure must not
// be left out. Included once by each of the tests retrying_*_test.cpp, which define RETRYING, the
// name of its test suite.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "heddle/atomic.hpp"
#include "heddle/thread.hpp"
#include "heddle/var.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {  // the same names in every program, with code of their own

using testing::Words;

struct Node {
  int value = 0;
  Node* next = nullptr;
};
/// So that the library's templates are compiled for each program, too.
struct Number {
  int value = 0;
};

// What a sanitizer adds to the code is not followed, nor other machines' code: fewer loops are
// recognised then.
#if defined(__SANITIZE_ADDRESS__) || !defined(__x86_64__)
constexpr bool kUnrecognised = true;
#else
constexpr bool kUnrecognised = false;
#endif

options under(memory model, bool retries, const char* algorithm = "observers") {
  options how;
  how.memory = model;
  how.algorithm = algorithm;
  how.retry_detection = retries;
  return how;
}

struct Counted {
  Words words;
  std::uint64_t executions = 0;
};
template <class F>
Counted counted(F test, const options& how) {
  const auto found = explore(test, how);
  EXPECT_TRUE(found.complete) << found.cut_off;
  Counted all{{}, found.executions};
  for (const auto& entry : found.entries) all.words.insert(testing::word(entry.kind, entry.text));
  return all;
}

/// The same outcomes with and without; how many executions there are with.
template <class F>
std::uint64_t executions_of(F test, memory model = memory::sc) {
  const Counted all = counted(test, under(model, false));
  std::uint64_t fewest = 0;
  for (const char* algorithm : {"none", "optimal", "observers"}) {
    const Counted some = counted(test, under(model, true, algorithm));
    EXPECT_EQ(some.words, all.words) << algorithm;
    if (algorithm != std::string("none")) {
      EXPECT_LE(some.executions, all.executions) << algorithm;
    }
    fewest = some.executions;
  }
  return fewest;
}

// --- Treiber's stack: every thread pushes its node and pops one ---

class PlainStack {
 public:
  explicit PlainStack(bool loads_again) : loads_again_(loads_again) {}

  void push(Node* node) {
    Node* head = head_.load();
    for (;;) {
      node->next = head;
      if (head_.compare_exchange_strong(head, node)) return;
      if (loads_again_) head = head_.load();
    }
  }
  Node* pop() {
    Node* head = head_.load();
    while (head != nullptr) {
      Node* const next = head->next;
      if (head_.compare_exchange_strong(head, next)) break;
      if (loads_again_) head = head_.load();
    }
    return head;
  }

 private:
  const bool loads_again_;
  atomic<Node*> head_{nullptr};
};

auto stack_test(int threads, bool loads_again) {
  return [=] {
    PlainStack stack(loads_again);
    std::vector<Node> nodes(static_cast<std::size_t>(threads));
    std::vector<int> popped(nodes.size());
    std::vector<thread> running;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      running.emplace_back([&, i] {
        nodes[i].value = static_cast<int>(i);
        stack.push(&nodes[i]);
        const Node* node = stack.pop();
        popped[i] = node == nullptr ? -1 : node->value;
      });
    }
    for (thread& t : running) t.join();
    return popped;
  };
}

// By brute force: all interleavings of the loads and compare-exchanges in which none of these
// fails, told apart by the order of the compare-exchanges and by which of them each load came
// after.
class WithoutFailure {
 public:
  explicit WithoutFailure(std::size_t threads) : threads_(threads), next_(threads, kNull) {}
  std::size_t count() {
    go_on();
    return classes_.size();
  }

 private:
  static constexpr int kNull = -1;
  struct Thread {
    int done = 0;  // of load, push, load, pop
    int seen = kNull;
    std::array<std::size_t, 2> after{};
  };

  void go_on() {
    bool ended = true;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i].done == 4) continue;
      ended = false;
      const auto [thread, head, next, writers] = std::tuple(threads_[i], head_, next_, writers_);
      if (step(threads_[i], static_cast<int>(i))) go_on();
      std::tie(threads_[i], head_, next_, writers_) = std::tie(thread, head, next, writers);
    }
    if (!ended) return;
    std::vector<int> all = writers_;
    for (const Thread& thread : threads_) {
      for (const std::size_t after : thread.after) all.push_back(static_cast<int>(after));
    }
    classes_.insert(all);
  }
  bool step(Thread& thread, int self) {
    const int what = thread.done++;
    if (what == 0 || what == 2) {
      thread.seen = head_;
      thread.after[static_cast<std::size_t>(what / 2)] = writers_.size();
      return true;
    }
    if (head_ != thread.seen) return false;
    if (what == 1) next_[static_cast<std::size_t>(self)] = head_;
    head_ = what == 1 ? self : next_[static_cast<std::size_t>(head_)];
    writers_.push_back(self);
    return true;
  }

  std::vector<Thread> threads_;
  int head_ = kNull;
  std::vector<int> next_;
  std::vector<int> writers_;
  std::set<std::vector<int>> classes_;
};

TEST(RETRYING, TreiberStackWithTwoThreads) {
  if (kUnrecognised) GTEST_SKIP();
  EXPECT_EQ(executions_of(stack_test(2, false)), WithoutFailure(2).count());
  EXPECT_EQ(executions_of(stack_test(2, true)), WithoutFailure(2).count());
}
// GenMC has 4,812 for this one.
TEST(RETRYING, TreiberStackWithThreeThreads) {
  if (kUnrecognised) GTEST_SKIP();
  const Counted all = counted(stack_test(3, false), {});
  EXPECT_EQ(all.executions, WithoutFailure(3).count());
  EXPECT_LE(all.executions, 4812U);
  EXPECT_EQ(all.words.size(), 6U);  // every thread pops a node, and each its own or another's
}

// --- One loop of each kind, in two threads ---

using Cell = atomic<Number>;
Number plus(Number n, int more) { return {n.value + more}; }

template <class Loop>
auto in_two_threads(Loop loop) {
  return [loop] {
    Cell cell{Number{0}};
    std::array<int, 2> results{};
    thread first([&] { results[0] = loop(cell); });
    thread second([&] { results[1] = loop(cell); });
    first.join();
    second.join();
    return std::vector<int>{results[0], results[1], cell.load().value};
  };
}

template <class Check>
void under_each_model(Check check) {
  for (const memory model : {memory::sc, memory::tso, memory::pso, memory::cpp}) {
    SCOPED_TRACE(static_cast<int>(model));
    check(model);
  }
}

// Either thread comes first: nothing else can be told apart. Under cpp, an acquiring or relaxed
// failure may also have read what was out of date; that is left out as well.
TEST(RETRYING, WithWhatTheFailureFound) {
  if (kUnrecognised) GTEST_SKIP();
  under_each_model([](memory model) {
    EXPECT_EQ(executions_of(in_two_threads([](Cell& cell) {
                              Number seen = cell.load(std::memory_order_relaxed);
                              while (!cell.compare_exchange_strong(seen, plus(seen, 1),
                                                                   std::memory_order_acq_rel)) {
                              }
                              return seen.value;
                            }),
                            model),
              2U);
  });
}
TEST(RETRYING, AfterLoadingAgain) {
  if (kUnrecognised) GTEST_SKIP();
  under_each_model([](memory model) {
    EXPECT_EQ(executions_of(in_two_threads([](Cell& cell) {
                              for (;;) {
                                Number seen = cell.load(std::memory_order_relaxed);
                                if (cell.compare_exchange_strong(seen, plus(seen, 1),
                                                                 std::memory_order_acq_rel)) {
                                  return seen.value;
                                }
                              }
                            }),
                            model),
              2U);
  });
}
TEST(RETRYING, WithoutALoad) {
  under_each_model([](memory model) {
    executions_of(in_two_threads([](Cell& cell) {
                    Number seen{0};
                    while (!cell.compare_exchange_strong(seen, plus(seen, 1))) {
                    }
                    return seen.value;
                  }),
                  model);
  });
}
// Fails for no reason any number of times.
TEST(RETRYING, Weakly) {
  under_each_model([](memory model) {
    options how = under(model, true);
    const auto test = in_two_threads([](Cell& cell) {
      Number seen = cell.load();
      while (!cell.compare_exchange_weak(seen, plus(seen, 1))) {
      }
      return seen.value;
    });
    EXPECT_EQ(counted(test, how).words, (Words{"[0, 1, 2]", "[1, 0, 2]"}));
  });
}

// --- What is left of a failure and may be seen ---

TEST(RETRYING, WhatARoundWroteBeforeItFailedMatters) {
  const auto test = [] {
    atomic<int> cell{0};
    const auto seen = std::make_unique<std::array<int, 4>>();
    const auto loop = [&](std::size_t from) {
      int value = cell.load();
      do {
        (*seen)[from + static_cast<std::size_t>(value)] = 1;
      } while (!cell.compare_exchange_strong(value, value + 1));
    };
    thread first([&] { loop(0); });
    thread second([&] { loop(2); });
    first.join();
    second.join();
    return std::vector<int>(seen->begin(), seen->end());
  };
  // Who comes second may have seen 0 before.
  EXPECT_EQ(counted(test, {}).words,
            (Words{"[1, 0, 0, 1]", "[1, 0, 1, 1]", "[0, 1, 1, 0]", "[1, 1, 1, 0]"}));
}
// Plain memory outside the stack that both threads' rounds write, in several ways. Nobody else
// reads it before the end.
struct Plain {
  std::array<int, 8> marks{};
  int* at = nullptr;
  Number expected{};
  int base = 0;  // of its part in what all share
};
inline int the_marks[8];
inline thread_local int own_marks[8];

[[gnu::noinline]] void mark(int* marks, int where) { marks[where] = 1; }
[[gnu::noinline]] void mark_deeper(int* marks, int where) { mark(marks, where); }

using Round = void (*)(Plain&, Number seen);
struct Way {
  const char* name;
  Round before = nullptr;  // the compare-exchange
  Round after = nullptr;   // it failed
  bool between = false;    // with another cell's load before the writing
  bool expects = false;    // what it expects is in that memory
};
const Way kWays[] = {
    {.name = "by index", .before = [](Plain& p, Number seen) { p.marks[seen.value & 3] = 1; }},
    {.name = "by pointer",
     .before =
         [](Plain& p, Number seen) {
           p.at = &p.marks[seen.value & 3];
           *p.at = 1;
         }},
    {.name = "the last one only", .before = [](Plain& p, Number seen) { p.marks[0] = seen.value; }},
    {.name = "once",
     .before =
         [](Plain& p, Number seen) {
           if (seen.value == 0) p.marks[1] = 1;
         }},
    {.name = "counted", .before = [](Plain& p, Number) { ++p.marks[0]; }},
    {.name = "after", .after = [](Plain& p, Number seen) { p.marks[seen.value & 3] = 1; }},
    {.name = "counted after", .after = [](Plain& p, Number) { ++p.marks[0]; }},
    {.name = "static",
     .before = [](Plain& p, Number seen) { the_marks[p.base + (seen.value & 3)] = 1; }},
    {.name = "thread_local",
     .before = [](Plain& p, Number seen) { own_marks[p.base + (seen.value & 3)] = 1; }},
    {.name = "nested",
     .before = [](Plain& p, Number seen) { mark_deeper(p.marks.data(), seen.value & 3); }},
    {.name = "between",
     .before = [](Plain& p, Number seen) { p.marks[seen.value & 3] = 1; },
     .between = true},
    {.name = "expected", .expects = true},
};

// Two threads: what is left of the failures is in the outcome.
auto marking(const Way& way) {
  return [&way] {
    Cell cell{Number{0}};
    Cell other{Number{0}};
    const auto plain = std::make_unique<std::array<Plain, 2>>();
    (*plain)[1].base = 4;
    std::fill(std::begin(the_marks), std::end(the_marks), 0);
    std::fill(std::begin(own_marks), std::end(own_marks), 0);
    const auto loop = [&](Plain& mine) {
      Number seen = cell.load();
      Number& expected = way.expects ? mine.expected : seen;
      for (;;) {
        if (way.between) other.load();
        if (way.before != nullptr) way.before(mine, seen);
        const int next = expected.value + 1;
        if (cell.compare_exchange_strong(expected, Number{next})) return;
        if (way.after != nullptr) way.after(mine, seen);
        if (way.expects) return;
      }
    };
    thread first([&] { loop((*plain)[0]); });
    thread second([&] { loop((*plain)[1]); });
    other.store(Number{1});
    first.join();
    second.join();
    std::vector<int> all;
    for (const Plain& one : *plain) {
      all.insert(all.end(), one.marks.begin(), one.marks.begin() + 4);
      all.push_back(one.expected.value);
    }
    all.insert(all.end(), the_marks, the_marks + 8);
    all.insert(all.end(), own_marks, own_marks + 8);
    return all;
  };
}

TEST(RETRYING, WhatIsWrittenElsewhereMatters) {
  under_each_model([](memory model) {
    for (const Way& way : kWays) {
      SCOPED_TRACE(way.name);
      EXPECT_EQ(counted(marking(way), under(model, true)).words,
                counted(marking(way), under(model, false)).words);
    }
  });
}

// Races of a failed round count, and a variable may tell which rounds there were.
TEST(RETRYING, AccessesOfVariablesMatter) {
  under_each_model([](memory model) {
    const auto test = [] {
      Cell cell{Number{0}};
      std::array<var<int>, 4> seen;
      atomic<int> done{0};
      thread first([&] {
        Number value = cell.load(std::memory_order_relaxed);
        do {
          (void)seen[static_cast<std::size_t>(value.value & 3)].read();
        } while (!cell.compare_exchange_strong(value, plus(value, 1), std::memory_order_relaxed));
        done.store(1, std::memory_order_relaxed);
      });
      cell.store(Number{1}, std::memory_order_relaxed);
      if (done.load(std::memory_order_relaxed) == 1) seen[0].write(1);
      first.join();
      return cell.load().value;
    };
    EXPECT_EQ(counted(test, under(model, true)).words, counted(test, under(model, false)).words);
  });
}

TEST(RETRYING, ACountOfFailuresMatters) {
  under_each_model([](memory model) {
    const auto test = in_two_threads([](Cell& cell) {
      int failures = 0;
      Number seen = cell.load();
      while (!cell.compare_exchange_strong(seen, plus(seen, 1))) ++failures;
      return failures;
    });
    EXPECT_EQ(counted(test, under(model, true)).words,
              (Words{"[0, 0, 2]", "[0, 1, 2]", "[1, 0, 2]"}));
  });
}
TEST(RETRYING, ACountElsewhereMatters) {
  under_each_model([](memory model) {
    for (const bool of_failures : {true, false}) {
      const auto test = [of_failures] {
        Cell cell{Number{0}};
        const auto counts = std::make_unique<std::array<int, 2>>();
        const auto loop = [&](int self) {
          int& count = (*counts)[static_cast<std::size_t>(self)];
          Number seen = cell.load();
          for (;;) {
            if (!of_failures) ++count;
            if (cell.compare_exchange_strong(seen, plus(seen, 1))) return;
            if (of_failures) ++count;
          }
        };
        thread first([&] { loop(0); });
        thread second([&] { loop(1); });
        first.join();
        second.join();
        return std::vector<int>{(*counts)[0], (*counts)[1]};
      };
      EXPECT_EQ(counted(test, under(model, true)).words,
                of_failures ? (Words{"[0, 0]", "[0, 1]", "[1, 0]"})
                            : (Words{"[1, 1]", "[1, 2]", "[2, 1]"}));
    }
  });
}
TEST(RETRYING, WhatWasSeenFirstMatters) {
  under_each_model([](memory model) {
    const auto test = in_two_threads([](Cell& cell) {
      Number seen = cell.load();
      const int first = seen.value;
      while (!cell.compare_exchange_strong(seen, plus(seen, 1))) {
      }
      return 10 * first + seen.value;
    });
    EXPECT_EQ(counted(test, under(model, true)).words,
              (Words{"[0, 1, 2]", "[0, 11, 2]", "[1, 0, 2]", "[11, 0, 2]"}));
  });
}
TEST(RETRYING, ItsOwnPlainMemoryMatters) {
  under_each_model([](memory model) {
    const auto test = in_two_threads([](Cell& cell) {
      const auto last = std::make_unique<int>(-1);
      int result = 0;
      for (;;) {
        Number seen = cell.load();
        if (*last != -1) result = 7;  // it has been here before
        *last = seen.value;
        if (cell.compare_exchange_strong(seen, plus(seen, 1))) return result;
      }
    });
    EXPECT_EQ(counted(test, under(model, true)).words,
              (Words{"[0, 0, 2]", "[0, 7, 2]", "[7, 0, 2]"}));
  });
}
// Nobody will ever let it succeed.
TEST(RETRYING, ForEver) {
  under_each_model([](memory model) {
    const auto test = [] {
      Cell cell{Number{0}};
      thread other([&] { cell.store(Number{1}); });
      for (;;) {
        Number seen = cell.load();
        if (seen.value == 1) {
          Number wrong{5};
          if (cell.compare_exchange_strong(wrong, Number{6})) break;
        }
      }
      other.join();
      return 0;
    };
    EXPECT_EQ(counted(test, under(model, true)).words, Words{"deadlock"});
  });
}

// --- Random programs ---

constexpr std::memory_order kOrders[] = {std::memory_order_relaxed, std::memory_order_acquire,
                                         std::memory_order_seq_cst};

struct Action {
  int code;
  int cell;
  std::memory_order order;
};
constexpr int kActions = 9;

int act(std::array<Cell, 2>& cells, const Action& action, int& plain) {
  Cell& cell = cells[static_cast<std::size_t>(action.cell)];
  const std::memory_order order = action.order;
  Number seen{0};
  switch (action.code) {
    case 0:
      return cell.load(order).value;
    case 1:
      cell.store(Number{7}, order == std::memory_order_acquire ? std::memory_order_release : order);
      return 0;
    case 2:
      seen = cell.load(order);
      while (!cell.compare_exchange_strong(seen, plus(seen, 10), order)) {
      }
      return seen.value;
    case 3:
      do {
        seen = cell.load(order);
        plain = seen.value;
      } while (!cell.compare_exchange_strong(seen, plus(seen, 20), order));
      return seen.value;
    case 4:
      while (!cell.compare_exchange_strong(seen, plus(seen, 30), order)) {
      }
      return seen.value;
    case 5: {  // gives up
      seen = cell.load(order);
      for (int i = 0; i < 2; ++i) {
        if (cell.compare_exchange_strong(seen, plus(seen, 40), order)) return seen.value;
      }
      return -1;
    }
    case 6: {  // counts
      int failures = 0;
      seen = cell.load(order);
      while (!cell.compare_exchange_strong(seen, plus(seen, 50), order)) ++failures;
      return 1000 * failures + seen.value;
    }
    case 7:  // stops when there is nothing to do any more
      seen = cell.load(order);
      while (seen.value < 10) {
        if (cell.compare_exchange_strong(seen, plus(seen, 60), order)) return seen.value;
      }
      return -2;
    default: {  // looks at something else in every round
      Number other{0};
      seen = cell.load(order);
      do {
        other = cells[static_cast<std::size_t>(1 - action.cell)].load(order);
      } while (!cell.compare_exchange_strong(seen, plus(other, 70), order));
      return 100 * seen.value + other.value;
    }
  }
}

TEST(RETRYING, RandomPrograms) {
  under_each_model([](memory model) {
    const char* more = std::getenv("HEDDLE_PROPERTY_PROGRAMS");
    const unsigned programs =
        more == nullptr ? (kUnrecognised ? 4U : 25U) : static_cast<unsigned>(std::atoi(more));
    for (unsigned seed = 0; seed < programs; ++seed) {
      std::mt19937 random(seed);
      const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
      std::vector<std::vector<Action>> program(seed % 4 == 0 ? 3 : 2);
      std::string text;
      for (auto& code : program) {
        for (int i = 0; i < (program.size() == 3 ? 1 : 2); ++i) {
          code.push_back({below(kActions), below(2), kOrders[below(3)]});
          text += std::to_string(code.back().code) + "/" + std::to_string(code.back().cell) + " ";
        }
        text += "| ";
      }
      const auto test = [&program] {
        std::array<Cell, 2> cells;
        std::vector<std::vector<int>> results(program.size());
        std::vector<thread> threads;
        for (std::size_t t = 0; t < program.size(); ++t) {
          threads.emplace_back([&, t] {
            int plain = 0;
            for (const Action& action : program[t]) {
              const int result = act(cells, action, plain);
              results[t].push_back(result);
            }
            results[t].push_back(plain);
          });
        }
        for (thread& t : threads) t.join();
        results.push_back({cells[0].load().value, cells[1].load().value});
        return results;
      };
      const Counted all = counted(test, under(model, false, "optimal"));
      for (const char* algorithm : {"optimal", "observers"}) {
        const Counted some = counted(test, under(model, true, algorithm));
        ASSERT_EQ(some.words, all.words) << "seed " << seed << ", " << algorithm << ": " << text;
      }
    }
  });
}

// Loops that mark plain memory: before or after the compare-exchange, where its value or a constant
// says, with loads in between or anew. The outcome is all that memory.
struct Marking {
  int marks_before;  // kinds: nothing, by value, a constant, the value itself, counted
  int marks_after;
  bool loads_anew;
  bool looks_elsewhere;
  int cell;
  int adds;
  std::memory_order order;
};

void mark_as(int how, int* marks, int value) {
  if (how == 1) marks[value & 3] = 1;
  if (how == 2) marks[4] = 1;
  if (how == 3) marks[5] = value;
  if (how == 4) ++marks[6];
}

void run_marking(std::array<Cell, 2>& cells, const Marking& loop, int* marks) {
  Cell& cell = cells[static_cast<std::size_t>(loop.cell)];
  Number seen = cell.load(loop.order);
  for (;;) {
    if (loop.looks_elsewhere) {
      mark_as(3, marks + 1, cells[static_cast<std::size_t>(1 - loop.cell)].load(loop.order).value);
    }
    mark_as(loop.marks_before, marks, seen.value);
    if (cell.compare_exchange_strong(seen, plus(seen, loop.adds), loop.order)) return;
    mark_as(loop.marks_after, marks, seen.value);
    if (loop.loads_anew) seen = cell.load(loop.order);
  }
}

TEST(RETRYING, RandomMarks) {
  if (kUnrecognised) GTEST_SKIP();  // nothing is left out there
  const char* more = std::getenv("HEDDLE_PROPERTY_PROGRAMS");
  const unsigned programs = more == nullptr ? 60U : static_cast<unsigned>(std::atoi(more));
  std::uint64_t with = 0;
  std::uint64_t without = 0;
  for (unsigned seed = 0; seed < programs; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
    std::vector<std::vector<Marking>> program(2 + random() % 2);
    for (auto& code : program) {
      const int loops = program.size() == 2 ? 1 + below(2) : 1;
      for (int i = 0; i < loops; ++i) {
        code.push_back({below(5), below(8), below(2) == 0, below(4) == 0, below(4) / 3,
                        1 + below(2), kOrders[below(3)]});
      }
    }
    const auto test = [&program] {
      std::array<Cell, 2> cells;
      const auto marks = std::make_unique<std::array<std::array<int, 7>, 3>>();
      for (auto& one : *marks) one.fill(0);
      std::vector<thread> threads;
      for (std::size_t t = 0; t < program.size(); ++t) {
        threads.emplace_back([&, t] {
          for (const Marking& loop : program[t]) run_marking(cells, loop, (*marks)[t].data());
        });
      }
      for (thread& t : threads) t.join();
      std::vector<int> all;
      for (const auto& one : *marks) all.insert(all.end(), one.begin(), one.end());
      return all;
    };
    constexpr memory kModels[] = {memory::sc, memory::tso, memory::pso, memory::cpp};
    const memory model = kModels[seed % 4];
    const Counted all = counted(test, under(model, false));
    const Counted some = counted(test, under(model, true));
    ASSERT_EQ(some.words, all.words) << "seed " << seed;
    with += some.executions;
    without += all.executions;
  }
  EXPECT_LT(with, without);  // or nothing was tried
}

}  // namespace
}  // namespace heddle
