// heddle.hrl and soter.hrl for the compiler.
#pragma once

#include <string>

namespace heddle::cli {

/// Writes the headers into the folder, for -I. Throws UserError.
void write_erlang_headers(const std::string& folder);

}  // namespace heddle::cli
