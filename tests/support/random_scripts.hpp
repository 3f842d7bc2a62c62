// Random small programs over the operations of one type, and the oracle for them.
//
// A family is a struct with what the threads share, `Local` for each of them, `kOperations`, and
// `perform(local, operation)`, which gives what it found as text ("" for nothing). `finish(local)`
// gives back what a thread still holds. Threads that wait for ever are outcomes, too.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "heddle/thread.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/explored.hpp"

namespace heddle::tests {

using Scripts = std::vector<std::vector<int>>;  // operations of each thread

template <class Family>
std::string run_scripts(const Scripts& scripts) {
  Family shared;
  std::vector<std::string> found(scripts.size());
  std::vector<heddle::thread> threads;
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    threads.emplace_back([&, i] {
      typename Family::Local local;
      for (const int operation : scripts[i]) found[i] += shared.perform(local, operation);
      shared.finish(local);
    });
  }
  for (heddle::thread& thread : threads) thread.join();
  std::string all;
  for (const std::string& one : found) all += one + "|";
  return all;
}

/// `count` programs of `threads` threads with `length` operations each.
template <class Family>
void expect_agreement(unsigned seed, int count, int threads, int length, options how = {}) {
  std::mt19937 random(seed);
  count = static_cast<int>(random_programs(static_cast<std::uint64_t>(count)));
  for (int i = 0; i < count; ++i) {
    Scripts scripts(static_cast<std::size_t>(threads));
    std::string text = "seed " + std::to_string(seed) + ", program " + std::to_string(i) + ":";
    for (auto& script : scripts) {
      for (int j = 0; j < length; ++j) {
        script.push_back(static_cast<int>(random() % Family::kOperations));
        text += " " + std::to_string(script.back());
      }
      text += " |";
    }
    SCOPED_TRACE(text);
    agreed([&] { return run_scripts<Family>(scripts); }, how);
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace heddle::tests
