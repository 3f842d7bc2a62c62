// The races of a trace: pairs of its steps that might also have come in the other order.
//
// Two steps of different actors race if they touch a common location in conflicting ways, one
// happens before the other, nothing else is between them in happens-before, and the later one does
// not need the earlier one (a message its receive, a process its creation). Conflicts that matter
// only if somebody looks (core/footprint.hpp, observers) are races if somebody did: only then the
// clocks order them. Two acquisitions of a lock race although a release is between them; so does
// one that is still waited for with the one that keeps it waiting.
//
// A trace does not tell which values a step that awaits one accepts. Its race with the write before
// it is taken for a need, and not listed.
//
// Cost: each step walks back through the steps at its locations until everything that happens
// before it is accounted for.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/trace.hpp"

namespace heddle::report {

struct Race {
  std::size_t first = 0;   // an event of the trace
  std::size_t second = 0;  // a later event; if `waits`, one of `Trace::blocked`
  bool waits = false;
  std::string location;  // where they meet, by name
  bool operator==(const Race&) const = default;
};

/// By the second step, then from the latest to the earliest first one; those that wait last.
std::vector<Race> races(const core::Trace& trace);

}  // namespace heddle::report
