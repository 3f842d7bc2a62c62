#include "beam/loader/code_path.hpp"

#include <filesystem>

namespace heddle::beam {

CodePath::CodePath(std::vector<std::string> directories) : directories_(std::move(directories)) {
  std::error_code ignored;
  for (const char* root : {"/usr/lib/erlang/lib", "/usr/lib/elixir/lib"}) {
    for (const auto& entry : std::filesystem::directory_iterator(root, ignored)) {
      directories_.push_back(entry.path().string() + "/ebin");
    }
  }
}

std::optional<std::string> CodePath::find(std::string_view module) const {
  for (const std::string& directory : directories_) {
    std::string path = directory + "/" + std::string(module) + ".beam";
    if (std::filesystem::exists(path)) return path;
  }
  return std::nullopt;
}

}  // namespace heddle::beam
