// A run on a queue, as the commands see it: started or resumed by one process, helped by others.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cli/explore_options.hpp"
#include "cli/subject.hpp"
#include "dist/exploration.hpp"
#include "explore/algorithm.hpp"
#include "queue/runs.hpp"
#include "queue/shared_exploration.hpp"

namespace heddle::cli {

struct QueuedResult {
  dist::ExplorationResult result;
  std::uint64_t run = 0;
  bool unfinished = false;  // it can be resumed
};

/// Starts a run (or goes on with `arguments.queue_run`), works on it, and waits for its end.
/// `digest`: of the tool, the program and the options. Throws UserError, queue::ServerLost.
QueuedResult explore_on_queue(const ExploreArguments& arguments, const Subject& program,
                              const explore::Algorithm& algorithm, const explore::Bounds& bounds,
                              const std::string& digest);

/// The program of a run, made from what travelled with it, and the options that change what is
/// explored, which are written into `arguments`. Throws UserError if it is not the same here.
Subject subject_of_run(queue::Runs& runs, const queue::RunInfo& run, ExploreArguments& arguments);

/// What a worker needs besides: the times, and when to stop.
queue::SharedOptions shared_options(const ExploreArguments& arguments,
                                    const explore::Bounds& bounds);

/// One message for a server that went away, and how to go on.
std::string words(const queue::ServerLost& lost, std::uint64_t run, const std::string& queue);

}  // namespace heddle::cli
