// Mailboxes: order, selection, timeouts and delivery.
#include <gtest/gtest.h>

#include "core/trace.hpp"
#include "explore/replay.hpp"
#include "tests/unit/toy/session.hpp"

namespace heddle::toy {
namespace {

TEST(Messages, InstantDeliveryAppendsToTheMailbox) {
  Session run(
      "proc main() { h = spawn p()  send h (1, self) } proc p() { receive { (a, b) -> {} } }");
  run.step("main");
  EXPECT_EQ(run.blocked(), Names{"main.1"});
  EXPECT_EQ(run.step("main"), "append mailbox of main.1");
  EXPECT_EQ(run.text(), "send main.1 (1, main)");
  EXPECT_EQ(run.step("main.1"), "consume start of main.1, take mailbox of main.1");
  const core::StepText text = run.program().describe_last_step();
  EXPECT_EQ(text.operation, "receive");
  EXPECT_EQ(text.constraint, "(a, b)");
  EXPECT_EQ(text.value, "(1, main)");
  EXPECT_EQ(text.message, "main:1");
  EXPECT_EQ(text.source.line, 1);
  EXPECT_EQ(run.outcome(), "main: h=main.1 done\nmain.1: a=1 b=main done\n");
}

// The oldest message that fits, by the first clause that fits; the others stay in order.
TEST(Messages, ReceiveIsSelective) {
  Session run(R"(proc main() {
  h = spawn p()
  send h (1)  send h (2)  send h (3)  send h (2, 5)
}
proc p() {
  receive { (2) -> { a = 1 }  (x) when x > 1 -> { a = 2 } }
  receive { (x, y) when x + y > 6 -> { b = y } }
  receive { (x) -> {} }
  receive { (z) -> {} }
})");
  run.steps({"main", "main", "main", "main", "main"});
  run.steps({"main.1", "main.1", "main.1", "main.1"});
  EXPECT_EQ(run.outcome(), "main: h=main.1 done\nmain.1: a=1 x=1 y=5 b=5 z=3 done\n");
}

TEST(Messages, PatternsCompareConstantsAndPinnedRegisters) {
  Session run(R"(const hello = 7
proc main() { h = spawn p()  send h (7, 1)  send h (8, 2)  send h (7, 2) }
proc p() { k = 2  receive { (hello, ^k) -> { got = 1 } } receive { (_, _) -> {} } receive { () -> {} } })");
  run.steps({"main", "main", "main"});
  EXPECT_EQ(run.blocked(), Names{"main.1"}) << "neither (7, 1) nor (8, 2) fits";
  run.steps({"main", "main.1", "main.1"});
  EXPECT_EQ(run.blocked(), Names{"main.1"}) << "() is not (8, 2)";
  EXPECT_EQ(run.errors(), Names{"deadlock: main.1 waits at line 3 for a message: receive ()"});
}

TEST(Messages, ConstraintsHoldTheRegistersOfTheirTime) {
  Session run(R"(proc main() { h = spawn p()  send h (4)  send h (5) }
proc p() { k = 4  receive { (x) when x > k && 1 / (x - 5) == 1 -> {} (^k) -> { k = 0 } } yield })");
  run.step("main");
  const core::Token constraint = run.pending_accesses("main.1")[1].token;
  const core::Token four = run.pending_accesses("main")[0].token;
  run.step("main");
  const core::Token five = run.pending_accesses("main")[0].token;
  run.step("main.1");
  EXPECT_TRUE(run.program().matches(constraint, four));
  EXPECT_FALSE(run.program().matches(constraint, five)) << "a guard without a value does not hold";
}

TEST(Messages, AReceiveWithAfterNeverBlocks) {
  Session run(R"(proc main() { h = spawn p()  send h (1) }
proc p() {
  receive { (2) -> { a = 1 } after -> { a = 2 } }
  receive { (1) -> { b = 1 } after -> { b = 2 } }
})");
  run.step("main");
  EXPECT_EQ(run.step("main.1"), "consume start of main.1, poll mailbox of main.1");
  EXPECT_EQ(run.program().describe_last_step().value, "nothing");
  run.step("main");
  EXPECT_EQ(run.step("main.1"), "poll mailbox of main.1");
  EXPECT_EQ(run.outcome(), "main: h=main.1 done\nmain.1: a=2 b=1 done\n");
}

TEST(Messages, AMailboxExistsBeforeItsProcess) {
  Session run("proc main() { send handle(1) (6)  spawn p() } proc p() { receive { (x) -> {} } }");
  run.finish();
  EXPECT_EQ(run.outcome(), "main: done\nmain.1: x=6 done\n");
}

TEST(Messages, AProcessCanSendToItself) {
  Session run("proc main() { send self (1)  receive { (x) -> {} } }");
  run.finish();
  EXPECT_EQ(run.outcome(), "main: x=1 done\n");
}

const char* const kDelayed = R"(delivery delayed
proc main() { h = spawn p()  spawn q(h)  send h (1)  send h (2) }
proc p() { receive { (a) -> {} } receive { (b) -> {} } receive { (c) -> {} } }
proc q(h) { send h (3) })";

