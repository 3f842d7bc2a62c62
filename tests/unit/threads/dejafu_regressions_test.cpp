// After Déjà Fu's regression tests (facts/dejafu.md section 2.5, "Regressions"). The facts give the
// numbers and the expected sets but not the programs: these are our own, made to have those sets,
// and need not be what was reported there.
#include <gtest/gtest.h>

#include <stdexcept>

#include "heddle/exceptions.hpp"
#include "heddle/mvar.hpp"
#include "heddle/ref.hpp"
#include "heddle/stm.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {

using testing::all_outcomes;
using testing::Words;

// 40: a write that is read by a thread made before it.
TEST(DejafuRegressions, Issue40) {
  EXPECT_EQ(all_outcomes([] {
              const ref<int> x(0);
              const mvar<int> seen;
              fork([=] { seen.put(x.read()); });
              x.write(1);
              return seen.take();
            }),
            (Words{"0", "1"}));
}

// 118, 267: an exception that main does not catch, thrown where it waits.
TEST(DejafuRegressions, Issue118) {
  EXPECT_EQ(all_outcomes([] {
              const thread_id main = my_thread_id();
              fork([=] { throw_to(main, std::runtime_error("now")); });
              mvar<int>().take();
            }),
            (Words{"uncaught exception: now"}));
}

// 139: killing a thread that has ended is nothing.
TEST(DejafuRegressions, Issue139) {
  EXPECT_EQ(all_outcomes([] {
              const mvar<int> done;
              const thread_id t = fork([=] { done.put(0); });
              done.take();
              kill_thread(t);
              kill_thread(t);
            }),
            (Words{"()"}));
}

// 161: a daemon's try_put and main's try_take.
TEST(DejafuRegressions, Issue161) {
  EXPECT_EQ(all_outcomes([] {
              const mvar<int> x;
              fork([=] { x.try_put(0); });
              return x.try_take();
            }),
            (Words{"just 0", "nothing"}));
}

// 243: three writers of a box.
TEST(DejafuRegressions, Issue243) {
  EXPECT_EQ(all_outcomes([] {
              const mvar<int> x;
              for (int i = 1; i <= 3; ++i) fork([=] { x.put(i); });
              return x.take();
            }),
            (Words{"1", "2", "3"}));
}

// 331: a transaction sees all of another or nothing.
TEST(DejafuRegressions, Issue331) {
  EXPECT_EQ(all_outcomes(
                [] {
                  const tvar<int> x(0);
                  const tvar<int> y(1);
                  fork([=] {
                    atomically([=] {
                      x.write(1);
                      y.write(0);
                    });
                  });
                  return atomically([=] { return x.read() + y.read(); });
                },
                {}, true),
            (Words{"1"}));
}

}  // namespace
}  // namespace heddle
