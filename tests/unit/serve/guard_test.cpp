#include "serve/guard.hpp"

#include <gtest/gtest.h>

#include <set>

#include "serve/token.hpp"

namespace heddle::serve {
namespace {

TEST(Token, HasTwoHundredAndFiftySixBitsAndIsNewEachTime) {
  std::set<std::string> seen;
  for (int i = 0; i < 50; ++i) {
    const std::string token = make_token();
    EXPECT_EQ(token.size(), 64U);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_TRUE(seen.insert(token).second);
  }
}

TEST(Token, IsComparedWhole) {
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("xbc", "abc"));
  EXPECT_FALSE(equal_in_constant_time("ab", "abc"));
  EXPECT_FALSE(equal_in_constant_time("", "abc"));
}

class GuardTest : public ::testing::Test {
 protected:
  Guard guard{8080, "secret"};
  Caller caller{.host = "127.0.0.1:8080",
                .origin = "",
                .fetch_site = "",
                .token = "secret",
                .several = false};
};

TEST_F(GuardTest, LetsItsOwnPageIn) {
  EXPECT_FALSE(guard.refuses(caller));
  caller.host = "localhost:8080";
  caller.origin = "http://localhost:8080";
  caller.fetch_site = "same-origin";
  EXPECT_FALSE(guard.refuses(caller));
}

TEST_F(GuardTest, WantsTheToken) {
  for (const char* token : {"", "secre", "secret2", "Secret"}) {
    caller.token = token;
    EXPECT_TRUE(guard.refuses(caller)) << token;
    EXPECT_FALSE(guard.refuses_place(caller));
  }
}

TEST_F(GuardTest, RefusesForeignHosts) {
  for (const char* host : {"", "evil.example", "evil.example:8080", "127.0.0.1", "127.0.0.1:8081",
                           "127.0.0.1:8080.evil.example", "127.0.0.1:80800", "[::1]:8080"}) {
    caller.host = host;
    EXPECT_TRUE(guard.refuses(caller)) << host;
  }
}

TEST_F(GuardTest, RefusesForeignOrigins) {
  for (const char* origin :
       {"null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:8081",
        "http://127.0.0.1:8080.evil.example", "http://evil@127.0.0.1:8080", "127.0.0.1:8080"}) {
    caller.origin = origin;
    EXPECT_TRUE(guard.refuses(caller)) << origin;
  }
}

TEST_F(GuardTest, RefusesOtherSitesAndDoubleHeaders) {
  caller.fetch_site = "cross-site";
  EXPECT_TRUE(guard.refuses(caller));
  caller.fetch_site = "none";  // typed into the address bar
  EXPECT_FALSE(guard.refuses(caller));
  caller.several = true;
  EXPECT_TRUE(guard.refuses(caller));
}

TEST(GuardOnTheUsualPort, BrowsersLeaveItOut) {
  const Guard guard(80, "t");
  EXPECT_FALSE(guard.refuses({"127.0.0.1", "http://127.0.0.1", "", "t", false}));
}

}  // namespace
}  // namespace heddle::serve
