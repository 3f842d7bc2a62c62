// What instances share: ids and tokens mean the same in all of them, in other threads and after a
// checkpoint.
#include <gtest/gtest.h>

#include <thread>

#include "support/check.hpp"
#include "tests/unit/toy/session.hpp"

namespace heddle::toy {
namespace {

const char* const kProgram = R"(proc main() { h = spawn p()  spawn q(h)  send h (1, self) }
proc p() { receive { (a, b) when a > 0 -> {} } }
proc q(h) { send h (0, 0) })";

struct Tokens {
  core::Token constraint;
  core::Token one;
  core::Token zero;
};

Tokens tokens(Session& run) {
  run.steps({"main", "main"});
  return {run.pending_accesses("main.1")[1].token, run.pending_accesses("main")[0].token,
          run.pending_accesses("main.2")[1].token};
}

TEST(SharedState, TokensOfOneInstanceMeanTheSameInAnother) {
  const core::ProgramFactory make = make_factory(parse(kProgram, "a.toy"));
  Session one(make());
  Session two(make());
  const Tokens t = tokens(one);
  EXPECT_TRUE(two.program().matches(t.constraint, t.one));
  EXPECT_FALSE(two.program().matches(t.constraint, t.zero));
}

TEST(SharedState, SavedTokensAreKnownAfterARestore) {
  const auto source = parse(kProgram, "a.toy");
  const auto before = make_shared_state();
  Session one(make_factory(source, {}, before)());
  const Tokens t = tokens(one);

  const auto after = make_shared_state();
  after->seed(before->actors().keys());
  after->restore(before->save());
  EXPECT_EQ(after->actors().keys(), before->actors().keys());
  EXPECT_EQ(after->save(), before->save());
  Session two(make_factory(source, {}, after)());
  EXPECT_TRUE(two.program().matches(t.constraint, t.one));
  EXPECT_FALSE(two.program().matches(t.constraint, t.zero));
  const Tokens again = tokens(two);
  EXPECT_EQ(again.one, t.one);
  EXPECT_EQ(again.constraint, t.constraint);
}

TEST(SharedState, DamagedBytesAreTheUsersProblem) {
  const auto state = make_shared_state();
  Session run(make_factory(parse(kProgram, "a.toy"), {}, state)());
  tokens(run);
  const std::string bytes = state->save();
  EXPECT_THROW(make_shared_state()->restore(bytes.substr(0, bytes.size() - 3)), support::UserError);
  std::string wrong = bytes;
  wrong[8] = 99;
  EXPECT_THROW(make_shared_state()->restore(wrong), support::UserError);
}

// Seeding in another order than a run would: the program must not care.
TEST(SharedState, SeededIdsAreUsed) {
  const auto state = make_shared_state();
  const std::vector<core::ActorKey> keys = {{core::kNoActor, 0, 0}, {0, 0, 2}, {0, 0, 1}};
  state->seed(keys);
  Session run(make_factory(parse(kProgram, "a.toy"), {}, state)());
  run.steps({"main", "main"});
  EXPECT_EQ(run.enabled(), (Names{"main", "main.2"}));
  EXPECT_EQ(run.id("main.2"), 1U);
  EXPECT_EQ(run.id("main.1"), 2U);
  run.finish();
  EXPECT_EQ(run.outcome(), "main: h=main.1 done\nmain.1: a=1 b=main done\nmain.2: h=main.1 done\n");
}

TEST(SharedState, ServesSeveralThreads) {
  const core::ProgramFactory make = make_factory(builtin("lock(4)"));
  std::vector<std::string> outcomes(4);
  std::vector<std::thread> threads;
  for (std::string& outcome : outcomes) {
    threads.emplace_back([&make, &outcome] {
      const auto program = make();
      core::StepRecord record;
      std::vector<core::ActorId> enabled;
      for (int i = 0; i < 200; ++i) {
        program->restart();
        for (program->enabled(enabled); !enabled.empty(); program->enabled(enabled)) {
          program->step(enabled[static_cast<std::size_t>(i) % enabled.size()], record);
        }
      }
      outcome = program->outcome();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& outcome : outcomes) EXPECT_EQ(outcome, outcomes[0]);
}

}  // namespace
}  // namespace heddle::toy
