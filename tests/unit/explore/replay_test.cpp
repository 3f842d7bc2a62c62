#include "explore/replay.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "explore/explorer.hpp"
#include "toy/toy.hpp"

namespace heddle::explore {
namespace {

using core::ActorId;
using core::Finding;
using core::Trace;
using Kind = ReplayResult::Kind;
using Clock = std::vector<std::pair<core::ActorIndex, std::uint32_t>>;

std::unique_ptr<core::Program> toy_program(const std::string& text) {
  return toy::make_factory(toy::parse(text, "t.toy"))();
}

/// The actors of these names, one after the other: a schedule.
std::vector<ActorId> schedule_of(core::Program& program, const std::vector<std::string>& names) {
  program.restart();
  std::vector<ActorId> out;
  std::vector<ActorId> enabled;
  core::StepRecord record;
  for (const std::string& name : names) {
    program.enabled(enabled);
    for (const ActorId actor : enabled) {
      if (program.actor_name(actor) != name) continue;
      out.push_back(actor);
      record.clear();
      program.step(actor, record);
      break;
    }
  }
  EXPECT_EQ(out.size(), names.size()) << "the schedule is not possible";
  return out;
}

Trace record_run(const std::string& text, const std::vector<std::string>& names) {
  const auto program = toy_program(text);
  return record(*program, schedule_of(*program, names), {.program = "toy t"});
}

constexpr const char* kRace = R"(
var x = 0
var y = 0
proc main() {
  spawn p()
  r = read x
  assert r == 0
}
proc p() { write x = 1 }
)";
const std::vector<std::string> kWriteFirst = {"main", "main.1", "main"};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, what.size(), by);
}

TEST(Record, DescribesStepsClocksAndErrors) {
  const Trace trace = record_run(kRace, kWriteFirst);
  ASSERT_EQ(trace.events.size(), 3U);  // spawn, write, read: main and p have no other operation
  EXPECT_EQ(trace.schedule, (std::vector<core::ActorIndex>{0, 1, 0}));
  EXPECT_EQ(trace.actors[0].name, "main");
  EXPECT_EQ(trace.actors[1].name, "main.1");
  EXPECT_EQ(trace.actors[1].parent, 0U);
  EXPECT_EQ(trace.events[2].text.value, "1");
  EXPECT_EQ(trace.events[2].text.source, (core::SourceLocation{"t.toy", 6}));
  EXPECT_EQ(trace.events[2].ordinal, 1U);
  EXPECT_EQ(trace.events[2].footprint.size(), 1U);
  EXPECT_EQ(trace.events[2].footprint[0].name, "x");
  // By hand: p's write is after the spawn; main's read is after both.
  EXPECT_EQ(trace.events[0].clock, (Clock{{0, 1}}));
  EXPECT_EQ(trace.events[1].clock, (Clock{{0, 1}, {1, 1}}));
  EXPECT_EQ(trace.events[2].clock, (Clock{{0, 2}, {1, 1}}));
  ASSERT_EQ(trace.errors.size(), 1U);
  EXPECT_EQ(trace.errors[0].kind, Finding::Kind::kAssertion);
  EXPECT_EQ(trace.errors[0].actors, (std::vector<ActorId>{0}));
  EXPECT_TRUE(trace.blocked.empty());
}

TEST(Record, OrdersUnobservedWritesOnlyWithoutObservers) {
  const auto program = toy_program(R"(
var x = 0
proc main() { spawn p()  write x = 1 }
proc p() { write x = 2 }
)");
  const auto schedule = schedule_of(*program, {"main", "main", "main.1"});
  // p's write is after the spawn. After main's write as well only if the order of writes that
  // nobody reads counts.
  EXPECT_EQ(record(*program, schedule).events[2].clock, (Clock{{0, 1}, {1, 1}}));
  EXPECT_EQ(record(*program, schedule, {.observers = false}).events[2].clock,
            (Clock{{0, 2}, {1, 1}}));
}

