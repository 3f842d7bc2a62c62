// heddle programs [NAME]: lists the built-in programs, or shows the text of one.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/toy_program.hpp"

namespace heddle::cli {

Command add_programs(CommandParser& heddle) {
  auto name = std::make_shared<std::string>();
  CommandParser command =
      heddle.add_command("programs", "list the built-in programs, or show the text of one");
  command.add_option("name", *name, "the program to show, e.g. bank");
  return [name] {
    if (!name->empty()) {
      std::cout << toy::print(*toy_source(*name));
      return 0;
    }
    for (const toy::BuiltinInfo& info : toy::builtins()) {
      std::cout << fmt::format("{:<22} {}\n", info.takes_size ? info.name + "(N)" : info.name,
                               info.description);
    }
    return 0;
  };
}

}  // namespace heddle::cli
