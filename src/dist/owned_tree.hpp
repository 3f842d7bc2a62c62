// The part of an exploration tree that lies above the tasks.
//
// A node is owned when branches of it were or will be given away as tasks. The tree takes up the
// reversals that escape from tasks, gives branches away, and knows what is left. It has no threads
// and no locks; a queue puts them around it.
//
// Branches of one node are ordered, and a branch that was begun counts as explored for all later
// ones: it sleeps in their tasks. With wakeup trees that is not enough. Races with a sleeper are
// found where the sleeper was explored, and their reversals, which begin with the later branch,
// tell that branch what it cannot find itself. In the search in order they have all arrived when
// the branch begins.
//
// A node needs to be told only by those that sleep there. So a branch is given away as a task if
// every step that sleeps after its first one began a branch that is finished; until then it is
// owned, and so is its wakeup sequence, step by step, down to such a place. Every sequence has one:
// at its end nothing sleeps. A reversal that leads into a task is covered by it; one that leads to
// an owned node is taken up there. An owned node is finished when everything below it is, and
// everything that sleeps there. So every class is explored exactly once, in whatever order the
// tasks are done; docs/algorithms.md, "Why this is complete", has the argument.
//
// Wild branches (docs/algorithms.md, "Wild steps") have to show what they do before anything can be
// said of what waits behind them: a task of its own, a probe, finds it out. A sequence with such
// steps may end where something sleeps after all. Then the node there is owned, too, with nothing
// in it: it waits until all who sleep there have told what they can, and is given away only then.
//
//   inherited sleepers | child child child | pending branches      of a node, in order
//                        finished: no reversal will come from there any more
//                        given: to the worker of a task
//                        owned: a node of this tree
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "explore/explorer.hpp"

namespace heddle::dist {

using TaskId = std::uint64_t;

enum class ChildState : std::uint8_t { kFinished, kGiven, kOwned };

struct OwnedNode;

/// How many runs a branch should be expected to hold. One with `many` makes a task worth handing
/// over; one with fewer than `few` is left to whoever explores in order.
struct TaskSizes {
  double many = 500;
  double few = 50;
};

/// A branch that was begun.
struct OwnedChild {
  ChildState state = ChildState::kGiven;
  core::StepRef step;      // empty: a branch of a backtrack set that is not handed in yet; the root
  explore::Branch branch;  // kGiven: what to give away again if the task is lost
  TaskId task = 0;         // kGiven; 0: waits to be given away again
  bool within_sequence = false;  // kGiven: a part of its wakeup sequence is owned
  bool split = false;  // kGiven: it lies within a task that was split, and cannot be given again
  bool shared_root = false;  // kGiven: Place::shared_root
  bool aside = false;        // kGiven: it was put aside; somebody else has what is left of it
  std::unique_ptr<OwnedNode> owned;  // kOwned
};

struct OwnedNode {
  OwnedNode* parent = nullptr;
  OwnedChild* slot = nullptr;  // the parent's child that this node is
  std::uint32_t depth = 0;
  explore::Node node;  // `sleep`: the inherited ones only; `wakeup`: pending branches
  std::vector<std::unique_ptr<OwnedChild>> children;
  TaskId probe = 0;  // of the task that finds out what the first pending branch does; or none

  OwnedNode() = default;
  OwnedNode(const OwnedNode&) = delete;
  OwnedNode& operator=(const OwnedNode&) = delete;
  ~OwnedNode();
};

class OwnedTree {
 public:
  /// The whole exploration, from the end of `prefix` on, as one task that waits to be given away.
  explicit OwnedTree(const explore::Algorithm& algorithm, explore::Sequence prefix = {},
                     TaskSizes sizes = {});

  /// A branch to explore, and where it is.
  struct Pending {
    OwnedNode* node = nullptr;    // null: the root itself
    OwnedChild* again = nullptr;  // to be given away again; else the node's first branch, or the
                                  // node if it has nothing in it
  };
  /// The first in order. If nothing is being explored, it can begin.
  std::optional<Pending> first() const;
  /// One that is likely to hold enough runs for a task beside others; empty if there is none.
  std::optional<Pending> worthwhile(const core::Program& program) const;
  /// Whether tasks that begin within a wakeup sequence have turned out to be small.
  bool sequences_hold_little() const;
  /// Where a task is in the tree: below `slot`, a child of `node` (null: it is the root).
  struct Place {
    OwnedNode* node = nullptr;
    OwnedChild* slot = nullptr;  // null: a probe
    bool shared_root = false;    // the first node it hands in is `node` itself, known here
    explore::Sequence path;      // to `node`