TEST(Record, SaysWhoWaitsForWhat) {
  const Trace trace = record_run(R"(
mutex m
proc main() { lock m  spawn p()  receive { (1) -> { } } }
proc p() { lock m }
)",
                                 {"main", "main"});
  ASSERT_EQ(trace.blocked.size(), 2U);  // main has no message, p no lock
  EXPECT_EQ(trace.blocked[0].waits_for, "a matching message in mailbox of main");
  EXPECT_EQ(trace.actors[trace.blocked[1].actor].name, "main.1");
  EXPECT_NE(trace.blocked[1].waits_for.find("the lock m"), std::string::npos);
}

TEST(Record, DoesNotDependOnWhatWasExploredBefore) {
  // Which of the grandchildren gets the smaller id depends on the run that was the first in this
  // process.
  constexpr const char* kFamily = R"(
var x = 0
proc main() { spawn child()  spawn child() }
proc child() { spawn grandchild() }
proc grandchild() { write x = 1 }
)";
  const std::vector<std::string> names = {"main",   "main",     "main.1",
                                          "main.2", "main.1.1", "main.2.1"};
  const auto fresh = toy_program(kFamily);
  const Trace expected = record(*fresh, schedule_of(*fresh, names));
  const auto used = toy_program(kFamily);
  schedule_of(*used, {"main", "main", "main.2", "main.1"});
  const auto schedule = schedule_of(*used, names);
  EXPECT_NE(schedule, schedule_of(*fresh, names)) << "the ids are the same: this tests nothing";
  EXPECT_EQ(core::to_json(record(*used, schedule)), core::to_json(expected));
}

TEST(Record, AScheduleThatIsNotPossibleIsTheUsersMistake) {
  const auto program = toy_program(R"(
mutex m
proc main() { lock m  spawn p()  unlock m }
proc p() { lock m }
)");
  const auto schedule = schedule_of(*program, {"main", "main", "main", "main.1"});
  const ActorId main = schedule[0];
  const ActorId p = schedule[3];
  const auto text = [&](const std::vector<ActorId>& wrong, std::size_t step) -> std::string {
    try {
      record(*program, wrong);
    } catch (const ScheduleError& error) {
      EXPECT_EQ(error.step(), step);
      return error.what();
    }
    return "";
  };
  // p wants the lock that main holds.
  const std::string waits = text({main, main, p}, 3);
  EXPECT_NE(waits.find("step 3"), std::string::npos) << waits;
  EXPECT_NE(waits.find("main.1 waits for"), std::string::npos) << waits;
  EXPECT_NE(waits.find("the lock m"), std::string::npos) << waits;
  EXPECT_NE(waits.find("can take a step there: main"), std::string::npos) << waits;
  EXPECT_NE(text({p}, 1).find("there is no main.1"), std::string::npos);
  EXPECT_NE(text({main, main, main, p, p}, 5).find("main.1 has nothing more to do"),
            std::string::npos);
  EXPECT_NE(text({main, main, main, p, p}, 5).find("a step there: nobody"), std::string::npos);
  EXPECT_NE(text({4711}, 1).find("there is no actor 4711"), std::string::npos);
  EXPECT_EQ(text({main, main, main, p}, 0), "");
}

TEST(Replay, ReproducesInAnotherProcess) {
  // Through the file format, into a program that shares no tables with the one recorded.
  const Trace trace = core::parse_trace(core::to_json(record_run(kRace, kWriteFirst)), "t.json");
  const auto program = toy_program(kRace);
  const ReplayResult result = replay(*program, trace);
  EXPECT_EQ(result.kind, Kind::kReproduced) << words(result);
  EXPECT_EQ(core::to_json(replay(*program, trace).trace),
            core::to_json(record_run(kRace, kWriteFirst)));
}

