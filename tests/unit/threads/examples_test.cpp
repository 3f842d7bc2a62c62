// The case studies of seed 004 (examples/cpp) with their outcomes (facts/dejafu.md section 2.5).
#include <gtest/gtest.h>

#include <algorithm>

#include "examples/cpp/auto_update.hpp"
#include "examples/cpp/logger.hpp"
#include "examples/cpp/par_scheduler.hpp"
#include "examples/cpp/philosophers.hpp"
#include "examples/cpp/search_party.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {

using testing::all_outcomes;
using testing::outcome_words;
using testing::Words;

TEST(Examples, AutoUpdateDeadlocks) {
  EXPECT_EQ(all_outcomes([] {
              const examples::AutoUpdate<int> update([] { return 0; });
              return update.get();
            }),
            (Words{"0", "deadlock"}));
}

template <class Update>
Words second_of_two() {
  return outcome_words([] {
    const ref<int> count(0);
    const Update update([=] { return count.atomic_modify([](int n) { return n + 1; }); });
    update.get();
    return update.get();
  });
}

TEST(Examples, AutoUpdateIsNotDeterministic) {
  EXPECT_EQ(second_of_two<examples::AutoUpdate<int>>(), (Words{"0", "1", "deadlock"}));
}

TEST(Examples, FixedAutoUpdateDoesNotDeadlock) {
  EXPECT_EQ(second_of_two<examples::FixedAutoUpdate<int>>(), (Words{"0", "1"}));
}

TEST(Examples, SearchParty) {
  const auto even = [](int n) { return n % 2 == 0; };
  const auto sorted = [=](bool all) {
    return outcome_words([=] {
      std::vector<int> found = examples::find_concurrently(4, even, all);
      std::sort(found.begin(), found.end());
      return found;
    });
  };
  EXPECT_EQ(sorted(false), (Words{"[]", "[0]", "[2]", "[0, 2]"}));
  EXPECT_EQ(sorted(true), (Words{"[0, 2]"}));
}

TEST(Examples, ParScheduler) {
  const auto filter = [](bool fixed) {
    return [=] {
      const examples::ParScheduler scheduler(2, fixed);
      const ref<int> done(0);
      const auto leaf = [=](const examples::ParScheduler&) {
        done.atomic_modify([](int n) { return n + 1; });
      };
      scheduler.add([=](const examples::ParScheduler& self) {
        self.add(leaf);
        leaf(self);
      });
      scheduler.run();
      return done.read();
    };
  };
  EXPECT_EQ(outcome_words(filter(false)), (Words{"2", "deadlock"}));
  EXPECT_EQ(outcome_words(filter(true)), (Words{"2"}));
}

TEST(Examples, Philosophers) {
  EXPECT_EQ(outcome_words([] { examples::dine(3, false); }), (Words{"()", "deadlock"}));
  EXPECT_EQ(outcome_words([] { examples::dine(3, true); }), (Words{"()"}));
}

TEST(Examples, Logger) {
  const Words words = outcome_words([] {
    const examples::Logger logger;
    for (const char* line : {"a", "b", "c", "d"}) logger.write(line);
    logger.stop();
    return logger.lines().size();
  });
  EXPECT_EQ(words, (Words{"3", "4"}));
}

}  // namespace
}  // namespace heddle
