// Every algorithm against brute force: `none` enumerates all interleavings of small random
// programs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/property/programs.hpp"

namespace heddle::tests {
namespace {

constexpr std::uint64_t kMost = 20'000;  // interleavings; larger programs are passed over

std::string same_classes(const char* algorithm, const core::ProgramFactory& factory) {
  const Explored all = explore_with("none", factory, {.limit = kMost});
  if (!all.complete) return "";
  const Explored reduced = explore_with(algorithm, factory, {.limit = 20 * kMost});
  if (reduced.classes != all.classes) {
    return fmt::format("{} covers {} classes, there are {}", algorithm, reduced.classes.size(),
                       all.classes.size());
  }
  if (reduced.outcomes != all.outcomes) return std::string(algorithm) + ": other outcomes";
  return "";
}

TEST(AgainstNone, PersistentCoversTheSameClasses) {
  for_all_programs({}, 0.5, [](const core::ProgramFactory& factory) {
    return same_classes("persistent", factory);
  });
}

TEST(AgainstNone, SourceCoversTheSameClasses) {
  for_all_programs(
      {}, 0.5, [](const core::ProgramFactory& factory) { return same_classes("source", factory); });
}

TEST(AgainstNone, OptimalVisitsEachClassOnce) {
  for_all_programs({}, 1, [](const core::ProgramFactory& factory) -> std::string {
    const Explored all = explore_with("none", factory, {.limit = kMost});
    if (!all.complete) return "";
    const Explored optimal = explore_with("optimal", factory, {.limit = 2 * kMost});
    if (optimal.counts.sleep_set_blocked != 0) return "sleep-set blocked";
    if (optimal.classes != all.classes) return "other classes";
    if (optimal.counts.interleavings != all.classes.size()) return "a class twice";
    if (optimal.outcomes != all.outcomes) return "other outcomes";
    return "";
  });
}

std::string each_class_once(const Explored& parsimonious, const Explored& all) {
  if (parsimonious.counts.sleep_set_blocked != 0) return "blocked";
  if (parsimonious.classes != all.classes) {
    return fmt::format("{} classes, there are {}", parsimonious.classes.size(), all.classes.size());
  }
  if (parsimonious.counts.interleavings != all.classes.size()) return "a class twice";
  if (parsimonious.outcomes != all.outcomes) return "other outcomes";
  return "";
}

TEST(AgainstNone, ParsimoniousVisitsEachClassOnce) {
  for_all_programs({}, 1, [](const core::ProgramFactory& factory) -> std::string {
    const Explored all = explore_with("none", factory, {.limit = kMost});
    if (!all.complete) return "";
    return each_class_once(explore_with("parsimonious", factory, {.limit = 2 * kMost}), all);
  });
}

TEST(AgainstNone, ObserversFindTheSameOutcomesWithNoMoreRuns) {
  for_all_programs({}, 1, [](const core::ProgramFactory& factory) -> std::string {
    const Explored all = explore_with("none", factory, {.limit = kMost});
    if (!all.complete) return "";
    const Explored observers = explore_with("observers", factory, {.limit = kMost});
    if (observers.counts.sleep_set_blocked != 0) return "sleep-set blocked";
    if (observers.outcomes != all.outcomes) {
      return fmt::format("{} outcomes, there are {}", observers.outcomes.size(),
                         all.outcomes.size());
    }
    if (observers.counts.interleavings > all.classes.size()) {
      return fmt::format("{} runs, optimal needs {}", observers.counts.interleavings,
                         all.classes.size());
    }
    return "";
  });
}

// Programs whose processes only write and read: where conditional conflicts are densest.
TEST(AgainstNone, ObserversOnSharedMemory) {
  toy::GenerateOptions options;
  options.messages = options.locks = options.conditions = false;
  options.max_operations = 5;
  for_all_programs(options, 0.5, [](const core::ProgramFactory& factory) -> std::string {
    const Explored all = explore_with("none", factory, {.limit = kMost, .classes = false});
    if (!all.complete) return "";
    const Explored observers = explore_with("observers", factory, {.limit = kMost});
    return observers.outcomes == all.outcomes ? "" : "other outcomes";
  });
}

// For message passing the classes of observers are Vidal's traces: a second, independent oracle.
TEST(AgainstNone, VariantsFindTheSameOutcomesWithNoMoreRuns) {
  toy::GenerateOptions options;
  options.messages_only = true;
  options.timeouts = false;
  for_all_programs(options, 0.5, [](const core::ProgramFactory& factory) -> std::string {
    const Explored all = explore_with("none", factory, {.limit = kMost, .classes = false});
    if (!all.complete) return "";
    const Explored variants = explore_variants(factory);
    if (variants.outcomes != all.outcomes) return "other outcomes";
    const Explored optimal = explore_with("optimal", factory, {.classes = false});
    if (variants.counts.interleavings > optimal.counts.interleavings) {
      return fmt::format("{} runs, optimal needs {}", variants.counts.interleavings,
                         optimal.counts.interleavings);
    }
    return "";
  });
}

// Programs too large for `none`. Wakeup sequences that lead to each other need many processes: cut
// short sequences passed every test against brute force.
toy::GenerateOptions larger() {
  toy::GenerateOptions options;
  options.max_processes = 8;
  options.max_operations = 4;
  options.max_interleavings = 1'000'000'000'000;
  return options;
}

TEST(AgainstSource, OptimalVisitsEachClassOnceInLargerPrograms) {
  for_all_programs(larger(), 0.5, [](const core::ProgramFactory& factory) -> std::string {
    const Explored source = explore_with("source", factory, {.limit = 2000});
    if (!source.complete) return "";
    const Explored optimal = explore_with("optimal", factory, {.limit = 4000});
    if (optimal.counts.sleep_set_blocked != 0) return "sleep-set blocked";
    if (optimal.classes != source.classes) {
      return fmt::format("optimal covers {} classes, source {}", optimal.classes.size(),
                         source.classes.size());
    }
    if (optimal.counts.interleavings != optimal.classes.size()) return "a class twice";
    return "";
  });
}

// What decides about a class may be far away from it (tests/regressions/parsimonious_test.cpp).
TEST(AgainstOptimal, ParsimoniousVisitsEachClassOnceInLargerPrograms) {
  for_all_programs(larger(), 1, [](const core::ProgramFactory& factory) -> std::string {
    const Explored optimal = explore_with("optimal", factory, {.limit = 2000});
    if (!optimal.complete) return "";
    return each_class_once(explore_with("parsimonious", factory, {.limit = 4000}), optimal);
  });
}

// Where races are densest: processes that only use memory, and with locks.
TEST(AgainstOptimal, ParsimoniousOnSharedMemory) {
  for (const bool locks : {false, true}) {
    toy::GenerateOptions options;
    options.messages = options.conditions = options.await = false;
    options.locks = locks;
    options.max_processes = 5;
    options.max_interleavings = 1'000'000;
    for_all_programs(options, 0.5, [](const core::ProgramFactory& factory) -> std::string {
      const Explored optimal = explore_with("optimal", factory, {.limit = 2000});
      if (!optimal.complete) return "";
      return each_class_once(explore_with("parsimonious", factory, {.limit = 4000}), optimal);
    });
  }
}

TEST(AgainstSource, ObserversFindTheSameOutcomesInLargerPrograms) {
  for_all_programs(larger(), 0.5, [](const core::ProgramFactory& factory) -> std::string {
    const Explored source = explore_with("source", factory, {.limit = 2000});
    if (!source.complete) return "";
    const Explored observers = explore_with("observers", factory, {.limit = 4000});
    if (observers.counts.sleep_set_blocked != 0) return "sleep-set blocked";
    if (observers.outcomes != source.outcomes) {
      return fmt::format("{} outcomes, there are {}", observers.outcomes.size(),
                         source.outcomes.size());
    }
    if (observers.counts.interleavings > source.classes.size()) return "more runs than classes";
    return "";
  });
}

// Independent neighbours commute: swapping them gives the same footprints, the same class and the
// same outcome. This is what every reduction rests on.
TEST(Dependencies, IndependentNeighboursCommute) {
  for_all_programs({}, 1, [](const core::ProgramFactory& factory) -> std::string {
    std::string wrong;
    std::uint64_t run = 0;
    const auto other = factory();
    explore_with("none", factory,
                 {.limit = 40, .classes = false, .on_run = [&](explore::Explorer& explorer) {
                    if (++run % 4 != 0 || !wrong.empty()) return;
                    const core::Execution& execution = explorer.execution();
                    const std::uint64_t class_before =
                        class_of(execution, explorer.happens_before());
                    for (std::uint32_t i = 0; i + 1 < execution.size(); ++i) {
                      if (execution[i].actor() == execution[i + 1].actor() ||
                          explorer.happens_before().before(i, i + 1)) {
                        continue;
                      }
                      std::vector<core::ActorId> schedule = explorer.schedule();
                      std::swap(schedule[i], schedule[i + 1]);
                      other->restart();
                      core::Execution swapped;
                      for (const core::ActorId actor : schedule) {
                        if (!other->is_enabled(actor)) {
                          wrong = fmt::format(
                              "after swapping events {} and {} an actor is disabled", i, i + 1);
                          return;
                        }
                        core::StepRecord record;
                        other->step(actor, record);
                        swapped.push(actor, record);
                      }
                      core::HappensBefore hb(swapped, *other, false);
                      hb.extend();
                      if (class_of(swapped, hb) != class_before ||
                          other->outcome() != explorer.program().outcome()) {
                        wrong = fmt::format("swapping events {} and {} changes the run", i, i + 1);
                      }
                    }
                  }});
    return wrong;
  });
}

}  // namespace
}  // namespace heddle::tests
