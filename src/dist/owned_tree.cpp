#include "dist/owned_tree.hpp"

#include <algorithm>
#include <utility>

#include "dist/clone.hpp"
#include "support/check.hpp"

namespace heddle::dist {

using core::StepRef;
using explore::Sequence;
using explore::Sleeper;

namespace {

// So many tasks have to show what tasks hold that begin within a wakeup sequence.
constexpr std::uint64_t kTrials = 16;

// The mean of the branches finished so far.
double runs_of_a_branch(const OwnedNode& node) {
  return static_cast<double>(node.node.runs_done) /
         static_cast<double>(std::max<std::size_t>(1, node.children.size()));
}

// What sleeps at a node when `child` begins; with null, after all children.
std::vector<Sleeper> sleepers_before(const OwnedNode& node, const OwnedChild* child) {
  std::vector<Sleeper> sleepers = node.node.sleep;
  for (const auto& other : node.children) {
    if (other.get() == child) break;
    if (other->step) sleepers.push_back({other->step, node.depth});
  }
  return sleepers;
}

OwnedChild* add_child(OwnedNode& node, ChildState state, StepRef step) {
  node.children.push_back(std::make_unique<OwnedChild>());
  node.children.back()->state = state;
  node.children.back()->step = std::move(step);
  return node.children.back().get();
}

// Whether something is still being explored before `child` (null: before the node's next branch)
// that could send reversals there. Beyond a node where nothing sleeps there is no such thing.
bool unfinished_before(const OwnedNode& node, const OwnedChild* child) {
  for (const OwnedNode* at = &node; at != nullptr; child = at->slot, at = at->parent) {
    for (const auto& other : at->children) {
      if (other.get() == child) break;
      if (other->state != ChildState::kFinished) return true;
    }
    if (at->node.sleep.empty()) return false;
  }
  return false;
}

void remove_step(Sequence& sequence, const StepRef& step) {
  const auto it = std::find_if(sequence.begin(), sequence.end(), [&](const StepRef& other) {
    return other->actor() == step->actor();
  });
  if (it != sequence.end()) sequence.erase(it);
}

// Owned nodes in order, each after those below it. Trees are as deep as runs are long, so nothing
// here recurses.
template <typename Child, typename Visit>
void visit_nodes(Child& top, const Visit& visit) {
  if (top.state != ChildState::kOwned) return;
  struct Level {
    decltype(top.owned.get()) node;
    std::size_t next;
  };
  std::vector<Level> levels{{top.owned.get(), 0}};
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.node->children.size()) {
      auto* node = level.node;
      levels.pop_back();
      visit(*node);
      continue;
    }
    OwnedChild& child = *level.node->children[level.next++];
    if (child.state == ChildState::kOwned) levels.push_back({child.owned.get(), 0});
  }
}

std::optional<OwnedTree::Pending> pending_at(OwnedNode& node) {
  for (const auto& child : node.children) {
    if (child->state == ChildState::kGiven && child->task == 0) {
      return OwnedTree::Pending{&node, child.get()};
    }
  }
  if (node.node.wakeup.empty()) return std::nullopt;
  return OwnedTree::Pending{&node, nullptr};
}

}  // namespace

OwnedNode::~OwnedNode() {
  std::vector<std::unique_ptr<OwnedNode>> below;
  const auto collect = [&](OwnedNode& node) {
    for (auto& child : node.children) {
      if (child->owned) below.push_back(std::move(child->owned));
    }
  };
  collect(*this);
  while (!below.empty()) {
    const std::unique_ptr<OwnedNode> node = std::move(below.back());
    below.pop_back();
    collect(*node);
  }
}

bool OwnedTree::sequences_hold_little() const {
  return sequences_.tasks >= kTrials &&
         static_cast<double>(sequences_.runs) < sizes_.few * static_cast<double>(sequences_.tasks);
}

OwnedTree::OwnedTree(const explore::Algorithm& algorithm, Sequence prefix, TaskSizes sizes)
    : algorithm_(algorithm), prefix_(std::move(prefix)), sizes_(sizes) {}

