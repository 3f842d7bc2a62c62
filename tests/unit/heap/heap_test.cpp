// Errors of the heap (heddle/heap.hpp): each program is wrong in one way, and its neighbour is
// right.
#include "heddle/heap.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "heddle/heddle.hpp"

namespace heddle {
namespace {

#ifdef HEDDLE_HEAP_OF_SANITIZER
constexpr bool kWatched = false;
#else
constexpr bool kWatched = true;
#endif

constexpr memory kModels[] = {memory::sc, memory::tso, memory::pso, memory::cpp};

// With a sanitizer the programs that use freed memory are stopped by it.
#define NEEDS_THE_HEAP() \
  if (!kWatched) GTEST_SKIP() << "the sanitizer watches the heap itself"

template <class F>
void expect_error(F test, const std::string& words, const options& how = {}) {
  const auto all = explore(test, how);
  for (const auto& one : all.entries) {
    if (one.kind == condition::exception && one.text.find(words) != std::string::npos) return;
  }
  FAIL() << "no outcome says '" << words << "':\n" << all.text();
}

template <class F>
void expect_values_only(F test, const options& how = {}) {
  const auto all = explore(test, how);
  EXPECT_TRUE(all.complete);
  for (const auto& one : all.entries) EXPECT_EQ(one.kind, condition::value) << all.text();
}

struct Node {
  int number = 0;
  atomic<int> count{0};
  var<int> data{0};
};

// What the compiler must not look through: it would warn, or leave `new` and `delete` out.
template <class T>
T* opaque(T* pointer) {
  asm volatile("" : "+r"(pointer) : : "memory");
  return pointer;
}

TEST(Heap, BlockFreedTwice) {
  NEEDS_THE_HEAP();
  // GenMC says nothing about it: whoever loses the race deletes as well.
  const auto program = [](bool exchange) {
    return [exchange] {
      atomic<int*> shared{new int(7)};
      const auto drop = [&] {
        int* const mine = exchange ? shared.exchange(nullptr) : shared.load();
        if (!exchange) shared.store(nullptr);
        delete mine;
      };
      thread first(drop);
      thread second(drop);
      first.join();
      second.join();
    };
  };
  for (const memory model : kModels) {
    expect_error(program(false), "4 bytes freed twice: by T", {.memory = model});
    expect_values_only(program(true), {.memory = model});
  }
}

TEST(Heap, FreedTwiceNamesThreadsAndPlaces) {
  NEEDS_THE_HEAP();
  const auto program = [] {
    int* const block = opaque(new int(1));
    thread other([block] { delete opaque(block); });
    other.join();
    delete opaque(block);
  };
  expect_error(program, "4 bytes freed twice: by T1 (before its first step), then by main (after ");
  expect_error(program, "allocated by main (before its first step)");
}

// A use that nothing orders with the destruction, though neither does anything else: no operation
// stands between them. Relacy sees only orders that its scheduler makes, at operations.
TEST(Heap, UseAfterFreeWithoutAnAtomicBetween) {
  NEEDS_THE_HEAP();
  const auto reads_first = [] {
    auto* const node = new Node;
    thread reader([node] { (void)node->data.read(); });
    thread owner([node] { delete node; });
    reader.join();
    owner.join();
  };
  const auto deletes_first = [] {
    auto* const node = new Node;
    thread owner([node] { delete node; });
    thread reader([node] { (void)node->data.read(); });
    reader.join();
    owner.join();
  };
  for (const memory model : kModels) {
    expect_error(reads_first, "is used by T1 (", {.memory = model});
    expect_error(deletes_first, "use of a destroyed var, whose memory was freed by T1",
                 {.memory = model});
  }
  const auto joined = [] {
    auto* const node = new Node;
    thread reader([node] { (void)node->data.read(); });
    reader.join();
    thread owner([node] { delete node; });
    owner.join();
  };
  for (const memory model : kModels) expect_values_only(joined, {.memory = model});
}

TEST(Heap, UseAfterFreeOfAnAtomic) {
  NEEDS_THE_HEAP();
  // Both hold a share; the last one deletes. Relaxed counting does not order the other's use.
  const auto counted = [](memory_order order) {
    return [order] {
      auto* const node = new Node;
      node->count.store(2);
      const auto drop = [node, order] {
        (void)node->data.read();
        if (node->count.fetch_sub(1, order) == 1) delete node;
      };
      thread first(drop);
      thread second(drop);
      first.join();
      second.join();
    };
  };
  for (const memory model : kModels) {
    expect_error(counted(memory_order_relaxed), "but destroyed by T", {.memory = model});
    expect_values_only(counted(memory_order_acq_rel), {.memory = model});
  }
  // The load comes after the deletion in some runs and before it in others.
  const auto late = [] {
    auto* const node = new Node;
    thread reader([node] { (void)node->count.load(); });
    delete node;
    reader.join();
  };
  for (const memory model : kModels) expect_error(late, "destroyed by main", {.memory = model});
}

TEST(Heap, UseOfADestroyedMutex) {
  NEEDS_THE_HEAP();
  expect_error(
      [] {
        auto* const guard = opaque(new mutex);
        auto* const same = opaque(guard);
        delete guard;
        same->lock();
      },
      "use of a destroyed mutex, whose memory was freed by main");
}

TEST(Heap, WriteAfterFree) {
  NEEDS_THE_HEAP();
  expect_error(
      [] {
        int* const block = opaque(new int(1));
        int* const same = opaque(block);
        delete block;
        *opaque(same) = 2;
        this_thread::yield();
      },
      "4 bytes were written after they were freed by main");
}

TEST(Heap, Leak) {
  NEEDS_THE_HEAP();
  const auto keeps_one = [](bool frees) {
    return [frees] {
      atomic<int*> shared{nullptr};
      const auto put = [&] {
        int* const before = shared.exchange(new int(1));
        if (frees) delete before;
      };
      thread first(put);
      thread second(put);
      first.join();
      second.join();
      delete shared.load();
    };
  };
  expect_error(keeps_one(false), "leak: nobody frees 4 bytes allocated by T");
  expect_values_only(keeps_one(false), {.leaks = false});
  for (const memory model : kModels) expect_values_only(keeps_one(true), {.memory = model});
}

// Only in one of its orders does the program lose a block.
TEST(Heap, LeakThatDependsOnTheOrder) {
  NEEDS_THE_HEAP();
  const auto all = explore([] {
    atomic<bool> closed{false};
    atomic<int*> slot{nullptr};
    thread giver([&] {
      if (!closed.load()) slot.store(new int(1));
    });
    closed.store(true);
    int* const found = slot.exchange(nullptr);
    giver.join();
    delete found;
  });
  EXPECT_EQ(all.entries.size(), 2U) << all.text();
  EXPECT_EQ(all.entries.front().kind, condition::value);
  EXPECT_EQ(all.entries.back().kind, condition::exception);
}

TEST(Heap, WhatIsStillReachableIsNoLeak) {
  NEEDS_THE_HEAP();
  // The result, what the closure of a thread owns, a static variable, a variable of the caller.
  expect_values_only([] { return std::vector<std::string>{std::string(100, 'x')}; });
  expect_values_only([] {
    auto text = std::make_shared<std::string>(100, 'x');
    thread other([text] { (void)text->size(); });
    other.join();
    return text->size();
  });
  expect_values_only([] {
    static std::map<int, std::string> cache;
    atomic<int> x{0};
    thread other([&] { x.store(1); });
    other.join();
    cache[x.load()] = std::string(100, 'x');
  });
  std::vector<std::string> seen;
  expect_values_only([&seen] { seen.assign(3, std::string(100, 'x')); });
}

TEST(Heap, ObjectsOfTheLibraryAreNoLeaks) {
  NEEDS_THE_HEAP();
  for (const memory model : kModels) {
    expect_values_only(
        [] {
          mvar<std::string> box;
          promise<std::string> given;
          future<std::string> wanted = given.get_future();
          thread other([&] {
            box.put(std::string(100, 'x'));
            given.set_value(std::string(100, 'y'));
          });
          const std::size_t size = box.take().size() + wanted.get().size();
          other.join();
          return size;
        },
        {.memory = model});
    expect_values_only(
        [] {
          auto shared = heddle::make_shared<Node>();
          thread other([shared] { shared->count.fetch_add(1); });
          shared->count.fetch_add(1);
          shared.reset();
          other.join();
        },
        {.memory = model});
  }
}

TEST(Heap, TheSameRunAgain) {
  NEEDS_THE_HEAP();
  const auto program = [] {
    atomic<int*> shared{new int(7)};
    thread other([&] { delete shared.load(); });
    delete shared.load();
    other.join();
  };
  const auto all = explore(program);
  ASSERT_FALSE(all.entries.empty());
  const trace way = all.trace_of(all.entries.front());
  const auto again = explore(program, {.replay = way.token});
  EXPECT_EQ(again.entries.front().text, all.entries.front().text);
}

// The other blind spots that peers have: each is an error, or no success, here.

TEST(BlindSpots, LocksInOppositeOrders) {
  const auto result = check(
      [] {
        mutex a;
        mutex b;
        thread other([&] {
          const scoped_lock first(b);
          const scoped_lock second(a);
        });
        {
          const scoped_lock first(a);
          const scoped_lock second(b);
        }
        other.join();
      },
      successful());
  EXPECT_FALSE(result);
  EXPECT_NE(result.text().find("held by T1"), std::string::npos) << result.text();
}

TEST(BlindSpots, ThreadThatNobodyJoins) {
  expect_error([] { thread lost([] {}); }, "neither joined nor detached");
}

TEST(BlindSpots, ALimitIsNoSuccess) {
  const auto program = [] {
    atomic<int> x{0};
    thread first([&] { x.store(1); });
    thread second([&] { x.store(2); });
    first.join();
    second.join();
    return x.load() > 0;
  };
  EXPECT_TRUE(check(program, successful()));
  for (const char* algorithm : {"none", "optimal", "observers"}) {
    const auto cut = check(program, {.algorithm = algorithm, .executions = 1}, successful());
    EXPECT_FALSE(cut) << algorithm;
    EXPECT_NE(cut.text().find("that is no proof"), std::string::npos) << cut.text();
  }
}

}  // namespace
}  // namespace heddle
