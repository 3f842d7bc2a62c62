// What commands and options mean on a command line; the numbers and texts are those that the users
// of CommandParser rely on.
#include "cli/arguments.hpp"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using Words = std::vector<std::string>;

std::string error_of(CommandParser& parser, const Words& words) {
  try {
    parser.parse(words);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "";
}

TEST(Arguments, ValuesOfEachType) {
  CommandParser parser("heddle");
  std::string text;
  Words list;
  std::uint16_t small = 0;
  std::uint32_t medium = 0;
  std::uint64_t large = 0;
  double real = 0;
  std::optional<std::uint64_t> maybe_large;
  std::optional<double> maybe_real;
  bool flag = false;
  parser.add_option("text", text);
  parser.add_option("--list,-l", list);
  parser.add_option("--small", small);
  parser.add_option("--medium", medium);
  parser.add_option("--large", large);
  parser.add_option("--real", real);
  parser.add_option("--maybe-large", maybe_large);
  parser.add_option("--maybe-real", maybe_real);
  parser.add_flag("--flag", flag, "");
  parser.parse({"a", "--small", "65535", "--medium=4294967295", "--large", "18446744073709551615",
                "--real", "1e3", "--flag", "-l", "b", "c"});
  EXPECT_EQ(text, "a");
  EXPECT_EQ(list, (Words{"b", "c"}));
  EXPECT_EQ(small, 65535U);
  EXPECT_EQ(medium, 4294967295U);
  EXPECT_EQ(large, 18446744073709551615U);
  EXPECT_EQ(real, 1000.0);
  EXPECT_TRUE(flag);
  EXPECT_EQ(maybe_large, std::nullopt);
  EXPECT_EQ(maybe_real, std::nullopt);
  parser.parse({"--maybe-large", "7", "--maybe-real", "0.5"});
  EXPECT_EQ(maybe_large, 7U);
  EXPECT_EQ(maybe_real, 0.5);
  EXPECT_NE(error_of(parser, {"--small", "65536"}).find("--small"), std::string::npos);
}

TEST(Arguments, WhatDoesNotFitIsRefused) {
  CommandParser parser("heddle");
  std::string one;
  std::uint64_t number = 0;
  std::uint64_t share = 0;
  parser.add_option("--one", one).one_of({"a", "b"});
  parser.add_option("--number", number).between(1, 9);
  parser.add_option("--share", share).between(0, 5, "a share");
  EXPECT_EQ(error_of(parser, {"--one", "a", "--number", "9", "--share", "5"}), "");
  EXPECT_EQ(error_of(parser, {"--one", "c"}), "--one: c not in {a,b}");
  EXPECT_EQ(error_of(parser, {"--number", "10"}), "--number: Value 10 not in range 1 to 9");
  EXPECT_EQ(error_of(parser, {"--share", "6"}), "--share: 6 is not a share");
  EXPECT_NE(error_of(parser, {"--one", "a", "--one", "b"}), "");  // twice
  EXPECT_NE(error_of(parser, {"--other"}), "");
  EXPECT_EQ(parser.unknown(), Words{"--other"});
  parser.option("--one").required();
  EXPECT_EQ(error_of(parser, {}), "--one is required");
  parser.remove_option("--one");
  EXPECT_EQ(error_of(parser, {}), "");
}

TEST(Arguments, RepeatedOptions) {
  CommandParser parser("heddle");
  std::string rest;
  std::string last;
  Words each;
  parser.add_option("rest", rest);
  parser.add_option("--last", last).last_wins();
  parser.add_option("--each", each).one_at_a_time();
  parser.parse({"--last", "a", "--each", "b", "c", "--last", "d", "--each", "e"});
  EXPECT_EQ(last, "d");
  EXPECT_EQ(each, (Words{"b", "e"}));
  EXPECT_EQ(rest, "c");
}

TEST(Arguments, SwitchesAndWhatIsIgnored) {
  CommandParser parser("heddle");
  std::string file;
  bool value = false;
  int given = 0;
  parser.add_option("file", file);
  parser.add_switch("--switch", value, "");
  parser.add_ignored(
      "--ignored,-i", [&] { ++given; }, "");
  parser.parse({"--switch"});
  EXPECT_TRUE(value);
  parser.parse({"--switch=false", "x", "-i"});
  EXPECT_FALSE(value);
  EXPECT_EQ(file, "x");
  EXPECT_EQ(given, 1);
  parser.parse({"--switch", "false", "--switch", "true", "--ignored=word", "y"});
  EXPECT_TRUE(value);
  EXPECT_EQ(file, "y");
  EXPECT_EQ(given, 2);
  EXPECT_EQ(error_of(parser, {"--switch=no"}), "--switch: no is neither true nor false");
}

TEST(Arguments, CommandsAndHelp) {
  CommandParser heddle("heddle", "A tool.");
  heddle.add_version("heddle 1");
  heddle.needs_command();
  CommandParser first = heddle.add_command("first", "the first");
  std::string shell = "bash";
  first.add_option("--shell", shell, "which one").shows_default();
  CommandParser second = heddle.add_command("second", "the second");
  ASSERT_EQ(heddle.commands().size(), 2U);
  EXPECT_EQ(heddle.commands().back().name(), "second");
  EXPECT_NE(error_of(heddle, {}), "");
  EXPECT_NE(error_of(heddle, {"third"}), "");
  EXPECT_EQ(heddle.unknown(), Words{"third"});
  EXPECT_NE(error_of(heddle, {"first", "--nope"}), "");
  EXPECT_TRUE(first.parsed());
  ASSERT_TRUE(heddle.given());
  EXPECT_EQ(heddle.given()->name(), "first");
  EXPECT_NE(error_of(heddle, {"--", "first"}), "");
  EXPECT_FALSE(heddle.given());
  EXPECT_EQ(error_of(heddle, {"second"}), "");
  EXPECT_FALSE(first.parsed());
  EXPECT_TRUE(second.parsed());

  const auto text_for = [&](const Words& words) -> std::string {
    try {
      heddle.parse(words);
    } catch (const HelpRequest& request) {
      return request.text();
    }
    return "none";
  };
  EXPECT_EQ(text_for({"--version"}), "heddle 1\n");
  EXPECT_NE(text_for({"--help"}).find("the second"), std::string::npos);
  EXPECT_NE(text_for({"first", "--help"}).find("--shell TEXT=bash"), std::string::npos);
}

}  // namespace
}  // namespace heddle::cli
