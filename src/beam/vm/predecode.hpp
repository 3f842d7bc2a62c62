// From the instructions of a .beam file to those of the interpreter.
#pragma once

#include "beam/vm/code.hpp"

namespace heddle::beam {

/// Fills in the code of `module` from its file. `code` gives exports and natives their addresses.
void predecode(Module& module, CodeBase& code);

}  // namespace heddle::beam
