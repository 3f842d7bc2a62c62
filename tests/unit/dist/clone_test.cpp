#include "dist/clone.hpp"

#include <gtest/gtest.h>

namespace heddle::dist {
namespace {

using core::Access;
using core::AccessKind;
using core::StepRef;
using explore::Branch;

StepRef step(core::ActorId actor) {
  const Access access{.location = 7, .kind = AccessKind::kUpdate};
  return StepRef::make({actor, 0}, {&access, 1}, 0);
}

// A leaf whose step may do more than was planned does not cover what passes it by.
TEST(Clone, KeepsWhatABranchKnowsOfItsStep) {
  Branch branch(1, step(1), {});
  branch.next.emplace_back(2, step(2).as_wild(), std::vector<Branch>{});
  const Branch copy = clone(branch);
  ASSERT_EQ(copy.next.size(), 1U);
  EXPECT_FALSE(copy.wild);
  EXPECT_TRUE(copy.next[0].wild);
  EXPECT_TRUE(copy.next[0].step->wild());
}

TEST(Clone, IsolatedStepsAreSharedAmongThemselvesOnly) {
  const StepRef outside = step(1);
  std::vector<explore::OpenNode> open(2);
  open[0].step = outside;
  open[0].node.sleep.push_back({outside, 0});
  open[1].node.wakeup.emplace_back(1, outside, std::vector<Branch>{});
  open[1].step = step(2);
  const core::Step* const own = &*open[1].step;
  isolate(open);
  EXPECT_TRUE(outside.unique());
  EXPECT_EQ(&*open[0].step, &*open[0].node.sleep[0].step);
  EXPECT_EQ(&*open[0].step, &*open[1].node.wakeup[0].step);
  EXPECT_EQ(&*open[1].step, own);
}

}  // namespace
}  // namespace heddle::dist
