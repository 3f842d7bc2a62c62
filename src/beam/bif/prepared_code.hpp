// Code that is prepared and not loaded yet: what erlang:prepare_loading gives is the name of a cell
// (vm/cells.hpp) with its module and its bytes.
#pragma once

#include <span>
#include <string>

#include "beam/vm/machine.hpp"

namespace heddle::beam {

struct Prepared {
  Term name;
  std::string path;  // empty: nobody knows it
};

/// Makes all of them current, or none: ok, {Reason, Modules}, or none after raising.
Term finish_prepared(Machine& machine, std::span<const Prepared> all);

}  // namespace heddle::beam
