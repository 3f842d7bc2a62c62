// A failed CHECK stops with the facts; a user's mistake is another kind of exception.
#include "support/check.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace heddle::support {
namespace {

TEST(Check, SaysConditionPlaceAndFacts) {
  const int left = 3;
  const int line = __LINE__ + 2;
  try {
    HEDDLE_CHECK(left == 4, "{} of {} are left", left, 4);
    ADD_FAILURE() << "it held";
  } catch (const InternalError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("left == 4"), std::string::npos) << text;
    EXPECT_NE(text.find(fmt::format("check_test.cpp:{}:", line)), std::string::npos) << text;
    EXPECT_NE(text.find("3 of 4 are left"), std::string::npos) << text;
  }
}

// The facts of a check that holds cost nothing.
TEST(Check, FormatsTheFactsOnlyWhenItFails) {
  int asked = 0;
  const auto fact = [&] { return ++asked; };
  EXPECT_NO_THROW(HEDDLE_CHECK(true, "{}", fact()));
  EXPECT_EQ(asked, 0);
  EXPECT_THROW(HEDDLE_CHECK(false, "{}", fact()), InternalError);
  EXPECT_EQ(asked, 1);
}

// Who catches one of the two never catches the other.
TEST(Errors, OfOursAndOfTheUserAreApart) {
  EXPECT_FALSE((std::is_base_of_v<UserError, InternalError>));
  EXPECT_FALSE((std::is_base_of_v<InternalError, UserError>));
}

}  // namespace
}  // namespace heddle::support
