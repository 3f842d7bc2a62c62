// What `--help` knows of a command, as data: the completions and the manual page are made of it, so
// that neither can name an option that the program does not have, nor miss one.
//
//   const CommandHelp help = heddle.help();  // a CommandParser
//   for (const CommandHelp* command : with_all_below(help)) ... command->path ...
//
// Hidden options are left out, as `--help` leaves them out.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

enum class ValueKind {
  kNone,    // a flag
  kNumber,  // nothing to complete
  kChoice,  // one of `choices`
  kText     // may be the name of a file
};

struct ArgumentHelp {
  std::vector<std::string> names;  // "--jobs", "-j"; a positional argument has its one name
  ValueKind kind = ValueKind::kNone;
  bool optional = false;  // the value of the option, or the positional argument itself
  bool repeatable = false;
  std::vector<std::string> choices;
  std::string text;
  std::string preset;  // what holds if it is not given; may be empty
};

struct CommandHelp {
  std::string path;  // "heddle check"
  std::string name;  // "check"
  std::string text;
  std::vector<ArgumentHelp> options;
  std::vector<ArgumentHelp> positionals;
  std::vector<CommandHelp> commands;
};

/// The command itself, then those below it in the order of `--help`.
std::vector<const CommandHelp*> with_all_below(const CommandHelp& command);

/// The path without spaces, for names in scripts: "heddle_check".
std::string identifier(const CommandHelp& command);

}  // namespace heddle::cli
