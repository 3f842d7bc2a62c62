// LocalQueue: the work queue of one process, for threads. The default; no server.
//
// An OwnedTree, or a list of independent tasks, under one mutex. Workers come here only when they
// change tasks or have reversals for the nodes here. `snapshot` is the checkpoint: what was in
// flight is done again after a resume, nothing else is lost or repeated.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "dist/owned_tree.hpp"
#include "dist/work_queue.hpp"

namespace heddle::dist {

/// A child of a saved node. `state` is never kGiven with a task: those wait to be given away again.
struct SavedChild {
  ChildState state = ChildState::kFinished;
  core::StepRef step;
  explore::Branch branch;  // kGiven
  std::int64_t node = -1;  // kOwned: index into SavedTree::nodes, greater than its own
};

struct SavedNode {
  explore::Node node;
  std::vector<SavedChild> children;
};

/// The owned tree as plain values. The root child is the whole exploration.
struct SavedTree {
  explore::Sequence prefix;
  SavedChild root;
  std::vector<SavedNode> nodes;
  std::vector<explore::Task> independent;  // that wait, of a parsimonious exploration
  explore::Counts counts;
  std::vector<Found> found;
};

class LocalQueue final : public WorkQueue {
 public:
  /// Starts with the whole exploration, from the end of `prefix` on, as one task.
  explicit LocalQueue(const explore::Algorithm& algorithm, explore::Sequence prefix = {},
                      TaskSizes sizes = {});
  /// Goes on from a checkpoint.
  LocalQueue(const explore::Algorithm& algorithm, SavedTree tree);
  ~LocalQueue() override;

  /// Says that no snapshot will be taken while tasks are in flight. Then what is left may be given
  /// as one task when it has fallen apart: branch by branch, with one worker for all that are too
  /// small to share, it takes longer than alone.
  void never_saved() { never_saved_ = true; }

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
  std::optional<TakenTask> give(const OwnedTree::Pending& pending, const core::Program& program);
  std::optional<TakenTask> give_next(const core::Program& program);
  TakenTask give_independent();
  void add(std::vector<explore::Task> spawned);

  struct InFlight {
    OwnedTree::Place place;
    std::optional<explore::Task> independent;  // then it has no place; to be given away again
    bool spawned = false;                      // something of it: it cannot be given again
    double estimate = 0;
    std::uint64_t earlier_runs = 0;  // OwnedTree::Rest
  };

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> hungry_{false};
  std::atomic<bool> sequences_hold_little_{false};
  std::atomic<bool> stopped_{false};
  bool never_saved_ = false;
  unsigned waiting_ = 0;
  TaskId next_id_ = 1;
  OwnedTree tree_;
  std::vector<explore::Task> independent_;  // that wait
  std::unordered_map<TaskId, InFlight> in_flight_;
  std::uint64_t handed_in_ = 0;  // tasks
  explore::Counts counts_;
  FoundErrors found_;
};

}  // namespace heddle::dist
