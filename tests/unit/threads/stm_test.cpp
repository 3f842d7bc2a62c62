// facts/dejafu.md sections 2.3 to 2.5, the cases about transactions.
#include "heddle/stm.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "heddle/exceptions.hpp"
#include "heddle/mvar.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {

using testing::Words;

template <class F>
Words outcomes_of(F test) {
  return testing::all_outcomes(test, {}, true);
}

TEST(Stm, OneThread) {
  EXPECT_EQ(outcomes_of([] {
              return atomically([] {
                tvar<int> x(1);
                x.write(2);
                return x.read();
              });
            }),
            (Words{"2"}));
  EXPECT_EQ(outcomes_of([] {
              tvar<int> x(1);
              atomically([=] { x.write(2); });
              return x.read_now();
            }),
            (Words{"2"}));
  EXPECT_EQ(outcomes_of([] { atomically([] { retry(); }); }), (Words{"deadlock"}));
  EXPECT_EQ(outcomes_of([] {
              tvar<int> x(1);
              return atomically([=] {
                return or_else(
                    [=] {
                      x.write(2);
                      check(false);
                      return 0;
                    },
                    [=] { return x.read(); });
              });
            }),
            (Words{"1"}));
}

TEST(Stm, ExceptionsUndo) {
  EXPECT_EQ(outcomes_of([] {
              tvar<int> x(1);
              try {
                atomically([=] {
                  x.write(2);
                  throw std::runtime_error("no");
                });
              } catch (const std::runtime_error&) {
              }
              return x.read_now();
            }),
            (Words{"1"}));
  EXPECT_EQ(outcomes_of([] {
              tvar<int> x(1);
              return atomically([=] {
                return catch_stm<std::runtime_error>(
                    [=]() -> int {
                      x.write(2);
                      throw std::runtime_error("no");
                    },
                    [=](const std::runtime_error&) { return x.read(); });
              });
            }),
            (Words{"1"}));
  // The inner handler is for another type.
  EXPECT_EQ(outcomes_of([] {
              return atomically([] {
                return catch_stm<std::runtime_error>(
                    [] {
                      return catch_stm<std::logic_error>(
                          []() -> int { throw std::runtime_error("no"); },
                          [](const std::logic_error&) { return 1; });
                    },
                    [](const std::runtime_error&) { return 2; });
              });
            }),
            (Words{"2"}));
  EXPECT_EQ(outcomes_of([] { atomically([] { throw std::runtime_error("no"); }); }),
            (Words{"uncaught exception: no"}));
  // retry is no exception, and or_else does not catch any.
  EXPECT_EQ(outcomes_of([] {
              atomically(
                  [] { catch_stm<std::exception>([] { retry(); }, [](const std::exception&) {}); });
            }),
            (Words{"deadlock"}));
  EXPECT_EQ(outcomes_of(
                [] { atomically([] { or_else([] { throw std::runtime_error("no"); }, [] {}); }); }),
            (Words{"uncaught exception: no"}));
}

TEST(Stm, TakesPlaceAtOnce) {
  EXPECT_EQ(outcomes_of([] {
              tvar<int> x(0);
              fork([=] {
                atomically([=] {
                  x.write(1);
                  x.write(2);
                });
              });
              return x.read_now();
            }),
            (Words{"0", "2"}));
}

TEST(Stm, RetryIsTheIdentityOfOrElse) {
  const auto never = [] { retry(); };
  for (const bool left : {true, false}) {
    EXPECT_EQ(outcomes_of([=] {
                tvar<bool> x(false);
                fork([=] { atomically([=] { x.write(true); }); });
                const auto wait = [=] { check(x.read()); };
                atomically([=] {
                  if (left) {
                    or_else(never, wait);
                  } else {
                    or_else(wait, never);
                  }
                });
              }),
              (Words{"()"}));
  }
}

// Issue 111 of the original: retry undoes writes.
TEST(Stm, RetryUndoes) {
  EXPECT_EQ(outcomes_of([] {
              tvar<int> x(1);
              tvar<bool> go(false);
              mvar<int> done;
              fork([=] {
                atomically([=] {
                  x.write(x.read() + 1);
                  check(go.read());
                });
              });
              return x.read_now();
            }),
            (Words{"1"}));
}

// A transaction that waits for one of two.
TEST(Stm, WaitsForEither) {
  EXPECT_EQ(outcomes_of([] {
              tvar<int> a(0);
              tvar<int> b(0);
              fork([=] { atomically([=] { a.write(1); }); });
              fork([=] { atomically([=] { b.write(2); }); });
              const auto get = [](tvar<int> from) {
                return [=] {
                  check(from.read() != 0);
                  return from.read();
                };
              };
              return atomically([=] { return or_else(get(a), get(b)); });
            }),
            (Words{"1", "2"}));
}

TEST(Stm, WaitingCanBeInterrupted) {
  EXPECT_EQ(outcomes_of([] {
              tvar<int> x(0);
              mvar<int> caught;
              const thread_id t = fork([=] {
                try {
                  atomically([=] { check(x.read() != 0); });
                  caught.put(0);
                } catch (const thread_killed&) {
                  caught.put(1);
                }
              });
              fork([=] { atomically([=] { x.write(1); }); });
              kill_thread(t);
              return caught.try_take();
            }),
            (Words{"just 0", "just 1", "nothing"}));
}

// Transactions over different variables are independent.
TEST(Stm, DifferentVariablesCommute) {
  const auto found = explore([] {
    tvar<int> a(0);
    tvar<int> b(0);
    fork([=] { atomically([=] { a.write(a.read() + 1); }); });
    fork([=] { atomically([=] { b.write(b.read() + 1); }); });
  });
  EXPECT_EQ(found.executions, 1U);
}

}  // namespace
}  // namespace heddle
