// Any number of workers, and any interruption, gives the totals of one worker.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dist/exploration.hpp"
#include "tests/property/programs.hpp"
#include "tests/support/simulated_workers.hpp"

namespace heddle::tests {
namespace {

constexpr std::uint64_t kMost = 3000;

TEST(Jobs, AnyOrderOfTasksGivesTheSameClasses) {
  for_all_programs({}, 0.1, [](const core::ProgramFactory& factory) -> std::string {
    for (const char* name :
         {"optimal", "parsimonious", "observers", "none", "source", "persistent"}) {
      const Explored alone = explore_with(name, factory, {.limit = kMost});
      if (!alone.complete) continue;
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const Totals totals = explore_with_workers(name, factory, seed);
        const bool optimal = explore::make_algorithm(name)->optimal();
        if (optimal && totals.sleep_set_blocked != 0) {
          return fmt::format("{}: sleep-set blocked (order {})", name, seed);
        }
        const bool exact = optimal || name == std::string("none");
        if (exact && totals.runs != alone.counts.interleavings) {
          return fmt::format("{}: {} runs with three workers, {} with one (order {})", name,
                             totals.runs, alone.counts.interleavings, seed);
        }
        // With observers, which run stands for its class may differ, and with it the plain class.
        if (name != std::string("observers") && totals.classes != alone.classes) {
          return fmt::format("{}: other classes (order {})", name, seed);
        }
      }
    }
    return "";
  });
}

std::string wrong_in_some_order(const char* name, const core::ProgramFactory& factory,
                                std::uint64_t expected, std::uint64_t orders) {
  for (std::uint64_t seed = 0; seed < orders; ++seed) {
    const Totals totals = explore_with_workers(name, factory, seed);
    if (totals.sleep_set_blocked != 0) {
      return fmt::format("{}: sleep-set blocked (order {})", name, seed);
    }
    if (totals.runs != expected) {
      return fmt::format("{}: {} runs with three workers, {} with one (order {})", name,
                         totals.runs, expected, seed);
    }
  }
  return "";
}

// Programs in which sleeping branches guide others, and which lost classes in earlier designs.
TEST(Jobs, AnyOrderOfTasksGivesTheSameCountsOfPublishedPrograms) {
  const std::uint64_t orders = from_environment("HEDDLE_PROPERTY_PROGRAMS", 2000) / 20 + 1;
  for (const char* program : {"lastzero(5)", "lastzero(7)", "philosophers(4)", "readers(6)",
                              "example31copies(2)", "lock(3)", "lock(4)"}) {
    for (const char* name : {"optimal", "parsimonious", "observers"}) {
      const core::ProgramFactory factory = toy::make_factory(toy::builtin(program), {});
      EXPECT_EQ(wrong_in_some_order(name, factory, count(name, program), orders), "") << program;
    }
  }
}

TEST(Jobs, AnyOrderOfTasksGivesTheSameCountsOfLargerPrograms) {
  toy::GenerateOptions options;
  options.max_processes = 8;
  options.max_interleavings = 1'000'000'000'000;
  for_all_programs(options, 0.2, [](const core::ProgramFactory& factory) -> std::string {
    for (const char* name : {"optimal", "parsimonious", "observers"}) {
      const Explored alone = explore_with(name, factory, {.limit = 1000, .classes = false});
      if (!alone.complete) continue;
      const std::string wrong = wrong_in_some_order(name, factory, alone.counts.interleavings, 3);
      if (!wrong.empty()) return wrong;
    }
    return "";
  });
}

TEST(Jobs, FourThreadsGiveTheSameTotals) {
  for_all_programs({}, 0.1, [](const core::ProgramFactory& factory) -> std::string {
    for (const char* name : {"optimal", "parsimonious", "observers"}) {
      const Explored alone = explore_with(name, factory, {.limit = kMost, .classes = false});
      if (!alone.complete) continue;
      dist::ExplorationOptions options;
      options.jobs = 4;
      options.worker.stop_after_errors = 0;
      options.worker.shortest_task = std::chrono::microseconds(0);
      options.worker.runs_between_looks = 1;
      const auto algorithm = explore::make_algorithm(name);
      const dist::ExplorationResult result = dist::explore(factory, *algorithm, options);
      if (!result.complete || result.counts.interleavings != alone.counts.interleavings ||
          result.counts.sleep_set_blocked != 0) {
        return fmt::format("{}: {} runs with four threads, {} with one", name,
                           result.counts.interleavings, alone.counts.interleavings);
      }
    }
    return "";
  });
}

// Stopped after n runs and resumed from the snapshot, again and again, the totals are the same.
TEST(Jobs, StoppingAndResumingGivesTheSameTotals) {
  for_all_programs({}, 0.1, [](const core::ProgramFactory& factory) -> std::string {
    for (const char* name : {"optimal", "observers", "none"}) {
      const Explored alone = explore_with(name, factory, {.limit = 300, .classes = false});
      if (!alone.complete) continue;
      const auto algorithm = explore::make_algorithm(name);
      dist::SavedTree saved;
      bool resumed = false;
      for (std::uint64_t stop = 3;; stop += 3) {
        dist::ExplorationOptions options;
        options.worker.stop_after_errors = 0;
        options.worker.max_runs = stop;
        options.on_save = [&](dist::SavedTree tree) { saved = std::move(tree); };
        dist::SavedTree before = std::move(saved);
        const dist::ExplorationResult result =
            dist::explore(factory, *algorithm, options, resumed ? &before : nullptr);
        resumed = true;
        if (!result.complete) continue;
        if (result.counts.interleavings != alone.counts.interleavings) {
          return fmt::format("{}: {} runs with stops, {} without", name,
                             result.counts.interleavings, alone.counts.interleavings);
        }
        break;
      }
    }
    return "";
  });
}

}  // namespace
}  // namespace heddle::tests