TEST(Replay, ReproducesEveryErrorOfAnExploration) {
  // Messages in flight are phantom actors; ids differ from process to process. The relay's two
  // messages may overtake main's, so some runs fail and some do not; each is followed to the same
  // end.
  constexpr const char* kRelay = R"(
delivery delayed
proc main() { p = spawn relay(self)  send p (1)  receive { (a) -> { } }  receive { (b) -> { assert a < b } } }
proc relay(to) { send to (2)  receive { (_) -> { send to (3) spawn late(to) } } }
proc late(to) { send to (0) }
)";
  const auto make = toy::make_factory(toy::parse(kRelay, "t.toy"));
  const auto program = make();
  const auto algorithm = make_algorithm("none");
  Explorer explorer(*program, *algorithm, {});
  explorer.start({});
  std::size_t runs = 0;
  std::size_t failing = 0;
  while (explorer.next_run()) {
    ++runs;
    failing += program->has_errors() ? 1 : 0;
    const Trace trace = record(*make(), explorer.schedule());
    const ReplayResult result =
        replay(*toy_program(kRelay), core::parse_trace(core::to_json(trace), "t.json"));
    ASSERT_EQ(result.kind, Kind::kReproduced) << words(result);
    ASSERT_EQ(result.trace.outcome, trace.outcome);
  }
  EXPECT_GT(failing, 0U);
  EXPECT_GT(runs, failing);
}

TEST(Replay, SeesThatErrorsAreGone) {
  const Trace trace = record_run(kRace, kWriteFirst);
  const auto repaired = toy_program(replaced(kRace, "assert r == 0", "assert r == 1"));
  const ReplayResult result = replay(*repaired, trace);
  EXPECT_EQ(result.kind, Kind::kErrorsGone) << words(result);
  EXPECT_EQ(result.happened, "no error");
}

TEST(Replay, SeesOtherErrors) {
  const Trace trace = record_run(kRace, kWriteFirst);
  const auto changed = toy_program(replaced(kRace, "assert r == 0", "assert r == 5"));
  EXPECT_EQ(replay(*changed, trace).kind, Kind::kErrorsDiffer);
  // A trace without error is reproduced by a run without error, and not by one with an error.
  const Trace good = record_run(replaced(kRace, "assert r == 0", "assert r == 1"), kWriteFirst);
  EXPECT_EQ(replay(*changed, good).kind, Kind::kErrorsDiffer);
  EXPECT_EQ(replay(*toy_program(replaced(kRace, "assert r == 0", "assert r > 0")), good).kind,
            Kind::kReproduced);
}

TEST(Replay, AnErrorThatMovedIsTheSameError) {
  const Trace trace = record_run(kRace, kWriteFirst);
  const auto moved = toy_program("// a comment\n// and another\n" + std::string(kRace));
  EXPECT_EQ(replay(*moved, trace).kind, Kind::kReproduced);
}

TEST(Replay, SaysWhereTheOperationIsAnotherOne) {
  const Trace trace = record_run(kRace, kWriteFirst);
  const auto changed = toy_program(replaced(kRace, "write x = 1", "write y = 1"));
  const ReplayResult result = replay(*changed, trace);
  ASSERT_EQ(result.kind, Kind::kDiverged);
  EXPECT_EQ(result.step, 2U);  // the write is the second step
  EXPECT_NE(result.expected.find("main.1: x := 1"), std::string::npos) << result.expected;
  EXPECT_NE(result.expected.find("writes x), t.toy:9"), std::string::npos) << result.expected;
  EXPECT_NE(result.happened.find("writes y)"), std::string::npos) << result.happened;
  EXPECT_EQ(result.trace.events.size(), 2U);  // the spawn and the step that differs
  EXPECT_NE(words(result).find("diverged at step 2"), std::string::npos);
}

