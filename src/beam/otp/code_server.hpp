// What loading shares with the code server.
#pragma once

#include <optional>
#include <string>

#include "beam/vm/machine.hpp"

namespace heddle::beam {

/// Of an atom, a string or a binary.
std::optional<std::string> text_of(Term name);
/// Whether the module belongs to kernel, stdlib or the compiler: it is not replaced then.
bool is_sticky(Machine& machine, Term module);

}  // namespace heddle::beam
