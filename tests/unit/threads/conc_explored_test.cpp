// The same sample as a test has it, and a class that takes a policy.
#define HEDDLE_CONC heddle
#define SAMPLE_NAMESPACE test_build
#include <gtest/gtest.h>

#include "tests/support/explored.hpp"
#include "tests/unit/threads/conc_sample.hpp"

namespace {

using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::Set;

TEST(Conc, TheTestExploresIt) {
  heddle::options how;
  how.spurious_wakeups = 0;
  const CppOutcomes all = explored([] { return test_build::pass_two_through(); }, "optimal", how);
  EXPECT_TRUE(all.complete);
  EXPECT_EQ(all.outcomes, Set({"122"}));
}

template <class Policy = heddle::std_policy>
class Counter {
 public:
  void add() {
    const typename Policy::template lock_guard<typename Policy::mutex> lock(mutex_);
    ++count_;
    hits_.fetch_add(1);
    ++*own_;
  }
  int count() const { return count_ * 100 + hits_.load() * 10 + *own_; }

 private:
  typename Policy::mutex mutex_;
  int count_ = 0;
  typename Policy::template atomic<int> hits_{0};
  mutable typename Policy::template thread_specific<int> own_;
};

template <class Policy>
int count_twice() {
  Counter<Policy> counter;
  typename Policy::thread t([&] { counter.add(); });
  counter.add();
  t.join();
  return counter.count();
}

TEST(Policy, BothInOneProgram) {
  EXPECT_EQ(count_twice<heddle::std_policy>(), 221);
  const CppOutcomes all = explored([] { return count_twice<heddle::test_policy>(); });
  EXPECT_EQ(all.outcomes, Set({"221"}));
  EXPECT_EQ(all.executions, 2U);
}

}  // namespace