TEST(Replay, SaysWhyAnActorCannotGoOn) {
  const Trace trace = record_run(kRace, kWriteFirst);
  const auto waits = toy_program(replaced(kRace, "{ write x", "{ await y == 1 write x"));
  const ReplayResult blocked = replay(*waits, trace);
  ASSERT_EQ(blocked.kind, Kind::kDiverged);
  EXPECT_EQ(blocked.step, 2U);
  EXPECT_NE(blocked.happened.find("main.1 waits for"), std::string::npos) << blocked.happened;
  EXPECT_NE(blocked.happened.find("another value of y; able to run: main"), std::string::npos)
      << blocked.happened;

  // p is never spawned: the first step is another operation already.
  const auto alone = toy_program(replaced(kRace, "spawn p()", "read x"));
  const ReplayResult other = replay(*alone, trace);
  ASSERT_EQ(other.kind, Kind::kDiverged);
  EXPECT_EQ(other.step, 1U);
}

TEST(Replay, SaysWhenTheProgramHasMoreToDo) {
  const Trace trace = record_run(kRace, kWriteFirst);
  const auto longer = toy_program(replaced(kRace, "assert r == 0", "write y = r"));
  const ReplayResult result = replay(*longer, trace);
  EXPECT_EQ(result.kind, Kind::kErrorsGone) << words(result);
  EXPECT_EQ(result.able, (std::vector<std::string>{"main"}));
  EXPECT_NE(words(result).find("main could go on"), std::string::npos);
}

// --- a program made by hand, which can break every promise ---------------------------------------

/// Actors that each perform a fixed list of steps. `on_restart` may change anything from run to
/// run.
class Script final : public core::Program {
 public:
  struct Operation {
    std::string text;
    core::Access access;
    std::uint64_t fingerprint = 0;
  };
  struct Role {
    std::string name;
    std::vector<Operation> operations;
    bool stuck = false;
    std::size_t next = 0;
  };

  Script(std::vector<std::string> names, std::vector<std::uint64_t> ordinals) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      ids_.push_back(table_.intern({core::kNoActor, 0, ordinals[i]}));
      roles.push_back(
          {names[i], {{"write " + std::to_string(i), {1, 5, core::AccessKind::kWrite}, 100 + i}}});
    }
  }

  std::vector<Role> roles;
  std::vector<Finding> findings;
  std::string result = "done";
  std::function<void(Script&, int run)> on_restart = [](Script&, int) {};

  ActorId id(std::size_t role) const { return ids_[role]; }

  void enabled(std::vector<ActorId>& out) const override { select(out, false); }
  void blocked(std::vector<ActorId>& out) const override { select(out, true); }
  bool is_enabled(ActorId actor) const override { return !role(actor).stuck; }
  void pending(ActorId actor, core::StepRecord& out) const override {
    const Operation& operation = role(actor).operations[role(actor).next];
    out.accesses = {operation.access};
    out.fingerprint = operation.fingerprint;
  }
  void step(ActorId actor, core::StepRecord& out) override {
    pending(actor, out);
    Role& r = roles[index(actor)];
    last_ = r.operations[r.next++].text;
  }
  void restart() override {
    for (Role& r : roles) r.next = 0;
    on_restart(*this, ++runs_);
  }
  bool matches(core::Token, core::Token) const override { return false; }
  core::Token initial_value(core::Location) const override { return 0; }
  bool has_errors() const override { return !findings.empty(); }
  std::vector<Finding> errors() const override { return findings; }
  std::string outcome() const override { return result; }
  core::StepText describe_last_step() const override { return {last_, "", "", "", "", {}}; }
  std::string actor_name(ActorId actor) const override { return role(actor).name; }
  std::string location_name(core::Location location) const override {
    return "location " + std::to_string(location);
  }
  core::ActorTable& actors() const override { return table_; }

 private:
  std::size_t index(ActorId actor) const {
    return static_cast<std::size_t>(std::find(ids_.begin(), ids_.end(), actor) - ids_.begin());
  }
  const Role& role(ActorId actor) const { return roles.at(index(actor)); }
  void select(std::vector<ActorId>& out, bool stuck) const {
    out.clear();
    for (std::size_t i = 0; i < roles.size(); ++i) {
      const Role& r = roles[i];
      if (r.next < r.operations.size() && r.stuck == stuck) out.push_back(ids_[i]);
    }
  }

  mutable core::ActorTable table_;
  std::vector<ActorId> ids_;
  std::string last_;
  int runs_ = 0;
};