Sequence OwnedTree::path_to(const OwnedNode* node) const {
  Sequence path = prefix_;
  if (node == nullptr) return path;
  path.resize(node->depth);
  for (; node->parent != nullptr; node = node->parent) path[node->depth - 1] = node->slot->step;
  return path;
}

std::unique_ptr<OwnedNode> OwnedTree::make_node(OwnedNode* parent, OwnedChild* slot) const {
  auto owned = std::make_unique<OwnedNode>();
  owned->parent = parent;
  owned->slot = slot;
  owned->depth = parent == nullptr ? static_cast<std::uint32_t>(prefix_.size()) : parent->depth + 1;
  return owned;
}

std::optional<OwnedTree::Pending> OwnedTree::first() const {
  if (root_.state == ChildState::kGiven && root_.task == 0) {
    return Pending{nullptr, const_cast<OwnedChild*>(&root_)};
  }
  if (root_.state != ChildState::kOwned) return std::nullopt;
  struct Level {
    OwnedNode* node;
    std::size_t next;
  };
  std::vector<Level> levels{{root_.owned.get(), 0}};
  while (!levels.empty()) {
    auto& [node, next] = levels.back();
    if (next == node->children.size()) {
      if (!node->node.wakeup.empty()) return Pending{node, nullptr};
      levels.pop_back();
      continue;
    }
    OwnedChild& child = *node->children[next++];
    if (child.state == ChildState::kGiven && child.task == 0) return Pending{node, &child};
    if (child.state == ChildState::kOwned) levels.push_back({child.owned.get(), 0});
  }
  return std::nullopt;
}

std::optional<OwnedTree::Pending> OwnedTree::worthwhile(const core::Program& program) const {
  std::optional<Pending> best;
  const auto runs = [&](const OwnedNode& node) {
    return node.node.runs_done == 0 ? sizes_.many : runs_of_a_branch(node);
  };
  const auto better = [&](const OwnedNode* a, const OwnedNode* b) {
    const bool a_worthwhile = runs(*a) >= sizes_.many;
    const bool b_worthwhile = runs(*b) >= sizes_.many;
    if (a_worthwhile != b_worthwhile) return a_worthwhile;
    return a_worthwhile ? a->depth > b->depth : a->depth < b->depth;
  };
  visit_nodes(root_, [&](OwnedNode& node) {
    const std::optional<Pending> here = pending_at(node);
    if (!here || runs(node) < sizes_.few) return;
    if (best && !better(&node, best->node)) return;
    if (here->again == nullptr && sequences_hold_little() && !starts_here(node, program)) return;
    best = here;
  });
  return best;
}

// Whether a task can begin with the node's next branch, without owning a part of its sequence.
bool OwnedTree::starts_here(const OwnedNode& node, const core::Program& program) const {
  if (!algorithm_.optimal() || !unfinished_before(node, nullptr)) return true;
  Sequence path = path_to(&node);
  path.push_back(node.node.wakeup.front().step);
  return sleepers_below(node, nullptr, path, program).empty();
}

OwnedChild* OwnedTree::begin_branch(OwnedNode& node) const {
  explore::Branch branch = std::move(node.node.wakeup.front());
  node.node.wakeup.erase(node.node.wakeup.begin());
  node.node.begun.push_back(branch.actor);
  OwnedChild* child = add_child(node, ChildState::kGiven, branch.step);
  child->branch = std::move(branch);
  return child;
}

// What still sleeps after `child` (null: after the node's next branch), which ends `path_below`.
std::vector<Sleeper> OwnedTree::sleepers_below(const OwnedNode& node, const OwnedChild* child,
                                               const Sequence& path_below,
                                               const core::Program& program) const {
  std::vector<Sleeper> sleepers = sleepers_before(node, child);
  std::erase_if(sleepers, [&](const Sleeper& sleeper) {
    return !algorithm_.stays_asleep(sleeper, path_below, program);
  });
  return sleepers;
}

