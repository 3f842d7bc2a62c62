// Lock-free structures (examples/cpp/lock_free): the right ones hold under every memory model, the
// wrong ones fail under exactly the models that allow it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/lock_free_scenarios.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {

using namespace testing;

// A data race is one by the orders of C++, whatever the machine does.
constexpr const char* kRace = "sc tso pso cpp ";

// Of a test that returns whether all went well: the models under which it does not always.
template <class F>
std::string fails_under(F test) {
  std::string models;
  for (const auto& [model, name] :
       {std::pair{memory::sc, "sc "}, std::pair{memory::tso, "tso "},
        std::pair{memory::pso, "pso "}, std::pair{memory::cpp, "cpp "}}) {
    options how;
    how.memory = model;
    const auto found = explore(test, how);
    EXPECT_TRUE(found.complete) << name << found.cut_off;
    const bool good = std::all_of(
        found.entries.begin(), found.entries.end(),
        [](const auto& entry) { return entry.kind == condition::value && entry.text == "true"; });
    if (!good) models += name;
  }
  return models;
}

TEST(LockFree, TreiberStack) {
  EXPECT_EQ(fails_under(every_node_has_one_owner<true>), "");
  EXPECT_EQ(fails_under(every_node_has_one_owner<false>), "sc tso pso cpp ");
}

TEST(LockFree, MichaelScottQueue) {
  EXPECT_EQ(fails_under(queue_keeps_what_was_pushed<true>), "");
  EXPECT_EQ(fails_under(queue_keeps_what_was_pushed<false>), kRace);
}

TEST(LockFree, ChaseLevDeque) {
  EXPECT_EQ(fails_under(no_task_is_taken_twice<true>), "");
  EXPECT_EQ(fails_under(no_task_is_taken_twice<false>), "tso pso cpp ");
}

TEST(LockFree, SpscRing) {
  EXPECT_EQ(fails_under(ring_keeps_the_order<true>), "");
  EXPECT_EQ(fails_under(ring_keeps_the_order<false>), kRace);
}

TEST(LockFree, Seqlock) {
  EXPECT_EQ(fails_under(halves_belong_together<true>), "pso ");
  EXPECT_EQ(fails_under(halves_belong_together<false>), "pso cpp ");
}

TEST(LockFree, PointerSwap) {
  EXPECT_EQ(fails_under(readers_see_a_version<true>), "");
  EXPECT_EQ(fails_under(readers_see_a_version<false>), "sc tso pso cpp ");
}

TEST(LockFree, HazardPointer) {
  EXPECT_EQ(fails_under(what_is_protected_stays<true>), "");
  EXPECT_EQ(fails_under(what_is_protected_stays<false>), "tso pso cpp ");
}

TEST(LockFree, DoubleChecked) {
  EXPECT_EQ(fails_under(made_once_and_whole<true>), "");
  EXPECT_EQ(fails_under(made_once_and_whole<false>), kRace);
}

TEST(LockFree, Dekker) {
  EXPECT_EQ(fails_under(excludes<examples::Dekker<true>>), "");
  EXPECT_EQ(fails_under(excludes<examples::Dekker<false>>), "tso pso cpp ");
}

TEST(LockFree, Peterson) {
  EXPECT_EQ(fails_under(excludes<examples::Peterson<true>>), "");
  EXPECT_EQ(fails_under(excludes<examples::Peterson<false>>), "tso pso cpp ");
}

TEST(LockFree, ReaderWriterLock) {
  EXPECT_EQ(fails_under(writers_are_alone<true>), "");
  EXPECT_EQ(fails_under(writers_are_alone<false>), "sc tso pso cpp ");
}

TEST(LockFree, MpmcQueue) {
  EXPECT_EQ(fails_under(every_value_arrives_once<true>), "");
  EXPECT_EQ(fails_under(every_value_arrives_once<false>), kRace);
}

}  // namespace
}  // namespace heddle
