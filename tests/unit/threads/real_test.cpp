// The implementations for the product, on threads of the operating system.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "heddle/channel.hpp"
#include "heddle/mailbox.hpp"
#include "heddle/mvar.hpp"
#include "heddle/qsem.hpp"
#include "heddle/stm.hpp"
#include "heddle/stm_structures.hpp"

namespace heddle::real {
namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 500;

template <class F>
void on_threads(F body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back([&body, i] { body(i); });
  for (std::thread& thread : threads) thread.join();
}

TEST(Real, MvarAsALock) {
  const mvar<int> count(0);
  on_threads([&](int) {
    for (int i = 0; i < kRounds; ++i) count.modify([](int n) { return n + 1; });
  });
  EXPECT_EQ(count.take(), kThreads * kRounds);
  EXPECT_EQ(count.try_take(), std::nullopt);
  EXPECT_TRUE(count.try_put(1));
  EXPECT_FALSE(count.try_put(2));
  EXPECT_EQ(count.read(), 1);
  EXPECT_EQ(count.swap(3), 1);
  EXPECT_EQ(count.with([](int n) { return n + 1; }), 4);
}

TEST(Real, Channels) {
  const chan<int> numbers;
  const bounded_chan<int> few(2);
  std::thread mover([&] {
    for (int i = 0; i < kThreads * kRounds; ++i) few.write(numbers.read());
  });
  std::thread writers([&] {
    on_threads([&](int) {
      for (int i = 1; i <= kRounds; ++i) numbers.write(i);
    });
  });
  long sum = 0;
  for (int i = 0; i < kThreads * kRounds; ++i) sum += few.read();
  mover.join();
  writers.join();
  EXPECT_EQ(sum, long{kThreads} * kRounds * (kRounds + 1) / 2);
  EXPECT_TRUE(numbers.is_empty());
  EXPECT_TRUE(few.try_write(1));
  EXPECT_TRUE(few.try_write(1));
  EXPECT_FALSE(few.try_write(1));
}

// Money is moved around and none is lost; who has none waits.
TEST(Real, Transactions) {
  std::vector<tvar<int>> accounts(kThreads, tvar<int>(0));
  for (auto& account : accounts) account = tvar<int>(1);
  on_threads([&](int me) {
    const auto from = static_cast<std::size_t>(me);
    const std::size_t to = (from + 1) % kThreads;
    for (int i = 0; i < kRounds; ++i) {
      atomically([&] {
        check(accounts[from].read() > 0);
        accounts[from].write(accounts[from].read() - 1);
        accounts[to].write(accounts[to].read() + 1);
      });
    }
  });
  int sum = 0;
  for (const auto& account : accounts) sum += account.read_now();
  EXPECT_EQ(sum, kThreads);
}

TEST(Real, TransactionsAreUndone) {
  const tvar<int> x(1);
  EXPECT_THROW(atomically([&] {
                 x.write(2);
                 throw std::runtime_error("no");
               }),
               std::runtime_error);
  EXPECT_EQ(x.read_now(), 1);
  EXPECT_EQ(atomically([&] {
              return or_else(
                  [&] {
                    x.write(3);
                    heddle::check(false);
                    return 0;
                  },
                  [&] { return x.read(); });
            }),
            1);
}

TEST(Real, Queues) {
  const tbqueue<int> queue(2);
  std::thread writer([&] {
    for (int i = 0; i < kRounds; ++i) atomically([&] { queue.write(i); });
  });
  for (int i = 0; i < kRounds; ++i) EXPECT_EQ(atomically([&] { return queue.read(); }), i);
  writer.join();
}

TEST(Real, Mailbox) {
  const mailbox<int> inbox;
  std::thread sender([inbox] {
    for (int i = 0; i < kRounds; ++i) inbox.send(i);
  });
  for (int i = kRounds - 1; i >= 0; --i) {
    EXPECT_EQ(inbox.receive([i](int n) { return n == i; }), i);
  }
  sender.join();
  EXPECT_EQ(inbox.receive_for(std::chrono::milliseconds(1)), std::nullopt);
}

TEST(Real, Semaphores) {
  const qsemn seats(2);
  const rwlock room;
  int inside = 0;
  on_threads([&](int me) {
    for (int i = 0; i < kRounds; ++i) {
      seats.wait(2);
      if (me % 2 == 0) {
        room.with_write([&] { ++inside; });
      } else {
        room.with_read([&] { EXPECT_GE(inside, 0); });
      }
      seats.signal(2);
    }
  });
  EXPECT_EQ(inside, kThreads / 2 * kRounds);
}

}  // namespace
}  // namespace heddle::real
