// heddle::var: what C++ calls a data race, and nothing else, is found under every model.
#include <gtest/gtest.h>

#include "heddle/atomic.hpp"
#include "heddle/explore.hpp"
#include "heddle/mutex.hpp"
#include "heddle/thread.hpp"
#include "heddle/var.hpp"

namespace heddle {
namespace {

class Races : public testing::TestWithParam<memory> {
 protected:
  template <class F>
  bool found(F test) {
    options how;
    how.memory = GetParam();
    const auto all = explore(test, how);
    EXPECT_TRUE(all.complete) << all.cut_off;
    bool race = false;
    for (const auto& entry : all.entries) {
      if (entry.kind == condition::value) continue;
      EXPECT_NE(entry.text.find("data race"), std::string::npos) << entry.text;
      race = true;
    }
    return race;
  }
  static auto message_passing(std::memory_order store, std::memory_order load) {
    return [=] {
      var<int> data{0};
      atomic<bool> ready{false};
      thread t([&] {
        data = 42;
        ready.store(true, store);
      });
      int seen = -1;
      if (ready.load(load)) seen = data.read();
      t.join();
      return seen;
    };
  }
};

TEST_P(Races, ReleaseAndAcquireOrder) {
  EXPECT_FALSE(found(message_passing(std::memory_order_release, std::memory_order_acquire)));
  EXPECT_FALSE(found(message_passing(std::memory_order_seq_cst, std::memory_order_seq_cst)));
}

TEST_P(Races, RelaxedDoesNotOrder) {
  EXPECT_TRUE(found(message_passing(std::memory_order_relaxed, std::memory_order_acquire)));
  EXPECT_TRUE(found(message_passing(std::memory_order_release, std::memory_order_relaxed)));
}

TEST_P(Races, FencesOrder) {
  EXPECT_FALSE(found([] {
    var<int> data{0};
    atomic<bool> ready{false};
    thread t([&] {
      data = 42;
      heddle::atomic_thread_fence(std::memory_order_release);
      ready.store(true, std::memory_order_relaxed);
    });
    int seen = -1;
    if (ready.load(std::memory_order_relaxed)) {
      heddle::atomic_thread_fence(std::memory_order_acquire);
      seen = data.read();
    }
    t.join();
    return seen;
  }));
}

TEST_P(Races, LocksAndJoinsOrder) {
  EXPECT_FALSE(found([] {
    var<int> data{0};
    mutex m;
    thread t([&] {
      m.lock();
      data = data.read() + 1;
      m.unlock();
    });
    m.lock();
    data = data.read() + 1;
    m.unlock();
    t.join();
    return data.read();
  }));
}

TEST_P(Races, NothingOrdersPlainAccesses) {
  EXPECT_TRUE(found([] {
    var<int> data{0};
    thread t([&] { data = 1; });
    const int seen = data.read();
    t.join();
    return seen;
  }));
  EXPECT_FALSE(found([] {
    var<int> data{0};
    thread t([&] { (void)data.read(); });
    const int seen = data.read();
    t.join();
    return seen;
  }));
}

// An update between continues the release sequence of the store; a plain store ends it (C++20).
TEST_P(Races, ReleaseSequences) {
  const auto through = [](bool update) {
    return [=] {
      var<int> data{0};
      atomic<int> state{0};
      thread writer([&] {
        data = 42;
        state.store(1, std::memory_order_release);
      });
      thread between([&] {
        int one = 1;
        if (update) {
          state.compare_exchange_strong(one, 2, std::memory_order_relaxed);
        } else if (state.load(std::memory_order_relaxed) == 1) {
          state.store(2, std::memory_order_relaxed);
        }
      });
      int seen = -1;
      if (state.load(std::memory_order_acquire) == 2) seen = data.read();
      writer.join();
      between.join();
      return seen;
    };
  };
  EXPECT_FALSE(found(through(true)));
  EXPECT_TRUE(found(through(false)));
}

INSTANTIATE_TEST_SUITE_P(Models, Races,
                         testing::Values(memory::sc, memory::tso, memory::pso, memory::cpp));

}  // namespace
}  // namespace heddle
