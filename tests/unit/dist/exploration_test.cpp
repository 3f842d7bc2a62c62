// Whole explorations: what ends them, what the result says then, and what comes out of a worker.
#include "dist/exploration.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "support/check.hpp"
#include "tests/support/forwarding_program.hpp"
#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

using dist::ExplorationOptions;
using dist::ExplorationResult;
using std::chrono::milliseconds;

core::ProgramFactory builtin(const char* name) {
  return toy::make_factory(toy::builtin(name), {.allow_deadlock = true});
}

ExplorationResult explore(const core::ProgramFactory& factory, const ExplorationOptions& options,
                          const char* algorithm = "optimal") {
  return dist::explore(factory, *explore::make_algorithm(algorithm), options);
}

using CutOffs = std::vector<core::CutOff>;

// readers(8) has 2^8 classes (seed 002 table 3.1).
TEST(Exploration, GoesThroughEverything) {
  for (const unsigned jobs : {1U, 2U, 4U}) {
    ExplorationOptions options;
    options.jobs = jobs;
    options.worker.shortest_task = std::chrono::microseconds(0);
    options.worker.runs_between_looks = 1;
    const ExplorationResult result = explore(builtin("readers(8)"), options);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.counts.interleavings, 256U) << jobs << " jobs";
    EXPECT_EQ(result.counts.sleep_set_blocked, 0U);
    EXPECT_EQ(result.cut_off, CutOffs{});
    EXPECT_TRUE(result.found.empty());
  }
}

// ---- What ends it early

// Two withdrawals of 80: both see 100 in some classes. One error is enough, if nothing else is
// said, and an error is not something that was cut off.
TEST(Exploration, EndsWithTheFirstError) {
  const ExplorationResult result = explore(builtin("bank"), {});
  EXPECT_EQ(result.found.size(), 1U);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.cut_off, CutOffs{});
  ASSERT_EQ(result.found[0].findings.size(), 1U);
  EXPECT_EQ(result.found[0].findings[0].kind, core::Finding::Kind::kAssertion);
}

TEST(Exploration, EndsWithTheNthErrorOrNever) {
  ExplorationOptions options;
  options.worker.stop_after_errors = 0;
  const std::uint64_t all = dist::runs_of(explore(builtin("bank"), options).found);
  ASSERT_GT(all, 2U);
  options.worker.stop_after_errors = 2;
  EXPECT_EQ(dist::runs_of(explore(builtin("bank"), options).found), 2U);
  options.worker.stop_after_errors = all + 1;
  const ExplorationResult result = explore(builtin("bank"), options);
  EXPECT_EQ(dist::runs_of(result.found), all);
  EXPECT_TRUE(result.complete);
}

// The number of a run is a fact of the program only where there is one order of the runs.
TEST(Exploration, NumbersTheRunsOfErrorsWhenOneWorkerGoesThroughTheTreeAtOnce) {
  ExplorationOptions options;
  const ExplorationResult first = explore(builtin("bank"), options);
  ASSERT_EQ(first.found.size(), 1U);
  EXPECT_EQ(first.found[0].interleaving, first.counts.interleavings);  // it ended there
  options.jobs = 2;
  EXPECT_EQ(explore(builtin("bank"), options).found.at(0).interleaving, 0U);
  options.jobs = 1;
  options.on_save = [](const dist::SavedTree&) {};
  EXPECT_EQ(explore(builtin("bank"), options).found.at(0).interleaving, 0U);
}

