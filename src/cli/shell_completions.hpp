// Scripts that make a shell complete the commands, options and values of heddle, one file a shell.
// Each works on what it is given and needs no program at the time of completion.
#pragma once

#include <string>

#include "cli/command_help.hpp"

namespace heddle::cli {

std::string bash_completions(const CommandHelp& heddle);
std::string zsh_completions(const CommandHelp& heddle);
std::string fish_completions(const CommandHelp& heddle);

}  // namespace heddle::cli
