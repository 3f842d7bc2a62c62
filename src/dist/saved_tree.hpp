// SavedTree: the owned tree of an exploration as plain values, for checkpoints.
//
// A task that is being explored is saved as it was given, or, if it was put aside since, as owned
// nodes: what was left of it then. Tasks wait to be given away again.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "dist/found.hpp"
#include "dist/owned_tree.hpp"
#include "explore/explorer.hpp"

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

/// The root child is the whole exploration.
struct SavedTree {
  explore::Sequence prefix;
  SavedChild root;
  std::vector<SavedNode> nodes;
  std::vector<explore::Task> independent;  // that wait, of a parsimonious exploration
  explore::Counts counts;
  std::vector<Found> found;
};

/// What is left of a task that was put aside; null: it was not.
using RestOf = std::function<const std::vector<explore::OpenNode>*(TaskId)>;

/// Prefix, root and nodes, with steps of their own.
void save(const OwnedTree& tree, const RestOf& rest_of, SavedTree& saved);
/// The opposite, into a tree with that prefix; takes the steps.
void restore(OwnedTree& tree, SavedTree& saved);

}  // namespace heddle::dist
