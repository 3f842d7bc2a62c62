// The races of small runs, worked out by hand, and the runs that their variants lead to.
#include "explore/run_races.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "explore/decisive.hpp"
#include "explore/drive.hpp"
#include "explore/replay.hpp"
#include "tests/support/oracle.hpp"
#include "toy/generate.hpp"

namespace heddle::tests {
namespace {

using explore::RunRace;
using Names = std::vector<std::string>;

/// A toy program and its run along a schedule of names, then to the end.
class Subject {
 public:
  explicit Subject(const char* text, const Names& schedule = {})
      : program_(toy::make_factory(toy::parse(text, "t.toy"), {})()) {
    program_->restart();
    std::vector<core::ActorId> ids;
    for (const std::string& name : schedule) {
      std::vector<core::ActorId> enabled;
      program_->enabled(enabled);
      const auto it = std::find_if(enabled.begin(), enabled.end(), [&](core::ActorId actor) {
        return program_->actor_name(actor) == name;
      });
      if (it == enabled.end()) throw std::logic_error(name + " is not enabled");
      ids.push_back(*it);
      core::StepRecord record;
      program_->step(*it, record);
    }
    schedule_ = explore::drive(*program_, ids, *explore::make_first()).schedule;
    races_.emplace(*program_, schedule_);
  }

  core::Program& program() { return *program_; }
  const std::vector<core::ActorId>& schedule() const { return schedule_; }
  const explore::RunRaces& races() const { return *races_; }
  std::string outcome_of_variant(std::size_t race) {
    explore::drive(*program_, races_->schedule(race), *explore::make_first());
    return program_->outcome();
  }

 private:
  std::unique_ptr<core::Program> program_;
  std::vector<core::ActorId> schedule_;
  std::optional<explore::RunRaces> races_;
};

constexpr const char* kWriteAndRead = R"(
var x = 0
proc main() { p = spawn p() r = read x join p }
proc p() { write x = 1 }
)";

TEST(RunRaces, TwoStepsAtOneVariable) {
  Subject subject(kWriteAndRead, {"main", "main.1", "main"});  // spawn, write, read
  ASSERT_EQ(subject.races().all().size(), 1U);
  const RunRace& race = subject.races().all()[0];
  EXPECT_EQ(race.kind, RunRace::Kind::kMemory);
  EXPECT_EQ(race.first, 1U);
  EXPECT_EQ(race.second, 2U);
  // The spawn, the read, and then what was first.
  EXPECT_EQ(subject.races().variant(0), (std::vector<std::uint32_t>{0, 2, 1}));
  EXPECT_NE(subject.outcome_of_variant(0).find("r=0"), std::string::npos);
}

constexpr const char* kPost = R"(
proc main() { b = spawn box() spawn sender(b) send b (1) }
proc sender(b) { send b (2) }
proc box() { receive { (n) -> { assert n == 2 } } }
)";

TEST(RunRaces, AReceiveAndTheMessageItCouldHaveTaken) {
  Subject subject(kPost, {"main", "main", "main", "main.1", "main.2"});
  ASSERT_EQ(subject.races().all().size(), 1U);
  const RunRace& race = subject.races().all()[0];
  EXPECT_EQ(race.kind, RunRace::Kind::kReceive);
  EXPECT_EQ(race.first, 3U);   // the receive
  EXPECT_EQ(race.taken, 2U);   // main's send
  EXPECT_EQ(race.second, 4U);  // the other one
  EXPECT_TRUE(race.reversible);
  // The receive comes last.
  EXPECT_EQ(subject.races().variant(0).back(), 3U);
}

TEST(RunRaces, AReceiveThatTimedOutHasARaceSet) {
  Subject subject(R"(
proc main() { spawn sender(self) receive { (n) -> {} after -> { n = 0 } } }
proc sender(m) { send m (1) }
)",
                  {"main", "main", "main.1"});
  ASSERT_EQ(subject.races().all().size(), 1U);
  const RunRace& race = subject.races().all()[0];
  EXPECT_EQ(race.kind, RunRace::Kind::kReceive);
  EXPECT_EQ(race.first, 1U);
  EXPECT_EQ(race.taken, core::kNoEvent);
  EXPECT_EQ(race.second, 2U);
  EXPECT_NE(subject.outcome_of_variant(0).find("n=1"), std::string::npos);
}

// And one that got its message might have been too early.
TEST(RunRaces, AMessageMightHaveComeTooLate) {
  Subject subject(R"(
proc main() { spawn sender(self) receive { (n) -> {} after -> { n = 0 } } }
proc sender(m) { send m (1) }
)",
                  {"main", "main.1", "main"});
  ASSERT_EQ(subject.races().all().size(), 1U);
  EXPECT_EQ(subject.races().all()[0].kind, RunRace::Kind::kMemory);
  EXPECT_NE(subject.outcome_of_variant(0).find("n=0"), std::string::npos);
}

