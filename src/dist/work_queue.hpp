// WorkQueue: the seam between an exploration and the workers that share it (DESIGN.md sections 2
// and 8).
//
// The exploration tree is split into tasks. The nodes above the tasks are owned by the queue
// (owned_tree.hpp): it takes up the reversals that escape from tasks and gives branches away. With
// an optimal algorithm every class is explored exactly once, whatever the number of workers. The
// tasks of a parsimonious exploration have no nodes above them that anybody has to own: they are a
// mere list.
//
// Tasks are idempotent: a task that is done again (its worker died) finds its own reversals
// already covered, and only what is handed in counts.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "dist/found.hpp"
#include "dist/owned_tree.hpp"
#include "explore/explorer.hpp"

namespace heddle::dist {

struct TakenTask {
  TaskId id = 0;
  explore::Task task;
};

/// How often something was seen, for front ends that tell runs apart by more than their errors.
struct Tally {
  std::string what;  // the front end's
  std::uint64_t runs = 0;
  /// Of one of these runs; of several, the first in order of length and actors.
  std::vector<core::ActorId> schedule;
};

/// What a worker hands in when it leaves a task, finished or cut open.
struct TaskResult {
  explore::Counts counts;
  std::vector<explore::Reversal> escaped;
  std::vector<explore::OpenNode> open;  // empty: finished, but for `spawned`
  std::vector<explore::Task> spawned;   // what is left, of a parsimonious exploration
  core::StepRef first;                  // the step that the task began with
  FoundErrors found;
  std::vector<Tally> tallies;
};

/// All members are thread-safe. Steps handed in or out are not shared with anything on the other
/// side.
class WorkQueue {
 public:
  virtual ~WorkQueue() = default;
  /// Waits for a task; empty when the exploration is over or stopped. `program` judges messages and
  /// constraints.
  virtual std::optional<TakenTask> take(const core::Program& program) = 0;
  /// A reversal for a node above a task that goes on; how many steps of its sequence say what
  /// became of it (ExplorerOptions::owner).
  virtual std::size_t escape(TaskId task, explore::Reversal escaped,
                             const core::Program& program) = 0;
  /// The upper part of a task that goes on below it, for others to help with.
  virtual void split(TaskId task, std::vector<explore::OpenNode> open) = 0;
  /// Parts of a task that goes on without them, for others; of a parsimonious exploration.
  virtual void spawn(TaskId task, std::vector<explore::Task> spawned) = 0;
  /// False: it does not count, and neither does what became of its reversals; another explorer has
  /// to begin where the task was taken.
  virtual bool commit(TaskId task, TaskResult result, const core::Program& program) = 0;
  /// Whether that is known already.
  virtual bool lost(TaskId /*task*/) const { return false; }
  /// How many runs the task is estimated to have in all, for the progress line.
  virtual void report(TaskId task, double estimate) = 0;
  /// Whether somebody waits for work: a worker with open branches should cut its task open.
  virtual bool hungry() const = 0;
  /// Whether tasks that begin within a wakeup sequence have turned out to be too small to help.
  virtual bool sequences_hold_little() const = 0;
  /// Whether tasks are handed in unfinished after `slice`, to go on with soon: what is handed in is
  /// safe. Only then can a part that is split off be saved.
  virtual bool puts_aside() const { return false; }
  virtual std::chrono::milliseconds slice(TaskId /*task*/) const {
    return std::chrono::milliseconds(0);
  }
  /// How long a worker should go on before it hands in for the sake of others, because of what that
  /// costs.
  virtual std::chrono::microseconds pause() const { return std::chrono::microseconds(0); }
  /// Everybody stops after the current run and hands in what is left.
  virtual void stop() = 0;
  virtual bool stopped() const = 0;
};

}  // namespace heddle::dist
