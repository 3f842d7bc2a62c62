// Purging: the end of a module's old code, and of those who run it.
#pragma once

#include "beam/vm/machine.hpp"

namespace heddle::beam {

/// Kills the processes that run old code of the module, or return into it. Whether there were any.
bool purge_old_code(Machine& machine, Term module);

}  // namespace heddle::beam
