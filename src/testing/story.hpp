// Story: one schedule of a test, executed and described.
#pragma once

#include <span>
#include <vector>

#include "core/trace.hpp"
#include "heddle/outcomes.hpp"
#include "testing/source.hpp"

namespace heddle::detail {

struct Story {
  trace told;          // for people
  core::Trace record;  // for report files
};

/// Runs the schedule once. Throws explore::ScheduleError if it cannot be followed.
Story tell(threads::Program& program, const Source& source,
           std::span<const core::ActorId> schedule);

/// The outcome's schedule, with as few context switches as a reasonable effort finds.
std::vector<core::ActorId> easiest_way(const Source& source, const Entry& entry);

}  // namespace heddle::detail
