// SharedExploration: one process' part in a run that several share: its worker threads, and a
// thread that listens to the others.
//
//   Runs runs(address);
//   const std::uint64_t id = runs.create(...);
//   ExplorationResult result = explore_together(runs, id, program, algorithm, options);
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

#include "core/program.hpp"
#include "core/shared_state.hpp"
#include "dist/exploration.hpp"
#include "queue/postgres_store.hpp"
#include "queue/runs.hpp"

namespace heddle::queue {

struct SharedProgress {
  dist::Progress run;
  std::vector<WorkerInfo> workers;
};

struct SharedOptions {
  dist::WorkerOptions worker;
  unsigned jobs = 1;  // 0: only looks on
  /// Ctrl-C, a time limit and the end of its workers are the run's, not only this process'.
  bool coordinates = false;
  std::chrono::milliseconds time{0};  // 0: no limit
  std::function<void(const SharedProgress&)> on_progress;
  StoreOptions store;                              // with `interrupted`
  std::chrono::milliseconds shortest_slice{2000};  // the longest is five times as long
};

/// Works until the run is over or stopped, or this process is interrupted; a coordinator waits for
/// that. The result is that of the whole run. Throws ServerLost, and what the program or a check
/// throws in a worker; that also stops the run.
dist::ExplorationResult explore_together(Runs& runs, std::uint64_t id,
                                         const core::ProgramFactory& factory,
                                         core::SharedState& shared,
                                         const explore::Algorithm& algorithm,
                                         const SharedOptions& options);

}  // namespace heddle::queue
