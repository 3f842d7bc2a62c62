// What the environment says about explorations (include/heddle/options.hpp).
#pragma once

#include <string>

#include "heddle/options.hpp"

namespace heddle::detail {

/// The options with what HEDDLE_MEMORY, HEDDLE_JOBS, HEDDLE_STRATEGY, HEDDLE_SEED, HEDDLE_SAMPLES
/// and HEDDLE_TIME say; jobs are counted and the algorithm is chosen. Throws support::UserError.
options settled(options how);

/// HEDDLE_REPLAY; empty: not set.
std::string replay_from_environment();

/// "sc", "tso", "pso", "cpp"
const char* name_of(memory model);

}  // namespace heddle::detail
