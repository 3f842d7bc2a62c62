// Seed 001, examples 1 to 6, with real Erlang programs written from figures 1 and 3
// (tests/papers/vidal). vidal_test.cpp has the same for the toy language; here the messages have
// values and the receives patterns, compiled by erlc. A process is called by the name that Heddle
// gives it: P is p1, P.1, P.2, ... are the processes it spawns, in order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "beam/loader/compile.hpp"
#include "erlang/program.hpp"
#include "explore/drive.hpp"
#include "explore/replay.hpp"
#include "explore/run_races.hpp"
#include "report/orphans.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::tests {
namespace {

using explore::RunRace;
using Names = std::vector<std::string>;
using Actions = std::map<std::string, Names>;  // what each process does

/// A run of one of the programs.
class RunOf {
 public:
  /// `schedule` first, by names, then to the end.
  RunOf(const std::string& module, const Names& schedule) {
    const std::string file = tests::source_path("tests/papers/vidal/" + module + ".erl");
    beam::compile_source(file, folder_.path(), {});
    code_ = std::make_unique<beam::CodeBase>(beam::CodePath{{.front = {folder_.path()}}});
    const auto world =
        std::make_shared<erlang::World>(*code_, module, "test", erlang::Options{}, "[]");
    program_ = std::make_unique<erlang::Program>(world);
    std::vector<core::ActorId> ids;
    program_->restart();
    for (const std::string& name : schedule) {
      ids.push_back(find(name));
      core::StepRecord record;
      program_->step(ids.back(), record);
    }
    const explore::Driven run = explore::drive(*program_, ids, *explore::make_first());
    trace_ = explore::record(*program_, run.schedule);
    races_ = std::make_unique<explore::RunRaces>(*program_, run.schedule);
  }

  const core::Trace& trace() const { return trace_; }
  const explore::RunRaces& races() const { return *races_; }
  core::Program& program() { return *program_; }

  /// The race set of the receive of this message: the values of the messages.
  std::set<std::string> race_set(const std::string& value) const {
    std::set<std::string> set;
    for (const RunRace& race : races_->all()) {
      if (race.kind == RunRace::Kind::kReceive && received(race.first) == value) {
        set.insert(trace_.events[race.second].text.value);
      }
    }
    return set;
  }

  /// The position of the race for the receive of one message that could have taken another.
  std::size_t race(const std::string& value, const std::string& other) const {
    for (std::size_t i = 0; i < races_->all().size(); ++i) {
      const RunRace& race = races_->all()[i];
      if (race.kind == RunRace::Kind::kReceive && received(race.first) == value &&
          trace_.events[race.second].text.value == other) {
        return i;
      }
    }
    throw std::logic_error("there is no such race");
  }

  /// A partial trace in the paper's notation. That processes end is none of its actions.
  static Actions actions(const core::Trace& trace) {
    Actions out;
    for (const core::TraceEvent& event : trace.events) {
      const std::string& operation = event.text.operation;
      const std::string& name = trace.actors[event.actor].name;
      if (operation.starts_with("spawns ")) {
        out[name].push_back("spawn(" + event.text.target + ")");
      } else if (operation.starts_with("sends ")) {
        out[name].push_back("s" + number(event.text.value));
      } else if (operation.starts_with("receives ")) {
        out[name].push_back("r" + number(event.text.value));
      }
    }
    return out;
  }

 private:
  std::string received(std::uint32_t event) const { return trace_.events[event].text.value; }
  /// Of {6,none}: 6.
  static std::string number(const std::string& value) {
    return value.substr(1, value.find(',') - 1);
  }

  core::ActorId find(const std::string& name) {
    std::vector<core::ActorId> enabled;
    program_->enabled(enabled);
    for (const core::ActorId actor : enabled) {
      if (program_->actor_name(actor) == name) return actor;
    }
    throw std::logic_error(name + " is not enabled");
  }

  beam::PrivateFolder folder_;
  std::unique_ptr<beam::CodeBase> code_;
  std::unique_ptr<core::Program> program_;
  core::Trace trace_;
  std::unique_ptr<explore::RunRaces> races_;
};

class VidalErlang : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v erlc >/dev/null 2>&1") != 0) GTEST_SKIP() << "no erlc";
  }
};

// Example 2 and figure 2a: p1 sends l1 = {val,1}, p2 receives it, then p3 sends l2 and l3.
const Names kFigure2a = {"P", "P", "P", "P.1", "P.2", "P.2"};
// Example 3 and figure 2b: l2 = {val,0} arrives before l1 and is passed over.
const Names kFigure2b = {"P", "P", "P.2", "P", "P.1", "P.2"};

// Example 1: only l1 and l3 can be received, and l3 instead of l1.
TEST_F(VidalErlang, Example1OnlyMessagesThatMatchRace) {
  const RunOf run("figure1", kFigure2a);
  EXPECT_EQ(run.race_set("{val,1}"), std::set<std::string>{"{val,2}"});
  const RunRace& race = run.races().all().at(run.race("{val,1}", "{val,2}"));
  EXPECT_EQ(run.trace().events[race.first].text.constraint, "{val, M} when M > 0; error");
  EXPECT_EQ(run.trace().events[race.taken].text.message, "P:3");
  EXPECT_EQ(run.trace().events[race.second].text.message, "P.2:2");
  EXPECT_EQ(run.trace().events[race.second].text.source.line, 18);
  EXPECT_TRUE(race.reversible);
}

