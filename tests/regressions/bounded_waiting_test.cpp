// bounded lost outcomes of runs in which an actor comes to wait for a lock or a message.
//
// That the waiting actor can be left without a preemption makes a difference to what the bound
// allows; races alone do not lead there.
#include <gtest/gtest.h>

#include "tests/support/oracle.hpp"
#include "toy/toy.hpp"

namespace heddle::tests {
namespace {

void expect_all_within(const std::string& text) {
  const core::ProgramFactory factory = toy::make_factory(toy::parse(text, "test.toy"));
  for (std::uint32_t k = 0; k <= 2; ++k) {
    ExploreOptions options{.classes = false};
    options.bounds.preemptions = k;
    EXPECT_EQ(explore_with("bounded", factory, options).outcomes,
              explore_with("none", factory, options).outcomes)
        << "bound " << k << " of\n"
        << text;
  }
}

TEST(Regression, WhoWaitsForALockIsLeftForNothing) {
  expect_all_within(R"(var x = 0
mutex m
proc main() { spawn p1() spawn p2() }
proc p1() { add(x, 2) lock m r0 = read x }
proc p2() { lock m write x = 1 unlock m r2 = cas(x, 1, 0) write x = 0 }
)");
}

TEST(Regression, WhoWaitsForAMessageIsLeftForNothing) {
  expect_all_within(R"(var x = 0
proc main() { p = spawn p1() spawn p2(p) }
proc p1() { add(x, 2) receive { (1) -> { } } r0 = read x }
proc p2(p) { write x = 1 send p (1) r2 = cas(x, 1, 0) write x = 0 }
)");
}

}  // namespace
}  // namespace heddle::tests
