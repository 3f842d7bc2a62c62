// An exploration that several processes share: HEDDLE_QUEUE (docs/queue.md).
//
// The test program is the worker. Every process that comes to the same exploration works on the
// same run of the queue and waits for its end; each then has the outcomes of all. Which exploration
// that is, is said by a digest of the executable file, of the arguments it was started with, of the
// test and its options, and of how often this process has come to it before.
#pragma once

#include "explore/algorithm.hpp"
#include "heddle/outcomes.hpp"
#include "testing/environment.hpp"
#include "testing/source.hpp"

namespace heddle::detail {

/// `source` must be one of which nothing is known: actors get the numbers of the queue. Throws
/// support::UserError.
Explored explore_on_queue(const Source& source, const explore::Algorithm& algorithm,
                          const OnFound& on_found, const QueueSettings& queue);

/// Runs a schedule again; false if it cannot be followed. `known`: steps that it may begin with.
bool follow(threads::Program& program, const std::vector<core::ActorId>& schedule,
            std::span<const core::StepRef> known = {});

}  // namespace heddle::detail
