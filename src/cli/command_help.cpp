#include "cli/command_help.hpp"

#include <algorithm>

namespace heddle::cli {

std::vector<const CommandHelp*> with_all_below(const CommandHelp& command) {
  std::vector<const CommandHelp*> all = {&command};
  for (const CommandHelp& below : command.commands) {
    const auto more = with_all_below(below);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::string identifier(const CommandHelp& command) {
  std::string name = command.path;
  std::ranges::replace_if(
      name, [](char c) { return c == ' ' || c == '-'; }, '_');
  return name;
}

}  // namespace heddle::cli