// Shared variables between: the message depends on the receive by way of a variable.
TEST(RunRaces, ADependencyThroughMemoryIsOne) {
  const char* const text = R"(
var x = 0
proc main() { spawn sender(self) send self (1) receive { (n) -> {} } write x = 1 }
proc sender(m) { await x == 1 send m (2) }
)";
  Subject subject(text);
  for (const RunRace& race : subject.races().all()) {
    EXPECT_NE(race.kind, RunRace::Kind::kReceive);
  }
}

// Whatever is said to be reversible can be run, and the receive then takes the other message.
TEST(RunRaces, EveryReversibleRaceOfRandomProgramsRuns) {
  int receives = 0;
  int pairs = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const auto source =
        std::make_shared<toy::Source>(toy::generate(seed, {.messages_only = seed % 2 == 0}));
    const auto program = toy::make_factory(source, {.allow_deadlock = true})();
    const auto walk = explore::make_random_walk();
    const auto run = explore::drive(*program, {}, *walk, {.length = 200, .seed = seed});
    const explore::RunRaces races(*program, run.schedule);
    for (std::size_t i = 0; i < races.all().size(); ++i) {
      const RunRace& race = races.all()[i];
      if (!race.reversible) continue;
      SCOPED_TRACE(fmt::format("seed {}, race {}:\n{}", seed, i + 1, toy::print(*source)));
      const std::vector<core::ActorId> schedule = races.schedule(i);
      std::optional<explore::RunRaces> reversed;
      ASSERT_NO_THROW(reversed.emplace(*program, schedule));
      if (race.kind == RunRace::Kind::kMemory) {
        ++pairs;
        continue;
      }
      ++receives;
      const explore::MessageTrace& messages = reversed->messages();
      const explore::Receive& receive = messages.receives().back();
      EXPECT_EQ(receive.id, races.execution()[race.first].id());
      ASSERT_NE(receive.taken, explore::kNoMessage);
      const std::uint32_t send = messages.messages()[receive.taken].send;
      EXPECT_EQ(reversed->execution()[send].id(), races.execution()[race.second].id());
    }
  }
  EXPECT_GE(receives, 100);
  EXPECT_GE(pairs, 300);
}

TEST(Drive, SaysWhereAPrefixCannotBeFollowed) {
  Subject subject(kWriteAndRead);
  std::vector<core::ActorId> wrong(6, subject.schedule().front());
  try {
    explore::drive(subject.program(), wrong, *explore::make_first());
    FAIL() << "it cannot";
  } catch (const explore::ScheduleError& error) {
    EXPECT_EQ(error.step(), 3U);  // main joins p, which has not run
  }
}

TEST(Drive, IsCutOffAtTheLength) {
  const auto program = toy::make_factory(
      toy::parse("var x = 0 proc main() { while 1 == 1 { write x = 1 } }", "t.toy"), {})();
  const explore::Driven run = explore::drive(*program, {}, *explore::make_first(), {.length = 50});
  EXPECT_TRUE(run.cut_off);
  EXPECT_EQ(run.schedule.size(), 50U);
}

TEST(Drive, FollowsTheOriginalOrderWherePossible) {
  Subject subject(kWriteAndRead, {"main", "main.1", "main"});
  const auto same = explore::make_original_order(subject.schedule());
  EXPECT_EQ(explore::drive(subject.program(), {}, *same).schedule, subject.schedule());
}

TEST(Decisive, TheLastRaceWhoseReversalPasses) {
  // The order of the writes to y does not matter to the assertion; that of x does.
  Subject subject(R"(
var x = 0
var y = 0
proc main() { p = spawn p() r = read x s = read y join p assert r == 0 }
proc p() { write x = 1 write y = 1 }
)",
                  {"main", "main.1", "main.1", "main", "main"});
  ASSERT_TRUE(subject.program().has_errors());
  ASSERT_EQ(subject.races().all().size(), 2U);
  const explore::DecisiveSearch search = explore::find_decisive(subject.program(), subject.races());
  ASSERT_TRUE(search.found.has_value());
  EXPECT_EQ(search.found->race, 0U);
  EXPECT_EQ(search.executions, 2U);
  EXPECT_TRUE(search.found->alone);
  explore::drive(subject.program(), search.found->twin, *explore::make_first());
  EXPECT_FALSE(subject.program().has_errors());
}

TEST(Decisive, NothingIsDecisiveIfEveryRunFails) {
  Subject subject("var x = 0 proc main() { spawn p() read x assert 0 } proc p() { write x = 1 }");
  EXPECT_FALSE(explore::find_decisive(subject.program(), subject.races()).found.has_value());
}

TEST(Tags, AreGivenWhereTheFrontEndGivesNone) {
  // The toy language gives its own: they stay.
  Subject subject(kPost, {"main", "main", "main", "main.1", "main.2"});
  const core::Trace trace = explore::record(subject.program(), subject.schedule());
  EXPECT_EQ(trace.events[2].text.message, trace.events[3].text.message);
  EXPECT_NE(trace.events[2].text.message, trace.events[4].text.message);
}

}  // namespace
}  // namespace heddle::tests
