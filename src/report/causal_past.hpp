// The causal past of a trace's errors: the steps that could have influenced them.
//
// These are the events that happen before the last event of an actor the error belongs to. An actor
// that waits has not met what it waits for, so for a waiting one the last event at each location it
// waits for counts as well: the acquisition of the lock that is never released, say. And one that
// did not end by itself was ended by whoever changed what its own steps need to find as it was
// (await).
#pragma once

#include <vector>

#include "core/trace.hpp"

namespace heddle::report {

/// For each event whether it belongs to the causal past. All do if there is no error or it belongs
/// to no actor.
std::vector<bool> causal_past(const core::Trace& trace);

}  // namespace heddle::report
