// Dense numbers for locations, through every growth of the table.
#include "core/location_index.hpp"

#include <gtest/gtest.h>

#include <unordered_map>

#include "explore/random_stream.hpp"

namespace heddle::core {
namespace {

TEST(LocationIndex, NumbersInOrderOfFirstUse) {
  LocationIndex index;
  EXPECT_EQ(index.size(), 0U);
  EXPECT_EQ(index.number(77), 0U);
  EXPECT_EQ(index.number(5), 1U);
  EXPECT_EQ(index.number(77), 0U);
  EXPECT_EQ(index.number(0), 2U);  // 0 is a location like any other
  EXPECT_EQ(index.number(5), 1U);
  EXPECT_EQ(index.size(), 3U);
}

// The table has 64 places at first and doubles when half full: 1000 locations make it grow five
// times, and what was numbered before keeps its number.
TEST(LocationIndex, KeepsItsNumbersWhenItGrows) {
  LocationIndex index;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(index.number(3 * i), i);
    for (std::uint32_t earlier = i < 3 ? 0 : i - 3; earlier <= i; ++earlier) {
      ASSERT_EQ(index.number(3 * earlier), earlier) << "of " << i;
    }
  }
  for (std::uint32_t i = 0; i < 1000; ++i) ASSERT_EQ(index.number(3 * i), i);
  EXPECT_EQ(index.size(), 1000U);
}

// Multiples of 2^44 all hash to place 0: bits 20 and up of the product are its multiples of 2^24,
// and the table is smaller than that. They are still told apart.
TEST(LocationIndex, TellsApartWhatFallsOnOnePlace) {
  LocationIndex index;
  for (std::uint64_t i = 0; i < 200; ++i) ASSERT_EQ(index.number(i << 44U), i);
  for (std::uint64_t i = 0; i < 200; ++i) ASSERT_EQ(index.number(i << 44U), i);
}

// Locations as the front ends make them: a family in the top byte, small numbers below.
TEST(LocationIndex, AgreesWithAMap) {
  explore::RandomStream random(1, 0);
  LocationIndex index;
  std::unordered_map<Location, std::uint32_t> expected;
  for (int i = 0; i < 20'000; ++i) {
    const Location location = (random.below(8) << 56U) | random.below(1000);
    const auto number =
        expected.try_emplace(location, static_cast<std::uint32_t>(expected.size())).first->second;
    ASSERT_EQ(index.number(location), number);
  }
  EXPECT_EQ(index.size(), expected.size());
}

}  // namespace
}  // namespace heddle::core
