// One schedule of an Erlang function, outside of any exploration.
#pragma once

#include <cstdint>
#include <optional>

#include "beam/vm/machine.hpp"

namespace heddle::cli {

struct RunOnceOptions {
  std::optional<std::uint64_t> seed = {};  // of a random schedule; by turns, if not given
  std::uint64_t steps = 100'000'000;       // the most
};

/// Runs the machine until `main` has exited, or nobody can go on. Throws UserError when there is no
/// end.
void run_once(beam::Machine& machine, const beam::Process& main, const RunOnceOptions& options);

}  // namespace heddle::cli