// The schedule of an error leads to it; the shortest comes first, whoever was faster.
TEST(Exploration, GivesTheScheduleOfEachError) {
  const auto factory = builtin("bank");
  std::vector<std::vector<core::ActorId>> expected;
  for (const unsigned jobs : {1U, 3U}) {
    ExplorationOptions options;
    options.jobs = jobs;
    options.worker.stop_after_errors = 0;
    options.worker.shortest_task = std::chrono::microseconds(0);
    options.worker.runs_between_looks = 1;
    const ExplorationResult result = explore(factory, options);
    std::vector<std::vector<core::ActorId>> schedules;
    const auto program = factory();
    for (const dist::Found& found : result.found) {
      program->restart();
      core::StepRecord record;
      for (const core::ActorId actor : found.schedule) program->step(actor, record);
      EXPECT_EQ(program->errors(), found.findings);
      schedules.push_back(found.schedule);
    }
    EXPECT_TRUE(
        std::is_sorted(schedules.begin(), schedules.end(), [](const auto& a, const auto& b) {
          return std::pair(a.size(), a) < std::pair(b.size(), b);
        }));
    if (jobs == 1) expected = schedules;
    EXPECT_EQ(schedules, expected) << jobs << " jobs";
  }
}

TEST(Exploration, EndsWithALimitOfRuns) {
  ExplorationOptions options;
  options.worker.max_runs = 10;
  const ExplorationResult result = explore(builtin("readers(8)"), options);
  EXPECT_EQ(result.counts.interleavings, 10U);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.cut_off, (CutOffs{{"limit of 10 interleavings", false}}));
}

// Everything was seen when the limit was reached: nothing was cut off.
TEST(Exploration, IsCompleteIfTheLimitIsTheWhole) {
  ExplorationOptions options;
  options.worker.max_runs = 256;
  const ExplorationResult result = explore(builtin("readers(8)"), options);
  EXPECT_EQ(result.counts.interleavings, 256U);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.cut_off, CutOffs{});
}

// readers(40) has 2^40 classes. Its workers look at the queue after every run.
TEST(Exploration, EndsWithALimitOfTime) {
  for (const unsigned jobs : {1U, 3U}) {
    ExplorationOptions options;
    options.jobs = jobs;
    options.time = milliseconds(50);
    const ExplorationResult result = explore(builtin("readers(40)"), options);
    EXPECT_FALSE(result.complete);
    EXPECT_EQ(result.cut_off, (CutOffs{{"time limit 0.05 s", false}}));
    EXPECT_GT(result.counts.interleavings, 0U);
    EXPECT_GE(result.seconds, 0.05);
  }
}

TEST(Exploration, EndsWhenItIsInterrupted) {
  std::atomic<bool> interrupted{true};
  ExplorationOptions options;
  options.jobs = 2;
  options.interrupted = &interrupted;
  options.time = milliseconds(60'000);  // not reached
  const ExplorationResult result = explore(builtin("readers(40)"), options);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.cut_off, (CutOffs{{"interrupted", false}}));
  EXPECT_LT(result.seconds, 30);
}

// What a bound cut off is said beside what else happened.
TEST(Exploration, SaysWhichBoundsCutSomethingOff) {
  ExplorationOptions options;
  options.worker.explorer.bounds.preemptions = 1;
  ExplorationResult result = explore(builtin("readers(3)"), options, "none");
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.cut_off, (CutOffs{{"preemption bound 1", true}}));
  options.worker.max_runs = 5;
  result = explore(builtin("readers(3)"), options, "none");
  EXPECT_EQ(result.cut_off,
            (CutOffs{{"preemption bound 1", true}, {"limit of 5 interleavings", false}}));
}

