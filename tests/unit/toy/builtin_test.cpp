// The built-in programs behave as their papers say, as far as running all interleavings can tell.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "support/check.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {
namespace {

struct Result {
  std::uint64_t runs = 0;
  std::set<std::string> outcomes;
  std::set<core::Finding::Kind> errors;
};

Result explore(std::string_view name) {
  const auto program = make_factory(builtin(name))();
  Result result;
  core::StepRecord record;
  const std::function<void()> go = [&] {
    std::vector<core::ActorId> enabled;
    program->enabled(enabled);
    if (enabled.empty()) {
      ++result.runs;
      result.outcomes.insert(program->outcome());
      for (const core::Finding& finding : program->errors()) result.errors.insert(finding.kind);
    }
    for (core::ActorId actor : enabled) {
      const core::Mark mark = program->mark();
      program->step(actor, record);
      go();
      program->rewind(mark);
    }
  };
  go();
  return result;
}

TEST(Builtin, AllRunToAnEnd) {
  for (const BuiltinInfo& info : builtins()) {
    const auto program = make_factory(builtin(info.name))();
    core::StepRecord record;
    std::vector<core::ActorId> enabled;
    int steps = 0;
    for (program->enabled(enabled); !enabled.empty(); program->enabled(enabled)) {
      program->step(enabled.back(), record);
      ASSERT_LT(++steps, 10'000) << info.name;
    }
    EXPECT_FALSE(info.description.empty());
  }
}

TEST(Builtin, SizesAndNamesAreChecked) {
  EXPECT_EQ(builtin("lastzero(3)")->file, "<lastzero(3)>");
  EXPECT_EQ(builtin("lastzero")->file, "<lastzero(5)>");
  EXPECT_EQ(builtin("bank")->file, "<bank>");
  for (const char* wrong : {"nothing", "lastzero()", "lastzero(0)", "lastzero(x)", "lastzero(3",
                            "lastzero(3)x", "bank(2)", ""}) {
    EXPECT_THROW(builtin(wrong), support::UserError) << wrong;
  }
}

// Where the outcome shows the whole class (each process keeps what it read), outcomes count
// classes.
TEST(Builtin, HaveTheClassesOfTheDissertation) {
  EXPECT_EQ(explore("readers(2)").outcomes.size(), 4U);            // table 3.1: 2^N
  EXPECT_EQ(explore("fig21").outcomes.size(), 4U);                 // figure 2.2
  EXPECT_EQ(explore("example31").outcomes.size(), 7U);             // section 3.5, n = 1
  EXPECT_EQ(explore("example31moved").outcomes.size(), 5U);        // figure 6.2
  EXPECT_EQ(explore("example31ext(2)").outcomes.size(), 13U);      // section 3.5, n = 2
  EXPECT_EQ(explore("example31movedext(2)").outcomes.size(), 9U);  // 4n + 1
  EXPECT_EQ(explore("writers(3)").outcomes.size(), 3U);    // section 4.1: the last write counts
  EXPECT_EQ(explore("firstof(3)").outcomes.size(), 3U);    // section 4.1: the first message counts
  EXPECT_EQ(explore("selective(3)").outcomes.size(), 1U);  // table 4.1
}

// What can be counted by hand.
TEST(Builtin, HaveTheRunsOfASmallCount) {
  EXPECT_EQ(explore("timeout").runs, 2U) << "the message comes before the receive or after it";
  EXPECT_EQ(explore("vidal1").outcomes.size(), 2U) << "{val,1} or {val,2}, never {val,0}";
}

TEST(Builtin, HaveTheErrorsTheyAreFor) {
  using Kind = core::Finding::Kind;
  EXPECT_EQ(explore("bank").errors, std::set<Kind>{Kind::kAssertion});
  EXPECT_EQ(explore("mutexes").errors, std::set<Kind>{Kind::kDeadlock});
  EXPECT_EQ(explore("philosophers(3)").errors, std::set<Kind>{Kind::kDeadlock});
  for (const char* right : {"producer_consumer", "peterson", "counter(2)", "lock(2)", "delayed",
                            "vidal3", "writers(3)", "timeout"}) {
    EXPECT_TRUE(explore(right).errors.empty()) << right;
  }
}

// Seed 001, example 4: the given interleaving is one of vidal3, with the messages it says.
TEST(Builtin, Vidal3FollowsTheTraceOfTheExample) {
  const auto program = make_factory(builtin("vidal3"))();
  struct Event {
    const char* actor;
    const char* message;  // of a send or a receive: sender:number
  };
  const char* p1 = "main";
  const char* p2 = "main.2";
  const char* p3 = "main.1";
  const char* p4 = "main.3";
  const char* p5 = "main.4";
  const Event events[] = {{p1, ""},         {p1, ""}, {p1, ""}, {p1, ""}, {p5, "main.4:1"},  // s1
                          {p3, "main.4:1"},                                                  // r1
                          {p2, "main.2:1"},                                                  // s2
                          {p3, "main.1:1"},                                                  // s3
                          {p3, "main.2:1"},                                                  // r2
                          {p5, "main.4:2"},                                                  // s4
                          {p3, "main.4:2"},                                                  // r4
                          {p4, "main.1:1"},                                                  // r3
                          {p3, "main.1:2"},                                                  // s5
                          {p4, "main.3:1"},                                                  // s6
                          {p1, "main.1:2"},                                                  // r5
                          {p3, "main.3:1"},                                                  // r6
                          {p1, "main:1"},                                                    // s7
                          {p5, "main.4:3"}};                                                 // s8
  core::StepRecord record;
  for (const Event& event : events) {
    std::vector<core::ActorId> enabled;
    program->enabled(enabled);
    bool found = false;
    for (core::ActorId actor : enabled) {
      if (program->actor_name(actor) != event.actor) continue;
      program->step(actor, record);
      EXPECT_EQ(program->describe_last_step().message, event.message);
      found = true;
      break;
    }
    ASSERT_TRUE(found) << event.actor << " is not enabled";
  }
  EXPECT_FALSE(program->has_errors());
}

}  // namespace
}  // namespace heddle::toy
