#include "story/assertion_words.hpp"

#include <gtest/gtest.h>

namespace heddle::story {
namespace {

// As the macros of stdlib/include/assert.hrl make them.
TEST(AssertionWords, SayWhatWasExpected) {
  EXPECT_EQ(assertion_in_words("P exits with {assertEqual,[{module,cache},{line,40},{expression,"
                               "\"hits ( Cache , answer )\"},{expected,2},{value,1}]}"),
            "P: hits(Cache, answer) gives 1, not 2");
  EXPECT_EQ(assertion_in_words("P.1 exits with {assert,[{module,m},{line,4},{expression,\"X > "
                               "length ( [ a ] )\"},{expected,true},{value,false}]}"),
            "P.1: X > length([a]) gives false, not true");
  EXPECT_EQ(assertion_in_words("P exits with {assertMatch,[{module,m},{line,4},{expression,\"f ( "
                               ")\"},{pattern,\"{ ok , _ }\"},{value,{error,[{a,1}]}}]}"),
            "P: f() gives {error,[{a,1}]}, which does not match {ok, _}");
  EXPECT_EQ(assertion_in_words("P exits with {assertEqual,[{module,m},{line,4},{expression,\"f ( "
                               ")\"},{expected,[{k,1}]},{value,[]}]}, and with it P.1 by links"),
            "P: f() gives [], not [{k,1}]");
}

TEST(AssertionWords, LeaveOtherReasonsAlone) {
  for (const char* message :
       {"", "P exits with {badmatch,1}", "P exits with {assertion,1}",
        "P exits with {assertException,[{module,m},{line,4},{expression,\"f ( )\"}]}",
        "stuck in a receive: P at x.erl:3"}) {
    EXPECT_EQ(assertion_in_words(message), std::nullopt) << message;
  }
}

}  // namespace
}  // namespace heddle::story
