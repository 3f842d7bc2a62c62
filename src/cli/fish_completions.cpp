// One line an option, each with the condition that its command is what has been typed so far.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell_completions.hpp"

namespace heddle::cli {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}

std::string begin_of(const CommandHelp& command) {
  return fmt::format("complete -c heddle -n 'test (__heddle_path) = \"{}\"'", command.path);
}

// -r: a value is needed, and may be a file; -x: a value that is no file.
std::string value_of(const ArgumentHelp& option) {
  switch (option.kind) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kNumber:
      return " -x";
    case ValueKind::kText:
      return " -r -F";
    case ValueKind::kChoice:
      return fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
  }
  return "";
}

std::string of_option(const CommandHelp& command, const ArgumentHelp& option) {
  std::string names;
  for (const std::string& name : option.names) {
    names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  return fmt::format("{}{}{} -d {}\n", begin_of(command), names, value_of(option),
                     quoted(option.text));
}

std::string of_command(const CommandHelp& command) {
  std::string lines;
  bool files = false;
  for (const CommandHelp& below : command.commands) {
    lines += fmt::format("{} -a {} -d {}\n", begin_of(command), below.name, quoted(below.text));
  }
  for (const ArgumentHelp& positional : command.positionals) {
    if (positional.kind == ValueKind::kChoice) {
      lines += fmt::format("{} -a '{}'\n", begin_of(command), fmt::join(positional.choices, " "));
    }
    files = files || positional.kind == ValueKind::kText;
  }
  if (!files) lines = begin_of(command) + " -f\n" + lines;
  for (const ArgumentHelp& option : command.options) lines += of_option(command, option);
  return lines;
}

}  // namespace

std::string fish_completions(const CommandHelp& heddle) {
  std::string paths;
  std::string lines;
  for (const CommandHelp* command : with_all_below(heddle)) {
    paths += fmt::format(" '{}'", command->path);
    lines += of_command(*command);
  }
  return fmt::format(
      "# Completion of heddle in fish, made by `heddle completions fish`.\n"
      "function __heddle_path\n"
      "    set -l path heddle\n"
      "    for word in (commandline -opc)[2..-1]\n"
      "        string match -q -- '-*' $word; and continue\n"
      "        contains -- \"$path $word\"{}; or break\n"
      "        set path \"$path $word\"\n"
      "    end\n"
      "    echo $path\n"
      "end\n{}",
      paths, lines);
}

}  // namespace heddle::cli
