// Where the repository is, so that a test finds its data files from any working directory. Only
// source_dir.cpp is compiled with the path: the objects of all other tests are the same in every
// clone, and ccache has them.
#pragma once

#include <string>

namespace heddle::tests {

/// A path below the repository, absolute.
std::string source_path(const std::string& below);

}  // namespace heddle::tests
