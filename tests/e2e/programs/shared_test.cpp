// A test in C++ that several processes can share: shared_test THREADS. Each thread writes its
// number to two cells; what is left in them and what main saw is the outcome.
#include <cstdlib>
#include <heddle/atomic.hpp>
#include <heddle/explore.hpp>
#include <heddle/thread.hpp>
#include <iostream>
#include <memory>
#include <vector>

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 3;
  const auto test = [threads] {
    heddle::atomic<int> left{0};
    heddle::atomic<int> right{0};
    std::vector<std::unique_ptr<heddle::thread>> workers;
    for (int i = 1; i <= threads; ++i) {
      workers.push_back(std::make_unique<heddle::thread>([&, i] {
        left.store(i);
        right.store(i);
      }));
    }
    const int seen = left.load();
    for (const auto& worker : workers) worker->join();
    return 100 * seen + 10 * left.load() + right.load();
  };
  try {
    const auto all = heddle::explore(test, {.algorithm = "optimal", .name = "two cells"});
    std::cout << all.text();
    std::cout << all.trace_of(all.entries.back()).steps.size() << " steps\n";
    return all.complete ? 0 : 3;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
