// Virtual time in the units of Erlang.
#pragma once

#include <optional>

#include "beam/vm/machine.hpp"

namespace heddle::beam {

/// When every run begins: 2024-01-01 00:00:00 UTC, in seconds since 1970.
inline constexpr std::int64_t kStartOfTime = 1'704'067'200;

/// How many make a second; nothing if it is not a unit. `native` is nanoseconds.
std::optional<std::int64_t> parts_per_second(Term unit);
/// Milliseconds in that unit.
Term in_unit(Heap& heap, std::int64_t milliseconds, std::int64_t parts_per_second);
/// Milliseconds since 1970.
inline std::int64_t system_milliseconds(const Machine& machine) {
  return kStartOfTime * 1000 + static_cast<std::int64_t>(machine.now());
}

}  // namespace heddle::beam
