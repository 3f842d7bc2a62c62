#include "explore/step_words.hpp"

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

core::StepText does(std::string operation, std::string value = "", std::string constraint = "") {
  core::StepText out;
  out.operation = std::move(operation);
  out.value = std::move(value);
  out.constraint = std::move(constraint);
  return out;
}

TEST(StepWords, AnotherValueIsAnotherDeed) {
  EXPECT_FALSE(same_deed(does("sends {val,1} to P"), does("sends {val,2} to P")));
  EXPECT_FALSE(same_deed(does("r = read x", "1"), does("r = read x", "2")));
  EXPECT_FALSE(same_deed(does("x.store(0x10)"), does("x.store(0x11)")));
  EXPECT_TRUE(same_deed(does("r = read x", "1"), does("r = read x", "1")));
}

TEST(StepWords, PlacesMeanNothing) {
  EXPECT_TRUE(same_deed(does("exits with {boom,[{a,f,0,[{file,\"a.erl\"},{line,7}]}]}"),
                        does("exits with {boom,[{a,f,0,[{file,\"b.erl\"},{line,12}]}]}")));
  EXPECT_FALSE(same_deed(does("exits with {boom,[{a,f,0,[{file,\"a.erl\"},{line,7}]}]}"),
                         does("exits with {bang,[{a,f,0,[{file,\"a.erl\"},{line,7}]}]}")));
  // A list that only looks like the place in a stack trace is data.
  EXPECT_FALSE(same_deed(does("sends [{line,7}] to P"), does("sends [{line,8}] to P")));
  EXPECT_TRUE(same_deed(does("sends #Fun<a.0.123> to P"), does("sends #Fun<a.1.987> to P")));
  EXPECT_TRUE(same_deed(does("spawns P.1 ({a,'-test/0-fun-0-',1})"),
                        does("spawns P.1 ({a,'-test/0-fun-1-',1})")));
  EXPECT_TRUE(same_deed(does("head.load", "0x7f12aa001230"), does("head.load", "0x55d3f0001230")));
}

TEST(StepWords, PatternsMayBeWrittenInAnotherWay) {
  EXPECT_TRUE(same_deed(does("receives {val,1} (accepts {val, X})", "{val,1}", "{val, X}"),
                        does("receives {val,1} (accepts {val, Y})", "{val,1}", "{val, Y}")));
  EXPECT_FALSE(same_deed(does("receives {val,1} (accepts {val, X})", "{val,1}", "{val, X}"),
                         does("receives {val,2} (accepts {val, X})", "{val,2}", "{val, X}")));
}

TEST(StepWords, TheValueIsSaidOnce) {
  EXPECT_EQ(deed(does("sends 1 to P", "1")), "sends 1 to P");
  EXPECT_EQ(deed(does("r = read x", "1")), "r = read x -> 1");
}

}  // namespace
}  // namespace heddle::explore