TEST(Delayed, AChannelDeliversInOrder) {
  Session run(kDelayed);
  run.steps({"main", "main"});
  EXPECT_EQ(run.step("main"), "produce message 1 of main->main.1");
  EXPECT_EQ(run.enabled(), (Names{"main", "main->main.1", "main.2"}));
  EXPECT_EQ(run.blocked(), Names{"main.1"}) << "sent, not delivered";
  EXPECT_EQ(run.step("main"), "produce message 2 of main->main.1");
  EXPECT_EQ(run.step("main->main.1"),
            "consume message 1 of main->main.1, append mailbox of main.1");
  EXPECT_EQ(run.text(), "deliver (1) to main.1");
  EXPECT_EQ(run.program().describe_last_step().message, "main:1");
  EXPECT_EQ(run.pending("main->main.1"),
            "consume message 2 of main->main.1, append mailbox of main.1");
}

TEST(Delayed, ChannelsOvertakeEachOther) {
  Session run(kDelayed);
  run.steps(
      {"main", "main", "main", "main.2", "main.2->main.1", "main->main.1", "main", "main->main.1"});
  EXPECT_EQ(run.enabled(), Names{"main.1"}) << "an empty channel is neither enabled nor blocked";
  run.finish();
  EXPECT_EQ(run.outcome(),
            "main: h=main.1 done\nmain.1: a=3 b=1 c=2 done\nmain.2: h=main.1 done\n");
}

// A message that is never received is no deadlock; a process that waits for one is.
TEST(Delayed, OnlyProcessesCanBeStuck) {
  Session run("delivery delayed proc main() { h = spawn p()  send h (1) } proc p() {}");
  run.finish();
  EXPECT_FALSE(run.program().has_errors());
}

// Ids are given in the order of exploration, which several workers change; a trace must not show
// them.
TEST(Messages, ChannelsAreTheSameInEveryTraceWhateverTheIds) {
  const auto source = parse(R"(delivery delayed
proc main() { a = spawn parent(self)  b = spawn parent(self)  receive { (c) -> { send c (1) } } }
proc parent(boss) { c = spawn leaf()  send boss (c) }
proc leaf() { receive { (x) -> {} } })",
                            "a.toy");
  const auto trace = [&](bool second_first) {
    const auto shared = make_shared_state();
    const auto program = make_factory(source, {}, shared)();
    const auto run = [&](std::initializer_list<std::string_view> names) {
      std::vector<core::ActorId> schedule;
      program->restart();
      core::StepRecord record;
      for (const std::string_view name : names) {
        std::vector<core::ActorId> enabled;
        program->enabled(enabled);
        for (const core::ActorId actor : enabled) {
          if (program->actor_name(actor) == name) schedule.push_back(actor);
        }
        program->step(schedule.back(), record);
      }
      return schedule;
    };
    if (second_first) run({"main", "main", "main.2", "main.1"});
    return core::to_json(
        explore::record(*program, run({"main", "main", "main.1", "main.2", "main.1", "main.1->main",
                                       "main", "main", "main->main.1.1"})));
  };
  EXPECT_EQ(trace(false), trace(true));
}

}  // namespace
}  // namespace heddle::toy
