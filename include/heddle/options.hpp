// What an exploration is asked for.
//
//   heddle::explore(test, {.memory = heddle::memory::tso, .jobs = 4});
//   heddle::explore(test, heddle::options::quick());
//   heddle::explore(test, {.strategy = "pct:3", .seed = 7, .samples = 10'000});
//
// Without anything said, everything is explored. Some options can be given from outside, for all
// explorations of the process: HEDDLE_MEMORY, HEDDLE_JOBS (a number or "auto"), HEDDLE_STRATEGY
// ("systematic" for none), HEDDLE_SEED, HEDDLE_SAMPLES, HEDDLE_TIME (seconds). HEDDLE_REPLAY takes
// the token of a failure and runs that one schedule, once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "heddle/detail/cell.hpp"

namespace heddle {

struct options {
  /// The behaviours of memory that are explored.
  heddle::memory memory = heddle::memory::sc;
  /// none, persistent, source, optimal, observers, bounded. Empty: the best for the bounds.
  std::string algorithm = {};
  // Bounds; nothing is bounded that is not given. `length` is in steps of a run.
  std::optional<unsigned> preemptions = {};
  std::optional<unsigned> delays = {};
  std::optional<unsigned> fair = {};
  std::optional<unsigned> length = 100'000;
  // Limits; 0: none.
  std::uint64_t executions = 0;
  std::chrono::milliseconds time{0};
  /// Also explore compare_exchange_weak failing for no reason.
  bool weak_failures = true;
  /// How many waits on condition variables end for no reason in one run, 0 to 3. One finds every
  /// wait that lacks its loop; 0 makes explorations smaller.
  unsigned spurious_wakeups = 1;
  /// An exception that leaves a thread other than main is an error.
  bool child_exceptions = true;
  /// Threads that still wait when main has ended are an error.
  bool stuck_threads = false;
  /// Memory that nobody has freed when a run is over is an error; needs heddle/heap.hpp.
  bool leaks = true;
  /// A loop that only looks at what it saw before is taken to wait.
  bool spin_detection = true;
  /// A failed compare_exchange after which a loop only tries again is no execution of its own.
  bool retry_detection = true;
  std::size_t stack_size = std::size_t{256} << 10;

  /// Runs are drawn instead of enumerated: uniform, weighted, pct:DEPTH, pos, portfolio. Empty:
  /// systematic.
  std::string strategy = {};
  std::uint64_t seed = 1;
  std::uint64_t samples = 1000;
  /// Worker threads; 0: one for each processor. With more than one the test runs in several of them
  /// at once, each with its own copy of the function: what it refers to outside must not change.
  unsigned jobs = 1;
  /// Stop at the first outcome that is no value.
  bool first_error = false;
  /// A run that the length bound cuts off is an outcome (condition::abort).
  bool show_aborts = true;
  /// A check passes although a limit (executions, time) has cut the search off.
  bool allow_cut_off = false;
  /// What reports call the test.
  std::string name = {};
  /// Files for a check that fails: a page that shows its trace, and the trace (HEDDLE_HTML,
  /// HEDDLE_TRACE; docs/cpp.md says what they are called if several checks fail). Empty: none.
  std::string html = {};
  std::string trace = {};
  /// The token of one schedule: only that one is run.
  std::string replay = {};

  /// Few preemptions, fairly: finds most errors of larger tests soon.
  static options quick() {
    options few;
    few.algorithm = "bounded";
    few.preemptions = 2;
    few.fair = 5;
    return few;
  }
};

}  // namespace heddle
