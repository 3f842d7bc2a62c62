// Free variables of a program in normal form.
#pragma once

#include "abstraction/core_erlang/normal_form.hpp"

namespace heddle::abstraction {

/// Fills in Node::free, and forgets bound variables that nobody uses: they need no address.
void find_free_variables(Code& code);

}  // namespace heddle::abstraction
