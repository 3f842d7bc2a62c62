// Under memory::cpp, programs whose operations are all sequentially consistent are explored like
// those under memory::sc; the first weaker operation that any run comes to ends that.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "heddle/atomic.hpp"
#include "heddle/mutex.hpp"
#include "heddle/thread.hpp"
#include "heddle/var.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {

using testing::Words;

struct Result {
  Words words;
  std::uint64_t executions = 0;
};
template <class F>
Result explored(F test, memory model) {
  options how;
  how.memory = model;
  const auto all = explore(test, how);
  EXPECT_TRUE(all.complete) << all.cut_off;
  Result result{{}, all.executions};
  for (const auto& entry : all.entries) {
    result.words.insert(testing::word(entry.kind, entry.text));
  }
  return result;
}

/// The same test, with an operation that needs the C++ model and means nothing.
template <class F>
auto with_a_weak_operation(F test) {
  return [test] {
    atomic<int> unused{0};
    (void)unused.load(std::memory_order_relaxed);
    return test();
  };
}

/// By the model itself there are the same outcomes; how many executions it takes is those of sc.
template <class F>
void expect_like_sc(F test) {
  const Result spared = explored(test, memory::cpp);
  const Result sc = explored(test, memory::sc);
  EXPECT_EQ(spared.words, sc.words);
  EXPECT_EQ(spared.executions, sc.executions);
  EXPECT_EQ(spared.words, explored(with_a_weak_operation(test), memory::cpp).words);
}

TEST(SeqCst, StoreBuffering) {
  expect_like_sc([] {
    atomic<int> x{0}, y{0};
    int a = 0, b = 0;
    thread first([&] {
      x = 1;
      a = y;
    });
    thread second([&] {
      y = 1;
      b = x;
    });
    first.join();
    second.join();
    return std::vector<int>{a, b};
  });
}

TEST(SeqCst, DataRacesAreTheSame) {
  for (const bool published : {true, false}) {
    expect_like_sc([published] {
      var<int> data{0};
      data.set_name("data");
      atomic<int> ready{0};
      mutex lock;
      thread writer([&] {
        data = 1;
        if (published) ready = 1;
      });
      const std::scoped_lock guard(lock);
      int seen = -1;
      if (!published || ready == 1) seen = data;
      writer.join();
      return seen;
    });
  }
}

// Only a run in which the reader is late comes to it.
TEST(SeqCst, AWeakOperationMayComeLate) {
  const auto test = [] {
    atomic<int> x{0}, y{0}, late{0};
    thread writer([&] {
      if (late == 1) {
        x.store(1, std::memory_order_relaxed);
        y.store(1, std::memory_order_relaxed);
      }
    });
    late = 1;
    const int b = y.load(std::memory_order_relaxed);
    const int a = x.load(std::memory_order_relaxed);
    writer.join();
    return std::vector<int>{a, b};
  };
  EXPECT_EQ(explored(test, memory::cpp).words, (Words{"[0, 0]", "[0, 1]", "[1, 0]", "[1, 1]"}));
  EXPECT_FALSE(explored(test, memory::sc).words.contains("[0, 1]"));
}

TEST(SeqCst, AFenceIsWeak) {
  const auto test = [] {
    atomic<int> x{0};
    heddle::atomic_thread_fence(std::memory_order_seq_cst);
    thread writer([&] { x = 1; });
    const int a = x;
    writer.join();
    return a;
  };
  EXPECT_EQ(explored(test, memory::cpp).words, (Words{"0", "1"}));
}

TEST(SeqCst, RandomPrograms) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<std::vector<std::array<unsigned, 2>>> program(2 + seed % 2);  // operation, cell
    for (auto& code : program) {
      code.resize(program.size() == 2 ? 3 : 2);
      for (auto& [operation, cell] : code) {
        operation = random() % 5;
        cell = random() % 2;
      }
    }
    expect_like_sc([&program] {
      std::array<atomic<int>, 2> cells{};
      std::vector<std::vector<int>> seen(program.size());
      std::vector<thread> threads;
      for (std::size_t t = 0; t < program.size(); ++t) {
        threads.emplace_back([&, t] {
          for (const auto& [operation, number] : program[t]) {
            atomic<int>& cell = cells[number];
            int value = 0;
            if (operation == 0) value = cell.load();
            if (operation == 1) cell.store(static_cast<int>(t) + 1);
            if (operation == 2) value = cell.exchange(static_cast<int>(t) + 10);
            if (operation == 3) value = cell.fetch_add(1);
            if (operation == 4) cell.compare_exchange_strong(value, static_cast<int>(t) + 20);
            seen[t].push_back(value);
          }
        });
      }
      for (thread& t : threads) t.join();
      seen.push_back({cells[0].load(), cells[1].load()});
      return seen;
    });
  }
}

}  // namespace
}  // namespace heddle
