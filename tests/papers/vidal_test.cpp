// Seed 001: the examples of "Computing Race Variants in Message-Passing Concurrent Programming with
// Selective Receives". The programs are written from figures 1 and 3 (heddle programs vidal1,
// vidal3); processes are named as the toy language names them: main is p1, and main.1, main.2, ...
// are the processes it spawns, in order.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "explore/message_trace.hpp"
#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

using explore::MessageTrace;
using explore::Receive;

class Driven {
 public:
  Driven(const char* builtin, const std::vector<std::string>& schedule)
      : program_(toy::make_factory(toy::builtin(builtin), {.allow_deadlock = true})()) {
    program_->restart();
    for (const std::string& name : schedule) {
      core::StepRecord record;
      const core::ActorId actor = find(name);
      program_->step(actor, record);
      execution_.push(actor, record);
    }
  }

  core::ActorId find(const std::string& name) {
    std::vector<core::ActorId> enabled;
    program_->enabled(enabled);
    for (const core::ActorId actor : enabled) {
      if (program_->actor_name(actor) == name) return actor;
    }
    ADD_FAILURE() << name << " is not enabled";
    return enabled.at(0);
  }
  std::string name(core::ActorId actor) const { return program_->actor_name(actor); }

  core::Program& program() { return *program_; }
  const core::Execution& execution() const { return execution_; }

 private:
  std::unique_ptr<core::Program> program_;
  core::Execution execution_;
};

// Example 1 and figure 2: of p3's messages only l3 = {val, 2} can be received instead of l1.
TEST(Vidal, Figure1HasTwoTraces) {
  const auto factory = toy::make_factory(toy::builtin("vidal1"), {});
  EXPECT_EQ(explore_variants(factory).counts.interleavings, 2U);
  EXPECT_EQ(explore_with("observers", factory).counts.interleavings, 2U);
}

TEST(Vidal, Figure1RaceSet) {
  // Example 2's interleaving: spawn p2, spawn p3, send l1, receive l1, send l2, send l3.
  Driven run("vidal1", {"main", "main", "main", "main.1", "main.2", "main.2"});
  const MessageTrace trace(run.execution(), run.program());
  ASSERT_EQ(trace.receives().size(), 1U);
  ASSERT_EQ(trace.messages().size(), 3U);
  EXPECT_EQ(trace.receives()[0].taken, 0U);
  EXPECT_EQ(trace.race_set(trace.receives()[0]), std::vector<std::uint32_t>{2});  // l3, not l2
}

// Example 4's interleaving, step for step.
const std::vector<std::string> kExample4 = {"main",   "main",
                                            "main",   "main",    // spawn p3, p2, p4, p5
                                            "main.4",            // p5: s1
                                            "main.1",            // p3: r1
                                            "main.2",            // p2: s2
                                            "main.1", "main.1",  // p3: s3, r2
                                            "main.4",            // p5: s4
                                            "main.1",            // p3: r4
                                            "main.3",            // p4: r3
                                            "main.1",            // p3: s5
                                            "main.3",            // p4: s6
                                            "main",              // p1: r5
                                            "main.1",            // p3: r6
                                            "main",              // p1: s7
                                            "main.4"};           // p5: s8

// Messages carry their number: message l_i is the i-th of the list below.
std::map<int, std::uint32_t> by_number(const MessageTrace& trace, const Driven& run) {
  // In order of sending: l1, l2, l3, l4, l5, l6, l7, l8 (seed 001 figure 3).
  std::map<int, std::uint32_t> numbers;
  const std::vector<std::pair<int, std::string>> senders = {
      {1, "main.4"}, {2, "main.2"}, {3, "main.1"}, {4, "main.4"},
      {5, "main.1"}, {6, "main.3"}, {7, "main"},   {8, "main.4"}};
  for (std::uint32_t i = 0; i < trace.messages().size(); ++i) {
    EXPECT_EQ(run.name(trace.messages()[i].sent.actor), senders.at(i).second);
    numbers[senders.at(i).first] = i;
  }
  return numbers;
}

