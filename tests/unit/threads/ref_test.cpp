// facts/dejafu.md sections 2.3 and 2.4, the cases about references.
#include "heddle/ref.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "heddle/exceptions.hpp"
#include "heddle/mvar.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {

using testing::all_outcomes;
using testing::Words;

TEST(Ref, OneThread) {
  EXPECT_EQ(all_outcomes([] { return ref<int>(5).read(); }), (Words{"5"}));
  EXPECT_EQ(all_outcomes([] {
              ref<int> r(5);
              r.write(6);
              return r.read();
            }),
            (Words{"6"}));
  EXPECT_EQ(all_outcomes([] {
              ref<std::string> r("a");
              const std::string old = r.atomic_modify([](const std::string& s) { return s + "b"; });
              return std::pair(old, r.read());
            }),
            (Words{"(a, ab)"}));
  EXPECT_EQ(all_outcomes([] {
              ref<int> r(5);
              const auto ticket = r.read_for_cas();
              r.write(6);
              return ticket.value();
            }),
            (Words{"5"}));
  EXPECT_EQ(all_outcomes([] {
              ref<int> r(5);
              const auto [done, ticket] = r.cas(r.read_for_cas(), 6);
              return std::tuple(done, ticket.value(), r.read());
            }),
            (Words{"(true, 6, 6)"}));
  EXPECT_EQ(all_outcomes([] {
              ref<int> r(5);
              const auto ticket = r.read_for_cas();
              r.write(6);
              const auto [done, now] = r.cas(ticket, 7);
              return std::tuple(done, now.value(), r.read());
            }),
            (Words{"(false, 6, 6)"}));
  // A ticket is for a write, not for a value.
  EXPECT_EQ(all_outcomes([] {
              ref<int> r(5);
              const auto ticket = r.read_for_cas();
              r.write(5);
              return r.cas(ticket, 7).first;
            }),
            (Words{"false"}));
}

TEST(Ref, MainDoesNotWaitForChildren) {
  EXPECT_EQ(all_outcomes([] {
              ref<std::optional<int>> x(std::nullopt);
              fork([x] { x.write(1); });
              return x.read();
            }),
            (Words{"nothing", "just 1"}));
}

TEST(Ref, Ids) {
  EXPECT_EQ(all_outcomes([] {
              mvar<thread_id> told;
              const thread_id child = fork([told] { told.put(my_thread_id()); });
              const thread_id other = fork([] {});
              return std::pair(told.take() == child, child != other && child != my_thread_id());
            }),
            (Words{"(true, true)"}));
}

TEST(Ref, TwoWriters) {
  EXPECT_EQ(all_outcomes([] {
              ref<int> x(7);
              mvar<int> done;
              fork([=] {
                x.write(0);
                done.put(0);
              });
              x.write(1);
              done.take();
              return x.read();
            }),
            (Words{"0", "1"}));
}

TEST(Ref, ForkedCas) {
  EXPECT_EQ(all_outcomes([] {
              ref<int> x(0);
              fork([x] { x.modify_cas([](int) { return 1; }); });
              return x.read();
            }),
            (Words{"0", "1"}));
}

TEST(Ref, TicketsRace) {
  EXPECT_EQ(all_outcomes([] {
              ref<int> x(0);
              mvar<bool> done;
              const auto ticket = x.read_for_cas();
              fork([=] { done.put(x.cas(ticket, 1).first); });
              x.write(2);
              const bool won = done.take();
              return std::pair(won, x.read());
            }),
            (Words{"(true, 2)", "(false, 2)"}));
  EXPECT_EQ(all_outcomes([] {
              ref<int> x(0);
              mvar<bool> done;
              const auto ticket = x.read_for_cas();
              fork([=] {
                auto [won, now] = x.cas(ticket, 1);
                if (!won) won = x.cas(now, 1).first;
                done.put(won);
              });
              x.write(2);
              const bool won = done.take();
              return std::pair(won, x.read());
            }),
            (Words{"(true, 1)", "(true, 2)"}));
  EXPECT_EQ(all_outcomes([] {
              ref<int> x(0);
              mvar<bool> done;
              const auto ticket = x.read_for_cas();
              fork([=] { done.put(x.cas(ticket, 1).first); });
              const bool mine = x.cas(ticket, 2).first;
              const bool theirs = done.take();
              return std::tuple(theirs, mine, x.read());
            }),
            (Words{"(true, false, 1)", "(false, true, 2)"}));
}

// "Writes may be delayed": fork is no barrier.
TEST(Ref, WritesMayBeDelayed) {
  const auto test = [] {
    ref<int> x(0);
    x.write(1);
    mvar<int> seen;
    fork([=] { seen.put(x.read()); });
    return seen.read();
  };
  EXPECT_EQ(all_outcomes(test), (Words{"1"}));
  for (const memory model : {memory::tso, memory::pso}) {
    EXPECT_EQ(all_outcomes(test, {.memory = model}), (Words{"0", "1"}));
  }
}

TEST(Ref, AtomicWritesAreNot) {
  const auto test = [] {
    ref<int> x(0);
    x.atomic_write(1);
    mvar<int> seen;
    fork([=] { seen.put(x.read()); });
    return seen.read();
  };
  EXPECT_EQ(all_outcomes(test, {.memory = memory::tso}), (Words{"1"}));
}

// Lifted IO of the original: two atomic writes and a look.
TEST(Ref, ActionsAreDependent) {
  EXPECT_EQ(all_outcomes([] {
              ref<int> x(0);
              fork([x] { x.atomic_write(1); });
              fork([x] { x.atomic_write(2); });
              return x.read();
            }),
            (Words{"0", "1", "2"}));
}

}  // namespace
}  // namespace heddle
