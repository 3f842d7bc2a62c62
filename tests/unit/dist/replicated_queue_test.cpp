// One process and its store in memory; several of them are in property/processes_test.cpp.
#include "dist/replicated_queue.hpp"

#include <gtest/gtest.h>

#include "dist/worker.hpp"
#include "support/check.hpp"
#include "tests/support/memory_store.hpp"
#include "toy/toy.hpp"

namespace heddle::dist {
namespace {

using tests::MemoryRun;
using tests::MemoryStore;

class ReplicatedQueueTest : public testing::Test {
 protected:
  ReplicatedQueue queue() { return ReplicatedQueue(store_, *shared_, *algorithm_); }

  MemoryRun run_;
  MemoryStore store_{run_};
  const std::unique_ptr<explore::Algorithm> algorithm_ = explore::make_algorithm("optimal");
  const std::shared_ptr<core::SharedState> shared_ = toy::make_shared_state();
  const std::unique_ptr<core::Program> program_ =
      toy::make_factory(toy::builtin("readers(3)"), {}, shared_)();
};

TEST_F(ReplicatedQueueTest, AWorkerExploresTheWholeRun) {
  ReplicatedQueue queue = this->queue();
  Monitor monitor;
  work(queue, *program_, *algorithm_, {}, monitor);
  EXPECT_TRUE(run_.state.finished);
  EXPECT_TRUE(run_.state.tasks.empty());
  EXPECT_EQ(run_.state.counts.interleavings, 8U);  // 2^3
}

TEST_F(ReplicatedQueueTest, ATaskThatNobodySurvivesIsQuarantined) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    ReplicatedQueue dies = queue();
    ASSERT_TRUE(dies.take_now(*program_));
  }
  ReplicatedQueue last = queue();
  EXPECT_FALSE(last.take_now(*program_));
  EXPECT_TRUE(last.over());
  EXPECT_TRUE(run_.state.finished);
  ASSERT_EQ(run_.state.quarantined.size(), 1U);
  EXPECT_EQ(run_.state.quarantined.begin()->second, "from the start");
  EXPECT_EQ(run_.state.counts.interleavings, 0U);
}

TEST_F(ReplicatedQueueTest, PuttingAsideForgetsAttempts) {
  for (int attempt = 0; attempt < 5; ++attempt) {
    ReplicatedQueue one = queue();
    const auto taken = one.take_now(*program_);
    ASSERT_TRUE(taken) << attempt;
    explore::Explorer explorer(*program_, *algorithm_, {});
    explorer.start(taken->task);
    ASSERT_TRUE(explorer.next_run());
    TaskResult result;
    result.counts = explorer.counts();
    result.first = explorer.first_step();
    result.open = explorer.open_nodes();
    ASSERT_TRUE(one.commit(taken->id, std::move(result), *program_));
  }
  EXPECT_EQ(run_.state.counts.interleavings, 5U);
  ReplicatedQueue rest = queue();
  Monitor monitor;
  work(rest, *program_, *algorithm_, {}, monitor);
  EXPECT_EQ(run_.state.counts.interleavings, 8U);
}

TEST_F(ReplicatedQueueTest, ARunThatWasCutOffIsNotHandedIn) {
  ReplicatedQueue one = queue();
  const auto taken = one.take_now(*program_);
  ASSERT_TRUE(taken);
  TaskResult result;
  result.counts.interleavings = 1;
  result.counts.bounds_hit.add(explore::BoundKind::kStopped);
  EXPECT_FALSE(one.commit(taken->id, std::move(result), *program_));
  EXPECT_EQ(run_.state.counts.interleavings, 0U);
  EXPECT_TRUE(one.take_now(*program_)) << "the task is free again";
}

TEST(TreeOperation, DamagedRecordsAreRefused) {
  Record record;
  record.contents = "abc";
  Operation operation;
  operation.kind = Operation::Kind::kHandIn;
  operation.task = 300;
  operation.runs = 5;
  const core::Access access{.location = 7, .token = 9, .kind = core::AccessKind::kGuarded};
  operation.first = core::StepRef::make({1, 2}, std::span(&access, 1), 77);
  operation.escaped.push_back({3, {operation.first, operation.first}});
  record.operations.push_back(operation);
  const std::string bytes = to_bytes(record);
  const Record read = parse_record(bytes);
  ASSERT_EQ(read.operations.size(), 1U);
  EXPECT_EQ(read.contents, "abc");
  EXPECT_EQ(read.operations[0].task, 300U);
  EXPECT_EQ(read.operations[0].first->fingerprint(), 77U);
  EXPECT_EQ(read.operations[0].escaped[0].sequence[1]->accesses()[0], access);
  EXPECT_EQ(to_bytes(read), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(parse_record(bytes.substr(0, size)), support::UserError) << size;
  }
  EXPECT_THROW(parse_record(bytes + "x"), support::UserError);
}

}  // namespace
}  // namespace heddle::dist
