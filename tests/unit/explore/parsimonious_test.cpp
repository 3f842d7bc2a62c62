#include "explore/parsimonious.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/check.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/scripted_program.hpp"

namespace heddle::tests {
namespace {

using explore::Parsimonious;
using Lines = std::vector<std::string>;

std::string text(const std::vector<core::ActorId>& schedule) {
  std::string line;
  for (const core::ActorId actor : schedule) line += std::to_string(actor);
  return line;
}

Lines runs_of(explore::Explorer& explorer) {
  Lines runs;
  while (explorer.next_run()) runs.push_back(text(explorer.schedule()));
  return runs;
}

constexpr core::Location x = 1;
constexpr core::Location y = 2;

class Search {
 public:
  explicit Search(std::vector<Script> scripts, explore::ExplorerOptions options = {})
      : program_(std::move(scripts)), explorer(program_, *algorithm_, std::move(options)) {}

 private:
  ScriptedProgram program_;
  const std::unique_ptr<explore::Algorithm> algorithm_ = explore::make_parsimonious();

 public:
  Parsimonious explorer;
};

// Actor 1 writes what actors 0 and 2 read: four classes. The first run has the races 0-1 and 1-2;
// the second one reverses the deeper.
TEST(Parsimonious, ReversesTheDeepestRaceFirst) {
  Search search({{read(x)}, {write(x, 1)}, {read(x)}});
  search.explorer.start({});
  const Lines runs = runs_of(search.explorer);
  ASSERT_EQ(runs.size(), 4U);
  EXPECT_EQ(runs[0], "012");
  EXPECT_EQ(runs[1], "021");
  Lines sorted = runs;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(std::unique(sorted.begin(), sorted.end()), sorted.end());
}

// Of two reads that have to come before a write, the one of the lower actor is the head.
TEST(Parsimonious, TakesTheLowestActorAsHead) {
  Search search({{write(x, 1)}, {read(x)}, {read(x)}});
  search.explorer.start({});
  Lines runs = runs_of(search.explorer);
  std::sort(runs.begin(), runs.end());
  EXPECT_EQ(runs, (Lines{"012", "102", "120", "201"}));
}

TEST(Parsimonious, HasOneRunWithoutRaces) {
  Search search({{write(x, 1), write(x, 2)}, {write(y, 1)}});
  search.explorer.start({});
  EXPECT_EQ(runs_of(search.explorer), (Lines{"001"}));
  EXPECT_FALSE(search.explorer.has_open_branches());
}

TEST(Parsimonious, DoesNotReverseWhatIsFixed) {
  const std::vector<Script> scripts{{read(x)}, {write(x, 1)}, {read(x)}};
  Search first(scripts);
  first.explorer.start({});
  ASSERT_TRUE(first.explorer.next_run());
  Search search(scripts);
  explore::Task task;
  task.prefix.push_back(first.explorer.execution().step(0));
  search.explorer.start(std::move(task));
  EXPECT_EQ(runs_of(search.explorer), (Lines{"012", "021"}));
}

// Actor 0 keeps the lock, so actor 1 never gets it in the first run. If it comes first, its write
// may come before or after that of actor 2, which the first run does not order: three classes.
TEST(Parsimonious, StepsThatWereNeverTakenGoBeforeAndAfterWhatTheyDependOn) {
  constexpr core::Location m = 3;
  Search search({{acquire(m)}, {{acquire(m), write(x, 1)}}, {write(x, 2)}});
  search.explorer.start({});
  Lines runs = runs_of(search.explorer);
  std::sort(runs.begin(), runs.end());
  EXPECT_EQ(runs, (Lines{"02", "12", "21"}));
}

// The same with an actor that another one has to make first.
TEST(Parsimonious, StepsThatWereNeverTakenNeedWhatTheyConsume) {
  constexpr core::Location m = 3;
  constexpr core::Location made = 4;
  Search search({{acquire(m)}, {produce(made)}, {{consume(made), acquire(m)}}});
  search.explorer.start({});
  Lines runs = runs_of(search.explorer);
  std::sort(runs.begin(), runs.end());
  EXPECT_EQ(runs, (Lines{"01", "12"}));
}

// Which message it would take no run tells.
TEST(Parsimonious, RefusesToReverseATakeThatWasNeverTaken) {
  constexpr core::Location m = 3;
  constexpr core::Location mailbox = 4;
  Search search({{acquire(m)}, {{acquire(m), take(mailbox, {1})}}, {append(mailbox, 1)}});
  search.explorer.start({});
  ASSERT_TRUE(search.explorer.next_run());
  EXPECT_THROW(search.explorer.next_run(), support::UserError);
}

// Actors 1 and 2 are both to come before actor 0, which actor 2 keeps waiting for ever. The class
// has the head of the lower actor, so that a run with the other one has to stop.
TEST(Parsimonious, GoesOnWithNoLowerActorWhileTheReversedStepWaits) {
  constexpr core::Location m = 3;
  Search search({{{acquire(m), write(x, 1)}}, {read(x)}, {acquire(m)}});
  search.explorer.start({});
  Lines runs;
  while (search.explorer.next_run()) {
    if (search.explorer.run_end() == explore::RunEnd::kMaximal) {
      runs.push_back(text(search.explorer.schedule()));
    }
  }
  std::sort(runs.begin(), runs.end());
  EXPECT_EQ(runs, (Lines{"01", "10", "12"}));
  EXPECT_EQ(search.explorer.counts().sleep_set_blocked, 1U);
}

TEST(Parsimonious, IsCutOffByTheLength) {
  explore::ExplorerOptions options;
  options.bounds.length = 2;
  Search search({{read(x)}, {write(x, 1)}, {read(x)}}, std::move(options));
  search.explorer.start({});
  ASSERT_TRUE(search.explorer.next_run());
  EXPECT_EQ(search.explorer.run_end(), explore::RunEnd::kBounded);
  EXPECT_EQ(search.explorer.execution().size(), 2U);
  EXPECT_TRUE(search.explorer.counts().bounds_hit.has(explore::BoundKind::kLength));
}

TEST(Parsimonious, RefusesATreeBound) {
  const auto why = explore::incompatible({.tree = 1}, *explore::make_parsimonious());
  ASSERT_TRUE(why.has_value());
  EXPECT_NE(why->find("--dpor optimal"), std::string::npos);
}

// The reader's footprint may be another one if it comes before the write.
TEST(Parsimonious, RefusesToReverseWhatDecides) {
  core::Access deciding = read(x);
  deciding.decides = true;
  Search search({{write(x, 1)}, {deciding}});
  search.explorer.start({});
  ASSERT_TRUE(search.explorer.next_run());
  EXPECT_THROW(search.explorer.next_run(), support::UserError);
}

// Whatever is given away at whatever time, the parts and the rest are the whole.
TEST(Parsimonious, PartsThatAreGivenAwayAreTheRest) {
  const auto factory = toy::make_factory(toy::builtin("lastzero(4)"), {});
  const auto algorithm = explore::make_parsimonious();
  const std::uint64_t all = explore_with("optimal", factory).counts.interleavings;
  for (std::uint64_t cut = 1; cut <= all; ++cut) {
    for (const std::size_t most : {std::size_t{1}, std::size_t{1000}}) {
      const auto program = factory();
      const auto other = factory();
      Parsimonious explorer(*program, *algorithm, {});
      Parsimonious helper(*other, *algorithm, {});
      explorer.start({});
      for (std::uint64_t run = 0; run < cut; ++run) ASSERT_TRUE(explorer.next_run());
      std::vector<explore::Task> parts = explorer.give_away(most);
      EXPECT_TRUE(most == 1 || !explorer.has_open_branches());
      while (explorer.next_run()) continue;
      std::uint64_t runs = explorer.counts().interleavings;
      for (explore::Task& part : parts) {
        helper.start(std::move(part));
        while (helper.next_run()) continue;
        runs += helper.counts().interleavings;
      }
      EXPECT_EQ(runs, all) << "cut after " << cut;
    }
  }
}

TEST(Parsimonious, EstimatesTheRightNumberAtTheEnd) {
  const auto program = toy::make_factory(toy::builtin("readers(6)"), {})();
  const auto algorithm = explore::make_parsimonious();
  Parsimonious explorer(*program, *algorithm, {});
  explorer.start({});
  while (explorer.next_run()) EXPECT_GE(explorer.estimate(), 1.0);
  EXPECT_EQ(explorer.estimate(), 64.0);
}

}  // namespace
}  // namespace heddle::tests
