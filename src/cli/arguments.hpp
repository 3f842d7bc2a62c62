// What a command line may say: commands, options, flags and positional arguments, and where their
// values go. CLI11 does the work behind this header; only arguments.cpp includes it, because a file
// that does takes seconds longer to compile.
//
//   CommandParser heddle("heddle", "Heddle explores ...");
//   CommandParser graph = heddle.add_command("graph", "draw a recorded run");
//   graph.add_option("trace", file, "a trace file").required();  // without dashes: positional
//   graph.add_option("--format,-f", format, "how").one_of({"dot", "svg"}).shows_default();
//   heddle.parse({"graph", "x.json", "-f", "svg"});  // graph.parsed(), file == "x.json"
//
// The variables named here must live until `parse` has returned.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cli/command_help.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace heddle::cli {

/// What the value of an option may be stored in.
template <typename T>
concept ArgumentValue =
    std::is_same_v<T, std::string> || std::is_same_v<T, std::vector<std::string>> ||
    std::is_same_v<T, std::uint16_t> || std::is_same_v<T, std::uint32_t> ||
    std::is_same_v<T, std::uint64_t> || std::is_same_v<T, double> ||
    std::is_same_v<T, std::optional<std::uint64_t>> || std::is_same_v<T, std::optional<double>>;

/// The words are not as described; what() says what is wrong with them.
class ArgumentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// --help or --version was given.
class HelpRequest : public ArgumentError {
 public:
  HelpRequest(const std::string& what, std::string text)
      : ArgumentError(what), text_(std::move(text)) {}
  /// What was asked for.
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// An option, a flag or a positional argument that was added to a command; as long as that lives.
class Argument {
 public:
  Argument& required();
  Argument& one_of(std::initializer_list<const char*> choices);
  /// A number from `least` to `most`, which `--help` says.
  Argument& between(int least, int most);
  Argument& between(std::uint64_t least, std::uint64_t most);
  Argument& between(double least, double most);
  /// `--help` does not say it; the message for another value says that it is not `what`.
  Argument& between(double least, double most, std::string what);
  /// A whole number from 1; infinity, which is written -1 as well, is stored as 0.
  Argument& from_one_or_infinity();
  /// `--help` says the value that the variable has now.
  Argument& shows_default();
  /// It may be given several times; if not said of an option with one value, that is an error.
  Argument& last_wins();
  /// Of several values each needs the name in front; if not, words up to the next option are taken.
  Argument& one_at_a_time();
  /// Neither `--help` nor the completions show it.
  Argument& hidden();

 private:
  friend class CommandParser;
  explicit Argument(CLI::Option* option) : option_(option) {}

  CLI::Option* option_;
};

/// A command with what it takes, or the program itself. Copies are the same command.
class CommandParser {
 public:
  /// The program; the text heads its help.
  explicit CommandParser(const std::string& name, const std::string& text = "");

  CommandParser add_command(const std::string& name, const std::string& text);
  /// One of the commands below must be given, and only one.
  void needs_command();

  /// `names`: "--jobs,-j", or one without dashes for a positional argument.
  template <ArgumentValue T>
  Argument add_option(const std::string& names, T& value, const std::string& text = "");
  Argument add_flag(const std::string& names, bool& value, const std::string& text);
  Argument add_flag(const std::string& names, std::function<void()> given, const std::string& text);
  /// --name, --name true, --name=false; the last one wins.
  Argument add_switch(const std::string& name, bool& value, const std::string& text);
  /// Calls `given` for an option with or without a value, whatever that is.
  Argument add_ignored(const std::string& names, std::function<void()> given,
                       const std::string& text);
  /// --version prints `text`.
  void add_version(const std::string& text);

  /// An option that was added before.
  Argument option(const std::string& name);
  void remove_option(const std::string& name);

  /// Of the program: stores what the words say, those after the program's name. Throws
  /// ArgumentError.
  void parse(const std::vector<std::string>& words);
  /// Whether `parse` came to this command, even if it threw later.
  bool parsed() const;
  /// The command below that was given, if one was; after a mere `--` there is none.
  std::optional<CommandParser> given() const;
  /// The words that `parse` did not know.
  std::vector<std::string> unknown() const;

  std::string name() const;
  /// Those below it, as they were added.
  std::vector<CommandParser> commands() const;
  CommandHelp help() const;

 private:
  explicit CommandParser(std::shared_ptr<CLI::App> app);

  std::shared_ptr<CLI::App> app_;  // keeps the whole program
};

}  // namespace heddle::cli
