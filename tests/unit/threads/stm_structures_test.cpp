#include "heddle/stm_structures.hpp"

#include <gtest/gtest.h>

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

TEST(StmStructures, Tmvar) {
  EXPECT_EQ(outcomes_of([] {
              const tmvar<int> box;
              fork([=] { atomically([=] { box.put(1); }); });
              fork([=] { atomically([=] { box.put(2); }); });
              const int first = atomically([=] { return box.take(); });
              return std::pair(first, atomically([=] { return box.take(); }));
            }),
            (Words{"(1, 2)", "(2, 1)"}));
}

TEST(StmStructures, Tchan) {
  EXPECT_EQ(outcomes_of([] {
              return atomically([] {
                const tchan<int> c;
                c.write(1);
                const tchan<int> copy = c.dup();
                c.write(2);
                c.unget(0);
                const int a = c.read();
                const int b = c.read();
                const int d = c.read();
                const int e = copy.read();
                return std::tuple(a, b, d, e, copy.is_empty(), c.try_read());
              });
            }),
            (Words{"(0, 1, 2, 2, true, nothing)"}));
}

// Issue 55 of the original: or_else over two queues.
TEST(StmStructures, OrElseOverQueues) {
  EXPECT_EQ(outcomes_of([] {
              const tqueue<int> a;
              const tqueue<int> b;
              atomically([=] { b.write(1); });
              return atomically(
                  [=] { return or_else([=] { return a.read(); }, [=] { return b.read(); }); });
            }),
            (Words{"1"}));
}

TEST(StmStructures, QueuesAreFirstInFirstOut) {
  EXPECT_EQ(outcomes_of([] {
              const tqueue<int> q;
              const tbqueue<int> b(1);
              const tsem free(1);
              fork([=] {
                atomically([=] {
                  q.write(1);
                  q.write(2);
                });
                atomically([=] { b.write(3); });
                atomically([=] { b.write(4); });
              });
              const int one = atomically([=] { return q.read(); });
              const int two = atomically([=] { return q.read(); });
              const int three = atomically([=] { return b.read(); });
              const int four = atomically([=] {
                free.wait();
                return b.read();
              });
              return std::tuple(one, two, three, four);
            }),
            (Words{"(1, 2, 3, 4)"}));
}

}  // namespace
}  // namespace heddle
