// Which functions a trace pattern means.
#pragma once

#include <vector>

#include "beam/vm/machine.hpp"

namespace heddle::beam {

/// Of {Module, Function, Arity}, where '_' may stand for the last, or the last two: {M, F, A} each.
/// `local`: also those that are not exported. None if it is no such pattern.
std::vector<Term> functions_of_pattern(Machine& machine, Term pattern, bool local);
/// Whether [local] is among the options of a pattern.
bool is_local_pattern(Term options);

}  // namespace heddle::beam
