// Erlang text as Core Erlang, for tests of the abstraction.
#pragma once

#include <string>

#include "abstraction/program.hpp"

namespace heddle::tests {

/// What `erlc +to_core -DSOTER` makes of it; heddle.hrl and soter.hrl are found.
std::string core_of(const std::string& module, const std::string& erlang);
std::string core_of_file(const std::string& file);

/// The program that starts with main/0 of the only module.
abstraction::Program program_of(const std::string& module, const std::string& erlang);

bool has_erlc();

}  // namespace heddle::tests
