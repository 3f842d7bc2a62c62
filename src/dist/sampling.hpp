// Sampling: runs that a strategy draws, shared among worker threads.
//
// Run n depends on the program, the seed and n only (explore/random.hpp), so the runs may be made
// in any order. They are counted in the order of their numbers, up to the run with the last error
// wanted: the same seed gives the same result whatever the number of jobs.
#pragma once

#include <string>

#include "dist/exploration.hpp"
#include "explore/random.hpp"

namespace heddle::dist {

struct SamplingOptions {
  std::string strategy = "walk";  // as explore::make_strategy takes it
  std::uint64_t seed = 1;
  std::uint64_t samples = 1000;
  std::optional<std::uint32_t> length = {};  // events in a run
  unsigned jobs = 1;
  std::uint64_t stop_after_errors = 1;  // 0: keep going
  std::chrono::milliseconds time{0};    // 0: no limit
  const std::atomic<bool>* interrupted = nullptr;
  /// Called about every `progress_every` from the thread that called `sample`.
  std::function<void(const Progress&)> on_progress = {};
  std::chrono::milliseconds progress_every{200};
};

/// `left` of the result is empty: run n can be made again at any time. Throws support::UserError
/// for an unknown strategy, and what the program or a check throws in a worker.
ExplorationResult sample(const core::ProgramFactory& factory, const SamplingOptions& options);

}  // namespace heddle::dist