const Receive& receive_of(const MessageTrace& trace, std::uint32_t message) {
  for (const Receive& receive : trace.receives()) {
    if (receive.taken == message) return receive;
  }
  throw std::logic_error("nobody received it");
}

TEST(Vidal, Example4Orphans) {
  Driven run("vidal3", kExample4);
  const MessageTrace trace(run.execution(), run.program());
  const auto l = by_number(trace, run);
  EXPECT_EQ(trace.orphans(), (std::vector<std::uint32_t>{l.at(7), l.at(8)}));
}

TEST(Vidal, Example5RaceSet) {
  Driven run("vidal3", kExample4);
  const MessageTrace trace(run.execution(), run.program());
  const auto l = by_number(trace, run);
  const std::vector<std::uint32_t> races = trace.race_set(receive_of(trace, l.at(2)));
  EXPECT_EQ(std::set<std::uint32_t>(races.begin(), races.end()),
            (std::set<std::uint32_t>{l.at(6), l.at(8)}));
}

// Example 6: p1 keeps its four spawns; p2 -> s2; p3 -> r1, s3, rec(l6); p4 -> r3 (and s6, which the
// paper's display leaves out, but which rec(l6) needs); p5 -> s1, s4, s8.
TEST(Vidal, Example6Variant) {
  Driven run("vidal3", kExample4);
  const MessageTrace trace(run.execution(), run.program());
  const auto l = by_number(trace, run);
  const auto variant = trace.variant(receive_of(trace, l.at(2)), l.at(6));
  ASSERT_TRUE(variant.has_value());
  std::map<std::string, int> events;
  for (const core::ActorId actor : variant->schedule) ++events[run.name(actor)];
  EXPECT_EQ(events, (std::map<std::string, int>{
                        {"main", 4}, {"main.2", 1}, {"main.1", 3}, {"main.3", 2}, {"main.4", 3}}));
  // p3's second receive takes l6; the receives before it are as they were.
  std::map<core::EventId, core::EventId> expected;
  expected[receive_of(trace, l.at(1)).id] = trace.messages()[l.at(1)].sent;
  expected[receive_of(trace, l.at(3)).id] = trace.messages()[l.at(3)].sent;
  expected[receive_of(trace, l.at(2)).id] = trace.messages()[l.at(6)].sent;
  EXPECT_EQ(variant->choices, expected);
}

// The variant drives the program: executed, its schedule makes exactly these choices.
TEST(Vidal, Example6VariantRuns) {
  Driven run("vidal3", kExample4);
  const MessageTrace trace(run.execution(), run.program());
  const auto l = by_number(trace, run);
  const auto variant = trace.variant(receive_of(trace, l.at(2)), l.at(6));
  ASSERT_TRUE(variant.has_value());
  core::Program& program = run.program();
  program.restart();
  core::Execution execution;
  for (const core::ActorId actor : variant->schedule) {
    ASSERT_TRUE(program.is_enabled(actor)) << run.name(actor);
    core::StepRecord record;
    program.step(actor, record);
    execution.push(actor, record);
  }
  EXPECT_EQ(MessageTrace(execution, program).choices(), variant->choices);
}

// Exploration by variants and by observers see the same traces of figure 3's program.
TEST(Vidal, Figure3SameTracesAsObservers) {
  const auto factory = toy::make_factory(toy::builtin("vidal3"), {.allow_deadlock = true});
  const Explored variants = explore_variants(factory);
  const Explored none = explore_with("none", factory, {.limit = 10'000'000, .classes = false});
  ASSERT_TRUE(none.complete);
  EXPECT_EQ(variants.outcomes, none.outcomes);
  EXPECT_EQ(variants.counts.interleavings, explore_with("observers", factory).counts.interleavings);
}

}  // namespace
}  // namespace heddle::tests
