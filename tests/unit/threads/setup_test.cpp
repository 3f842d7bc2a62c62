// facts/dejafu.md sections 2.3 and 2.4, the cases about set-up, teardown and invariants.
#include "heddle/setup.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "heddle/atomic.hpp"
#include "heddle/exceptions.hpp"
#include "heddle/mvar.hpp"
#include "heddle/ref.hpp"
#include "heddle/stm.hpp"
#include "heddle/thread.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {

using testing::all_outcomes;
using testing::Words;

TEST(Setup, RunsDeterministically) {
  EXPECT_EQ(all_outcomes(with_setup(
                [] {
                  ref<int> x(1);
                  fork([x] { x.write(2); });
                  return x.read();
                },
                [](int seen) { return seen; })),
            (Words{"1"}));
}

TEST(Setup, ThreadsLiveOn) {
  EXPECT_EQ(all_outcomes(with_setup(
                [] {
                  ref<int> x(1);
                  fork([x] { x.write(2); });
                  return x;
                },
                [](ref<int> x) { return x.read(); })),
            (Words{"1", "2"}));
}

TEST(Setup, StateIsKept) {
  EXPECT_EQ(all_outcomes(with_setup(
                [] {
                  mvar<int> x(1);
                  fork([x] { x.take(); });
                  return x;
                },
                [](mvar<int> x) { x.read(); })),
            (Words{"()", "deadlock"}));
}

TEST(Setup, ThreadOfTheSetupKillsMain) {
  EXPECT_EQ(all_outcomes(with_setup(
                [] {
                  const thread_id main = my_thread_id();
                  mvar<int> go;
                  fork([=] {
                    go.take();
                    kill_thread(main);
                  });
                  return go;
                },
                [](mvar<int> go) {
                  go.put(0);
                  return go.is_empty();
                })),
            (Words{"false", "true", "uncaught exception: thread killed"}));
}

TEST(Setup, MayDeadlock) {
  EXPECT_EQ(all_outcomes(with_setup([] { mvar<int>().take(); }, [] {})), (Words{"deadlock"}));
}

TEST(Teardown, SeesTheFailure) {
  const auto setup = [] {
    mvar<int> x(1);
    fork([x] { x.take(); });
    return x;
  };
  const auto main = [](mvar<int> x) { x.read(); };
  EXPECT_EQ(all_outcomes(with_setup_and_teardown(
                setup, main, [](mvar<int>, const result<std::monostate>& r) { return r; })),
            (Words{"()", "deadlock"}));
  EXPECT_EQ(all_outcomes(with_setup_and_teardown(setup, main,
                                                 [](mvar<int> x, const result<std::monostate>& r) {
                                                   x.try_put(5);
                                                   return std::pair(detail::to_text(r), x.take());
                                                 })),
            (Words{"((), 5)", "(deadlock, 5)"}));
  EXPECT_EQ(all_outcomes(with_setup_and_teardown(
                [] {}, [] {}, [](const result<std::monostate>& r) { return r; })),
            (Words{"()"}));
  EXPECT_EQ(
      all_outcomes(with_setup_and_teardown([] {}, [] { throw std::runtime_error("no"); },
                                           [](const result<std::monostate>& r) { return r; })),
      (Words{"no"}));
}

TEST(Invariants, AreCheckedAfterEverySteps) {
  const auto setup = [] {
    mvar<int> x;
    register_invariant([x] {
      if (inspect_mvar(x) == 1) throw std::overflow_error("overflow");
    });
    return x;
  };
  EXPECT_EQ(all_outcomes(with_setup(setup,
                                    [](mvar<int> x) {
                                      fork([x] { x.put(0); });
                                      fork([x] { x.put(1); });
                                      return x.try_read();
                                    })),
            (Words{"invariant failure: overflow", "just 0", "nothing"}));
}

