#include "serve/compilers.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace heddle::serve {
namespace {

namespace fs = std::filesystem;

// home/x/bin and home/x, but neither home nor anything above it.
void add(const fs::path& folder, const fs::path& home, std::vector<std::string>& out) {
  const std::string text = folder.string();
  const std::string above = home.string() + "/";
  const bool too_much = text.size() < 2 || above.starts_with(text + "/");
  if (!too_much && std::find(out.begin(), out.end(), text) == out.end()) out.push_back(text);
}

}  // namespace

std::vector<std::string> compiler_folders(const std::string& path, const std::string& home) {
  std::vector<std::string> out;
  for (const char* name : {"erl", "erlc", "elixir", "elixirc"}) {
    std::istringstream folders(path);
    for (std::string folder; std::getline(folders, folder, ':');) {
      std::error_code failed;
      const fs::path found = fs::path(folder) / name;
      if (folder.empty() || !fs::is_regular_file(found, failed)) continue;
      // The program itself may be elsewhere than its name: PREFIX/bin/erl is a link into
      // PREFIX/lib/erlang/bin, and a shim starts what is beside its folder.
      for (const fs::path& at : {found, fs::canonical(found, failed)}) {
        add(at.parent_path(), home, out);
        add(at.parent_path().parent_path(), home, out);
      }
      break;
    }
  }
  return out;
}

}  // namespace heddle::serve