// Makes the first step of a wakeup sequence a node of this tree.
OwnedNode* OwnedTree::own(OwnedNode& node, OwnedChild& child, std::vector<Sleeper> sleepers) const {
  HEDDLE_CHECK(!child.branch.next.empty(), "something sleeps at the end of a wakeup sequence");
  std::unique_ptr<OwnedNode> owned = make_node(&node, &child);
  owned->node.sleep = std::move(sleepers);
  owned->node.wakeup = std::move(child.branch.next);
  owned->node.divergences = node.node.divergences + (node.node.begun.size() > 1 ? 1 : 0);
  child.branch = {};
  child.state = ChildState::kOwned;
  child.owned = std::move(owned);
  return child.owned.get();
}

explore::Task OwnedTree::give(Pending pending, TaskId id, Place& place,
                              const core::Program& program) {
  OwnedNode* node = pending.node;
  OwnedChild* slot = pending.again;
  explore::Task task;
  Sequence path = path_to(node);
  if (slot == nullptr) {
    slot = begin_branch(*node);
    const bool guided = algorithm_.optimal() && unfinished_before(*node, slot);
    while (guided) {
      path.push_back(slot->step);
      std::vector<Sleeper> sleepers = sleepers_below(*node, slot, path, program);
      if (sleepers.empty()) {
        path.pop_back();
        break;
      }
      node = own(*node, *slot, std::move(sleepers));
      slot = begin_branch(*node);
      slot->within_sequence = true;
    }
  }
  slot->task = id;
  place = {node, slot, node != nullptr};
  task.prefix = clone(path);
  if (node == nullptr) return task;
  if (algorithm_.sleep_sets()) task.root.sleep = sleepers_before(*node, slot);
  for (Sleeper& sleeper : task.root.sleep) sleeper.step = clone(sleeper.step);
  for (std::size_t i = 0; node->children[i].get() != slot; ++i) {
    task.root.begun.push_back(node->node.begun[i]);
  }
  task.root.divergences = node->node.divergences;
  task.root.wakeup.push_back(clone(slot->branch));
  if (algorithm_.optimal()) task.covered = covered_above(place);
  task.fresh = false;
  task.shared_root = true;
  return task;
}

// For the nodes above a task: what covers a reversal, so that it need not leave the task.
std::vector<std::vector<Sleeper>> OwnedTree::covered_above(const Place& place) const {
  std::vector<std::vector<Sleeper>> covered(place.node->depth + 1);
  const OwnedChild* begun = place.slot;
  for (const OwnedNode* above = place.node; above != nullptr;
       begun = above->slot, above = above->parent) {
    for (const Sleeper& sleeper : sleepers_before(*above, begun)) {
      covered[above->depth].push_back({clone(sleeper.step), sleeper.depth});
    }
  }
  return covered;
}

// Turns the nodes of a task into owned ones; where the last one's current branch is.
OwnedTree::Place OwnedTree::add_chain(const Place& place, std::vector<explore::OpenNode> open) {
  OwnedNode* parent = place.node;
  OwnedChild* at = place.slot;
  for (std::size_t i = place.shared_root ? 1 : 0; i < open.size(); ++i) {
    std::unique_ptr<OwnedNode> owned = make_node(parent, at);
    owned->node = std::move(open[i].node);
    std::vector<Sleeper> own;
    std::erase_if(owned->node.sleep, [&](Sleeper& sleeper) {
      if (sleeper.depth < owned->depth) return false;
      own.push_back(std::move(sleeper));
      return true;
    });
    for (Sleeper& sleeper : own) {
      add_child(*owned, ChildState::kFinished, std::move(sleeper.step));
    }
    OwnedChild* next = add_child(*owned, ChildState::kFinished, open[i].step);
    parent = owned.get();
    at->state = ChildState::kOwned;
    at->owned = std::move(owned);
    at->branch = {};
    at->task = 0;
    at->split = false;
    at = next;
  }
  return {parent, at, false};
}

void OwnedTree::split(Place& place, std::vector<explore::OpenNode> open) {
  const TaskId task = place.slot->task;
  if (place.node != nullptr && !place.slot->step) place.slot->step = open.front().step;
  place = add_chain(place, std::move(open));
  place.slot->state = ChildState::kGiven;
  place.slot->task = task;
  place.slot->split = true;
}

