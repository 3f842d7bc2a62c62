// Steps that do not end: a process that computes on and on without an operation that others could
// see.
//
// That is found by counting calls. Where a run is explored it is an error of the program: the
// process is marked, takes no other step and waits for nothing; the others go on.
#pragma once

#include "beam/vm/process.hpp"
#include "support/check.hpp"

namespace heddle::beam {

/// A step made more calls than it may. The text names the place and the remedy.
class StepLimit : public support::UserError {
 public:
  using UserError::UserError;
};

constexpr Word kEndless = 4;  // in State::flags, with those of process.hpp

inline bool is_endless(const Process& process) {
  return (process.state.flags & kEndless) != 0 && !process.dead();
}

/// After a StepLimit.
inline void give_up(Process& process) {
  process.state.pending = Pending::kDone;
  process.state.flags |= kEndless;
}

}  // namespace heddle::beam
