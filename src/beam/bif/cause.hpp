// Errors with a cause, which OTP's erl_erts_errors, erl_stdlib_errors and erl_kernel_errors explain
// to readers of a trace.
#pragma once

#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {

inline Term badarg_because(Machine& machine, const char* cause) {
  return machine.error(atoms::badarg, intern(cause));
}

}  // namespace heddle::beam
