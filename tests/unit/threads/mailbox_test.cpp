// Selective receive, and that observers see only the orders that matter.
#include "heddle/mailbox.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "heddle/exceptions.hpp"
#include "tests/support/outcome_set.hpp"
#include "tests/unit/threads/random_program.hpp"

namespace heddle {
namespace {

using testing::all_outcomes;
using testing::Words;

constexpr auto kIs = [](int wanted) { return [wanted](int n) { return n == wanted; }; };

TEST(Mailbox, OldestFirst) {
  EXPECT_EQ(all_outcomes([] {
              mailbox<int> inbox;
              fork([inbox] {
                inbox.send(1);
                inbox.send(2);
              });
              fork([inbox] { inbox.send(3); });
              std::vector<int> got;
              for (int i = 0; i < 3; ++i) got.push_back(inbox.receive());
              return got;
            }),
            (Words{"[1, 2, 3]", "[1, 3, 2]", "[3, 1, 2]"}));
}

TEST(Mailbox, Selective) {
  EXPECT_EQ(all_outcomes([] {
              mailbox<int> inbox;
              fork([inbox] {
                inbox.send(1);
                inbox.send(2);
              });
              const int second = inbox.receive(kIs(2));
              return std::pair(second, inbox.receive());
            }),
            (Words{"(2, 1)"}));
  EXPECT_EQ(all_outcomes([] { return mailbox<int>().receive(kIs(2)); }), (Words{"deadlock"}));
  EXPECT_EQ(all_outcomes([] {
              mailbox<int> inbox;
              fork([inbox] { inbox.send(1); });
              fork([inbox] { inbox.send(2); });
              return inbox.receive(kIs(2), kIs(1));
            }),
            (Words{"(0, 2)", "(1, 1)"}));
}

TEST(Mailbox, Timeout) {
  EXPECT_EQ(all_outcomes([] {
              mailbox<int> inbox;
              fork([inbox] { inbox.send(1); });
              const auto soon = inbox.receive_for(std::chrono::seconds(1), kIs(1));
              const auto other = inbox.receive_for(std::chrono::seconds(1), kIs(2));
              return std::pair(soon, other);
            }),
            (Words{"(just 1, nothing)", "(nothing, nothing)"}));
}

// n senders, each message received by its own pattern: no order matters.
TEST(Mailbox, ObserversSeeWhatMatters) {
  const auto test = [] {
    mailbox<int> inbox;
    for (int i = 0; i < 4; ++i) fork([inbox, i] { inbox.send(i); });
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += inbox.receive(kIs(i));
    return sum;
  };
  const auto found = explore(test);
  EXPECT_EQ(found.executions, 1U);
  options how;
  how.algorithm = "optimal";
  EXPECT_EQ(explore(test, how).executions, 24U);
}

TEST(Mailbox, OneReceiver) {
  const auto words = all_outcomes([] {
    mailbox<int> inbox;
    inbox.send(1);
    inbox.send(2);
    inbox.receive();
    fork([inbox] { inbox.receive(); });
  });
  EXPECT_EQ(words, (Words{"a mailbox has one receiver: another thread received"}));
}

TEST(Mailbox, RandomPrograms) {
  struct Boxes {
    mailbox<int> all[3];
  };
  // Thread t owns box t; threads are told apart by the values of their operations.
  testing::check_random_programs(
      1, 100, 3, 3, 5, 3, [] { return Boxes{}; },
      [](auto& boxes, auto& o, auto&) -> std::string {
        const mailbox<int>& own = boxes.all[(o.value - 1) / 3];
        switch (o.code) {
          case 0:
          case 1:
            boxes.all[o.object].send(o.value);
            return "send";
          case 2:
            return "receive " + std::to_string(own.receive());
          case 3:
            return "odd " + std::to_string(own.receive([](int n) { return n % 2 == 1; }));
          default:
            return "soon " + detail::to_text(own.receive_for(std::chrono::seconds(1),
                                                             [](int n) { return n % 3 != 0; }));
        }
      });
}

}  // namespace
}  // namespace heddle
