// Loops that wait by looking again, under every memory model.
#include <gtest/gtest.h>

#include <string>

#include "heddle/atomic.hpp"
#include "heddle/thread.hpp"
#include "heddle/var.hpp"
#include "tests/support/outcome_set.hpp"

namespace heddle {
namespace {

using testing::outcome_words;
using testing::Words;

class Spinning : public ::testing::TestWithParam<memory> {
 protected:
  template <class F>
  Words outcomes(F test) const {
    options how;
    how.memory = GetParam();
    return outcome_words(test, how);
  }
};

TEST_P(Spinning, SeesWhatItWaitsFor) {
  EXPECT_EQ(outcomes([] {
              heddle::atomic<bool> ready{false};
              heddle::var<int> data{0};
              heddle::thread writer([&] {
                data = 7;
                ready.store(true, std::memory_order_release);
              });
              while (!ready.load(std::memory_order_acquire)) {
              }
              const int seen = data.read();
              writer.join();
              return seen;
            }),
            Words{"7"});
}

TEST_P(Spinning, ForNothing) {
  EXPECT_EQ(outcomes([] {
              heddle::atomic<int> value{0};
              heddle::thread writer([&] { value.store(1, std::memory_order_relaxed); });
              while (value.load(std::memory_order_relaxed) != 2) {
              }
              writer.join();
              return 0;
            }),
            Words{"deadlock"});
}

// Whether it is in a register or on the stack.
TEST_P(Spinning, ACountOfAttemptsIsNoSpinning) {
  EXPECT_EQ(outcomes([] {
              heddle::atomic<bool> ready{false};
              heddle::thread writer([&] { ready.store(true, std::memory_order_relaxed); });
              int attempts = 0;
              while (attempts < 3 && !ready.load(std::memory_order_relaxed)) ++attempts;
              writer.join();
              return attempts;
            }),
            (Words{"0", "1", "2", "3"}));
  EXPECT_EQ(outcomes([] {
              heddle::atomic<bool> ready{false};
              heddle::thread writer([&] { ready.store(true, std::memory_order_relaxed); });
              volatile int attempts = 0;
              while (attempts < 3 && !ready.load(std::memory_order_relaxed)) {
                attempts = attempts + 1;
              }
              writer.join();
              return int{attempts};
            }),
            (Words{"0", "1", "2", "3"}));
}

TEST_P(Spinning, InTwoLoopsAtOnce) {
  EXPECT_EQ(outcomes([] {
              heddle::atomic<int> turn{0};
              heddle::thread other([&] {
                while (turn.load(std::memory_order_acquire) != 1) {
                }
                turn.store(2, std::memory_order_release);
              });
              turn.store(1, std::memory_order_release);
              while (turn.load(std::memory_order_acquire) != 2) {
              }
              other.join();
              return 0;
            }),
            Words{"0"});
}

TEST_P(Spinning, WithAFailedCompareExchange) {
  EXPECT_EQ(outcomes([] {
              heddle::atomic<int> lock{0};
              heddle::var<int> inside{0};
              const auto enter = [&] {
                for (int free = 0; !lock.compare_exchange_strong(free, 1, std::memory_order_acquire,
                                                                 std::memory_order_relaxed);
                     free = 0) {
                }
                inside = inside + 1;
                lock.store(0, std::memory_order_release);
              };
              heddle::thread other(enter);
              enter();
              other.join();
              return inside.read();
            }),
            Words{"2"});
}

std::string name_of(const ::testing::TestParamInfo<memory>& model) {
  constexpr const char* kNames[] = {"sc", "tso", "pso", "cpp"};
  return kNames[static_cast<int>(model.param)];
}
INSTANTIATE_TEST_SUITE_P(Models, Spinning,
                         ::testing::Values(memory::sc, memory::tso, memory::pso, memory::cpp),
                         name_of);

}  // namespace
}  // namespace heddle