TEST(Replay, RecognisesActorsByNameOrKey) {
  Script first({"a", "b"}, {1, 2});
  const std::vector<ActorId> schedule = {first.id(1), first.id(0)};
  const Trace trace = record(first, schedule);

  Script other_keys({"a", "b"}, {8, 9});
  EXPECT_EQ(replay(other_keys, trace).kind, Kind::kReproduced);
  Script other_names({"c", "d"}, {1, 2});
  EXPECT_EQ(replay(other_names, trace).kind, Kind::kReproduced);
  // The keys have been exchanged. By their names b, whose fingerprint is 101, is the second here as
  // well.
  Script exchanged({"a", "b"}, {2, 1});
  EXPECT_EQ(replay(exchanged, trace).kind, Kind::kReproduced);
  Script strangers({"c", "d"}, {8, 9});
  const ReplayResult result = replay(strangers, trace);
  ASSERT_EQ(result.kind, Kind::kDiverged);
  EXPECT_EQ(result.step, 1U);
  EXPECT_EQ(result.happened, "there is no b; able to run: c, d");
  EXPECT_EQ(strangers.actors().size(), 2U) << "a foreign trace has added actors to the program";
}

TEST(Replay, AnOperationThatMovedIsTheSameAndSaysSo) {
  Script program({"a", "b"}, {1, 2});
  const std::vector<ActorId> schedule = {program.id(0), program.id(1)};
  const Trace trace = record(program, schedule);
  EXPECT_EQ(replay(program, trace).changed_at, 0U);
  program.roles[1].operations[0].fingerprint = 7;  // the words are still "write 1"
  const ReplayResult moved = replay(program, trace);
  EXPECT_EQ(moved.kind, Kind::kReproduced);
  EXPECT_EQ(moved.changed_at, 2U);
  EXPECT_NE(words(moved).find("the program was changed: step 2"), std::string::npos);
  program.roles[1].operations[0].text = "write z";
  const ReplayResult other = replay(program, trace);
  ASSERT_EQ(other.kind, Kind::kDiverged);
  EXPECT_EQ(other.step, 2U);
  EXPECT_EQ(other.expected, "b: write 1 (writes location 1)");
  EXPECT_EQ(other.happened, "b: write z (writes location 1)");
}

TEST(Replay, SaysWhereAnotherValueWasWritten) {
  // The fingerprint and the footprint are the same: only the words tell.
  Script program({"a", "b"}, {1, 2});
  const std::vector<ActorId> schedule = {program.id(0), program.id(1)};
  const Trace trace = record(program, schedule);
  program.roles[1].operations[0].text = "write 2";
  const ReplayResult other = replay(program, trace);
  EXPECT_EQ(other.kind, Kind::kReproduced);  // the schedule could be followed, and no error came
  EXPECT_EQ(other.other_at, 2U);
  EXPECT_EQ(other.other_expected, "b: write 1");
  EXPECT_EQ(other.other_happened, "b: write 2");
  EXPECT_NE(words(other).find("at step 2 it does something else"), std::string::npos);
}

TEST(Replay, WithoutWordsTheFingerprintDecides) {
  Script program({"a"}, {1});
  program.roles[0].operations[0].text = "";
  const std::vector<ActorId> schedule = {program.id(0)};
  const Trace trace = record(program, schedule);
  program.roles[0].operations[0].fingerprint = 7;
  const ReplayResult result = replay(program, trace);
  ASSERT_EQ(result.kind, Kind::kDiverged);
  EXPECT_NE(result.happened.find("with another fingerprint"), std::string::npos);
}

