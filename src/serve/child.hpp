// A program in a process group of its own, with limits on time and memory.
//
//   ChildResult result = run_child({.words = {"/usr/bin/heddle", "check", "x.erl"}, .folder = run},
//                                  {.time = 60s, .memory = 1 << 30}, stop, on_progress);
//
// Whatever ends the run, nothing of its process group is left behind. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "serve/confine.hpp"
#include "serve/progress.hpp"

namespace heddle::serve {

struct ChildCommand {
  std::vector<std::string> words;  // the first is the path of the program
  std::string folder;              // where it runs
  std::vector<std::string> environment;
  View view;
};

struct ChildLimits {
  std::chrono::milliseconds time{0};
  std::uint64_t memory = 0;  // bytes, of all its processes together
  /// After SIGINT: a search ends at the next interleaving and writes what it found; a compiler does
  /// not listen.
  std::chrono::milliseconds mercy{20'000};
};

enum class ChildEnd { kExited, kCrashed, kStopped, kTime, kMemory, kNotStarted };

struct ChildResult {
  ChildEnd end = ChildEnd::kNotStarted;
  int code = 0;  // the exit code, or the signal
  std::string out;
  std::string err;
};

/// `stop` set: the child may end by itself (SIGINT), a moment later it is killed.
ChildResult run_child(const ChildCommand& command, const ChildLimits& limits,
                      const std::atomic<bool>& stop,
                      const std::function<void(const Progress&)>& on_progress);

}  // namespace heddle::serve
