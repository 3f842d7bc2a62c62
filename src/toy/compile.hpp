// From the tree to flat code; resolves every name on the way.
#pragma once

#include <memory>

#include "toy/code.hpp"

namespace heddle::toy {

/// Throws support::UserError `file:line:column: what; remedy` if a name or a number of arguments is
/// wrong.
std::shared_ptr<const Code> compile(std::shared_ptr<const Source> source);

}  // namespace heddle::toy
