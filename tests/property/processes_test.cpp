// Any number of processes that share a run, whichever of them die when, and whatever the server
// forgets, give the totals of one worker.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/property/programs.hpp"
#include "tests/support/simulated_processes.hpp"

namespace heddle::tests {
namespace {

constexpr Disasters kNone{};
constexpr Disasters kMany{.death = 30, .freeze = 30, .crash = 10};

std::string wrong_with(const char* name, const std::shared_ptr<const toy::Source>& source,
                       std::uint64_t expected, std::uint64_t seed, const Disasters& disasters) {
  const Totals totals = explore_with_processes(name, source, seed, disasters);
  if (!totals.wrong.empty()) return fmt::format("{}: {} (order {})", name, totals.wrong, seed);
  if (totals.sleep_set_blocked != 0) {
    return fmt::format("{}: sleep-set blocked (order {})", name, seed);
  }
  if (totals.runs == expected) return "";
  return fmt::format("{}: {} runs with three processes, {} with one (order {})", name, totals.runs,
                     expected, seed);
}

TEST(Processes, AnyOrderAndAnyDisasterGiveTheSameCountsOfPublishedPrograms) {
  const std::uint64_t orders = from_environment("HEDDLE_PROPERTY_PROGRAMS", 2000) / 100 + 1;
  for (const char* program : {"lastzero(5)", "lastzero(7)", "philosophers(4)", "readers(6)",
                              "example31copies(2)", "lock(3)", "lock(4)"}) {
    for (const char* name : {"optimal", "parsimonious", "observers"}) {
      const auto source = toy::builtin(program);
      const std::uint64_t expected = count(name, program);
      for (std::uint64_t seed = 0; seed < orders; ++seed) {
        EXPECT_EQ(wrong_with(name, source, expected, seed, kNone), "") << program;
        EXPECT_EQ(wrong_with(name, source, expected, seed, kMany), "") << program;
      }
    }
  }
}

TEST(Processes, AnyOrderAndAnyDisasterGiveTheSameCountsOfRandomPrograms) {
  const auto programs =
      static_cast<std::uint64_t>(from_environment("HEDDLE_PROPERTY_PROGRAMS", 2000) / 10);
  const std::uint64_t first = from_environment("HEDDLE_PROPERTY_SEED", 1);
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const auto source = std::make_shared<const toy::Source>(toy::generate(seed, {}));
    for (const char* name : {"optimal", "parsimonious", "observers", "none"}) {
      const Explored alone =
          explore_with(name, toy::make_factory(source, {}), {.limit = 1000, .classes = false});
      if (!alone.complete) continue;
      for (const Disasters& disasters : {kNone, kMany}) {
        ASSERT_EQ(wrong_with(name, source, alone.counts.interleavings, seed, disasters), "")
            << "seed " << seed << "\n"
            << toy::print(*source);
      }
    }
  }
}

// Without wakeup trees the number of runs depends on the order, but not what is covered.
TEST(Processes, AnyOrderGivesTheSameClasses) {
  const auto programs =
      static_cast<std::uint64_t>(from_environment("HEDDLE_PROPERTY_PROGRAMS", 2000) / 20);
  const std::uint64_t first = from_environment("HEDDLE_PROPERTY_SEED", 1);
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const auto source = std::make_shared<const toy::Source>(toy::generate(seed, {}));
    for (const char* name : {"optimal", "source", "persistent"}) {
      const Explored alone = explore_with(name, toy::make_factory(source, {}), {.limit = 1000});
      if (!alone.complete) continue;
      const Totals totals = explore_with_processes(name, source, seed, {.death = 20, .freeze = 20});
      ASSERT_EQ(totals.wrong, "") << name << ", seed " << seed;
      // Ids of actors, and with them the names of classes, may differ; how many there are does not.
      ASSERT_EQ(totals.classes.size(), alone.classes.size()) << name << ", seed " << seed;
    }
  }
}

}  // namespace
}  // namespace heddle::tests
