#include "serve/options.hpp"

#include <gtest/gtest.h>

#include "support/check.hpp"

namespace heddle::serve {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

TEST(Options, BecomeOneWordEach) {
  EXPECT_EQ(option_words("check", json::object()), Words{});
  EXPECT_EQ(option_words("check", {{"test", "stale_test"}}), Words{"--test=stale_test"});
  EXPECT_EQ(option_words("check", {{"preemptions", 2}}), Words{"--bound=preemption:2"});
  EXPECT_EQ(option_words("check", {{"time", 1.5}}), Words{"--time=1.500"});
  EXPECT_EQ(option_words("check", {{"keep_going", true}}), Words{"--keep_going"});
  EXPECT_EQ(option_words("check", {{"keep_going", false}}), Words{});
  EXPECT_EQ(option_words("verify", {{"errors", true}}), Words{"--errors"});
}

// Those of a C++ program are variables of its environment; check's are not for it.
TEST(Options, OfNativeProgramsAreVariables) {
  EXPECT_EQ(option_words("native", {{"memory", "tso"}}), Words{"HEDDLE_MEMORY=tso"});
  EXPECT_EQ(option_words("native", {{"samples", 10}}), Words{"HEDDLE_SAMPLES=10"});
  EXPECT_EQ(option_words("native", {{"time", 3}}), Words{});
  for (const json& given : {json{{"memory", "tso HEDDLE_HTML=/x"}}, json{{"test", "x"}},
                            json{{"keep_going", true}}, json{{"HEDDLE_HTML", "x"}}}) {
    EXPECT_THROW(option_words("native", given), support::UserError) << given;
  }
  for (const Option& option : options()) {
    if (option.command != "native") continue;
    for (const char* forbidden : {"HEDDLE_HTML", "HEDDLE_TRACE", "HEDDLE_JSON", "HEDDLE_QUEUE"}) {
      EXPECT_FALSE(option.flag.starts_with(forbidden)) << option.flag;
    }
  }
}

TEST(Options, OfTheServerAreNoWords) {
  EXPECT_EQ(option_words("check", {{"suite", "EUnit or ExUnit suite"}}), Words{});
}

TEST(Options, OthersAreRefused) {
  for (const json& given :
       {json{{"output", "/etc/passwd"}}, json{{"json", "x"}}, json{{"erlc-options", "-pa /"}},
        json{{"errors", true}}, json{{"--test", "x"}}, json{{"", 1}}, json{{"html", "x"}}}) {
    EXPECT_THROW(option_words("check", given), support::UserError) << given;
  }
  EXPECT_THROW(option_words("verify", {{"test", "x"}}), support::UserError);
  EXPECT_THROW(option_words("check", json::array()), support::UserError);
  EXPECT_THROW(option_words("check", nullptr), support::UserError);
}

TEST(Options, ValuesAreChecked) {
  for (const json& given :
       {json{{"test", "--output=x"}}, json{{"test", "a b"}}, json{{"test", ""}},
        json{{"test", "a\n"}}, json{{"test", std::string(101, 'a')}}, json{{"test", 1}},
        json{{"test", "../x"}}, json{{"dpor", "other"}}, json{{"dpor", nullptr}},
        json{{"time", -1}}, json{{"time", "5"}}, json{{"time", 1e300}}, json{{"keep_going", "yes"}},
        json{{"preemptions", json::array()}}}) {
    EXPECT_THROW(option_words("check", given), support::UserError) << given;
  }
}

TEST(Options, NoneNamesAFile) {
  for (const Option& option : options()) {
    for (const char* forbidden :
         {"--output", "--json", "--junit", "--sarif", "--graph", "--trace", "--html",
          "--checkpoint", "--resume", "--prefix", "--pa", "--pz", "--otp", "-I", "--erlc-options",
          "--acs", "--certificates", "--unknown-bif", "--file"}) {
      EXPECT_FALSE(option.flag.starts_with(forbidden)) << option.flag;
    }
  }
}

TEST(Options, ThePageSeesThemAll) {
  const json all = options_as_json();
  EXPECT_EQ(all.size(), options().size());
  EXPECT_EQ(all[0]["name"], "test");
}

}  // namespace
}  // namespace heddle::serve
