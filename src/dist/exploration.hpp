// Exploration: one whole search of a program, with its workers, limits, progress and checkpoints.
//
// It joins the parts: an algorithm, bounds, a queue, a worker thread for each job, and the reasons
// to stop: everything explored, the first error (or the n-th), a number of interleavings, a time,
// an interrupt. Whatever ends it, the result says what was covered and what was cut off.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "core/verdict.hpp"
#include "dist/local_queue.hpp"
#include "dist/worker.hpp"

namespace heddle::dist {

struct Progress {
  std::uint64_t runs = 0;
  std::uint64_t errors = 0;
  double seconds = 0;
  double estimate = 0;  // runs in all; 0: not known
  double uncertainty =
      0;  // factor: the estimate moved between estimate / factor and estimate * factor lately
};

struct ExplorationOptions {
  WorkerOptions worker;  // bounds, and when to stop; `alone` is set from the rest
  unsigned jobs = 1;
  /// Runs this first and explores what comes after it.
  std::vector<core::ActorId> prefix;
  std::chrono::milliseconds time{0};  // 0: no limit
  /// Becomes true when the user wants to stop (Ctrl-C).
  const std::atomic<bool>* interrupted = nullptr;
  /// Whether `left` is wanted then: it takes several times the memory of the search.
  bool keeps_left = false;
  /// Called about every `progress_every` from the thread that called `explore`.
  std::function<void(const Progress&)> on_progress;
  std::chrono::milliseconds progress_every{200};
  /// Called about every `save_every` with what a checkpoint needs, less often if that takes long,
  /// and once at the end.
  std::function<void(SavedTree)> on_save;
  std::chrono::milliseconds save_every{1000};
};

struct ExplorationResult {
  explore::Counts counts;
  std::vector<Found> found;
  std::vector<core::CutOff> cut_off;
  double seconds = 0;
  std::string goes_on;    // an actor that does so after the runs that the length bound cut off
  bool complete = false;  // everything was explored (within the bounds)
  SavedTree left;         // what a checkpoint needs to go on, if the user has stopped it
};

/// Explores from the start, or goes on from `resume`. Throws what the program or a check throws in
/// a worker.
ExplorationResult explore(const core::ProgramFactory& factory, const explore::Algorithm& algorithm,
                          const ExplorationOptions& options, SavedTree* resume = nullptr);

}  // namespace heddle::dist
