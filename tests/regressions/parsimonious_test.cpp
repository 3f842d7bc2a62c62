// Classes that `--dpor parsimonious` lost.
#include <gtest/gtest.h>

#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

// The run 5, 3, 3, 4, 1: what has to come before p1's step is p5's read, and p4's happens after it
// only because of p3's add between them, which is neither p4's own past nor part of its schedule.
TEST(Parsimonious, WhatHappensBetweenCountsForTheOrderOfHeads) {
  const auto factory = toy::make_factory(toy::parse(R"(
var x = 0
proc main() {
  spawn p1()
  spawn p3()
  spawn p4()
  spawn p5()
}
proc p1() { add(x, 0) }
proc p3() {
  add(x, 0)
  read x
}
proc p4() { read x }
proc p5() { read x }
)",
                                                    "heads.toy"),
                                         {});
  const Explored optimal = explore_with("optimal", factory);
  const Explored parsimonious = explore_with("parsimonious", factory);
  EXPECT_EQ(optimal.counts.interleavings, 23U);
  EXPECT_EQ(parsimonious.counts.interleavings, 23U);
  EXPECT_EQ(parsimonious.classes, optimal.classes);
}

}  // namespace
}  // namespace heddle::tests
