// What the completions and the manual page are made of, on a program with all that a
// CommandParser describes: commands below commands, flags, values of each kind, and what is hidden.
#include "cli/command_help.hpp"

#include <gtest/gtest.h>

#include "cli/arguments.hpp"
#include "cli/manual_page.hpp"
#include "cli/shell_completions.hpp"

namespace heddle::cli {
namespace {

struct Sample {
  CommandParser heddle{"heddle", "A tool.\nExit codes: 0 and 1."};
  std::string text;
  std::uint32_t number = 0;
  bool flag = false;
  std::vector<std::string> many;
  CommandHelp help;

  Sample() {
    CommandParser queue = heddle.add_command("queue", "a server; it's [private]: yours");
    CommandParser start = queue.add_command("start", "start it");
    start.add_option("folder", text, "where").required();
    start.add_option("--port,-p", number, "which port").shows_default();
    start.add_flag("--quiet,-q", flag, "say nothing");
    start.add_option("--speed", text, "how fast").one_of({"slow", "fast"});
    start.add_ignored(
        "--log", [] {}, "a file");
    start.add_option("--hidden", text, "not for users").hidden();
    CommandParser stop = queue.add_command("stop", "stop it");
    stop.add_option("folders", many, "which ones");
    help = heddle.help();
  }
};

const ArgumentHelp* find(const CommandHelp& command, const std::string& name) {
  for (const ArgumentHelp& option : command.options) {
    if (option.names.front() == name) return &option;
  }
  return nullptr;
}

TEST(CommandHelp, CommandsBelowCommands) {
  const Sample sample;
  std::vector<std::string> paths;
  for (const CommandHelp* command : with_all_below(sample.help)) paths.push_back(command->path);
  EXPECT_EQ(paths, (std::vector<std::string>{"heddle", "heddle queue", "heddle queue start",
                                             "heddle queue stop"}));
  EXPECT_EQ(identifier(sample.help.commands.at(0).commands.at(1)), "heddle_queue_stop");
}

TEST(CommandHelp, OptionsWithTheirKinds) {
  const Sample sample;
  const CommandHelp& start = sample.help.commands.at(0).commands.at(0);
  EXPECT_EQ(start.options.size(), 5U);  // --help and four of its own
  const ArgumentHelp* const port = find(start, "--port");
  ASSERT_NE(port, nullptr);
  EXPECT_EQ(port->names, (std::vector<std::string>{"--port", "-p"}));
  EXPECT_EQ(port->kind, ValueKind::kNumber);
  EXPECT_EQ(port->preset, "0");
  ASSERT_NE(find(start, "--quiet"), nullptr);
  EXPECT_EQ(find(start, "--quiet")->kind, ValueKind::kNone);
  ASSERT_NE(find(start, "--speed"), nullptr);
  EXPECT_EQ(find(start, "--speed")->kind, ValueKind::kChoice);
  EXPECT_EQ(find(start, "--speed")->choices, (std::vector<std::string>{"slow", "fast"}));
  ASSERT_NE(find(start, "--log"), nullptr);
  EXPECT_EQ(find(start, "--log")->kind, ValueKind::kText);
  EXPECT_TRUE(find(start, "--log")->optional);
}

TEST(CommandHelp, PositionalArguments) {
  const Sample sample;
  const CommandHelp& queue = sample.help.commands.at(0);
  ASSERT_EQ(queue.commands.at(0).positionals.size(), 1U);
  EXPECT_EQ(queue.commands.at(0).positionals.front().names.front(), "folder");
  EXPECT_FALSE(queue.commands.at(0).positionals.front().optional);
  ASSERT_EQ(queue.commands.at(1).positionals.size(), 1U);
  EXPECT_TRUE(queue.commands.at(1).positionals.front().optional);
  EXPECT_TRUE(queue.commands.at(1).positionals.front().repeatable);
}

TEST(CommandHelp, WhatIsHiddenIsInNoText) {
  const Sample sample;
  for (const std::string& text : {bash_completions(sample.help), zsh_completions(sample.help),
                                  fish_completions(sample.help), manual_page(sample.help)}) {
    EXPECT_EQ(text.find("hidden"), std::string::npos) << text;
    EXPECT_NE(text.find("speed"), std::string::npos) << text;
  }
}

// Each reader has its own idea of what a character means.
TEST(CommandHelp, TextsAreQuotedForTheirReader) {
  const Sample sample;
  EXPECT_NE(zsh_completions(sample.help).find(R"('queue:a server; it'\''s [private]\: yours')"),
            std::string::npos);
  EXPECT_NE(fish_completions(sample.help).find(R"(-d 'a server; it\'s [private]: yours')"),
            std::string::npos);
  EXPECT_NE(manual_page(sample.help).find(R"(a server; it\(aqs [private]: yours)"),
            std::string::npos);
  EXPECT_NE(manual_page(sample.help).find(".SH EXIT STATUS\nExit codes: 0 and 1.\n"),
            std::string::npos);
}

}  // namespace
}  // namespace heddle::cli
