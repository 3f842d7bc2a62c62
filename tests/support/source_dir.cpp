#include "tests/support/source_dir.hpp"

namespace heddle::tests {

std::string source_path(const std::string& below) { return HEDDLE_SOURCE_DIR "/" + below; }

}  // namespace heddle::tests
