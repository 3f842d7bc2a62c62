// CodePath: where the .beam file of a module is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::beam {

class CodePath {
 public:
  explicit CodePath(std::vector<std::string> directories = {});
  std::optional<std::string> find(std::string_view module) const;

 private:
  std::vector<std::string> directories_;
};

}  // namespace heddle::beam
