// The queue of one process: tasks go out and come back, once each; waiting, stopping, resuming.
#include "dist/local_queue.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "support/check.hpp"
#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

using dist::LocalQueue;
using dist::SavedTree;
using dist::TakenTask;
using dist::TaskResult;

constexpr dist::TaskSizes kSmall{.many = 1, .few = 0};  // every branch is worth a task

/// Hands tasks over between a queue and an explorer.
class Worker {
 public:
  Worker(const core::ProgramFactory& factory, const explore::Algorithm& algorithm)
      : program_(factory()), explorer_(*program_, algorithm, {}) {}

  bool take(LocalQueue& queue) { return start(queue.take(*program_)); }
  bool take_now(LocalQueue& queue) { return start(queue.take_now(*program_)); }
  bool start(std::optional<TakenTask> taken) {
    if (!taken) return false;
    id_ = taken->id;
    explorer_.start(std::move(taken->task));
    return true;
  }
  /// Makes at most so many runs of the task; true if it has more.
  bool run(std::uint64_t runs) {
    for (std::uint64_t i = 0; i < runs; ++i) {
      if (!explorer_.next_run()) return false;
      if (explorer_.run_end() != explore::RunEnd::kMaximal) continue;
      const std::uint64_t found = class_of(explorer_.execution(), explorer_.happens_before());
      repeated += classes.insert(found).second ? 0 : 1;
    }
    return true;
  }
  void commit(LocalQueue& queue, bool finished) {
    TaskResult result;
    if (!finished) result.open = explorer_.open_nodes();
    result.first = explorer_.first_step();
    result.escaped = explorer_.take_escaped();
    result.counts = explorer_.counts();
    queue.commit(id_, std::move(result), *program_);
  }
  void split(LocalQueue& queue) {
    queue.split(id_, explorer_.split(1e9));
    for (auto& escaped : explorer_.take_escaped()) {
      queue.escape(id_, std::move(escaped), *program_);
    }
  }
  dist::TaskId id() const { return id_; }
  core::Program& program() { return *program_; }

  std::set<std::uint64_t> classes;
  std::uint64_t repeated = 0;

 private:
  std::unique_ptr<core::Program> program_;
  explore::Explorer explorer_;
  dist::TaskId id_ = 0;
};

class Queue : public testing::Test {
 protected:
  const core::ProgramFactory factory_ = toy::make_factory(toy::builtin("readers(4)"), {});
  const std::unique_ptr<explore::Algorithm> algorithm_ = explore::make_optimal();
  LocalQueue queue_{*algorithm_};
  Worker worker_{factory_, *algorithm_};
  Worker other_{factory_, *algorithm_};
};

