// The names in a folder.
#pragma once

#include <string>
#include <vector>

namespace heddle::support {

/// In no order, without . and ..; none if it is no folder or cannot be read.
std::vector<std::string> names_in(const std::string& folder);

}  // namespace heddle::support
