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
