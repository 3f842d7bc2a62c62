// facts/dejafu.md sections 2.3 and 2.4, the cases about exceptions and masking.
#include "heddle/exceptions.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "heddle/mvar.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {

using testing::all_outcomes;
using testing::Words;

const Words kDone{"()"};
const Words kMayDeadlock{"()", "deadlock"};

TEST(Exceptions, KillUnmasked) {
  EXPECT_EQ(all_outcomes([] {
              mvar<int> x;
              const thread_id t = fork([x] { x.put(0); });
              kill_thread(t);
              x.read();
            }),
            kMayDeadlock);
}

TEST(Exceptions, KillMaskedThatDoesNotWait) {
  EXPECT_EQ(all_outcomes([] {
              mvar<int> x;
              mvar<int> y;
              const thread_id t = fork([=] {
                mask_([&] {
                  x.put(0);
                  y.put(0);
                });
              });
              x.read();
              kill_thread(t);
              y.read();
            }),
            kDone);
}

TEST(Exceptions, MaskEscaped) {
  EXPECT_EQ(all_outcomes([] {
              mvar<int> x;
              mvar<int> y;
              const thread_id t = fork([=] {
                mask([&](restore_masking restore) {
                  x.put(0);
                  restore([&] { y.put(0); });
                });
              });
              x.read();
              kill_thread(t);
              y.read();
            }),
            kMayDeadlock);
}

TEST(Exceptions, UninterruptibleWaits) {
  EXPECT_EQ(all_outcomes([] {
              mvar<int> x;
              mvar<int> y;
              const thread_id t = fork([=] {
                uninterruptible_mask_([&] {
                  x.put(0);
                  y.take();
                });
              });
              x.read();
              kill_thread(t);
            }),
            (Words{"deadlock"}));
}

TEST(Exceptions, UninterruptibleEscaped) {
  EXPECT_EQ(all_outcomes([] {
              mvar<int> x;
              mvar<int> y;
              const thread_id t = fork([=] {
                uninterruptible_mask([&](restore_masking restore) {
                  x.put(0);
                  restore([&] { y.take(); });
                });
              });
              x.read();
              kill_thread(t);
            }),
            kDone);
}

TEST(Exceptions, MaskedWaitIsInterrupted) {
  EXPECT_EQ(all_outcomes([] {
              mvar<int> x;
              mvar<int> y;
              const thread_id t = fork([=] {
                mask_([&] {
                  x.put(0);
                  y.take();
                });
              });
              x.read();
              kill_thread(t);
            }),
            kDone);
}

TEST(Exceptions, KilledWhereItUnmasks) {
  EXPECT_EQ(all_outcomes([] {
              mvar<int> x;
              mvar<int> y;
              const thread_id t = mask_([&] {
                return fork_with_unmask([=](restore_masking unmask) {
                  x.put(0);
                  unmask([&] { y.put(0); });
                });
              });
              x.read();
              kill_thread(t);
              y.read();
            }),
            kMayDeadlock);
  EXPECT_EQ(all_outcomes([] {
              mvar<int> x;
              mvar<int> y;
              const thread_id t = mask_([&] {
                return fork([=] {
                  x.put(0);
                  unsafe_unmask([&] { y.put(0); });
                });
              });
              x.read();
              kill_thread(t);
              y.read();
            }),
            kMayDeadlock);
}

TEST(Exceptions, ThrownIntoMain) {
  EXPECT_EQ(all_outcomes([] {
              const thread_id main = my_thread_id();
              mvar<int> done;
              fork([=] { throw_to(main, std::runtime_error("for main")); });
              done.take();
            }),
            (Words{"uncaught exception: for main"}));
  EXPECT_EQ(all_outcomes([] {
              const thread_id main = my_thread_id();
              mvar<int> done;
              try {
                fork([=] { throw_to(main, std::runtime_error("for main")); });
                done.take();
              } catch (const std::runtime_error&) {
              }
            }),
            kDone);
}

TEST(Exceptions, ChildrenInheritTheMask) {
  EXPECT_EQ(all_outcomes([] {
              mvar<int> x;
              mvar<int> y;
              const thread_id t = uninterruptible_mask_([&] {
                return fork([=] {
                  x.put(0);
                  y.take();
                });
              });
              x.read();
              kill_thread(t);
            }),
            (Words{"deadlock"}));
  EXPECT_EQ(all_outcomes([] {
              mvar<int> x;
              mvar<int> y;
              const thread_id t = uninterruptible_mask_([&] {
                return fork_with_unmask([=](restore_masking unmask) {
                  x.put(0);
                  unmask([&] { y.take(); });
                });
              });
              x.read();
              kill_thread(t);
            }),
            kDone);
}

TEST(Exceptions, OneThread) {
  EXPECT_EQ(all_outcomes([] { throw_to(my_thread_id(), std::runtime_error("own")); }),
            (Words{"uncaught exception: own"}));
  EXPECT_EQ(all_outcomes([] {
              try {
                throw_to(my_thread_id(), std::runtime_error("own"));
              } catch (const std::runtime_error&) {
                return true;
              }
              return false;
            }),
            (Words{"true"}));
  EXPECT_EQ(all_outcomes([] { return mask_([] { return get_masking_state(); }); }), (Words{"1"}));
  EXPECT_EQ(all_outcomes([] {
              mask_([] {});
              return get_masking_state();
            }),
            (Words{"0"}));
}

// Two exceptions for one thread: the one that comes first ends it (issues 324a, b of the original).
TEST(Exceptions, TwoThrowers) {
  const auto test = [] {
    mvar<std::string> caught;
    mvar<int> started;
    mvar<int> never;
    const thread_id t = mask_([&] {
      return fork_with_unmask([=](restore_masking unmask) {
        try {
          unmask([&] {
            started.put(0);
            never.take();
          });
        } catch (const std::exception& e) {
          caught.put(e.what());
        }
      });
    });
    started.take();
    fork([=] { throw_to(t, std::runtime_error("interrupt")); });
    fork([=] { kill_thread(t); });
    return caught.take();
  };
  EXPECT_EQ(all_outcomes(test), (Words{"interrupt", "thread killed"}));
}

// What the target does before the exception arrives is seen at every point.
TEST(Exceptions, ArriveAtEveryPoint) {
  const auto test = [] {
    mvar<int> box;
    mvar<int> gone;
    const thread_id t = fork([=] {
      try {
        box.put(1);
        box.take();
        box.put(2);
      } catch (const thread_killed&) {
        gone.put(1);
        return;
      }
      gone.put(0);
    });
    kill_thread(t);
    const int killed = gone.try_take().value_or(2);
    return std::pair(killed, box.try_read());
  };
  EXPECT_EQ(all_outcomes(test), (Words{"(0, just 2)", "(1, just 1)", "(1, nothing)", "(2, just 1)",
                                       "(2, just 2)", "(2, nothing)"}));
}

}  // namespace
}  // namespace heddle
