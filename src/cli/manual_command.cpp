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

Command add_completions(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completions", "a script that completes words in a shell");
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  return [shell, &app] {
    std::cout << completions(*shell, help_of(app));
    return 0;
  };
}

Command add_manual(CLI::App& app) {
  app.add_subcommand("manual", "the manual page heddle(1), for `heddle manual | man -l -`");
  return [&app] {
    std::cout << manual_page(help_of(app));
    return 0;
  };
}

}  // namespace heddle::cli
