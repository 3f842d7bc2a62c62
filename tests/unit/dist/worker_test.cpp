// What a worker does when others wait for work.
#include "dist/worker.hpp"

#include <gtest/gtest.h>

#include "dist/local_queue.hpp"
#include "toy/toy.hpp"

namespace heddle::tests {
namespace {

/// Somebody always waits, but never gets anything.
class HungryQueue final : public dist::WorkQueue {
 public:
  explicit HungryQueue(const explore::Algorithm& algorithm) : queue_(algorithm) {}

  std::optional<dist::TakenTask> take(const core::Program& program) override {
    ++tasks;
    return queue_.take(program);
  }
  std::size_t escape(dist::TaskId task, explore::Reversal escaped,
                     const core::Program& program) override {
    return queue_.escape(task, std::move(escaped), program);
  }
  bool sequences_hold_little() const override { return queue_.sequences_hold_little(); }
  void split(dist::TaskId task, std::vector<explore::OpenNode> open) override {
    ++splits;
    queue_.split(task, std::move(open));
  }
  void spawn(dist::TaskId task, std::vector<explore::Task> spawned) override {
    queue_.spawn(task, std::move(spawned));
  }
  bool commit(dist::TaskId task, dist::TaskResult result, const core::Program& program) override {
    aside += result.open.empty() ? 0 : 1;
    const bool counts = queue_.commit(task, std::move(result), program);
    if (queue_.puts_aside()) queue_.snapshot();  // throws if something cannot be saved
    return counts;
  }
  void report(dist::TaskId task, double estimate) override { queue_.report(task, estimate); }
  bool hungry() const override { return true; }
  bool puts_aside() const override { return queue_.puts_aside(); }
  std::chrono::milliseconds slice(dist::TaskId task) const override { return queue_.slice(task); }
  void never_saved() { queue_.never_saved(); }
  void stop() override { queue_.stop(); }
  bool stopped() const override { return queue_.stopped(); }
  explore::Counts counts() const { return queue_.counts(); }

  int tasks = -1;  // the last time there is none
  int splits = 0;
  int aside = 0;

 private:
  dist::LocalQueue queue_;
};

class Working : public testing::Test {
 protected:
  Working() {
    options_.shortest_task = std::chrono::microseconds(0);
    options_.runs_between_looks = 1;
  }
  void work() {
    const auto program = toy::make_factory(toy::builtin("readers(4)"), {})();
    dist::Monitor monitor;
    dist::work(queue_, *program, *algorithm_, options_, monitor);
    EXPECT_EQ(queue_.counts().interleavings, 16U);  // 2^4 classes
  }

  const std::unique_ptr<explore::Algorithm> algorithm_ = explore::make_optimal();
  HungryQueue queue_{*algorithm_};
  dist::WorkerOptions options_;
};

TEST_F(Working, SplitsItsTaskForOthers) {
  queue_.never_saved();
  work();
  EXPECT_GT(queue_.splits, 0);
  EXPECT_EQ(queue_.aside, 0);
}

// A task that was split cannot be saved, unless what is left of it is put aside at once.
TEST_F(Working, PutsASplitTaskAsideIfItMayBeSaved) {
  work();
  EXPECT_GT(queue_.splits, 0);
  EXPECT_EQ(queue_.aside, queue_.splits);
}

}  // namespace
}  // namespace heddle::tests