    bool probes() const { return slot == nullptr; }
    TaskId task() const { return probes() ? node->probe : slot->task; }
  };
  /// Empty if the branch cannot begin yet after all; then something else may be pending now.
  std::optional<Place> give(Pending pending, TaskId id, const core::Program& program);
  /// A task that goes on where others have left off (explore::Task::rest).
  struct Rest {
    Place place;
    std::vector<explore::OpenNode> nodes;
    std::uint64_t earlier_runs = 0;  // what these have seen
  };
  /// All that is left around a branch as one task: from the highest node on to which it is all that
  /// is left. Only while nothing is being explored; empty if the branch has to be given by itself.
  /// The tree keeps nothing of it: it counts as split.
  std::optional<Rest> give_rest(Pending pending, TaskId id);
  /// What is to be done there, with steps of its own; of a task that was put aside, without what is
  /// left of it.
  explore::Task task_at(const Place& place) const;
  /// The places of all tasks that were given away.
  std::vector<Place> given() const;
  /// The upper part of a task that goes on below: `place` moves down.
  void split(Place& place, std::vector<explore::OpenNode> open);
  /// A task is put aside. It stays given.
  void put_aside(const Place& place, core::StepRef first);
  /// A task is finished.
  void hand_in(const Place& place, core::StepRef first, std::uint64_t runs);
  /// A probe is handed in: the wild branch takes this step.
  void reveal(const Place& probe, core::StepRef step, const core::Program& program);
  /// A reversal for the node of a task or a node above it.
  explore::Inserted take_up(const Place& place, explore::Reversal reversal,
                            const core::Program& program);
  /// What `take_up` would answer if it would not change anything; empty if it would.
  std::optional<explore::Inserted> covers(const Place& place, const explore::Reversal& reversal,
                                          const core::Program& program) const;

  /// Forgets what is not needed any more.
  void settle();
  bool finished() const { return root_.state == ChildState::kFinished; }
  void set_sizes(TaskSizes sizes) { sizes_ = sizes; }
  /// What tasks held that began within a wakeup sequence.
  struct SequenceTasks {
    std::uint64_t tasks = 0;
    std::uint64_t runs = 0;
  };
  const SequenceTasks& sequence_tasks() const { return sequences_; }
  void set_sequence_tasks(SequenceTasks tasks) { sequences_ = tasks; }
  /// Branches that wait, and tasks that were given away.
  std::size_t open() const;
  double estimate() const;

  /// Makes the node below `slot`, a child of `parent` (null: the root).
  std::unique_ptr<OwnedNode> make_node(OwnedNode* parent, OwnedChild* slot) const;
  const explore::Sequence& prefix() const { return prefix_; }
  /// For checkpoints: the whole tree.
  const OwnedChild& root() const { return root_; }
  OwnedChild& root() { return root_; }

 private:
  /// The steps from the start to a node; null: to where the exploration starts.
  explore::Sequence path_to(const OwnedNode* node) const;
  OwnedChild* begin_branch(OwnedNode& node) const;
  bool starts_here(const OwnedNode& node, const core::Program& program) const;
  std::vector<explore::Sleeper> sleepers_below(const OwnedNode& node, const OwnedChild* child,
                                               const explore::Sequence& path_below,
                                               const core::Program& program) const;
  OwnedNode* own(OwnedNode& node, OwnedChild& child, std::vector<explore::Sleeper> sleepers) const;
  static OwnedChild* disown(OwnedNode& node);
  std::vector<std::vector<explore::Sleeper>> covered_above(const Place& place) const;
  /// Adds nothing, but says that it would, if not told to.
  explore::Inserted insert(OwnedNode* node, const OwnedChild* origin,
                           std::span<const core::StepRef> path, const explore::Reversal& reversal,
                           bool add, const core::Program& program) const;
  /// The node that a reversal is for, and the child there that it comes from.
  struct Owner {
    OwnedNode* node;
    const OwnedChild* origin;
  };
  static Owner owner_of(const Place& place, const explore::Reversal& reversal);

  const explore::Algorithm& algorithm_;
  const explore::Sequence prefix_;
  TaskSizes sizes_;
  SequenceTasks sequences_;
  OwnedChild root_;
};

}  // namespace heddle::dist