void OwnedTree::hand_in(const Place& place, StepRef first, std::vector<explore::OpenNode> open,
                        std::uint64_t runs) {
  OwnedChild* slot = place.slot;
  if (place.node != nullptr && !slot->step) slot->step = std::move(first);
  if (slot->within_sequence) {
    ++sequences_.tasks;
    sequences_.runs += runs;
  }
  if (add_chain(place, std::move(open)).slot != slot) return;
  slot->state = ChildState::kFinished;
  slot->branch = {};
  slot->task = 0;
  slot->split = false;
  if (place.node != nullptr) place.node->node.runs_done += runs;
}

void OwnedTree::take_up(const Place& place, std::vector<explore::Reversal> escaped,
                        const core::Program& program) {
  for (explore::Reversal& reversal : escaped) {
    OwnedNode* owner = place.node;
    const OwnedChild* origin = place.slot;
    while (owner != nullptr && owner->depth > reversal.depth) {
      origin = owner->slot;
      owner = owner->parent;
    }
    reversal.foreign = true;
    // Above the prefix there is nothing to explore.
    if (owner != nullptr) insert(owner, origin, std::move(reversal), program);
  }
}

// Follows the branches that the sequence could begin with, and takes it up where there is none.
void OwnedTree::insert(OwnedNode* node, const OwnedChild* origin, explore::Reversal reversal,
                       const core::Program& program) {
  Sequence path = path_to(node);
  while (algorithm_.optimal()) {
    const auto fits = [&](const Sleeper& sleeper) {
      return !algorithm_.overtaken(sleeper, path, reversal.sequence, program);
    };
    if (std::any_of(node->node.sleep.begin(), node->node.sleep.end(), fits)) return;
    OwnedChild* later = nullptr;
    for (const auto& child : node->children) {
      if (fits({child->step, node->depth})) {
        // What began before the branch that the reversal comes from covers it without help, and
        // so does everything below a node where nothing sleeps.
        if (origin != nullptr || child->state != ChildState::kOwned) return;
        if (child->owned->node.sleep.empty()) return;
        later = child.get();
        break;
      }
      if (child.get() == origin) origin = nullptr;
    }
    if (later == nullptr) break;
    remove_step(reversal.sequence, later->step);
    path.push_back(later->step);
    node = later->owned.get();
    reversal.depth = node->depth;
    if (reversal.sequence.empty()) return;
  }
  std::vector<Sleeper> inherited = node->node.sleep;
  node->node.sleep = sleepers_before(*node, nullptr);
  algorithm_.insert(node->node, path, std::move(reversal), program);
  node->node.sleep = std::move(inherited);
}

// A node can be forgotten when nothing is left below it and nothing can arrive there any more:
// everything before it, in order, is finished.
void OwnedTree::settle() {
  OwnedChild* child = &root_;
  while (child->state != ChildState::kFinished) {
    if (child->state == ChildState::kGiven) return;
    OwnedNode& node = *child->owned;
    const auto open = std::find_if(node.children.begin(), node.children.end(),
                                   [](const auto& c) { return c->state != ChildState::kFinished; });
    if (open != node.children.end()) {
      child = open->get();
      continue;
    }
    if (!node.node.wakeup.empty()) return;
    OwnedNode* parent = node.parent;
    if (parent != nullptr) parent->node.runs_done += node.node.runs_done;
    child->state = ChildState::kFinished;
    child->owned.reset();
    if (parent != nullptr) child = parent->slot;
  }
}

std::size_t OwnedTree::open() const {
  std::size_t open = root_.state == ChildState::kGiven ? 1 : 0;
  visit_nodes(root_, [&](const OwnedNode& node) {
    open += node.node.wakeup.size();
    for (const auto& child : node.children) open += child->state == ChildState::kGiven ? 1 : 0;
  });
  return open;
}

double OwnedTree::estimate() const {
  double total = 0;
  visit_nodes(root_, [&](const OwnedNode& node) {
    double waiting = static_cast<double>(node.node.wakeup.size());
    for (const auto& child : node.children) waiting += child->state == ChildState::kGiven ? 1 : 0;
    total += static_cast<double>(node.node.runs_done);
    total += waiting * std::max(1.0, runs_of_a_branch(node));
  });
  return total;
}

}  // namespace heddle::dist
