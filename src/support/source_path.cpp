#include "support/source_path.hpp"

#include <filesystem>

namespace heddle::support {

std::string below(const std::string& root, const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error) return file;
  const fs::path folder = fs::canonical(root.empty() ? "." : root, error);
  if (error) return file;
  const fs::path relative = real.lexically_relative(folder);
  if (relative.empty() || *relative.begin() == "..") return file;
  return relative.string();
}

}  // namespace heddle::support
