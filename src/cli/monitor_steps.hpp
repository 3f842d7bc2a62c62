// Steps of heddle_monitor.erl in the words of heddle.hrl: "chooses true" in the line of
// ?any_bool(), "is at the label holds".
//
// A choice is a race between two processes, and its last step, which touches nothing, says what was
// chosen and where. The trace itself keeps all of its steps: a replay needs them.
#pragma once

#include "core/trace.hpp"

namespace heddle::cli {

/// With other words for these steps; the others that a choice consists of are still there.
core::Trace named_monitor_steps(core::Trace trace);

/// For people: a choice is one step. The trace that comes back is good for printing only.
core::Trace readable(core::Trace trace);

}  // namespace heddle::cli
