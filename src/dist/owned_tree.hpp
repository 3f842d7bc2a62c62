// The part of an exploration tree that lies above the tasks.
//
// A node is owned when branches of it were or will be given away as tasks. The tree takes up the
// reversals that escape from tasks, gives branches away, and knows what is left. It has no threads
// and no locks; a queue puts them around it.
//
// Branches of one node are ordered; a branch that was given away counts as explored for all later
// ones, so it sleeps in their tasks. That alone is not enough for algorithms with wakeup trees.
// When the search goes through the tree in order, everything before a branch b is finished before
// b begins, and reversals from there have reached b's wakeup tree in time. A task of b that runs
// while something before it is still open can miss them: the run in which b's own task would have
// found the race may be one that it leaves to an earlier branch. So a reversal that arrives late
// follows the branches it could begin with, down through what was explored there, and is taken up
// where nothing explored fits. For this such a task keeps the actors of the steps it explored
// (`Explored`) until everything before it is finished; their footprints are found again by running
// the program. The branches that are explored, and hence the classes, are then those of the search
// in order.
//
//   inherited sleepers | child child child | pending branches      of a node, in order
//                        final: explored, and nothing can be missing there
//                        explored: finished, but something before it is still open
//                        given: to the worker of a task
//                        owned: a node of this tree
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dist/reexecution.hpp"
#include "explore/explorer.hpp"

namespace heddle::dist {

using TaskId = std::uint64_t;

enum class ChildState : std::uint8_t { kFinal, kExplored, kGiven, kOwned };

struct OwnedNode;

/// A branch that was begun.
struct OwnedChild {
  ChildState state = ChildState::kGiven;
  core::StepRef step;      // empty: a branch of a backtrack set that is not handed in yet; the root
  explore::Branch branch;  // kGiven: what to give away again if the task is lost
  TaskId task = 0;         // kGiven; 0: waits to be given away again
  bool first = false;      // kGiven: everything before it is finished, so it misses nothing
  /// kGiven, kExplored: the wakeup tree of the node below it, with the reversals that arrived too
  /// late for its task; taken up when everything before it is finished.
  std::unique_ptr<explore::Node> late;
  std::vector<explore::Explored> explored;  // kExplored: what is below it
  std::unique_ptr<OwnedNode> owned;         // kOwned
};

struct OwnedNode {
  OwnedNode* parent = nullptr;
  OwnedChild* slot = nullptr;  // the parent's child that this node is
  std::uint32_t depth = 0;
  explore::Sequence path;  // from the start to here
  explore::Node node;      // `sleep`: the inherited ones only; `wakeup`: pending branches
  std::vector<std::unique_ptr<OwnedChild>> children;
};

class OwnedTree {
 public:
  /// The whole exploration, from the end of `prefix` on, as one task that waits to be given away.
  /// `factory` makes a program to find footprints again with, if ever needed.
  OwnedTree(const explore::Algorithm& algorithm, core::ProgramFactory factory,
            explore::Sequence prefix = {});

  /// A branch to explore, and where it is. The first in order, or, with `far`, one that is worth
  /// a longer task.
  struct Pending {
    OwnedNode* node = nullptr;    // null: the root itself
    OwnedChild* again = nullptr;  // to be given away again; else the node's first branch
  };
  std::optional<Pending> find(bool far) const;
  /// Where a task is in the tree: below `slot`, a child of `node` (null: it is the root).
  struct Place {
    OwnedNode* node = nullptr;
    OwnedChild* slot = nullptr;
    bool shared_root = false;  // the first node it hands in is `node` itself, known here
  };
  explore::Task give(const Pending& pending, TaskId id, Place& place);
  /// The upper part of a task that goes on below: `place` moves down.
  void split(Place& place, std::vector<explore::OpenNode> open, const core::Program& program);
  /// A task is handed in: finished, or cut open.
  void hand_in(const Place& place, core::StepRef first, std::vector<explore::OpenNode> open,
               std::vector<explore::Explored> explored, std::uint64_t runs,
               const core::Program& program);
  /// Reversals for `node` or a node above it.
  void take_up(OwnedNode* node, std::vector<explore::Reversal> escaped,
               const core::Program& program);

  /// Forgets what is not needed any more; the given branch that is first in order, or null.
  const OwnedChild* settle(const core::Program& program);
  bool finished() const { return root_.state == ChildState::kFinal; }
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
  enum class Source { kTask, kLate };
  void insert(OwnedNode* node, explore::Sequence sequence, Source source,
              const core::Program& program);
  Place add_chain(const Place& place, std::vector<explore::OpenNode> open);
  void keep_late(OwnedNode* parent, OwnedChild* child, explore::Reversal reversal,
                 const core::Program& program);
  void take_up_late(OwnedNode* parent, OwnedChild* child, const core::Program& program);
  std::vector<explore::Sleeper> sleepers_below(const OwnedNode* parent, const OwnedChild* child,
                                               const explore::Sequence& path_below,
                                               const core::Program& program) const;
  void insert_here(OwnedNode& node, explore::Reversal reversal, const core::Program& program);
  OwnedNode* open_explored(OwnedNode* parent, OwnedChild* child, const core::Program& program);
  bool settle(OwnedNode* parent, OwnedChild& child, const OwnedChild*& first,
              const core::Program& program);
  /// The steps from the start to a node; null: to where the exploration starts.
  const explore::Sequence& path_to(const OwnedNode* node) const {
    return node == nullptr ? prefix_ : node->path;
  }

  const explore::Algorithm& algorithm_;
  const core::ProgramFactory factory_;
  const explore::Sequence prefix_;
  std::unique_ptr<Reexecution> reexecution_;  // made when first needed
  OwnedChild root_;
};

/// The sequences of a wakeup tree, from its root to its leaves.
std::vector<explore::Sequence> leaves(const std::vector<explore::Branch>& tree);

}  // namespace heddle::dist