// Steps that are independent otherwise are not if an invariant looks at both.
TEST(Invariants, OrderWhatTheyLookAt) {
  const auto test = with_setup(
      [] {
        std::pair made(ref<int>(0), tvar<int>(0));
        register_invariant([made] {
          if (inspect_ref(made.first) == 0 && inspect_tvar(made.second) == 1) {
            throw std::logic_error("second first");
          }
        });
        return made;
      },
      [](const std::pair<ref<int>, tvar<int>>& made) {
        mvar<int> done;
        fork([=] {
          made.first.write(1);
          done.put(0);
        });
        atomically([&] { made.second.write(1); });
        done.take();
        return 0;
      });
  EXPECT_EQ(all_outcomes(test), (Words{"0", "invariant failure: second first"}));
}

// Under every model: what is in memory, and under `cpp` the last in modification order.
TEST(Invariants, LookAtCells) {
  for (const memory model : {memory::sc, memory::tso, memory::pso, memory::cpp}) {
    options how;
    how.memory = model;
    const auto by_atomic = with_setup(
        [] {
          const auto x = std::make_shared<heddle::atomic<int>>(0);
          register_invariant([x] {
            if (inspect_atomic(*x) == 1) throw std::overflow_error("overflow");
          });
          return x;
        },
        [](const std::shared_ptr<heddle::atomic<int>>& x) {
          heddle::thread other([&] { x->store(2, memory_order_relaxed); });
          int two = 2;
          x->compare_exchange_strong(two, 1, memory_order_relaxed);
          other.join();
          return x->load();
        });
    EXPECT_EQ(all_outcomes(by_atomic, how), (Words{"2", "invariant failure: overflow"}));
    const auto by_ref = with_setup(
        [] {
          ref<int> x(0);
          register_invariant([x] {
            if (inspect_ref(x) == 1) throw std::overflow_error("overflow");
          });
          return x;
        },
        [](ref<int> x) {
          x.atomic_write(1);
          return x.read();
        });
    EXPECT_EQ(all_outcomes(by_ref, how), (Words{"invariant failure: overflow"}));
  }
}

// What the runs have in common is executed again for each of them, and is judged again: without
// that, all but the first would give a value.
TEST(Invariants, AreCheckedInStepsThatAreRepeated) {
  const auto test = with_setup(
      [] {
        ref<int> x(0);
        register_invariant([x] {
          if (inspect_ref(x) == 1) throw std::overflow_error("overflow");
        });
        return x;
      },
      [](ref<int> x) {
        x.write(1);
        x.write(0);
        ref<int> y(0);
        fork([y] { y.write(1); });
        return y.read();
      });
  EXPECT_EQ(all_outcomes(test), (Words{"invariant failure: overflow"}));
}

TEST(Invariants, OnlyInTheMainPhase) {
  // Not in the set-up, nor in the teardown.
  const auto check = [](ref<int> x) {
    register_invariant([x] {
      if (inspect_ref(x) == 1) throw std::overflow_error("overflow");
    });
  };
  EXPECT_EQ(all_outcomes(with_setup_and_teardown(
                [=] {
                  ref<int> x(0);
                  check(x);
                  x.write(1);
                  x.write(0);
                  return x;
                },
                [](ref<int> x) { return x.read(); },
                [](ref<int> x, const result<int>& r) {
                  x.write(1);
                  return r;
                })),
            (Words{"0"}));
  // Nor if it is registered later.
  EXPECT_EQ(all_outcomes([=] {
              ref<int> x(0);
              check(x);
              x.write(1);
              return x.read();
            }),
            (Words{"1"}));
  // It may catch what it throws.
  EXPECT_EQ(all_outcomes(with_setup(
                [] {
                  ref<int> x(0);
                  register_invariant([x] {
                    try {
                      if (inspect_ref(x) == 1) throw std::overflow_error("overflow");
                    } catch (const std::overflow_error&) {
                    }
                  });
                  return x;
                },
                [](ref<int> x) {
                  x.write(1);
                  return x.read();
                })),
            (Words{"1"}));
}

}  // namespace
}  // namespace heddle
