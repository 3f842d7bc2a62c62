// A message was identified by the spawn of its sender if the send was the sender's first step.
//
// That step consumes what the spawn produced, and with delayed delivery what a delivery consumes is
// indeed where its message comes from. A spawn and the first send of the child then were one.
#include <gtest/gtest.h>

#include <set>

#include "explore/message_trace.hpp"
#include "explore/variants.hpp"
#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

using explore::MessageTrace;

// Figure 3 of seed 001: message 2 is sent by p2 (main.2), 1 by p5 (main.4), each in its first step.
// Every message is its sender's n-th event, and that event is a send, not a spawn.
TEST(Regression, AMessageIsItsSend) {
  const auto program = toy::make_factory(toy::builtin("vidal3"), {.allow_deadlock = true})();
  explore::Variants variants(*program);
  ASSERT_TRUE(variants.next_run());
  const core::Execution& execution = variants.execution();
  const MessageTrace trace(execution, *program);
  ASSERT_FALSE(trace.messages().empty());
  std::set<core::EventId> identities;
  std::size_t first_steps = 0;
  for (const explore::Message& message : trace.messages()) {
    EXPECT_EQ(message.sent, execution[message.append].id());  // instant delivery
    identities.insert(message.sent);
    first_steps += message.sent.ordinal == 0 ? 1 : 0;
  }
  EXPECT_EQ(identities.size(), trace.messages().size());
  EXPECT_EQ(first_steps, 2U);  // of p2 and p5, whose spawns are main's
}

// With delayed delivery the send is an event of the sender, the delivery one of the channel.
TEST(Regression, AMessageInFlightIsItsSend) {
  const auto program = toy::make_factory(toy::parse(R"(
delivery delayed
proc main() { spawn p(self)  receive { (n) -> {} } }
proc p(m) { send m (1) }
)",
                                                    "regression.toy"))();
  explore::Variants variants(*program);
  ASSERT_TRUE(variants.next_run());
  const core::Execution& execution = variants.execution();
  const MessageTrace trace(execution, *program);
  ASSERT_EQ(trace.messages().size(), 1U);
  EXPECT_EQ(program->actor_name(trace.messages()[0].sent.actor), "main.1");
  EXPECT_NE(trace.messages()[0].sent, execution[trace.messages()[0].append].id());
}

}  // namespace
}  // namespace heddle::tests
