#include "serve/connection_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>

namespace heddle::serve {
namespace {

// With a pool the last one would wait for the others, and they for it.
TEST(ConnectionThreads, ThoseThatSayNothingKeepNobodyWaiting) {
  constexpr int kSilent = 300;
  ConnectionThreads threads(1'000);
  std::latch spoken(1);
  for (int i = 0; i < kSilent; ++i) threads.enqueue([&] { spoken.wait(); });
  threads.enqueue([&] { spoken.count_down(); });
  spoken.wait();
  threads.shutdown();
}

TEST(ConnectionThreads, BeyondTheLimitTheyWaitInLine) {
  std::atomic<int> at_once = 0;
  std::atomic<int> most = 0;
  std::atomic<int> done = 0;
  {
    ConnectionThreads threads(3);
    for (int i = 0; i < 50; ++i) {
      threads.enqueue([&] {
        const int now = ++at_once;
        int known = most;
        while (known < now && !most.compare_exchange_weak(known, now)) {
        }
        std::this_thread::yield();
        --at_once;
        ++done;
      });
    }
    threads.shutdown();
    EXPECT_EQ(done, 50);
  }
  EXPECT_LE(most, 3);
}

TEST(ConnectionThreads, ShutdownWaitsForWhatWasBegun) {
  std::atomic<bool> done = false;
  std::promise<void> begun;
  ConnectionThreads threads(10);
  threads.enqueue([&] {
    begun.set_value();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    done = true;
  });
  begun.get_future().wait();
  threads.shutdown();
  EXPECT_TRUE(done);
}

}  // namespace
}  // namespace heddle::serve
