// heddle explore PROGRAM: explores a toy program and reports what it found.
#include "cli/commands.hpp"
#include "cli/search.hpp"
#include "cli/toy_program.hpp"
#include "dist/checkpoint.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

int explore_program(const ExploreArguments& given) {
  ExploreArguments arguments = given;
  if (arguments.program.empty()) {
    if (arguments.resume.empty()) {
      throw support::UserError(
          "explore needs a program: a .toy file or a name from 'heddle programs'");
    }
    arguments.program = dist::read_checkpoint(arguments.resume).program;
  }
  return search(arguments,
                load_toy(arguments.program, {.allow_deadlock = arguments.allow_deadlock}));
}

}  // namespace

Command add_explore(CommandParser& heddle) {
  auto arguments = std::make_shared<ExploreArguments>();
  CommandParser command = heddle.add_command(
      "explore", "explore a program of the toy language: all interleavings that can matter");
  add_options(command, *arguments);
  return [arguments] { return explore_program(*arguments); };
}

}  // namespace heddle::cli
