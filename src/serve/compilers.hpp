// Where the compilers are that a run may start: often below the user's home, put there by kerl or
// asdf.
#pragma once

#include <string>
#include <vector>

namespace heddle::serve {

/// The folders that erl, erlc, elixir and elixirc of this PATH need, besides those of the system.
/// Never `home` itself, nor one above it.
std::vector<std::string> compiler_folders(const std::string& path, const std::string& home);

}  // namespace heddle::serve
