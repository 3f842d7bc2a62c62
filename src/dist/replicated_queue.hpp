// ReplicatedQueue: the work queue of a run that several processes share (RunStore).
//
// Each process has one, with a replica of the tree; its threads share it. A worker asks the replica
// first: that a reversal is covered stays true whatever others do meanwhile. Only what changes the
// tree takes a turn in the store: new branches, a task given away, put aside or finished. A turn
// reads what others have done, appends its own record, and applies it to the replica as everybody
// else will: from its bytes.
//
// Reversals that nothing covers yet are many in some programs, and a turn for each would take
// longer than their runs. So after such a turn there is none for a while, and those that come
// meanwhile wait; until then they count for nothing, and the explorer is told so: it looks at these
// races again with every run.
//
// The tasks of a parsimonious exploration concern nobody but who explores them: they are rows of
// the store with all that is to be done, and neither in the log nor in the replicas, but for the
// first one, which is the whole tree.
//
// When the store loses something (StoreLost), the replica is thrown away, and so is what the
// workers have done since their last commit: `commit` says so, and the worker begins with a new
// explorer.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/shared_state.hpp"
#include "dist/run_store.hpp"
#include "dist/tree_replica.hpp"
#include "dist/work_queue.hpp"

namespace heddle::dist {

struct ReplicatedOptions {
  std::optional<TaskSizes> sizes = {};  // for tests; the same in all processes
  unsigned attempts = 3;                // then a task is quarantined
  std::uint64_t rows_per_snapshot = 200;
  std::chrono::milliseconds shortest_slice{2000};
  std::chrono::milliseconds longest_slice{10000};
  std::size_t most_waiting = 1024;             // reversals of a task
  std::chrono::milliseconds shortest_wait{5};  // between turns to take them up
};

/// What a process spent on a run besides exploring; for measurements.
struct QueueTimes {
  std::uint64_t turns = 0;
  std::chrono::microseconds waiting_for_turns{0};
  std::chrono::microseconds in_turns{0};  // holding the run's lock, commit included
  std::uint64_t rows = 0;                 // of others, that were applied
  std::chrono::microseconds applying{0};
  std::chrono::microseconds idle{0};       // of all threads, without a task
  std::chrono::microseconds exploring{0};  // of all threads
  /// How many tasks were explored for less than 1, 2, 4, 8, ... ms before they were handed in.
  std::array<std::uint64_t, 16> lengths{};
};

class ReplicatedQueue final : public WorkQueue {
 public:
  ReplicatedQueue(RunStore& store, core::SharedState& shared, const explore::Algorithm& algorithm,
                  ReplicatedOptions options = {});
  ~ReplicatedQueue() override;

  std::optional<TakenTask> take(const core::Program& program) override;
  /// Does not wait: empty if no task is free and none can be made now.
  std::optional<TakenTask> take_now(const core::Program& program);
  std::size_t escape(TaskId task, explore::Reversal escaped, const core::Program& program) override;
  void split(TaskId task, std::vector<explore::OpenNode> open) override;
  void spawn(TaskId task, std::vector<explore::Task> spawned) override;
  bool commit(TaskId task, TaskResult result, const core::Program& program) override;
  bool lost(TaskId task) const override;
  void report(TaskId task, double estimate) override;
  bool hungry() const override { return hungry_.load(std::memory_order_relaxed); }
  bool sequences_hold_little() const override {
    return sequences_hold_little_.load(std::memory_order_relaxed);
  }
  bool puts_aside() const override { return true; }
  std::chrono::milliseconds slice(TaskId task) const override;
  std::chrono::microseconds pause() const override;
  void stop() override;
  bool stopped() const override { return stopped_.load(std::memory_order_relaxed); }

  /// Something changed in the store: whoever waits for a task looks again.
  void wake();
  /// Whether others wait for work, as far as this process can be told.
  void set_others_hungry(bool hungry);
  /// Workers of this process that wait for a task.
  unsigned waiting() const;
  /// Nothing was left when this process looked last.
  bool over() const { return over_.load(std::memory_order_relaxed); }
  /// The sum over the tasks in flight here.
  double estimate_in_flight() const;
  QueueTimes times() const;
  /// Of all runs, but for what is in flight; 0 if the replica is not there.
  double estimate_of_tree() const;

 private:
  struct Taken {
    std::unique_ptr<RunStore::Lease> lease;
    bool independent = false;
    std::vector<explore::OpenNode> upper;
    std::vector<explore::Task> spawned;
    double estimate = 0;
    bool lost = false;  // what it found is worth nothing any more
    std::chrono::steady_clock::time_point begin;
  };
  /// Reversals of a task that wait for a turn.
  struct Waiting {
    std::vector<explore::Reversal> reversals;
    /// By key, how many changes of the replica were there when nothing covered it.
    std::unordered_map<std::uint64_t, std::uint64_t> asked;
  };
  /// What is left of a task, in the forms in which it travels.
  struct HandedIn {
    std::vector<explore::OpenNode> upper;
    std::vector<explore::Task> spawned;
    std::vector<std::string> tasks;  // the same as bytes
    std::string rest;
    std::uint64_t microseconds = 0;
  };
  /// A turn, and what it costs.
  class Alone;
  enum class Next : std::uint8_t { kTaken, kAgain, kNothing, kOver };

  Next next(const core::Program& program, TakenTask& task);
  Next start(std::unique_ptr<RunStore::Lease> lease, const core::Program& program, TakenTask& task);
  void catch_up(RunStore::Turn* turn, const core::Program& program);
  void reload(RunStore::Turn* turn);
  void commit_alone(TaskId id, Taken& taken, HandedIn handed_in, TaskResult result,
                    const core::Program& program);
  /// Of tokens, that others may not have.
  std::string new_contents();
  void apply(const RunStore::Row& row, const core::Program& program, TreeChange& change);
  /// Appends a record to the log and applies it.
  TreeChange perform(RunStore::Turn& turn, std::vector<Operation> operations,
                     const core::Program& program);
  Waiting& waiting_of(TaskId id);
  /// Takes up the reversals of a task that wait.
  void take_up(RunStore::Turn& turn, TaskId id, const core::Program& program);
  void committed();
  void quarantine(std::unique_ptr<RunStore::Lease> lease, const core::Program& program);
  void lose();
  void update_hunger();

  RunStore& store_;
  core::SharedState& shared_;
  const explore::Algorithm& algorithm_;
  const ReplicatedOptions options_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t wakes_ = 0;
  std::unique_ptr<TreeReplica> replica_;  // null: has to be read again
  std::uint64_t row_ = 0;                 // the last one that was applied
  std::uint64_t snapshots_ = 0;           // that should be there by now
  bool publish_all_ = true;  // contents that were saved before may be lost, or in another run
  std::unordered_map<TaskId, Taken> taken_;
  std::mutex reversals_mutex_;  // of the map; held for moments only
  std::unordered_map<TaskId, Waiting> reversals_;
  std::atomic<std::chrono::steady_clock::rep> next_taking_up_{0};
  std::atomic<std::uint64_t> changes_{0};  // of the replica
  std::atomic<std::uint64_t> losses_{0};   // of tasks
  unsigned waiting_ = 0;
  bool others_hungry_ = false;
  std::chrono::microseconds commit_time_{0};
  std::chrono::microseconds taking_time_{0};
  QueueTimes times_;
  std::atomic<bool> hungry_{false};
  std::atomic<bool> sequences_hold_little_{false};
  std::atomic<bool> stopped_{false};
  std::atomic<bool> over_{false};
};

}  // namespace heddle::dist
