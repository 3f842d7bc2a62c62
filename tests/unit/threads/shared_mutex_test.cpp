#include "heddle/shared_mutex.hpp"

#include <gtest/gtest.h>

#include "heddle/thread.hpp"
#include "tests/support/explored.hpp"

namespace {

using namespace std::chrono_literals;
using heddle::tests::agreed;
using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::has;
using heddle::tests::Set;

TEST(SharedMutex, ReadersDoNotDependOnEachOther) {
  const CppOutcomes all = explored([] {
    heddle::shared_mutex m;
    int value = 1;
    int sum[3] = {0, 0, 0};
    std::vector<heddle::thread> readers;
    for (int& seen : sum) {
      readers.emplace_back([&] {
        const std::shared_lock lock(m);
        seen = value;
      });
    }
    for (heddle::thread& reader : readers) reader.join();
    return sum[0] + sum[1] + sum[2];
  });
  EXPECT_EQ(all.executions, 1U);
  EXPECT_EQ(all.outcomes, Set({"3"}));
}

TEST(SharedMutex, AWriterIsAlone) {
  const CppOutcomes all = agreed([] {
    heddle::shared_mutex m;
    int value = 0;
    int seen = 0;
    heddle::thread reader([&] {
      const std::shared_lock lock(m);
      seen = value;
    });
    {
      const std::unique_lock lock(m);
      value = 1;
      value = 2;
    }
    reader.join();
    return seen;
  });
  EXPECT_EQ(all.outcomes, Set({"0", "2"}));
  EXPECT_EQ(all.executions, 2U);
}

TEST(SharedMutex, AReaderThatWantsToWriteIsAnError) {
  EXPECT_TRUE(has(explored([] {
                    heddle::shared_mutex m;
                    const std::shared_lock read(m);
                    const std::unique_lock write(m);
                  }),
                  "shared_mutex locked by a thread that holds it"));
}

TEST(SharedMutex, ErrorsOfUse) {
  EXPECT_TRUE(has(explored([] {
                    heddle::shared_mutex m;
                    m.lock();
                    m.unlock_shared();
                    m.unlock();
                  }),
                  "by a thread that does not hold it so"));
  EXPECT_TRUE(has(explored([] {
                    heddle::shared_mutex m;
                    m.unlock();
                  }),
                  "unlocked by a thread that does not hold it"));
  EXPECT_TRUE(has(explored([] {
                    heddle::shared_mutex m;
                    m.lock_shared();
                  }),
                  "shared_mutex destroyed while it is held"));
}

TEST(SharedTimedMutex, GivesUp) {
  const CppOutcomes all = agreed([] {
    heddle::shared_timed_mutex m;
    m.lock();
    bool read = true;
    bool write = true;
    heddle::thread t([&] {
      read = m.try_lock_shared_for(1ms);
      write = m.try_lock_until(heddle::steady_clock::now() + 1ms);
    });
    t.join();
    m.unlock();
    return std::make_pair(read, write);
  });
  EXPECT_EQ(all.outcomes, Set({"(false, false)"}));
}

}  // namespace
