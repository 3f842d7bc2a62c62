// The C++ library on small programs: complete executions a second, the test's own work included.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "heddle/atomic.hpp"
#include "heddle/explore.hpp"
#include "heddle/thread.hpp"

namespace {

using heddle::atomic;
using heddle::memory;
using heddle::options;
using heddle::thread;

template <class F>
void explore(benchmark::State& state, F test, const options& how) {
  std::uint64_t executions = 0;
  std::uint64_t events = 0;
  for (auto _ : state) {
    const auto all = heddle::explore(test, how);
    executions += all.executions;
    events += all.events;
  }
  state.counters["executions"] =
      benchmark::Counter(static_cast<double>(executions), benchmark::Counter::kAvgIterations);
  state.counters["executions/s"] =
      benchmark::Counter(static_cast<double>(executions), benchmark::Counter::kIsRate);
  state.counters["steps/s"] =
      benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate);
}

// `pairs` independent copies of store buffering: 3^pairs executions, 4^pairs with buffers.
auto store_buffering(int pairs) {
  return [pairs] {
    std::vector<std::unique_ptr<atomic<int>>> cells;
    for (int i = 0; i < 2 * pairs; ++i) cells.push_back(std::make_unique<atomic<int>>(0));
    std::vector<thread> threads;
    for (int i = 0; i < 2 * pairs; ++i) {
      threads.emplace_back([&, i] {
        cells[static_cast<std::size_t>(i)]->store(1);
        benchmark::DoNotOptimize(cells[static_cast<std::size_t>(i ^ 1)]->load());
      });
    }
    for (thread& t : threads) t.join();
  };
}

auto readers(int n) {
  return [n] {
    atomic<int> x{0};
    std::vector<thread> threads;
    threads.emplace_back([&] { x.store(1); });
    for (int i = 0; i < n; ++i) {
      threads.emplace_back([&] { benchmark::DoNotOptimize(x.load()); });
    }
    for (thread& t : threads) t.join();
  };
}

auto writers(int n) {
  return [n] {
    atomic<int> x{0};
    std::vector<thread> threads;
    for (int i = 0; i < n; ++i) threads.emplace_back([&, i] { x.store(i); });
    for (thread& t : threads) t.join();
    return x.load();
  };
}

auto lastzero(int n) {
  return [n] {
    std::vector<std::unique_ptr<atomic<int>>> cells;
    for (int i = 0; i <= n; ++i) cells.push_back(std::make_unique<atomic<int>>(0));
    const auto cell = [&](int i) -> atomic<int>& { return *cells[static_cast<std::size_t>(i)]; };
    std::vector<thread> threads;
    threads.emplace_back([&] {
      int i = n;
      while (cell(i).load() != 0) --i;
    });
    for (int j = 1; j <= n; ++j) {
      threads.emplace_back([&, j] { cell(j).store(cell(j - 1).load() + 1); });
    }
    for (thread& t : threads) t.join();
  };
}

// Treiber's stack: every thread pushes a node and pops one.
auto treiber(int n) {
  return [n] {
    struct Node {
      Node* next = nullptr;
    };
    atomic<Node*> head{nullptr};
    std::vector<Node> nodes(static_cast<std::size_t>(n));
    std::vector<thread> threads;
    for (Node& node : nodes) {
      threads.emplace_back([&head, &node] {
        node.next = head.load();
        while (!head.compare_exchange_strong(node.next, &node)) {
        }
        Node* top = head.load();
        while (top != nullptr && !head.compare_exchange_strong(top, top->next)) {
        }
      });
    }
    for (thread& t : threads) t.join();
  };
}

void one_long_run(benchmark::State& state) {
  explore(state,
          [] {
            atomic<int> x{0};
            for (int i = 0; i < 10'000; ++i) x.store(i);
          },
          {});
}

options under(memory model) {
  options how;
  how.memory = model;
  return how;
}

void store_buffering_sc(benchmark::State& s) { explore(s, store_buffering(1), {}); }
void store_buffering_tso(benchmark::State& s) {
  explore(s, store_buffering(1), under(memory::tso));
}
void readers_10(benchmark::State& s) { explore(s, readers(10), {}); }
void writers_8(benchmark::State& s) { explore(s, writers(8), {}); }
void lastzero_12(benchmark::State& s) { explore(s, lastzero(12), {}); }
void treiber_3(benchmark::State& s) { explore(s, treiber(3), {}); }

BENCHMARK(store_buffering_sc);
BENCHMARK(store_buffering_tso);
BENCHMARK(readers_10);
BENCHMARK(writers_8);
BENCHMARK(lastzero_12)->Unit(benchmark::kMillisecond);
BENCHMARK(treiber_3)->Unit(benchmark::kMillisecond);
BENCHMARK(one_long_run)->Unit(benchmark::kMillisecond);

}  // namespace
