// Race sets and race variants of small message-passing programs, worked out by hand.
//
// Messages carry a number, and a test names them by it. The actors are main and, in the order in
// which main spawns them, main.1, main.2, ...; with delayed delivery "main.2->main.1" delivers the
// oldest message in flight between the two.
#include "explore/message_trace.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "explore/variants.hpp"
#include "support/check.hpp"
#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

using explore::Message;
using explore::MessageTrace;
using explore::Receive;
using explore::Variant;
using Names = std::vector<std::string>;

/// A toy program driven along a schedule of names.
class Driven {
 public:
  Driven(const char* text, const Names& schedule)
      : program_(toy::make_factory(toy::parse(text, "t.toy"), {.allow_deadlock = true})()) {
    program_->restart();
    for (const std::string& name : schedule) step(find(name));
  }

  /// Runs the program again, by ids.
  void drive(const std::vector<core::ActorId>& schedule) {
    program_->restart();
    execution_.truncate(0);
    for (const core::ActorId actor : schedule) {
      ASSERT_TRUE(program_->is_enabled(actor)) << program_->actor_name(actor);
      step(actor);
    }
  }

  MessageTrace trace() const { return {execution_, *program_}; }
  const core::Program& program() const { return *program_; }
  const core::Execution& execution() const { return execution_; }

 private:
  core::ActorId find(const std::string& name) {
    std::vector<core::ActorId> enabled;
    program_->enabled(enabled);
    std::string all;
    for (const core::ActorId actor : enabled) {
      if (program_->actor_name(actor) == name) return actor;
      all += " " + program_->actor_name(actor);
    }
    throw std::logic_error(name + " is not enabled, but" + all);
  }
  void step(core::ActorId actor) {
    record_.clear();
    program_->step(actor, record_);
    execution_.push(actor, record_);
  }

  std::unique_ptr<core::Program> program_;
  core::Execution execution_;
  core::StepRecord record_;
};

/// Messages in order of delivery by their position, which the tests choose to be their number.
std::vector<std::uint32_t> race_set(const MessageTrace& trace, std::size_t receive) {
  return trace.race_set(trace.receives().at(receive));
}

// ---- Race sets

// Two senders: either message may come first.
constexpr const char* kTwoSenders = R"(
proc main() { r = spawn receiver()  spawn sender(r, 0)  spawn sender(r, 1) }
proc receiver() { receive { (a) -> {} } }
proc sender(r, number) { send r (number) }
)";

TEST(RaceSet, HasTheMessageOfAnotherSender) {
  const Driven run(kTwoSenders, {"main", "main", "main", "main.2", "main.1", "main.3"});
  const MessageTrace trace = run.trace();
  ASSERT_EQ(trace.messages().size(), 2U);
  ASSERT_EQ(trace.receives().size(), 1U);
  EXPECT_EQ(trace.receives()[0].taken, 0U);
  EXPECT_EQ(trace.receives()[0].event, 4U);
  EXPECT_EQ(race_set(trace, 0), std::vector<std::uint32_t>{1});
}

// It was delivered already, only later than the other.
TEST(RaceSet, HasAMessageThatWasAlreadyThere) {
  const Driven run(kTwoSenders, {"main", "main", "main", "main.2", "main.3", "main.1"});
  EXPECT_EQ(race_set(run.trace(), 0), std::vector<std::uint32_t>{1});
}

// Messages of one sender keep their order: the second cannot overtake the first, unless the
// receive does not accept the first.
TEST(RaceSet, KeepsTheOrderOfOneSender) {
  const char* text = R"(
proc main() { r = spawn receiver()  spawn sender(r) }
proc receiver() {
  receive { (n) when n != 1 -> {} }
  receive { (n) -> {} }
}
proc sender(r) { send r (0)  send r (1)  send r (2) }
)";
  const Driven run(text, {"main", "main", "main.2", "main.2", "main.2", "main.1", "main.1"});
  const MessageTrace trace = run.trace();
  EXPECT_EQ(trace.receives()[0].taken, 0U);
  EXPECT_EQ(trace.receives()[1].taken, 1U);
  EXPECT_EQ(race_set(trace, 0), std::vector<std::uint32_t>{});
  EXPECT_EQ(race_set(trace, 1), std::vector<std::uint32_t>{});
}

