// LocalQueue: the work queue of one process, for threads. The default; no server.
//
// An OwnedTree, or a list of independent tasks, under one mutex. Workers come here only when they
// change tasks or have reversals for the nodes here. `snapshot` is the checkpoint: what was in
// flight is done again after a resume, nothing else is lost or repeated.
//
// So that this is little, a task is put aside now and then, and whenever a part of it is split off
// for others: what was done counts, and what is left is kept here until it is put aside again or
// handed in. Its worker goes on with a copy. A snapshot has it as owned nodes, as if the task had
// been cut open there.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "dist/owned_tree.hpp"
#include "dist/saved_tree.hpp"
#include "dist/work_queue.hpp"

namespace heddle::dist {

class LocalQueue final : public WorkQueue {
 public:
  /// Starts with the whole exploration, from the end of `prefix` on, as one task.
  explicit LocalQueue(const explore::Algorithm& algorithm, explore::Sequence prefix = {},
                      TaskSizes sizes = {});
  /// Goes on from a checkpoint.
  LocalQueue(const explore::Algorithm& algorithm, SavedTree tree, TaskSizes sizes = {});
  ~LocalQueue() override;

  /// Says that no snapshot will be taken while tasks are in flight. Then none has to be put aside.
  void never_saved() { never_saved_ = true; }
  /// How long a task goes on before it is put aside although nobody waits, at least: longer if that
  /// takes long.
  void set_slice(std::chrono::milliseconds slice) { slice_ = slice; }

  std::optional<TakenTask> take(const core::Program& program) override;
  /// Does not wait: empty if there is nothing worth a task now.
  std::optional<TakenTask> take_now(const core::Program& program);
  std::size_t escape(TaskId task, explore::Reversal escaped, const core::Program& program) override;
  void split(TaskId task, std::vector<explore::OpenNode> open) override;
  void spawn(TaskId task, std::vector<explore::Task> spawned) override;
  bool commit(TaskId task, TaskResult result, const core::Program& program) override;
  void report(TaskId task, double estimate) override;
  bool hungry() const override { return hungry_.load(std::memory_order_relaxed); }
  bool sequences_hold_little() const override {
    return sequences_hold_little_.load(std::memory_order_relaxed);
  }
  bool puts_aside() const override { return !never_saved_; }
  std::chrono::milliseconds slice(TaskId task) const override;
  std::chrono::microseconds pause() const override;
  void stop() override;
  bool stopped() const override { return stopped_.load(std::memory_order_relaxed); }

  /// Totals of everything handed in.
  explore::Counts counts() const;
  FoundErrors found() const;
  /// Branches that wait to be taken, and tasks in flight: 0 when the exploration is complete.
  std::size_t open() const;
  /// Estimated number of runs in all.
  double estimate() const;
  SavedTree snapshot() const;

 private:
  struct InFlight {
    OwnedTree::Place place;
    std::vector<explore::OpenNode> rest;   // what was left when it was put aside, or became a task
    std::vector<explore::OpenNode> upper;  // its upper part, split off when it is put aside
    std::optional<explore::Task> independent;  // then it has no place; to be given away again
    bool spawned = false;                      // something of it: it cannot be given again
    std::vector<explore::Task> parts;          // spawned when it is handed in
    double estimate = 0;
    std::uint64_t earlier_runs = 0;  // that its nodes have seen
  };

  /// The next task, if there is one now.
  std::optional<TakenTask> next(const core::Program& program);
  std::optional<TakenTask> give_next(const core::Program& program);
  std::optional<TakenTask> give(const OwnedTree::Pending& pending, const core::Program& program);
  bool give_rest(const OwnedTree::Pending& pending, TakenTask& taken, InFlight& in_flight);
  TakenTask give_again();
  TakenTask give_independent();
  void add(std::vector<explore::Task> spawned);
  void hand_in(TaskId id, InFlight given, TaskResult result, const core::Program& program);
  void update_hunger();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> hungry_{false};
  std::atomic<bool> sequences_hold_little_{false};
  std::atomic<bool> stopped_{false};
  bool never_saved_ = false;
  std::chrono::milliseconds slice_{1000};
  std::atomic<std::chrono::microseconds> putting_aside_{};  // how long that took lately
  unsigned waiting_ = 0;
  TaskId next_id_ = 1;
  OwnedTree tree_;
  std::vector<explore::Task> independent_;  // that wait
  std::unordered_map<TaskId, InFlight> in_flight_;
  std::vector<TaskId> aside_;    // those of them that wait to be gone on with
  std::uint64_t handed_in_ = 0;  // tasks
  explore::Counts counts_;
  FoundErrors found_;
};

}  // namespace heddle::dist
