// TreeReplica: one process' copy of the tree of a run that several processes share.
//
// An OwnedTree that changes only by operations (tree_operation.hpp), and by nothing else: no clock,
// no threads, no order of arrival but that of the log. All replicas that have applied the same
// operations are equal, and so are the tasks that they know: a task is named by its number alone.
//
// A task that is handed in unfinished is put aside, so that anybody can go on with it: this happens
// every few seconds, and what a worker loses when it dies is what it did since. What is left of it
// can be large, and is not here but in the task's row, which only who goes on with it reads.
//
// Of a parsimonious exploration the tree has only the beginning: its tasks need no tree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dist/tree_operation.hpp"

namespace heddle::dist {

/// What an operation has done, for the rows beside the log.
struct TreeChange {
  struct Given {
    TaskId task = 0;
    std::string path;  // where it is in the tree; no other task is or was there
  };
  std::vector<Given> given;
  std::vector<TaskId> finished;
  explore::Inserted inserted;  // of the last reversal
};

class TreeReplica {
 public:
  /// The whole exploration as one branch that waits. `fixed`: task sizes for tests; otherwise they
  /// follow from how long tasks took.
  explicit TreeReplica(const explore::Algorithm& algorithm, std::optional<TaskSizes> fixed = {});

  void apply(Operation operation, const core::Program& program, TreeChange& change);
  /// Whether kGive would give something.
  bool gives(const core::Program& program) const;
  /// What is to be done in a task, with steps of its own, but for what is left of one that was put
  /// aside.
  explore::Task task(TaskId id) const;
  bool knows(TaskId id) const { return in_flight_.contains(id); }
  /// What a kEscape would answer if it would not change anything; empty if it would.
  std::optional<explore::Inserted> covers(TaskId id, const explore::Reversal& reversal,
                                          const core::Program& program) const;
  /// Who takes the steps that lead to a task.
  std::vector<core::ActorId> path(TaskId id) const;

  /// Nothing is left but what is in quarantine.
  bool over() const;
  /// Nothing is left.
  bool complete() const { return tree_.finished(); }
  bool sequences_hold_little() const { return tree_.sequences_hold_little(); }
  double estimate() const { return tree_.estimate(); }
  std::size_t open() const { return tree_.open(); }

  /// That all tasks which were handed in have taken.
  std::uint64_t microseconds() const { return microseconds_; }

  /// Everything, as bytes; `restore` on a new replica gives an equal one.
  std::string snapshot() const;
  /// Throws support::UserError for bytes that are no snapshot.
  void restore(std::string_view bytes);

 private:
  /// Nobody explores anything, unless it is in quarantine.
  bool idle() const { return in_flight_.size() == quarantined_.size(); }
  void give(const core::Program& program, TreeChange& change);
  void hand_in(Operation operation, const core::Program& program, TreeChange& change);
  void adapt_sizes();
  const OwnedTree::Place& place(TaskId id) const;

  const std::optional<TaskSizes> fixed_;
  OwnedTree tree_;
  TaskId next_ = 1;
  std::uint64_t runs_ = 0;
  std::uint64_t microseconds_ = 0;
  std::unordered_map<TaskId, OwnedTree::Place> in_flight_;
  std::unordered_set<TaskId> quarantined_;
};

}  // namespace heddle::dist