class Determinism : public testing::Test {
 protected:
  Script program_{{"a", "b"}, {1, 2}};
  const std::vector<ActorId> schedule_{program_.id(0), program_.id(1)};

  /// What differs if `change` is made for the second run.
  NonDeterminism after(const std::function<void(Script&)>& change) {
    program_.on_restart = [change, first = 0](Script& script, int run) mutable {
      if (first == 0) first = run;
      if (run == first + 1) change(script);
    };
    return check_deterministic(program_, schedule_);
  }
};

TEST_F(Determinism, NothingDiffers) {
  EXPECT_FALSE(after([](Script&) {}));
  EXPECT_EQ(words(NonDeterminism{}), "deterministic");
}

TEST_F(Determinism, TheEnabledActorsDiffer) {
  const auto difference = after([](Script& s) { s.roles[1].stuck = true; });
  EXPECT_EQ(difference.step, 1U);  // both are there from the start
  EXPECT_EQ(difference.what, "the enabled actors");
  EXPECT_EQ(difference.first, "a, b");
  EXPECT_EQ(difference.second, "a");
}

TEST_F(Determinism, TheEnabledActorsDifferAfterTheLastStep) {
  const auto difference = after([](Script& s) {
    s.roles[0].operations.push_back({"more", {}, 1});
  });
  // a has something left to do from step 2 on.
  EXPECT_EQ(difference.step, 2U);
  EXPECT_EQ(difference.first, "b");
  EXPECT_EQ(difference.second, "a, b");
  program_.roles[0].operations.pop_back();
  const auto later = after([](Script& s) { s.roles[1].operations.push_back({"more", {}, 1}); });
  EXPECT_EQ(later.step, 3U);  // only seen when b's own step is over
}

TEST_F(Determinism, TheOperationDiffers) {
  const auto difference = after([](Script& s) { s.roles[1].operations[0] = {"other", {1, 5}, 9}; });
  EXPECT_EQ(difference.step, 2U);
  EXPECT_EQ(difference.what, "the operation");
  EXPECT_EQ(difference.first, "write 1");
  EXPECT_EQ(difference.second, "other");
  EXPECT_NE(words(difference).find("differ at step 2 in the operation"), std::string::npos);
}

TEST_F(Determinism, TheFootprintDiffers) {
  const auto difference = after([](Script& s) { s.roles[0].operations[0].access.location = 2; });
  EXPECT_EQ(difference.step, 1U);
  EXPECT_EQ(difference.what, "the footprint");
  EXPECT_EQ(difference.first, "writes location 1");
  EXPECT_EQ(difference.second, "writes location 2");
  // Another value is another footprint, although it reads the same.
  const auto value = after([](Script& s) { s.roles[0].operations[0].access.token = 6; });
  EXPECT_EQ(value.what, "the footprint");
  EXPECT_NE(value.first, value.second);
}

TEST_F(Determinism, TheEndDiffers) {
  const auto outcome = after([](Script& s) { s.result = "other"; });
  EXPECT_EQ(outcome.step, 3U);  // after the two steps of the schedule
  EXPECT_EQ(outcome.what, "the outcome");
  const auto errors = after([](Script& s) {
    s.findings = {{Finding::Kind::kAbnormalExit, {}, "crash", "f", 1}};
  });
  EXPECT_EQ(errors.step, 3U);
  EXPECT_EQ(errors.what, "the errors");
  EXPECT_EQ(errors.first, "none");
  EXPECT_EQ(errors.second, "crash (f:1)");
}

TEST_F(Determinism, AWrongScheduleIsNotNonDeterminism) {
  const std::vector<ActorId> twice = {program_.id(0), program_.id(0)};
  EXPECT_THROW(check_deterministic(program_, twice), ScheduleError);
}

}  // namespace
}  // namespace heddle::explore
