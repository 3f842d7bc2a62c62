// How a source file is called in a repository, whatever its compiler was told.
#pragma once

#include <string>

namespace heddle::support {

/// `file` relative to the folder `root` if it is there and below it, links resolved (rebar3
/// compiles through links); else as it is. A relative `file` is one of the current folder.
std::string below(const std::string& root, const std::string& file);

}  // namespace heddle::support
