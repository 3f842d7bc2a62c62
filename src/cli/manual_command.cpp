// heddle completions SHELL, heddle manual: what the packages install for shells and for man.
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/manual_page.hpp"
#include "cli/shell_completions.hpp"

namespace heddle::cli {
namespace {

std::string completions(const std::string& shell, const CommandHelp& heddle) {
  if (shell == "bash") return bash_completions(heddle);
  if (shell == "zsh") return zsh_completions(heddle);
  return fish_completions(heddle);
}

}  // namespace

Command add_completions(CommandParser& heddle) {
  auto shell = std::make_shared<std::string>();
  CommandParser command =
      heddle.add_command("completions", "a script that completes words in a shell");
  command.add_option("shell", *shell, "bash, zsh or fish")
      .required()
      .one_of({"bash", "zsh", "fish"});
  return [shell, heddle] {
    std::cout << completions(*shell, heddle.help());
    return 0;
  };
}

Command add_manual(CommandParser& heddle) {
  heddle.add_command("manual", "the manual page heddle(1), for `heddle manual | man -l -`");
  return [heddle] {
    std::cout << manual_page(heddle.help());
    return 0;
  };
}

}  // namespace heddle::cli
