// What the environment says about explorations (include/heddle/options.hpp).
#pragma once

#include <chrono>
#include <string>

#include "heddle/options.hpp"

namespace heddle::detail {

/// The options with what HEDDLE_MEMORY, HEDDLE_JOBS, HEDDLE_STRATEGY, HEDDLE_SEED, HEDDLE_SAMPLES
/// and HEDDLE_TIME say; jobs are counted and the algorithm is chosen. Throws support::UserError.
options settled(options how);

/// HEDDLE_QUEUE: where explorations are shared, and HEDDLE_QUEUE_AFTER: how long one has to take.
struct QueueSettings {
  std::string url;  // empty: nowhere
  std::chrono::milliseconds after{1000};
};
/// Throws support::UserError.
QueueSettings queue_from_environment();

/// HEDDLE_PROGRESS: whether explorations show on standard error how far they are.
bool progress_from_environment();

/// HEDDLE_REPLAY; empty: not set.
std::string replay_from_environment();

/// "sc", "tso", "pso", "cpp"
const char* name_of(memory model);

}  // namespace heddle::detail
