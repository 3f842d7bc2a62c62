// Which functions a trace pattern means.
#pragma once

#include <vector>

#include "beam/vm/machine.hpp"

namespace heddle::beam {

/// Of {Module, Function, Arity}, where '_' may stand for the last, or the last two: {M, F, A} each.
/// `local`: also those that are not exported. None if it is no such pattern.
std::vector<Term> functions_of_pattern(Machine& machine, Term pattern, bool local);
/// Whether a pattern with these options is about all calls, not only those from outside.
bool is_local_pattern(Term options);
/// Stops the run: whoever asks for a trace wants something that is not there.
[[noreturn]] void refuse_trace(Machine& machine, std::string_view what);

}  // namespace heddle::beam
