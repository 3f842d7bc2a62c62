#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <sstream>
#include <utility>

namespace heddle::cli {
namespace {

constexpr auto kLast = CLI::MultiOptionPolicy::TakeLast;

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

// A flag may be followed by true or false, as in the command lines that people bring from
// Concuerror: it is then joined with it, and the others are left to be words of their own.
std::vector<std::string> with_values_of_flags(const CLI::App& program,
                                              const std::vector<std::string>& words) {
  const CLI::App* command = &program;
  std::vector<std::string> joined;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    for (const CLI::App* below : command->get_subcommands({})) {
      if (below->get_name() == word) command = below;
    }
    const bool valued = i + 1 < words.size() && (words[i + 1] == "true" || words[i + 1] == "false");
    const CLI::Option* option =
        valued && word.starts_with('-') ? command->get_option_no_throw(word) : nullptr;
    if (option == nullptr || option->get_items_expected_max() != 0 ||
        option->get_lnames().empty()) {
      joined.push_back(word);
      continue;
    }
    joined.push_back(fmt::format("--{}={}", option->get_lnames().front(), words[++i]));
  }
  return joined;
}

}  // namespace

// ---- One argument

Argument& Argument::required() {
  option_->required();
  return *this;
}

Argument& Argument::one_of(std::initializer_list<const char*> choices) {
  option_->check(CLI::IsMember(choices));
  return *this;
}

Argument& Argument::between(int least, int most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Argument& Argument::between(std::uint64_t least, std::uint64_t most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Argument& Argument::between(double least, double most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Argument& Argument::between(double least, double most, std::string what) {
  option_->check(CLI::Validator(
      [least, most, what = std::move(what)](const std::string& text) {
        double number = 0;
        const bool valid =
            CLI::detail::lexical_cast(text, number) && number >= least && number <= most;
        return valid ? std::string() : fmt::format("{} is not {}", text, what);
      },
      ""));
  return *this;
}

Argument& Argument::from_one_or_infinity() {
  option_->transform(CLI::Validator(
      [](std::string& text) {
        if (text == "infinity" || text == "-1") {
          text = "0";
          return std::string();
        }
        double number = 0;
        const bool valid = CLI::detail::lexical_cast(text, number) && number >= 1 && number <= 1e18;
        return valid ? std::string() : fmt::format("{} is not a whole number from 1", text);
      },
      ""));
  return *this;
}

Argument& Argument::shows_default() {
  option_->capture_default_str();
  return *this;
}

Argument& Argument::last_wins() {
  option_->multi_option_policy(kLast);
  return *this;
}

Argument& Argument::one_at_a_time() {
  option_->allow_extra_args(false);
  return *this;
}

Argument& Argument::hidden() {
  option_->group("");
  return *this;
}

// ---- A command

CommandParser::CommandParser(const std::string& name, const std::string& text)
    : CommandParser(std::make_shared<CLI::App>(text, name)) {}

CommandParser::CommandParser(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {}

CommandParser CommandParser::add_command(const std::string& name, const std::string& text) {
  return CommandParser(std::shared_ptr<CLI::App>(app_, app_->add_subcommand(name, text)));
}

void CommandParser::needs_command() { app_->require_subcommand(1); }

template <ArgumentValue T>
Argument CommandParser::add_option(const std::string& names, T& value, const std::string& text) {
  return Argument(app_->add_option(names, value, text));
}

template Argument CommandParser::add_option(const std::string&, std::string&, const std::string&);
template Argument CommandParser::add_option(const std::string&, std::vector<std::string>&,
                                            const std::string&);
template Argument CommandParser::add_option(const std::string&, std::uint16_t&, const std::string&);
template Argument CommandParser::add_option(const std::string&, std::uint32_t&, const std::string&);
template Argument CommandParser::add_option(const std::string&, std::uint64_t&, const std::string&);
template Argument CommandParser::add_option(const std::string&, double&, const std::string&);
template Argument CommandParser::add_option(const std::string&, std::optional<std::uint64_t>&,
                                            const std::string&);
template Argument CommandParser::add_option(const std::string&, std::optional<double>&,
                                            const std::string&);

Argument CommandParser::add_flag(const std::string& names, bool& value, const std::string& text) {
  return Argument(app_->add_flag(names, value, text));
}

Argument CommandParser::add_flag(const std::string& names, std::function<void()> given,
                                 const std::string& text) {
  return Argument(app_->add_flag_callback(names, std::move(given), text));
}

Argument CommandParser::add_switch(const std::string& name, bool& value, const std::string& text) {
  return Argument(app_->add_option_function<std::vector<std::string>>(
                          name,
                          [&value, name](const std::vector<std::string>& given) {
                            const std::string word =
                                given.empty() || given.back().empty() ? "true" : given.back();
                            if (word != "true" && word != "false") {
                              throw CLI::ValidationError(
                                  name, fmt::format("{} is neither true nor false", word));
                            }
                            value = word == "true";
                          },
                          text)
                      ->expected(0, 1)
                      ->allow_extra_args(false)  // --name=false FILE: the file is no second value
                      ->type_name("BOOLEAN")
                      ->multi_option_policy(kLast));
}

Argument CommandParser::add_ignored(const std::string& names, std::function<void()> given,
                                    const std::string& text) {
  return Argument(
      app_->add_option_function<std::vector<std::string>>(
              names, [given = std::move(given)](const std::vector<std::string>&) { given(); }, text)
          ->expected(0, 1)
          ->allow_extra_args(false)
          ->multi_option_policy(kLast));
}

void CommandParser::add_version(const std::string& text) {
  app_->set_version_flag("--version", text);
}

Argument CommandParser::option(const std::string& name) { return Argument(app_->get_option(name)); }

void CommandParser::remove_option(const std::string& name) {
  app_->remove_option(app_->get_option(name));
}

void CommandParser::parse(const std::vector<std::string>& words) {
  try {
    std::vector<std::string> joined = with_values_of_flags(*app_, words);
    std::reverse(joined.begin(), joined.end());
    app_->parse(std::move(joined));
  } catch (const CLI::Success& request) {
    std::ostringstream text;
    app_->exit(request, text);
    throw HelpRequest(request.what(), text.str());
  } catch (const CLI::ParseError& error) {
    throw ArgumentError(error.what());
  }
}

bool CommandParser::parsed() const { return app_->parsed(); }

std::optional<CommandParser> CommandParser::given() const {
  const std::vector<CLI::App*> given = app_->get_subcommands();
  if (given.empty()) return std::nullopt;
  return CommandParser(std::shared_ptr<CLI::App>(app_, given.front()));
}

std::vector<std::string> CommandParser::unknown() const { return app_->remaining(); }

std::string CommandParser::name() const { return app_->get_name(); }

std::vector<CommandParser> CommandParser::commands() const {
  std::vector<CommandParser> below;
  for (CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; })) {
    below.push_back(CommandParser(std::shared_ptr<CLI::App>(app_, command)));
  }
  return below;
}

CommandHelp CommandParser::help() const {
  CommandHelp command;
  command.name = app_->get_name();
  command.path = path_of(*app_);
  command.text = app_->get_description();
  const auto shown = [](const CLI::Option* option) { return !option->get_group().empty(); };
  for (const CLI::Option* option : std::as_const(*app_).get_options(shown)) {
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
  for (const CommandParser& below : commands()) command.commands.push_back(below.help());
  return command;
}

}  // namespace heddle::cli