TEST(RaceSet, HasOnlyMessagesThatTheReceiveAccepts) {
  const char* text = R"(
proc main() { r = spawn receiver()  spawn sender(r, 0)  spawn sender(r, 1)  spawn sender(r, 2) }
proc receiver() { receive { (n) when n != 1 -> {} } }
proc sender(r, number) { send r (number) }
)";
  const Driven run(text, {"main", "main", "main", "main", "main.2", "main.1", "main.3", "main.4"});
  EXPECT_EQ(race_set(run.trace(), 0), std::vector<std::uint32_t>{2});
}

// The second message answers to the first: it cannot have been there before.
TEST(RaceSet, DoesNotHaveWhatHappensAfterTheReceive) {
  const char* text = R"(
proc main() { r = spawn receiver()  spawn echo(r)  send r (0) }
proc receiver() {
  receive { (n) -> {} }
  send handle(2) (1)
  receive { (n) -> {} }
}
proc echo(r) { receive { (n) -> { send r (n + 1) } } }
)";
  const Driven run(text,
                   {"main", "main", "main", "main.1", "main.1", "main.2", "main.2", "main.1"});
  const MessageTrace trace = run.trace();
  ASSERT_EQ(trace.receives().size(), 3U);
  EXPECT_EQ(race_set(trace, 0), std::vector<std::uint32_t>{});
  EXPECT_TRUE(trace.before(trace.receives()[0].event, trace.receives()[2].event));
  EXPECT_FALSE(trace.before(trace.receives()[2].event, trace.receives()[0].event));
}

TEST(RaceSet, DoesNotHaveWhatAnEarlierReceiveTook) {
  const char* text = R"(
proc main() { r = spawn receiver()  spawn sender(r, 0)  spawn sender(r, 1) }
proc receiver() { receive { (n) -> {} }  receive { (n) -> {} } }
proc sender(r, number) { send r (number) }
)";
  const Driven run(text, {"main", "main", "main", "main.2", "main.3", "main.1", "main.1"});
  const MessageTrace trace = run.trace();
  EXPECT_EQ(race_set(trace, 0), std::vector<std::uint32_t>{1});
  EXPECT_EQ(race_set(trace, 1), std::vector<std::uint32_t>{});
}

// ---- Delivery

// main tells the store before it asks the shop, and the shop asks the store.
std::string overtaking(const char* delivery) {
  return fmt::format(R"(
delivery {}
proc main() {{ store = spawn receiver()  shop = spawn relay(store)  send store (0)  send shop (1) }}
proc receiver() {{ receive {{ (n) -> {{}} }} }}
proc relay(store) {{ receive {{ (n) -> {{ send store (n) }} }} }}
)",
                     delivery);
}

// A message that is there at once cannot be overtaken by one that depends on it: definition 8 has
// the race, but nothing can run its variant.
TEST(Delivery, InstantKeepsTheOrderOfCauses) {
  const std::string text = overtaking("instant");
  const Driven run(text.c_str(), {"main", "main", "main", "main", "main.2", "main.2", "main.1"});
  const MessageTrace trace = run.trace();
  ASSERT_EQ(trace.receives().size(), 2U);  // the relay's, then the store's
  EXPECT_EQ(trace.race_set(trace.receives()[1]), std::vector<std::uint32_t>{2});
  EXPECT_FALSE(trace.variant(trace.receives()[1], 2).has_value());
  EXPECT_EQ(trace.messages()[0].sent, run.execution()[2].id());
  EXPECT_EQ(trace.messages()[0].append, 2U);
}

