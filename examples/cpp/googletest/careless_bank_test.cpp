// Fails on purpose, to show what that looks like.
#include "bank.hpp"
#include "heddle/gtest.hpp"

HEDDLE_TEST(CarelessBank, NoMoneyGetsLost) {
  account mine;
  account yours;
  conc::thread other([&] { transfer_carelessly(yours, mine, 1); });
  transfer_carelessly(mine, yours, 2);
  other.join();
  EXPECT_EQ(mine.balance, 9);
  EXPECT_EQ(yours.balance, 11);
}
