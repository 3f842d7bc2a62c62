// Random small programs over the operations of some objects: all algorithms must agree about them.
//
// A program is a list of operations for each thread. What each operation gave is written into a log
// of its own; the teardown reads all logs, so that runs that get stuck are compared as well.
#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "heddle/exceptions.hpp"
#include "heddle/setup.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle::testing {

struct RandomOperation {
  int code = 0;
  int object = 0;
  int value = 0;
};
using RandomThread = std::vector<RandomOperation>;

inline std::vector<RandomThread> random_program(unsigned seed, int threads, int operations,
                                                int codes, int objects) {
  std::mt19937 random(seed);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<RandomThread> program(static_cast<std::size_t>(threads));
  int value = 0;
  for (RandomThread& thread : program) {
    for (int i = 0; i < operations; ++i) thread.push_back({below(codes), below(objects), ++value});
  }
  return program;
}

/// `make()` makes the objects; `run(objects, operation, threads)` executes one operation and gives
/// what it gave.
template <class Make, class Run>
auto random_test(const std::vector<RandomThread>& program, Make make, Run run) {
  struct World {
    decltype(make()) objects;
    std::vector<std::string> logs;
    std::vector<thread_id> threads;
  };
  return with_setup_and_teardown(
      [=] {
        const auto world =
            std::make_shared<World>(World{make(), std::vector<std::string>(program.size()), {}});
        for (std::size_t t = 0; t < program.size(); ++t) {
          world->threads.push_back(fork([=] {
            for (const RandomOperation& operation : program[t]) {
              try {
                world->logs[t] += run(world->objects, operation, world->threads) + " ";
              } catch (const std::exception& exception) {
                world->logs[t] += std::string("!") + exception.what() + " ";
              }
            }
          }));
        }
        return world;
      },
      [](const std::shared_ptr<World>&) {},
      [](const std::shared_ptr<World>& world, const result<std::monostate>&) {
        return world->logs;
      });
}

template <class Make, class Run>
void check_random_programs(unsigned first, unsigned count, int threads, int operations, int codes,
                           int objects, Make make, Run run, bool redundant = false) {
  count = static_cast<unsigned>(tests::random_programs(count));
  for (unsigned seed = first; seed < first + count; ++seed) {
    const auto program = random_program(seed, threads, operations, codes, objects);
    try {
      all_outcomes(random_test(program, make, run), {}, redundant);
    } catch (const std::exception& exception) {
      ADD_FAILURE() << exception.what();
    }
    if (::testing::Test::HasFailure()) {
      std::string text;
      for (const RandomThread& thread : program) {
        for (const RandomOperation& o : thread) {
          text += std::to_string(o.code) + "/" + std::to_string(o.object) + " ";
        }
        text += "| ";
      }
      FAIL() << "seed " << seed << ": " << text;
    }
  }
}

}  // namespace heddle::testing