// A bound counts along the whole path, also where the path crosses from one task into another; a
// branch that it forbids is not a run, even if it was handed over before that was known. Stopped
// after every run and resumed, and with three workers: the runs of one uninterrupted exploration.
TEST(Exploration, KeepsBoundsAcrossTasks) {
  const auto factory = builtin("bank");
  for (const auto& [name, bounds] :
       std::vector<std::pair<const char*, explore::Bounds>>{{"none", {.preemptions = 1}},
                                                            {"bounded", {.preemptions = 1}},
                                                            {"none", {.delays = 2}},
                                                            {"none", {.tree = 2}}}) {
    const Explored alone = explore_with(name, factory, {.bounds = bounds, .classes = false});
    const auto algorithm = explore::make_algorithm(name);
    dist::SavedTree saved;
    ExplorationOptions options;
    options.worker.stop_after_errors = 0;
    options.worker.explorer.bounds = bounds;
    options.on_save = [&](dist::SavedTree tree) { saved = std::move(tree); };
    ExplorationResult result;
    for (options.worker.max_runs = 1; !result.complete; ++options.worker.max_runs) {
      dist::SavedTree before = std::move(saved);
      result = dist::explore(factory, *algorithm, options,
                             options.worker.max_runs == 1 ? nullptr : &before);
    }
    EXPECT_EQ(result.counts.interleavings, alone.counts.interleavings) << name;
    EXPECT_EQ(result.counts.bounds_hit.bits(), alone.counts.bounds_hit.bits()) << name;

    ExplorationOptions threads;
    threads.jobs = 3;
    threads.worker = options.worker;
    threads.worker.max_runs = 0;
    threads.worker.shortest_task = std::chrono::microseconds(0);
    threads.worker.runs_between_looks = 1;
    result = explore(factory, threads, name);
    EXPECT_EQ(result.counts.interleavings, alone.counts.interleavings) << name;
    EXPECT_EQ(result.counts.bounds_hit.bits(), alone.counts.bounds_hit.bits()) << name;
  }
}

// ---- Prefix

/// The actors of these names, as a schedule.
std::vector<core::ActorId> schedule_of(const core::ProgramFactory& factory,
                                       const std::vector<std::string>& names) {
  const auto program = factory();
  std::vector<core::ActorId> schedule;
  std::vector<core::ActorId> enabled;
  for (const std::string& name : names) {
    program->enabled(enabled);
    for (const core::ActorId actor : enabled) {
      if (program->actor_name(actor) != name) continue;
      schedule.push_back(actor);
      core::StepRecord record;
      program->step(actor, record);
      break;
    }
  }
  return schedule;
}

// After the four spawns of readers(3) the writer goes first: every reader reads 42, one class. Then
// nothing first: all eight.
TEST(Exploration, ExploresWhatComesAfterAPrefix) {
  const auto factory = builtin("readers(3)");
  ExplorationOptions options;
  options.prefix = schedule_of(factory, {"main", "main", "main", "main"});
  ASSERT_EQ(options.prefix.size(), 4U);
  EXPECT_EQ(explore(factory, options).counts.interleavings, 8U);
  options.prefix = schedule_of(factory, {"main", "main", "main", "main", "main.1"});
  ASSERT_EQ(options.prefix.size(), 5U);
  for (const unsigned jobs : {1U, 3U}) {
    options.jobs = jobs;
    const ExplorationResult result = explore(factory, options);
    EXPECT_EQ(result.counts.interleavings, 1U);
    EXPECT_TRUE(result.complete);
  }
}

TEST(Exploration, GivesSchedulesThatBeginWithThePrefix) {
  const auto factory = builtin("bank");
  ExplorationOptions options;
  options.prefix = schedule_of(factory, {"main", "main", "main.2", "main.1"});
  ASSERT_EQ(options.prefix.size(), 4U);
  const ExplorationResult result = explore(factory, options);
  ASSERT_EQ(result.found.size(), 1U);  // both have read 100
  ASSERT_GE(result.found[0].schedule.size(), 4U);
  EXPECT_TRUE(
      std::equal(options.prefix.begin(), options.prefix.end(), result.found[0].schedule.begin()));
}

// The second step belongs to an actor that does not exist yet.
TEST(Exploration, RefusesAPrefixThatIsNotPossible) {
  const auto factory = builtin("readers(3)");
  ExplorationOptions options;
  options.prefix = schedule_of(factory, {"main", "main"});
  factory();  // the actors are known; main.2 is spawned by the second step
  options.prefix = {options.prefix[0], options.prefix[0] + 2};
  try {
    explore(factory, options);
    ADD_FAILURE() << "accepted";
  } catch (const support::UserError& error) {
    EXPECT_STREQ(error.what(), "step 2 of the prefix: main.2 cannot take a step there");
  }
}

// ---- Failures

struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws after so many steps, of all instances together.
class Breaks final : public ForwardingProgram {
 public:
  Breaks(std::unique_ptr<core::Program> inner, std::shared_ptr<std::atomic<int>> left)
      : ForwardingProgram(std::move(inner)), left_(std::move(left)) {}
  void step(core::ActorId actor, core::StepRecord& out) override {
    if (--*left_ < 0) throw Broken("it broke");
    ForwardingProgram::step(actor, out);
  }

 private:
  const std::shared_ptr<std::atomic<int>> left_;
};

core::ProgramFactory breaking(const core::ProgramFactory& inner, int steps) {
  return [inner, left = std::make_shared<std::atomic<int>>(steps)] {
    return std::make_unique<Breaks>(inner(), left);
  };
}

// What goes wrong in a worker comes out of `explore`, and the other workers have stopped.
TEST(Exploration, ThrowsWhatAWorkerThrows) {
  for (const unsigned jobs : {1U, 4U}) {
    for (const int steps : {0, 3, 1000}) {
      ExplorationOptions options;
      options.jobs = jobs;
      options.worker.shortest_task = std::chrono::microseconds(0);
      options.worker.runs_between_looks = 1;
      EXPECT_THROW(explore(breaking(builtin("readers(8)"), steps), options), Broken)
          << jobs << " jobs, " << steps << " steps";
    }
  }
}

// What was done until then can be saved: a long exploration is not lost to one bad run.
TEST(Exploration, SavesBeforeItThrows) {
  dist::SavedTree saved;
  int saves = 0;
  ExplorationOptions options;
  options.save_every = milliseconds(60'000);
  options.on_save = [&](dist::SavedTree tree) {
    saved = std::move(tree);
    ++saves;
  };
  const auto inner = builtin("readers(8)");
  EXPECT_THROW(explore(breaking(inner, 500), options), Broken);
  EXPECT_EQ(saves, 1);
  const ExplorationResult result =
      dist::explore(inner, *explore::make_optimal(), ExplorationOptions{}, &saved);
  EXPECT_EQ(result.counts.interleavings, 256U);
}

TEST(Exploration, ThrowsWhatTheFactoryThrows) {
  const core::ProgramFactory factory = []() -> std::unique_ptr<core::Program> {
    throw Broken("no program");
  };
  ExplorationOptions options;
  options.jobs = 2;
  EXPECT_THROW(explore(factory, options), Broken);
}

// ---- Progress

TEST(Exploration, ReportsProgress) {
  std::vector<dist::Progress> reports;
  ExplorationOptions options;
  options.time = milliseconds(300);
  options.progress_every = milliseconds(1);
  options.on_progress = [&](const dist::Progress& progress) { reports.push_back(progress); };
  explore(builtin("readers(40)"), options);
  ASSERT_GE(reports.size(), 2U);
  for (std::size_t i = 1; i < reports.size(); ++i) {
    EXPECT_GE(reports[i].runs, reports[i - 1].runs);
    EXPECT_GT(reports[i].seconds, reports[i - 1].seconds);
    EXPECT_GE(reports[i].uncertainty, 1);
  }
  EXPECT_GT(reports.back().runs, 0U);
  EXPECT_GT(reports.back().estimate, 0);
}

// The copy takes several times the memory of the search: nobody should pay for it who stops at a
// limit.
TEST(Exploration, CopiesWhatIsLeftOnlyForWhoGoesOn) {
  ExplorationOptions options;
  options.worker.max_runs = 5;
  const ExplorationResult limited = explore(builtin("readers(8)"), options);
  EXPECT_FALSE(limited.complete);
  EXPECT_EQ(limited.counts.interleavings, 5U);
  EXPECT_EQ(limited.left.counts.interleavings, 0U);
  const std::atomic<bool> interrupted = true;
  options.interrupted = &interrupted;
  EXPECT_EQ(explore(builtin("readers(8)"), options).left.counts.interleavings, 0U);
  options.keeps_left = true;
  const ExplorationResult stopped = explore(builtin("readers(8)"), options);
  EXPECT_EQ(stopped.left.counts.interleavings, stopped.counts.interleavings);
}

}  // namespace
}  // namespace heddle::tests
