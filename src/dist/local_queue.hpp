// LocalQueue: the work queue of one process, for threads. The default; no server.
//
// It owns the part of the exploration tree above the tasks, as a tree of `Owned` nodes: those from which branches were or
// will be given away. A node goes when nothing below it is open any more. Everything happens under one mutex; workers
// come here only when they change tasks or have reversals for the nodes here.
//
// The same structure is the checkpoint: `snapshot` copies it, with the tasks in flight put back as branches, and
// `restore` starts from such a copy. What was in flight is done again; nothing else is lost or repeated.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "dist/work_queue.hpp"

namespace heddle::dist {

/// An owned node as a checkpoint keeps it. Nodes come after their parents.
struct SavedNode {
  std::int64_t parent = -1;  // index into SavedTree::nodes
  core::StepRef step;        // the branch of the parent that leads here; empty at the root
  explore::Node node;
};

/// A branch that was given away and not handed in: to be given away again, with what slept when it was.
struct SavedBranch {
  std::int64_t node = 0;
  explore::Branch branch;
  std::size_t sleepers = 0;
  std::size_t begun = 0;
  bool fresh = false;
};

struct SavedTree {
  std::vector<SavedNode> nodes;
  std::vector<SavedBranch> in_flight;
  explore::Counts counts;
  std::vector<Found> found;
};

class LocalQueue final : public WorkQueue {
 public:
  /// Starts with the whole exploration as one task.
  LocalQueue(const explore::Algorithm& algorithm, unsigned workers);
  /// Goes on from a checkpoint.
  LocalQueue(const explore::Algorithm& algorithm, unsigned workers, SavedTree tree);
  ~LocalQueue() override;

  std::optional<TakenTask> take() override;
  void escape(TaskId task, std::vector<explore::Reversal> escaped,
              const core::Program& program) override;
  void commit(TaskId task, TaskResult result, const core::Program& program) override;
  void report(TaskId task, double estimate) override;
  bool hungry() const override { return hungry_.load(std::memory_order_relaxed); }
  void stop() override;
  bool stopped() const override { return stopped_.load(std::memory_order_relaxed); }

  /// Totals of everything handed in.
  explore::Counts counts() const;
  std::vector<Found> found() const;
  /// Branches that wait to be taken, and tasks in flight: 0 when the exploration is complete.
  std::size_t open() const;
  /// Estimated number of runs in all: every branch that waits is taken to hold as many as its siblings on average.
  double estimate() const;
  SavedTree snapshot() const;

 private:
  struct Owned;
  struct InFlight {
    Owned* node;
    explore::Branch branch;
    std::size_t sleepers;
    std::size_t begun;
    bool fresh;
    double estimate = 0;
  };

  Owned* add(Owned* parent, core::StepRef step, explore::Node node);
  void insert(Owned* node, explore::Reversal reversal, const core::Program& program);
  void take_up(Owned* task_node, std::vector<explore::Reversal> escaped,
               const core::Program& program);
  void release(Owned* node);
  void update_hunger();
  double estimate(const Owned* node) const;
  static explore::Sequence path(const Owned* node);

  const explore::Algorithm& algorithm_;
  const unsigned workers_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> hungry_{false};
  std::atomic<bool> stopped_{false};
  unsigned waiting_ = 0;
  TaskId next_id_ = 1;
  std::unique_ptr<Owned> root_;
  std::vector<Owned*> open_nodes_;  // nodes with branches to give away
  std::vector<InFlight> again_;     // branches to be given away again, from a checkpoint; and the first task
  std::unordered_map<TaskId, InFlight> in_flight_;
  explore::Counts counts_;
  std::vector<Found> found_;
};

}  // namespace heddle::dist
