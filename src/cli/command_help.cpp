#include "cli/command_help.hpp"

#include <algorithm>

namespace heddle::cli {
namespace {

// The type name of an option with IsMember ends with ":{auto,always,never}".
std::vector<std::string> choices_in(const std::string& type) {
  const std::size_t open = type.find(":{");
  const std::size_t close = type.find('}', open);
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 2, close - open - 2), ',');
}

ArgumentHelp help_of(const CLI::Option& option) {
  ArgumentHelp help;
  help.text = option.get_description();
  help.preset = option.get_default_str();
  const std::string type = option.get_type_name();
  help.choices = choices_in(type);
  const bool is_number = type.starts_with("UINT") || type.starts_with("INT") ||
                         type.starts_with("FLOAT") || type.starts_with("NUMBER");
  if (option.get_items_expected_max() == 0) {
    help.kind = ValueKind::kNone;
  } else if (type == "BOOLEAN") {
    help.kind = ValueKind::kChoice;
    help.choices = {"true", "false"};
  } else if (!help.choices.empty()) {
    help.kind = ValueKind::kChoice;
  } else {
    help.kind = is_number ? ValueKind::kNumber : ValueKind::kText;
  }
  help.repeatable = option.get_items_expected_max() > 1;
  return help;
}

std::string path_of(const CLI::App& app) {
  const CLI::App* const parent = app.get_parent();
  return parent == nullptr ? app.get_name() : path_of(*parent) + " " + app.get_name();
}

}  // namespace

CommandHelp help_of(const CLI::App& app) {
  CommandHelp command;
  command.name = app.get_name();
  command.path = path_of(app);
  command.text = app.get_description();
  const auto shown = [](const CLI::Option* option) { return !option->get_group().empty(); };
  for (const CLI::Option* option : app.get_options(shown)) {
    ArgumentHelp help = help_of(*option);
    for (const std::string& name : option->get_lnames()) help.names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) help.names.push_back("-" + name);
    if (!help.names.empty()) {
      help.optional = option->get_items_expected_min() == 0;
      command.options.push_back(help);
    }
    if (option->get_positional()) {
      help.names = {option->get_name(true)};
      help.optional = !option->get_required();
      command.positionals.push_back(std::move(help));
    }
  }
  const auto offered = [](const CLI::App* below) { return !below->get_group().empty(); };
  for (const CLI::App* below : app.get_subcommands(offered)) {
    command.commands.push_back(help_of(*below));
  }
  return command;
}

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
