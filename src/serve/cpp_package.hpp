// Where the headers and libraries for C++ tests are: beside the program, if it is installed, or in
// the build folder that it was built in.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::serve {

struct CppPackage {
  std::string include;
  std::string libraries;

  /// The words that compile `source` to `program`.
  std::vector<std::string> compiler_words(const std::string& compiler, const std::string& source,
                                          const std::string& program) const;
};

/// `program`: the path of heddle.
std::optional<CppPackage> find_cpp_package(const std::string& program);

}  // namespace heddle::serve
