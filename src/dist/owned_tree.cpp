#include "dist/owned_tree.hpp"

#include <algorithm>
#include <utility>

#include "dist/clone.hpp"
#include "support/check.hpp"

namespace heddle::dist {

using core::StepRef;
using explore::Explored;
using explore::Sequence;
using explore::Sleeper;

namespace {

// A branch that is expected to hold this many runs makes a task worth handing over.
constexpr double kWorthwhileRuns = 500;

double runs_of_a_branch(const OwnedNode& node) {
  return static_cast<double>(node.node.runs_done) /
         static_cast<double>(std::max<std::size_t>(1, node.children.size()));
}

// What sleeps at a node when its child number `end` begins.
std::vector<Sleeper> sleepers_before(const OwnedNode& node, std::size_t end) {
  std::vector<Sleeper> sleepers = node.node.sleep;
  for (std::size_t i = 0; i < end; ++i) {
    if (node.children[i]->step) sleepers.push_back({node.children[i]->step, node.depth});
  }
  return sleepers;
}

std::size_t index_of(const OwnedNode& node, const OwnedChild* child) {
  const auto it = std::find_if(node.children.begin(), node.children.end(),
                               [&](const auto& c) { return c.get() == child; });
  return static_cast<std::size_t>(it - node.children.begin());
}

OwnedChild* add_child(OwnedNode& node, ChildState state, StepRef step) {
  node.children.push_back(std::make_unique<OwnedChild>());
  node.children.back()->state = state;
  node.children.back()->step = std::move(step);
  return node.children.back().get();
}

void add_explored(OwnedNode& node, std::vector<Explored> explored) {
  for (Explored& branch : explored) {
    add_child(node, ChildState::kExplored, std::move(branch.step))->explored =
        std::move(branch.next);
  }
}

void remove_step(Sequence& sequence, const StepRef& step) {
  const auto it = std::find_if(sequence.begin(), sequence.end(), [&](const StepRef& other) {
    return other->actor() == step->actor();
  });
  if (it != sequence.end()) sequence.erase(it);
}

template <typename Visit>
void visit_nodes(const OwnedChild& child, const Visit& visit) {
  if (child.state != ChildState::kOwned) return;
  for (const auto& next : child.owned->children) visit_nodes(*next, visit);
  visit(*child.owned);
}

}  // namespace

OwnedTree::OwnedTree(const explore::Algorithm& algorithm, Sequence prefix)
    : algorithm_(algorithm), prefix_(std::move(prefix)) {}

Sequence OwnedTree::path_to(const OwnedNode* node) const {
  Sequence steps = prefix_;
  if (node != nullptr) steps.resize(node->depth);
  for (; node != nullptr && node->parent != nullptr; node = node->parent) {
    steps[node->depth - 1] = node->slot->step;
  }
  return steps;
}

std::optional<OwnedTree::Pending> OwnedTree::find(bool far) const {
  if (root_.state == ChildState::kGiven && root_.task == 0) {
    return Pending{nullptr, const_cast<OwnedChild*>(&root_)};
  }
  std::optional<Pending> first;
  std::optional<Pending> best;
  const auto better = [](const OwnedNode* a, const OwnedNode* b) {
    const bool a_worthwhile = runs_of_a_branch(*a) >= kWorthwhileRuns;
    const bool b_worthwhile = runs_of_a_branch(*b) >= kWorthwhileRuns;
    if (a_worthwhile != b_worthwhile) return a_worthwhile;
    return a_worthwhile ? a->depth > b->depth : a->depth < b->depth;
  };
  visit_nodes(root_, [&](const OwnedNode& visited) {
    auto* node = const_cast<OwnedNode*>(&visited);
    std::optional<Pending> here;
    for (const auto& child : node->children) {
      if (child->state == ChildState::kGiven && child->task == 0 && !here) {
        here = Pending{node, child.get()};
      }
    }
    if (!here && !node->node.wakeup.empty()) here = Pending{node, nullptr};
    if (!here) return;
    if (!first) first = here;
    if (!best || better(here->node, best->node)) best = here;
  });
  return far ? best : first;
}

explore::Task OwnedTree::give(const Pending& pending, TaskId id, Place& place) {
  OwnedNode* node = pending.node;
  OwnedChild* slot = pending.again;
  if (slot == nullptr) {
    explore::Branch branch = std::move(node->node.wakeup.front());
    node->node.wakeup.erase(node->node.wakeup.begin());
    node->node.begun.push_back(branch.actor);
    slot = add_child(*node, ChildState::kGiven, branch.step);
    slot->branch = std::move(branch);
  }
  slot->task = id;
  place = {node, slot, node != nullptr};
  explore::Task task;
  task.prefix = clone(path_to(node));
  if (node == nullptr) return task;
  const std::size_t index = index_of(*node, slot);
  task.root.sleep = sleepers_before(*node, index);
  for (Sleeper& sleeper : task.root.sleep) sleeper.step = clone(sleeper.step);
  task.root.begun.assign(node->node.begun.begin(), node->node.begun.begin() + index);
  task.root.preemptions = node->node.preemptions;
  task.root.delays = node->node.delays;
  task.root.divergences = node->node.divergences;
  task.root.wakeup.push_back(clone(slot->branch));
  task.fresh = false;
  task.shared_root = true;
  return task;
}

// Turns the nodes of a task into owned ones; where the last one's current branch is.
OwnedTree::Place OwnedTree::add_chain(const Place& place, std::vector<explore::OpenNode> open) {
  OwnedNode* parent = place.node;
  OwnedChild* at = place.slot;
  for (std::size_t i = place.shared_root ? 1 : 0; i < open.size(); ++i) {
    auto owned = std::make_unique<OwnedNode>();
    owned->parent = parent;
    owned->slot = at;
    owned->depth =
        parent == nullptr ? static_cast<std::uint32_t>(prefix_.size()) : parent->depth + 1;
    owned->node = std::move(open[i].node);
    std::vector<Sleeper> own;
    std::erase_if(owned->node.sleep, [&](Sleeper& sleeper) {
      if (sleeper.depth < owned->depth) return false;
      own.push_back(std::move(sleeper));
      return true;
    });
    std::vector<Explored> branches = std::exchange(owned->node.explored, {});
    if (branches.size() == own.size()) {
      add_explored(*owned, std::move(branches));
    } else {
      for (Sleeper& sleeper : own) add_child(*owned, ChildState::kFinal, std::move(sleeper.step));
    }
    OwnedChild* next = add_child(*owned, ChildState::kExplored, open[i].step);
    parent = owned.get();
    at->state = ChildState::kOwned;
    at->owned = std::move(owned);
    at = next;
  }
  return {parent, at, false};
}

void OwnedTree::split(Place& place, std::vector<explore::OpenNode> open,
                      const core::Program& program) {
  const Place top = place;
  const TaskId task = place.slot->task;
  std::vector<Sequence> late = std::exchange(place.slot->late, {});
  if (place.node != nullptr && !place.slot->step) place.slot->step = open.front().step;
  place = add_chain(place, std::move(open));
  place.slot->state = ChildState::kGiven;
  place.slot->task = task;
  place.slot->branch = {place.slot->step->actor(), place.slot->step, {}};
  if (top.slot != place.slot) {
    top.slot->branch = {};
    top.slot->task = 0;
    top.slot->first = false;
  }
  insert_late(top, std::move(late), program);
}

void OwnedTree::hand_in(const Place& place, StepRef first, std::vector<explore::OpenNode> open,
                        std::vector<Explored> explored, std::uint64_t runs,
                        const core::Program& program) {
  OwnedChild* slot = place.slot;
  std::vector<Sequence> late = std::exchange(slot->late, {});
  slot->branch = {};
  slot->task = 0;
  slot->first = false;
  if (place.node != nullptr && !slot->step) slot->step = first;
  if (add_chain(place, std::move(open)).slot == slot) {
    slot->state = ChildState::kExplored;
    slot->explored = std::move(explored);
    if (place.node != nullptr) place.node->node.runs_done += runs;
  }
  insert_late(place, std::move(late), program);
}

void OwnedTree::insert_late(const Place& place, std::vector<Sequence> late,
                            const core::Program& program) {
  for (Sequence& sequence : late) {
    if (place.slot->state == ChildState::kExplored) open_explored(place.node, place.slot, program);
    insert(place.slot->owned.get(), std::move(sequence), program);
  }
}

void OwnedTree::take_up(OwnedNode* node, std::vector<explore::Reversal> escaped,
                        const core::Program& program) {
  for (explore::Reversal& reversal : escaped) {
    OwnedNode* owner = node;
    while (owner != nullptr && owner->depth > reversal.depth) owner = owner->parent;
    if (owner == nullptr) continue;  // above the prefix: not part of this exploration
    if (algorithm_.optimal()) {
      insert(owner, std::move(reversal.sequence), program);
    } else {
      insert_here(*owner, std::move(reversal), path_to(owner), program);
    }
  }
}

void OwnedTree::insert_here(OwnedNode& node, explore::Reversal reversal, const Sequence& path,
                            const core::Program& program) {
  std::vector<Sleeper> inherited = node.node.sleep;
  node.node.sleep = sleepers_before(node, node.children.size());
  algorithm_.insert(node.node, path, std::move(reversal), program);
  node.node.sleep = std::move(inherited);
}

// Follows the branches that `sequence` could begin with, and takes it up where there is none.
void OwnedTree::insert(OwnedNode* node, Sequence sequence, const core::Program& program) {
  while (!sequence.empty()) {
    const Sequence path = path_to(node);
    const auto fits = [&](const Sleeper& sleeper) {
      return !algorithm_.overtaken(sleeper, path, sequence, program);
    };
    if (std::any_of(node->node.sleep.begin(), node->node.sleep.end(), fits)) return;
    const auto child =
        std::find_if(node->children.begin(), node->children.end(),
                     [&](const auto& c) { return fits({c->step, node->depth}); });
    if (child == node->children.end()) {
      insert_here(*node, {node->depth, std::move(sequence)}, path, program);
      return;
    }
    if ((*child)->state == ChildState::kFinal || (*child)->first) return;
    remove_step(sequence, (*child)->step);
    if ((*child)->state == ChildState::kGiven) {
      if (!sequence.empty()) (*child)->late.push_back(std::move(sequence));
      return;
    }
    node = (*child)->state == ChildState::kOwned ? (*child)->owned.get()
                                                 : open_explored(node, child->get(), program);
  }
}

// Turns a finished branch into an owned node, so that something can be added below it.
OwnedNode* OwnedTree::open_explored(OwnedNode* parent, OwnedChild* child,
                                    const core::Program& program) {
  auto owned = std::make_unique<OwnedNode>();
  owned->parent = parent;
  owned->slot = child;
  owned->depth = static_cast<std::uint32_t>(prefix_.size());
  if (parent != nullptr) {
    owned->depth = parent->depth + 1;
    Sequence path = path_to(parent);
    path.push_back(child->step);
    for (const Sleeper& sleeper : sleepers_before(*parent, index_of(*parent, child))) {
      if (algorithm_.stays_asleep(sleeper, path, program)) owned->node.sleep.push_back(sleeper);
    }
  }
  add_explored(*owned, std::exchange(child->explored, {}));
  child->state = ChildState::kOwned;
  child->owned = std::move(owned);
  return child->owned.get();
}

const OwnedChild* OwnedTree::settle(Garbage& garbage) {
  const OwnedChild* first = nullptr;
  settle(root_, first, garbage);
  return first;
}

// Everything before `child` is finished. True if it is finished as well.
bool OwnedTree::settle(OwnedChild& child, const OwnedChild*& first, Garbage& garbage) {
  switch (child.state) {
    case ChildState::kFinal: return true;
    case ChildState::kGiven:
      child.first = true;
      first = &child;
      return false;
    case ChildState::kExplored: break;
    case ChildState::kOwned:
      for (const auto& next : child.owned->children) {
        if (!settle(*next, first, garbage)) return false;
      }
      if (!child.owned->node.wakeup.empty()) return false;
      break;
  }
  if (child.owned && child.owned->parent != nullptr) {
    child.owned->parent->node.runs_done += child.owned->node.runs_done;
  }
  child.state = ChildState::kFinal;
  if (!child.explored.empty()) garbage.explored.push_back(std::exchange(child.explored, {}));
  if (child.owned) garbage.nodes.push_back(std::move(child.owned));
  return true;
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
