#include "queue/schedule_bytes.hpp"

#include <gtest/gtest.h>

namespace heddle::queue {
namespace {

TEST(ScheduleBytes, ComeBackAndAreOrderedAsSchedulesOfOneLengthAre) {
  const std::vector<core::ActorId> small{1, 2, 255};
  const std::vector<core::ActorId> large{1, 2, 256};
  EXPECT_EQ(schedule_of(to_bytes(small)), small);
  EXPECT_EQ(schedule_of(to_bytes(large)), large);
  EXPECT_LT(to_bytes(small), to_bytes(large));  // std::string compares bytes as unsigned
  EXPECT_TRUE(to_bytes({}).empty());
}

}  // namespace
}  // namespace heddle::queue
