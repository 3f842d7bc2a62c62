// One function a command, each with one call of zsh's own _arguments.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "cli/shell_completions.hpp"

namespace heddle::cli {
namespace {

// Within single quotes; `special` is what means something to who reads the text.
std::string escaped(const std::string& text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (c == '\n') {
      out += ' ';
    } else {
      if (special.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

constexpr std::string_view kForArguments = "[]:\\";
constexpr std::string_view kForDescribe = ":\\";

std::string action(const ArgumentHelp& argument) {
  switch (argument.kind) {
    case ValueKind::kChoice:
      return fmt::format("({})", fmt::join(argument.choices, " "));
    case ValueKind::kText:
      return "_files";
    default:
      return " ";  // a message, and nothing to choose from
  }
}

std::string of_option(const ArgumentHelp& option) {
  std::string value;
  if (option.kind != ValueKind::kNone) {
    value = fmt::format("{}:value:{}", option.optional ? ":" : "", action(option));
  }
  std::string lines;
  for (const std::string& name : option.names) {
    // A long option may also have its value behind '='.
    const char* const joined = option.kind != ValueKind::kNone && name.starts_with("--") ? "=" : "";
    lines += fmt::format("    '*{}{}[{}]{}' \\\n", name, joined,
                         escaped(option.text, kForArguments), value);
  }
  return lines;
}

std::string of_positional(const ArgumentHelp& positional) {
  return fmt::format("    '{}:{}:{}' \\\n", positional.repeatable ? "*" : ":",
                     escaped(positional.names.front(), kForArguments), action(positional));
}

std::string function_of(const CommandHelp& command) {
  std::string arguments;
  for (const ArgumentHelp& option : command.options) arguments += of_option(option);
  if (command.commands.empty()) {
    for (const ArgumentHelp& positional : command.positionals) {
      arguments += of_positional(positional);
    }
    return fmt::format("_{}() {{\n  _arguments \\\n{}    && return\n}}\n", identifier(command),
                       arguments);
  }
  std::string described;
  std::string cases;
  for (const CommandHelp& below : command.commands) {
    described += fmt::format("    '{}:{}'\n", below.name, escaped(below.text, kForDescribe));
    cases += fmt::format("        {}) _{} ;;\n", below.name, identifier(below));
  }
  return fmt::format(
      "_{0}() {{\n"
      "  local curcontext=$curcontext state line\n"
      "  typeset -A opt_args\n"
      "  local -a commands=(\n{1}  )\n"
      "  _arguments -C \\\n{2}    ': :->command' '*:: :->rest' && return\n"
      "  case $state in\n"
      "    command) _describe -t commands command commands ;;\n"
      "    rest)\n"
      "      case $line[1] in\n{3}      esac ;;\n"
      "  esac\n}}\n",
      identifier(command), described, arguments, cases);
}

}  // namespace

std::string zsh_completions(const CommandHelp& heddle) {
  std::string script =
      "#compdef heddle\n# Completion of heddle in zsh, made by `heddle completions zsh`.\n";
  for (const CommandHelp* command : with_all_below(heddle)) script += function_of(*command);
  // Found on the fpath, this file is the body of the function _heddle; with `source` it is not.
  script +=
      "if [[ ${funcstack[1]} == _heddle ]]; then\n  _heddle \"$@\"\nelse\n  compdef _heddle "
      "heddle\nfi\n";
  return script;
}

}  // namespace heddle::cli
