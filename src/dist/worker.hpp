// A worker: takes tasks from a queue and explores them, one after the other, on one program
// instance.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>

#include "dist/work_queue.hpp"

namespace heddle::dist {

/// What the workers of one exploration count together while they run, for limits and the progress
/// line.
struct Monitor {
  std::atomic<std::uint64_t> runs{0};  // maximal runs and runs cut off by a bound
  std::atomic<std::uint64_t> errors{0};
  std::atomic<bool> runs_limit_hit{false};
  std::atomic<bool> enough_errors{false};
  /// The user or the clock wants the end. A run that goes on for half a second all the same is
  /// cut off, and the counts say so: what comes after it will not be explored.
  std::atomic<bool> stop{false};

  /// Of the runs that the length bound cut off: the actor that goes on, if it is the first by name.
  void goes_on(std::string actor);
  std::string goes_on() const;

 private:
  mutable std::mutex mutex_;
  std::string goes_on_;
};

/// The name of the actor that took most of the last steps: probably in an endless loop.
std::string busiest(const core::Program& program, std::span<const core::ActorId> schedule);

/// What looks at the runs of one worker.
struct RunObserver {
  /// At a run that has just ended; false: enough was seen, everybody stops.
  std::function<bool(const explore::Explorer&)> look = {};
  /// What was counted since the last call, for a task that is handed in. May be missing.
  std::function<std::vector<Tally>()> hand_in = {};
};

struct WorkerOptions {
  explore::ExplorerOptions explorer;
  /// Makes what looks at the runs of one worker, on its thread; that program's runs are seen there.
  std::function<RunObserver(core::Program&)> observer = {};
  std::uint64_t stop_after_errors = 1;  // 0: keep going
  /// False: the observer does, and nobody needs them here.
  bool keep_errors = true;
  std::uint64_t max_runs = 0;  // 0: no limit
  /// There is one worker, and it goes through the tree in the one order there is: errors are
  /// numbered by their runs.
  bool alone = false;
  /// How long a worker goes on before it lets others help; what it gives them should take them
  /// about ten times as long.
  std::chrono::microseconds shortest_task{2000};
  /// Runs between two looks at the clock and at the queue.
  std::uint64_t runs_between_looks = 16;
};

/// Returns when the queue is empty or stopped. Exceptions of the program or of ours pass through;
/// the queue is stopped.
void work(WorkQueue& queue, core::Program& program, const explore::Algorithm& algorithm,
          const WorkerOptions& options, Monitor& monitor);

}  // namespace heddle::dist