// A message in flight can be. It is identified by its send, not by the delivery.
TEST(Delivery, DelayedLetsMessagesOvertakeTheirCauses) {
  const std::string text = overtaking("delayed");
  const Driven run(text.c_str(), {"main", "main", "main", "main", "main->main.1", "main->main.2",
                                  "main.2", "main.2", "main.2->main.1", "main.1"});
  const MessageTrace trace = run.trace();
  ASSERT_EQ(trace.messages().size(),
            3U);  // in order of delivery: to the store, the shop, the store
  EXPECT_EQ(trace.messages()[0].sent, run.execution()[2].id());
  EXPECT_EQ(trace.messages()[0].append, 4U);
  EXPECT_EQ(trace.messages()[2].sent, run.execution()[7].id());
  const Receive& store = trace.receives()[1];
  EXPECT_EQ(trace.messages()[store.taken].append, 4U);
  EXPECT_EQ(trace.race_set(store), std::vector<std::uint32_t>{2});
  const auto variant = trace.variant(store, 2);
  ASSERT_TRUE(variant.has_value());
  EXPECT_EQ(variant->choices.at(store.id), run.execution()[7].id());
}

// Even with delayed delivery the messages of one sender arrive in order.
TEST(Delivery, DelayedKeepsTheOrderOfOneSender) {
  const Driven run(R"(
delivery delayed
proc main() { r = spawn receiver()  send r (0)  send r (1) }
proc receiver() { receive { (n) -> {} } }
)",
                   {"main", "main", "main", "main->main.1", "main.1", "main->main.1"});
  EXPECT_EQ(race_set(run.trace(), 0), std::vector<std::uint32_t>{});
}

// ---- Variants

// What the receive could not know stays; what comes after it goes; it comes back with the other
// message, and the schedule leads there.
TEST(Variant, KeepsWhatDoesNotDependOnTheReceive) {
  const char* text = R"(
proc main() { r = spawn receiver()  spawn sender(r, 0)  spawn sender(r, 1) }
proc receiver() { receive { (n) -> { send handle(2) (n)  send handle(2) (n) } } }
proc sender(r, number) { send r (number)  receive { (n) -> {} } }
)";
  Driven run(text,
             {"main", "main", "main", "main.2", "main.3", "main.1", "main.1", "main.1", "main.2"});
  const MessageTrace trace = run.trace();
  const Receive receive = trace.receives()[0];
  const auto variant = trace.variant(receive, 1);
  ASSERT_TRUE(variant.has_value());
  Names names;
  for (const core::ActorId actor : variant->schedule) {
    names.push_back(run.program().actor_name(actor));
  }
  // The spawns, both messages, the receive; not what the receiver sent afterwards.
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (Names{"main", "main", "main", "main.1", "main.2", "main.3"}));
  EXPECT_EQ(variant->choices, (explore::Choices{{receive.id, trace.messages()[1].sent}}));
  const auto choices = variant->choices;
  run.drive(variant->schedule);
  EXPECT_EQ(run.trace().choices(), choices);
}

// 1 and 2 come from one sender, 3 from another. The first receive takes 2 and would have taken 3,
// so 2 came before 3; 1 came before 2; hence 1 before 3. The second receive, which took 1, accepts
// 3 as well, and nothing but the choice of the first one speaks against it: 3 is in its race set by
// definition 8, but no mailbox has 3 before 1.
constexpr const char* kInfeasible = R"(
proc main() { r = spawn receiver()  spawn pair(r)  spawn single(r) }
proc receiver() {
  receive { (first) when first >= 2 -> {} }
  receive { (second) when second != 2 -> {} }
}
proc pair(r) { send r (1)  send r (2) }
proc single(r) { send r (3) }
)";

TEST(Variant, IsNothingIfNoMailboxCanProduceIt) {
  const Driven run(kInfeasible,
                   {"main", "main", "main", "main.2", "main.2", "main.1", "main.1", "main.3"});
  const MessageTrace trace = run.trace();
  ASSERT_EQ(trace.messages().size(), 3U);
  EXPECT_EQ(trace.receives()[0].taken, 1U);
  EXPECT_EQ(trace.receives()[1].taken, 0U);
  EXPECT_EQ(race_set(trace, 1), std::vector<std::uint32_t>{2});
  EXPECT_FALSE(trace.variant(trace.receives()[1], 2).has_value());
  // The first receive can have it: 3 before 2.
  EXPECT_EQ(race_set(trace, 0), std::vector<std::uint32_t>{2});
  EXPECT_TRUE(trace.variant(trace.receives()[0], 2).has_value());
}

