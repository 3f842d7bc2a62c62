// Channels, quantity semaphores and locks.
#include "heddle/channel.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "heddle/capabilities.hpp"
#include "heddle/qsem.hpp"
#include "heddle/ref.hpp"
#include "tests/unit/threads/random_program.hpp"

namespace heddle {
namespace {

using testing::all_outcomes;
using testing::Words;

TEST(Channel, FirstInFirstOut) {
  EXPECT_EQ(all_outcomes([] {
              chan<int> c;
              fork([c] {
                c.write(1);
                c.write(2);
              });
              const int first = c.read();
              return std::pair(first, c.read());
            }),
            (Words{"(1, 2)"}));
  EXPECT_EQ(all_outcomes([] { return chan<int>().read(); }), (Words{"deadlock"}));
}

TEST(Channel, Duplicates) {
  EXPECT_EQ(all_outcomes([] {
              chan<int> c;
              c.write(1);
              const chan<int> copy = c.dup();
              fork([copy] { copy.write(2); });
              const int seen = copy.read();
              const int first = c.read();
              return std::tuple(seen, first, c.read());
            }),
            (Words{"(2, 1, 2)"}));
}

TEST(Channel, Bounded) {
  EXPECT_EQ(all_outcomes([] {
              bounded_chan<int> c(1);
              c.write(1);
              c.write(2);
            }),
            (Words{"deadlock"}));
  EXPECT_EQ(all_outcomes([] {
              bounded_chan<int> c(1);
              fork([c] { c.read(); });
              const bool first = c.try_write(1);
              const bool second = c.try_write(2);
              return std::tuple(first, second);
            }),
            (Words{"(true, false)", "(true, true)"}));
}

TEST(Channel, RandomPrograms) {
  struct Channels {
    chan<int> free;
    chan<int> copy = free.dup();
    bounded_chan<int> bounded{1};
  };
  testing::check_random_programs(
      1, 80, 3, 3, 4, 3, [] { return Channels{}; },
      [](auto& all, auto& o, auto&) -> std::string {
        const auto run = [&](const auto& c) -> std::string {
          switch (o.code) {
            case 0:
              return "read " + std::to_string(c.read());
            case 1:
              c.write(o.value);
              return "write";
            case 2:
              return "try_read " + detail::to_text(c.try_read());
            default:
              return "try_write " + detail::to_text(c.try_write(o.value));
          }
        };
        return o.object == 0 ? run(all.free) : o.object == 1 ? run(all.copy) : run(all.bounded);
      });
}

TEST(Semaphores, RandomPrograms) {
  struct Objects {
    qsemn many{1};
    rwlock shared;
  };
  testing::check_random_programs(
      1, 40, 3, 3, 8, 1, [] { return Objects{}; },
      [](auto& all, auto& o, auto&) -> std::string {
        const auto amount = static_cast<std::uint32_t>(o.value % 2 + 1);
        switch (o.code) {
          case 0:
          case 1:
            all.many.wait(amount);
            return "wait";
          case 2:
          case 3:
            all.many.signal(amount);
            return "signal";
          case 4:
            all.shared.acquire_read();
            all.shared.release_read();
            return "read";
          case 5:
            all.shared.acquire_write();
            all.shared.release_write();
            return "write";
          case 6:
            return all.shared.try_acquire_write() ? "tried" : "no";
          default:
            return all.shared.try_acquire_read() ? "tried" : "no";
        }
      });
}

TEST(Semaphores, Locks) {
  EXPECT_EQ(all_outcomes([] {
              const free_lock lock;
              const ref<int> count(0);
              qsem done(0);
              for (int i = 0; i < 2; ++i) {
                fork([=] {
                  lock.with([&] { count.write(count.read() + 1); });
                  done.signal();
                });
              }
              done.wait();
              done.wait();
              lock.wait();
              return std::pair(count.read(), lock.locked());
            }),
            (Words{"(2, false)"}));
  EXPECT_EQ(all_outcomes([] { free_lock().release(); }),
            (Words{"a lock was released that nobody holds"}));
}

// Identifiers are not used again (issue 81 of the original): three threads over one semaphore.
TEST(Semaphores, ThreeThreads) {
  const auto test = with_setup_and_teardown([] { return qsemn(0); },
                                            [](const qsemn& s) {
                                              fork([s] { s.wait(1); });
                                              fork([s] { s.signal(1); });
                                              fork([s] { s.wait(0); });
                                            },
                                            [](const qsemn&, const result<std::monostate>& r) {
                                              return std::pair(detail::to_text(r), 0);
                                            });
  EXPECT_EQ(all_outcomes(test), (Words{"((), 0)"}));
}

TEST(Capabilities, AreShared) {
  EXPECT_EQ(all_outcomes([] {
              set_num_capabilities(1);
              fork([] { set_num_capabilities(3); });
              return get_num_capabilities();
            }),
            (Words{"1", "3"}));
  EXPECT_EQ(all_outcomes([] { return get_num_capabilities(); }), (Words{"2"}));
}

}  // namespace
}  // namespace heddle