/// Waits for what another thread is about to do; a second is for ever here.
template <typename Condition>
bool soon(const Condition& condition) {
  for (int i = 0; i < 1000 && !condition(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return condition();
}

// readers(4) has 2^4 classes.
TEST_F(Queue, GivesTheWholeExplorationFirst) {
  EXPECT_EQ(queue_.open(), 1U);
  ASSERT_TRUE(worker_.take(queue_));
  EXPECT_FALSE(worker_.run(1000));
  worker_.commit(queue_, true);
  EXPECT_EQ(worker_.classes.size(), 16U);
  EXPECT_EQ(queue_.open(), 0U);
  EXPECT_EQ(queue_.counts().interleavings, 16U);
  EXPECT_FALSE(worker_.take(queue_)) << "the exploration is over";
}

// Tasks of one run each: every class is explored, and no class twice.
TEST_F(Queue, GivesEverythingOnce) {
  std::uint64_t tasks = 0;
  while (worker_.take(queue_)) {
    ++tasks;
    worker_.run(1);
    worker_.commit(queue_, false);
  }
  EXPECT_EQ(worker_.classes.size(), 16U);
  EXPECT_EQ(worker_.repeated, 0U);
  EXPECT_EQ(queue_.counts().interleavings, 16U);
  EXPECT_EQ(queue_.counts().sleep_set_blocked, 0U);
  EXPECT_EQ(tasks, 16U);
}

// The totals are those of what was handed in.
TEST_F(Queue, AddsUpWhatIsHandedIn) {
  ASSERT_TRUE(worker_.take(queue_));
  TaskResult result;
  result.counts.interleavings = 7;
  result.counts.events = 70;
  result.counts.bounds_hit.add(explore::BoundKind::kLength);
  result.found.add({{0, 1}, {}});
  queue_.commit(worker_.id(), std::move(result), worker_.program());
  EXPECT_EQ(queue_.counts().interleavings, 7U);
  EXPECT_EQ(queue_.counts().events, 70U);
  EXPECT_TRUE(queue_.counts().bounds_hit.any());
  ASSERT_EQ(queue_.found().runs(), 1U);
  EXPECT_EQ(queue_.found().all()[0].schedule, (std::vector<core::ActorId>{0, 1}));
}

TEST_F(Queue, DoesNotTakeWhatItDidNotGive) {
  EXPECT_THROW(queue_.commit(99, {}, worker_.program()), support::InternalError);
  ASSERT_TRUE(worker_.take(queue_));
  worker_.run(1000);
  worker_.commit(queue_, true);
  EXPECT_THROW(queue_.commit(worker_.id(), {}, worker_.program()), support::InternalError);
}

// Whoever finds nothing worth a task does not have to wait for it.
TEST_F(Queue, GivesAtOnceOrNotAtAll) {
  queue_.never_saved();
  ASSERT_TRUE(worker_.take_now(queue_));
  EXPECT_FALSE(other_.take_now(queue_)) << "the whole exploration is under way";
  worker_.run(1);
  worker_.split(queue_);
  EXPECT_TRUE(other_.take_now(queue_));
  queue_.stop();
  worker_.commit(queue_, false);
  EXPECT_FALSE(worker_.take_now(queue_));
}

// A branch of few runs is left to whoever explores in order: to somebody, if nobody does.
TEST_F(Queue, GivesSmallTasksOnlyWhenNothingIsUnderWay) {
  queue_.never_saved();
  ASSERT_TRUE(worker_.take(queue_));
  worker_.run(6);
  worker_.split(queue_);
  while (other_.take_now(queue_)) {
    // Where nothing is known yet.
    other_.run(1000);
    other_.commit(queue_, true);
  }
  ASSERT_GE(queue_.open(), 2U) << "a branch beside others of a few runs each";
  worker_.run(1000);
  worker_.commit(queue_, true);
  EXPECT_TRUE(other_.take_now(queue_));
}

// ---- Waiting

TEST_F(Queue, IsHungryWhileSomebodyWaits) {
  queue_.never_saved();
  ASSERT_TRUE(worker_.take(queue_));
  EXPECT_FALSE(queue_.hungry());
  std::atomic<bool> taken{false};
  std::thread waiting([&] { taken = other_.take(queue_); });
  EXPECT_TRUE(soon([&] { return queue_.hungry(); }));
  EXPECT_FALSE(taken);
  worker_.run(1);
  worker_.split(queue_);  // there is something to do now
  waiting.join();
  EXPECT_TRUE(taken);
  EXPECT_FALSE(queue_.hungry());
}

TEST_F(Queue, LetsThoseWhoWaitGoWhenTheLastTaskIsFinished) {
  ASSERT_TRUE(worker_.take(queue_));
  std::atomic<int> gone{0};
  std::thread waiting([&] { gone += other_.take(queue_) ? 100 : 1; });
  EXPECT_TRUE(soon([&] { return queue_.hungry(); }));
  EXPECT_EQ(gone, 0);
  worker_.run(1000);
  worker_.commit(queue_, true);
  waiting.join();
  EXPECT_EQ(gone, 1);
}

TEST_F(Queue, LetsThoseWhoWaitGoWhenItIsStopped) {
  ASSERT_TRUE(worker_.take(queue_));
  std::atomic<int> gone{0};
  std::thread waiting([&] { gone += other_.take(queue_) ? 100 : 1; });
  EXPECT_TRUE(soon([&] { return queue_.hungry(); }));
  queue_.stop();
  waiting.join();
  EXPECT_EQ(gone, 1);
  EXPECT_TRUE(queue_.stopped());
}

// Nothing is given any more, but what is in flight can be handed in, and nothing is lost.
TEST_F(Queue, TakesInWhatIsLeftWhenItIsStopped) {
  ASSERT_TRUE(worker_.take(queue_));
  worker_.run(3);
  queue_.stop();
  EXPECT_FALSE(other_.take(queue_));
  worker_.commit(queue_, false);
  EXPECT_EQ(queue_.counts().interleavings, 3U);
  EXPECT_GT(queue_.open(), 0U);
}

// ---- Snapshots

// Whatever was in flight is done again, everything else is kept: at each moment of an exploration
// by two workers.
TEST_F(Queue, GoesOnFromASnapshot) {
  for (std::uint64_t moment = 0; moment < 12; ++moment) {
    LocalQueue queue(*algorithm_, explore::Sequence(), kSmall);
    Worker first(factory_, *algorithm_);
    Worker second(factory_, *algorithm_);
    ASSERT_TRUE(first.take(queue));
    first.run(1);
    first.commit(queue, false);
    std::set<std::uint64_t> done = first.classes;
    ASSERT_TRUE(first.take(queue));
    for (std::uint64_t i = 0; i < moment && second.take_now(queue); ++i) {
      // Only what the second one hands in counts; the first stays in flight.
      second.run(1);
      second.commit(queue, false);
      done.insert(second.classes.begin(), second.classes.end());
    }
    second.take_now(queue);
    const std::uint64_t counted = queue.counts().interleavings;
    EXPECT_EQ(counted, done.size());

    LocalQueue resumed(*algorithm_, queue.snapshot());
    EXPECT_EQ(resumed.counts().interleavings, counted);
    Worker later(factory_, *algorithm_);
    while (later.take(resumed)) {
      const bool more = later.run(2);
      later.commit(resumed, !more);
    }
    EXPECT_EQ(resumed.counts().interleavings, 16U) << "after " << moment;
    EXPECT_EQ(later.classes.size(), 16 - done.size());
    later.classes.insert(done.begin(), done.end());
    EXPECT_EQ(later.classes.size(), 16U) << "after " << moment;
    EXPECT_EQ(resumed.open(), 0U);
  }
}

// Its upper part is here and its lower part is not: it cannot be given away again.
TEST_F(Queue, TakesNoSnapshotOfATaskThatWasSplit) {
  queue_.never_saved();
  ASSERT_TRUE(worker_.take(queue_));
  worker_.run(1);
  worker_.split(queue_);
  EXPECT_THROW(queue_.snapshot(), support::InternalError);
  EXPECT_FALSE(worker_.run(1000));
  worker_.commit(queue_, true);
  EXPECT_FALSE(queue_.snapshot().nodes.empty());
}

// Unless it is put aside: then both parts are here, whoever goes on with it.
TEST_F(Queue, TakesASnapshotOfATaskThatWasSplitAndPutAside) {
  ASSERT_TRUE(worker_.take(queue_));
  worker_.run(3);
  worker_.split(queue_);
  EXPECT_FALSE(other_.take_now(queue_)) << "nothing is split off before it can be saved";
  const dist::TaskId id = worker_.id();
  worker_.commit(queue_, false);
  EXPECT_EQ(queue_.counts().interleavings, 3U);
  ASSERT_TRUE(worker_.take_now(queue_));
  EXPECT_EQ(worker_.id(), id) << "its worker goes on";
  worker_.run(2);  // lost
  LocalQueue resumed(*algorithm_, queue_.snapshot());
  Worker later(factory_, *algorithm_);
  while (later.take(resumed)) {
    EXPECT_FALSE(later.run(1000));
    later.commit(resumed, true);
  }
  EXPECT_EQ(resumed.counts().interleavings, 16U);
  EXPECT_EQ(later.classes.size(), 13U);
  EXPECT_EQ(later.repeated, 0U);
}

// A checkpoint has branches here and there; who goes on with it explores them in order.
TEST_F(Queue, GivesWhatIsLeftAsOneTask) {
  for (const bool never_saved : {false, true}) {
    LocalQueue queue(*algorithm_);
    Worker worker(factory_, *algorithm_);
    ASSERT_TRUE(worker.take(queue));
    worker.run(4);
    worker.commit(queue, false);
    LocalQueue resumed(*algorithm_, queue.snapshot());
    if (never_saved) resumed.never_saved();
    EXPECT_GT(resumed.open(), 1U);
    std::size_t tasks = 0;
    for (; worker.take(resumed); ++tasks) {
      if (!never_saved) {
        LocalQueue again(*algorithm_, resumed.snapshot());
        EXPECT_EQ(again.counts().interleavings, 4U);
        EXPECT_GT(again.open(), 1U) << "what was given can be saved";
      }
      EXPECT_FALSE(worker.run(1000));
      worker.commit(resumed, true);
    }
    EXPECT_EQ(tasks, 1U);
    EXPECT_EQ(resumed.counts().interleavings, 16U);
    EXPECT_EQ(worker.classes.size(), 16U);
    EXPECT_EQ(worker.repeated, 0U);
    EXPECT_EQ(resumed.open(), 0U);
  }
}

// However often that happens, and whatever others have taken in between.
TEST(LocalQueue, ExploresEachClassOnceHoweverItsTasksAreSplitAndJoined) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937 random(seed);
  for (const char* name : {"lastzero(5)", "lock(3)", "readers(5)", "indexer(12)"}) {
    const core::ProgramFactory factory = toy::make_factory(toy::builtin(name), {});
    const std::unique_ptr<explore::Algorithm> algorithm = explore::make_optimal();
    LocalQueue whole(*algorithm);
    Worker alone(factory, *algorithm);
    ASSERT_TRUE(alone.take(whole));
    EXPECT_FALSE(alone.run(100000));
    for (int trial = 0; trial < 30; ++trial) {
      LocalQueue queue(*algorithm, explore::Sequence(), kSmall);
      queue.never_saved();
      Worker first(factory, *algorithm);
      Worker second(factory, *algorithm);
      while (first.take(queue)) {
        const bool helped = random() % 2 == 0;
        bool more = first.run(1 + random() % 8);
        if (more && random() % 4 != 0) first.split(queue);
        while (helped && second.take_now(queue)) {
          if (second.run(1 + random() % 8) && random() % 2 == 0) second.split(queue);
          EXPECT_FALSE(second.run(100000));
          second.commit(queue, true);
        }
        more = more && first.run(100000);
        first.commit(queue, !more);
      }
      first.repeated += second.repeated;
      for (const std::uint64_t found : second.classes) {
        first.repeated += first.classes.insert(found).second ? 0 : 1;
      }
      EXPECT_EQ(first.repeated, 0U) << name;
      EXPECT_EQ(first.classes, alone.classes) << name;
      EXPECT_EQ(queue.counts().interleavings, alone.classes.size()) << name;
    }
  }
}

TEST_F(Queue, KeepsTotalsAndErrorsInASnapshot) {
  ASSERT_TRUE(worker_.take(queue_));
  TaskResult result;
  result.counts.races = 3;
  result.found.add({{4}, {}});
  queue_.commit(worker_.id(), std::move(result), worker_.program());
  const SavedTree saved = queue_.snapshot();
  EXPECT_EQ(saved.counts.races, 3U);
  ASSERT_EQ(saved.found.size(), 1U);
  EXPECT_EQ(saved.found[0].schedule, std::vector<core::ActorId>{4});
}

// ---- Estimates

// Before anything is handed in, the estimate is what the workers say; afterwards what was counted
// and what its branches lead to expect.
TEST_F(Queue, EstimatesFromReportsAndFromWhatIsDone) {
  ASSERT_TRUE(worker_.take(queue_));
  queue_.report(worker_.id(), 500);
  EXPECT_GE(queue_.estimate(), 500);
  queue_.report(12345, 1e9);  // a task that is gone: not counted
  EXPECT_LT(queue_.estimate(), 1000);
  worker_.run(1000);
  worker_.commit(queue_, true);
  EXPECT_LT(queue_.estimate(), 500);
}

}  // namespace
}  // namespace heddle::tests
