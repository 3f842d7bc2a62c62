// facts/dejafu.md sections 2.3 and 2.4, the cases about MVars.
#include "heddle/mvar.hpp"

#include <gtest/gtest.h>

#include "heddle/exceptions.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {

using testing::all_outcomes;
using testing::Words;

TEST(Mvar, OneThread) {
  EXPECT_EQ(all_outcomes([] { return mvar<int>().take(); }), (Words{"deadlock"}));
  EXPECT_EQ(all_outcomes([] { return mvar<int>().read(); }), (Words{"deadlock"}));
  EXPECT_EQ(all_outcomes([] { return mvar<int>().try_take(); }), (Words{"nothing"}));
  EXPECT_EQ(all_outcomes([] { return mvar<int>().try_read(); }), (Words{"nothing"}));
  EXPECT_EQ(all_outcomes([] {
              mvar<int> box;
              box.put(7);
              return box.read();
            }),
            (Words{"7"}));
  EXPECT_EQ(all_outcomes([] {
              mvar<int> box;
              const bool put = box.try_put(7);
              return std::pair(put, box.read());
            }),
            (Words{"(true, 7)"}));
  EXPECT_EQ(all_outcomes([] { mvar<int>(7).put(8); }), (Words{"deadlock"}));
  EXPECT_EQ(all_outcomes([] {
              mvar<int> box(7);
              const bool put = box.try_put(8);
              return std::pair(put, box.take());
            }),
            (Words{"(false, 7)"}));
  EXPECT_EQ(all_outcomes([] { return mvar<int>(7).take(); }), (Words{"7"}));
  EXPECT_EQ(all_outcomes([] { return mvar<int>(7).try_take(); }), (Words{"just 7"}));
  EXPECT_EQ(all_outcomes([] { return mvar<int>(7).try_read(); }), (Words{"just 7"}));
}

TEST(Mvar, TwoLocksInOppositeOrder) {
  const auto words = all_outcomes([] {
    mvar<int> a(0);
    mvar<int> b(0);
    mvar<int> count(0);
    mvar<int> done;
    const auto worker = [=](mvar<int> first, mvar<int> second, int by) {
      return [=] {
        first.take();
        second.take();
        count.put(count.take() + by);
        second.put(0);
        first.put(0);
        done.put(0);
      };
    };
    fork(worker(a, b, 1));
    fork(worker(b, a, -1));
    done.take();
    done.take();
    return count.take();
  });
  EXPECT_EQ(words, (Words{"0", "deadlock"}));
}

TEST(Mvar, TwoPuttersRace) {
  EXPECT_EQ(all_outcomes([] {
              mvar<int> box;
              fork([box] { box.put(0); });
              fork([box] { box.put(1); });
              return box.read();
            }),
            (Words{"0", "1"}));
}

// n threads that increment: as many executions as orders.
TEST(Mvar, AsManyExecutionsAsOrders) {
  for (const auto& [threads, orders] : {std::pair(3, 6U), std::pair(4, 24U)}) {
    const auto found = explore([threads = threads] {
      mvar<int> count(0);
      mvar<int> done;
      for (int i = 0; i < threads; ++i) {
        fork([count] { count.modify([](int n) { return n + 1; }); });
      }
      return 0;
    });
    EXPECT_EQ(found.executions, orders);
    EXPECT_EQ(found.blocked, 0U);
  }
}

TEST(Mvar, WithPutsBackWhatItTook) {
  EXPECT_EQ(all_outcomes([] {
              mvar<int> box(5);
              int seen = 0;
              try {
                box.with([&](int value) {
                  seen = value;
                  throw std::runtime_error("no");
                });
              } catch (const std::runtime_error&) {
              }
              const int swapped = box.swap(6);
              return std::tuple(seen, swapped, box.with([](int value) { return value + 1; }));
            }),
            (Words{"(5, 5, 7)"}));
}

}  // namespace
}  // namespace heddle
