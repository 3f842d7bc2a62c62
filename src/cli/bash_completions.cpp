// One function, with a table of what may follow a command and one of what may follow an option. It
// needs nothing of the package bash-completion. Bash takes '=' for a word of its own.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell_completions.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kBegin = R"(# Completion of heddle in bash, made by `heddle completions bash`.
_heddle() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  if [[ $word == '=' ]]; then
    word=
  elif [[ $before == '=' ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  local path=heddle commands words options files i
  _heddle_command
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} == -* ]] && continue
    [[ " $commands " == *" ${COMP_WORDS[i]} "* ]] || break
    path+=" ${COMP_WORDS[i]}"
    _heddle_command
  done
  COMPREPLY=()
  local value=none choices=
  _heddle_value
  case $value in
    choice) mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word"); return ;;
    number) return ;;
    text) files=yes ;;
    *)
      if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
        return
      fi
      mapfile -t COMPREPLY < <(compgen -W "$commands $words" -- "$word")
      ;;
  esac
  if [[ $files == yes ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$word")
  fi
}
)";

std::string pattern(const CommandHelp& command, const ArgumentHelp& option) {
  std::string text;
  for (const std::string& name : option.names) {
    text += fmt::format("{}'{} {}'", text.empty() ? "" : "|", command.path, name);
  }
  return text;
}

// The commands below it, the words that may be its positional arguments, and whether files may.
std::string of_command(const CommandHelp& command) {
  std::vector<std::string> options;
  for (const ArgumentHelp& option : command.options) {
    options.insert(options.end(), option.names.begin(), option.names.end());
  }
  std::vector<std::string> commands;
  for (const CommandHelp& below : command.commands) commands.push_back(below.name);
  std::vector<std::string> words;
  bool files = false;
  for (const ArgumentHelp& positional : command.positionals) {
    words.insert(words.end(), positional.choices.begin(), positional.choices.end());
    files = files || positional.kind == ValueKind::kText;
  }
  return fmt::format("    '{}') commands='{}' words='{}' options='{}' files={} ;;\n", command.path,
                     fmt::join(commands, " "), fmt::join(words, " "), fmt::join(options, " "),
                     files ? "yes" : "no");
}

std::string of_option(const CommandHelp& command, const ArgumentHelp& option) {
  switch (option.kind) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kNumber:
      return fmt::format("    {}) value=number ;;\n", pattern(command, option));
    case ValueKind::kText:
      return fmt::format("    {}) value=text ;;\n", pattern(command, option));
    case ValueKind::kChoice:
      return fmt::format("    {}) value=choice choices='{}' ;;\n", pattern(command, option),
                         fmt::join(option.choices, " "));
  }
  return "";
}

}  // namespace

std::string bash_completions(const CommandHelp& heddle) {
  std::string commands;
  std::string options;
  for (const CommandHelp* command : with_all_below(heddle)) {
    commands += of_command(*command);
    for (const ArgumentHelp& option : command->options) options += of_option(*command, option);
  }
  return fmt::format(
      "{}_heddle_command() {{\n  case $path in\n{}  esac\n}}\n"
      "_heddle_value() {{\n  case \"$path $before\" in\n{}  esac\n}}\n"
      "complete -F _heddle heddle\n",
      kBegin, commands, options);
}

}  // namespace heddle::cli
