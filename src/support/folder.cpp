// POSIX calls: the iterator of <filesystem> takes the path of each entry apart, which costs more
// than reading it.
#include "support/folder.hpp"

#include <dirent.h>

#include <memory>
#include <string_view>

namespace heddle::support {

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  if (open == nullptr) return names;
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

}  // namespace heddle::support