// Brute force agrees: (2, 1) and (3, 1), never (2, 3).
TEST(Variant, OfTheInfeasibleKindIsNotMissed) {
  const auto factory = toy::make_factory(toy::parse(kInfeasible, "t.toy"), {});
  const Explored all = explore_with("none", factory, {.classes = false});
  EXPECT_EQ(all.outcomes.size(), 2U);
  const Explored variants = explore_variants(factory);
  EXPECT_EQ(variants.counts.interleavings, 2U);
  EXPECT_EQ(variants.outcomes, all.outcomes);
}

// Every variant of every run, driven, makes the choices it promises.
TEST(Variant, MakesTheChoicesItPromises) {
  for (const char* builtin : {"vidal1", "vidal3", "delayed", "firstof(3)"}) {
    const auto factory = toy::make_factory(toy::builtin(builtin), {.allow_deadlock = true});
    const auto program = factory();
    const auto other = factory();
    explore::Variants variants(*program);
    std::size_t driven = 0;
    while (variants.next_run() && variants.runs() <= 50) {
      const MessageTrace trace(variants.execution(), *program);
      for (const Receive& receive : trace.receives()) {
        for (const std::uint32_t message : trace.race_set(receive)) {
          const std::optional<Variant> variant = trace.variant(receive, message);
          if (!variant) continue;
          other->restart();
          core::Execution execution;
          for (const core::ActorId actor : variant->schedule) {
            ASSERT_TRUE(other->is_enabled(actor)) << builtin;
            core::StepRecord record;
            other->step(actor, record);
            execution.push(actor, record);
          }
          ASSERT_EQ(MessageTrace(execution, *other).choices(), variant->choices) << builtin;
          ++driven;
        }
      }
    }
    EXPECT_GT(driven, 0U) << builtin;
  }
}

// ---- Orphans

TEST(Orphans, AreMessagesThatNobodyReceives) {
  const Driven run(kTwoSenders, {"main", "main", "main", "main.3", "main.2", "main.1"});
  const MessageTrace trace = run.trace();
  EXPECT_EQ(trace.orphans(), std::vector<std::uint32_t>{1});  // the second to be delivered
  const Driven early(kTwoSenders, {"main", "main", "main", "main.3"});
  EXPECT_EQ(early.trace().orphans(), std::vector<std::uint32_t>{0});
}

// ---- What traces of messages cannot express

std::string refusal(const char* text) {
  const auto program = toy::make_factory(toy::parse(text, "t.toy"), {.allow_deadlock = true})();
  explore::Variants variants(*program);
  try {
    while (variants.next_run()) {
    }
  } catch (const support::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Refusal, NamesTheOperationAndTheRemedy) {
  const std::string but = "'variants' explores message passing only, but ";
  EXPECT_EQ(refusal("var x = 0 proc main() { spawn p() read x } proc p() { write x = 1 }"),
            but + "main.1 does 'write' on x; use --dpor observers");
  EXPECT_EQ(refusal("var x = 0 proc main() { spawn p() write x = 1 } proc p() { cas(x, 0, 1) }"),
            but + "main.1 does 'update' on x; use --dpor observers");
  EXPECT_EQ(refusal("mutex m proc main() { spawn p() lock m unlock m } proc p() { lock m }"),
            but + "main.1 does 'acquire' on m; use --dpor observers");
  EXPECT_EQ(refusal("proc main() { receive { (n) -> {} after -> {} } }"),
            but + "main does 'poll' on mailbox of main; use --dpor observers");
  EXPECT_EQ(refusal("var x = 0 proc main() { spawn p() await x == 0 } proc p() { cas(x, 0, 1) }"),
            but + "main.1 does 'update' on x; use --dpor observers");
}

// What only one process touches is its own affair.
TEST(Refusal, LeavesWhatIsNotSharedAlone) {
  EXPECT_EQ(refusal("var x = 0 mutex m proc main() { lock m write x = 1 write x = 2 unlock m }"),
            "");
}

// Spawning and joining are part of a trace: they order events and nothing competes.
TEST(Refusal, LeavesSpawnAndJoinAlone) {
  EXPECT_EQ(refusal("proc main() { p = spawn p(self) join p receive { (1) -> {} } } "
                    "proc p(m) { send m (1) }"),
            "");
}

}  // namespace
}  // namespace heddle::tests
