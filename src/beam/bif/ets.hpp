// What the natives of ets have in common.
#pragma once

#include "beam/vm/machine.hpp"

namespace heddle::beam {

enum class Access : std::uint8_t { kRead, kWrite };

/// The table that the current process may use so; null after raising if there is none, or it may
/// not.
EtsTable* table_for(Machine& machine, Term id_or_name, Access access);

}  // namespace heddle::beam
