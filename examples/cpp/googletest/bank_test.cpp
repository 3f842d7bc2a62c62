#include "bank.hpp"

#include "heddle/gtest.hpp"

// The whole body is explored: in no interleaving is there a deadlock or a failed assertion.
HEDDLE_TEST(Bank, NoMoneyGetsLost) {
  account mine;
  account yours;
  conc::thread other([&] { transfer(yours, mine, 1); });
  transfer(mine, yours, 2);
  other.join();
  EXPECT_EQ(mine.balance, 9);
  EXPECT_EQ(yours.balance, 11);
}