TEST_F(VidalErlang, Example2TheInterleavingHasItsTrace) {
  const RunOf run("figure1", kFigure2a);
  const core::Trace& trace = run.trace();
  Names operations;
  for (std::size_t i = 0; i < 6; ++i) {
    const core::TraceEvent& event = trace.events[i];
    operations.push_back(trace.actors[event.actor].name + " " + event.text.operation);
  }
  EXPECT_EQ(operations, (Names{"P spawns P.1 (figure1:proc2/0)",
                               "P spawns P.2 (a fun of figure1:test/0)", "P sends {val,1} to P.1",
                               "P.1 receives {val,1} (accepts {val, M} when M > 0; error)",
                               "P.2 sends {val,0} to P.1", "P.2 sends {val,2} to P.1"}));
}

// Example 3: the interleavings of figures 2a and 2b are causally equivalent: the same trace, the
// same race set. Had l3 been swapped to before l1 as well, the receive would have taken it.
TEST_F(VidalErlang, Example3EquivalentInterleavingsHaveTheSameRaces) {
  const RunOf a("figure1", kFigure2a);
  const RunOf b("figure1", kFigure2b);
  EXPECT_EQ(RunOf::actions(a.trace()), RunOf::actions(b.trace()));
  EXPECT_EQ(a.race_set("{val,1}"), b.race_set("{val,1}"));
  const RunOf swapped("figure1", {"P", "P", "P.2", "P.2", "P", "P.1"});
  EXPECT_EQ(swapped.race_set("{val,1}"), std::set<std::string>{});
  EXPECT_EQ(swapped.race_set("{val,2}"), std::set<std::string>{"{val,1}"});
}

// Example 4's interleaving. p1 is P, p3 is P.1, p2 is P.2, p4 is P.3, p5 is P.4.
const Names kExample4 = {"P",   "P",   "P",   "P",    // spawn p3, p2, p4, p5
                         "P.4", "P.1", "P.2", "P.1",  // s1, r1, s2, s3
                         "P.1", "P.4", "P.1", "P.3",  // r2, s4, r4, r3
                         "P.1", "P.3", "P",   "P.1",  // s5, s6, r5, r6
                         "P",   "P.4"};               // s7, s8

TEST_F(VidalErlang, Example4TraceAndOrphans) {
  const RunOf run("figure3", kExample4);
  EXPECT_EQ(RunOf::actions(run.trace()),
            (Actions{{"P", {"spawn(P.1)", "spawn(P.2)", "spawn(P.3)", "spawn(P.4)", "r5", "s7"}},
                     {"P.2", {"s2"}},
                     {"P.1", {"r1", "s3", "r2", "r4", "s5", "r6"}},
                     {"P.3", {"r3", "s6"}},
                     {"P.4", {"s1", "s4", "s8"}}}));
  std::set<std::string> orphans;
  for (const std::size_t send : report::orphans(run.trace())) {
    orphans.insert(run.trace().events[send].text.value);
  }
  EXPECT_EQ(orphans, (std::set<std::string>{"{7,none}", "{8,none}"}));
}

// "By swapping, e.g., events p2:s2 and p3:s3 we get another interleaving in sched(tau)": the same
// trace, the same orphans, and so the same race set as in example 5.
TEST_F(VidalErlang, Example4SwappedInterleavingHasTheSameTrace) {
  Names swapped = kExample4;
  std::swap(swapped[6], swapped[7]);
  const RunOf run("figure3", swapped);
  EXPECT_EQ(RunOf::actions(run.trace()), RunOf::actions(RunOf("figure3", kExample4).trace()));
  EXPECT_EQ(report::orphans(run.trace()).size(), 2U);
  EXPECT_EQ(run.race_set("{2,none}"), (std::set<std::string>{"{6,none}", "{8,none}"}));
}

// Example 5: race_set(l2) = {l6, l8}. l1 is received before, l4 does not match, l7 depends on r2.
TEST_F(VidalErlang, Example5RaceSet) {
  const RunOf run("figure3", kExample4);
  EXPECT_EQ(run.race_set("{2,none}"), (std::set<std::string>{"{6,none}", "{8,none}"}));
}

// Example 6: variant(l2, l6). The paper's display leaves out s6, which rec(l6) needs.
TEST_F(VidalErlang, Example6VariantDrivesANewRun) {
  RunOf run("figure3", kExample4);
  const std::size_t race = run.race("{2,none}", "{6,none}");
  ASSERT_TRUE(run.races().all()[race].reversible);
  const core::Trace variant = explore::record(run.program(), run.races().schedule(race));
  EXPECT_EQ(RunOf::actions(variant),
            (Actions{{"P", {"spawn(P.1)", "spawn(P.2)", "spawn(P.3)", "spawn(P.4)"}},
                     {"P.2", {"s2"}},
                     {"P.1", {"r1", "s3", "r6"}},
                     {"P.3", {"r3", "s6"}},
                     {"P.4", {"s1", "s4", "s8"}}}));
  // Theorem 3: whatever extends it is not causally equivalent to the run.
  const explore::Driven extended =
      explore::drive(run.program(), run.races().schedule(race), *explore::make_first());
  const core::Trace whole = explore::record(run.program(), extended.schedule);
  EXPECT_EQ(RunOf::actions(whole).at("P.1").at(2), "r6");
  EXPECT_TRUE(whole.blocked.empty());
}

// l8 may come before l2 only if l4, which its sender sent before, waits in the mailbox unmatched.
TEST_F(VidalErlang, Example6TheOtherVariant) {
  RunOf run("figure3", kExample4);
  const std::size_t race = run.race("{2,none}", "{8,none}");
  ASSERT_TRUE(run.races().all()[race].reversible);
  const core::Trace variant = explore::record(run.program(), run.races().schedule(race));
  EXPECT_EQ(RunOf::actions(variant).at("P.1"), (Names{"r1", "s3", "r8"}));
}

}  // namespace
}  // namespace heddle::tests
