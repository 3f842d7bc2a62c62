// All native functions, by module: one file each in this folder.
#pragma once

#include <span>
#include <vector>

#include "beam/vm/native.hpp"

namespace heddle::beam {

/// Every native function there is.
const std::vector<Native>& natives();

std::span<const Native> erlang_arithmetic();
std::span<const Native> erlang_terms();
std::span<const Native> erlang_modules();
std::span<const Native> erlang_processes();

}  // namespace heddle::beam
