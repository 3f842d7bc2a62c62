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

// The children of a node at `depth` in a record of explored steps: who, and what is below them.
struct ExploredChild {
  core::ActorId actor;
  std::vector<Explored> below;
};

std::vector<ExploredChild> children_at(std::uint32_t depth, const std::vector<Explored>& explored) {
  std::vector<ExploredChild> children;
  for (const Explored& step : explored) {
    if (step.depth == depth) {
      children.push_back({step.actor, {}});
    } else {
      children.back().below.push_back(step);
    }
  }
  return children;
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

OwnedTree::OwnedTree(const explore::Algorithm& algorithm, core::ProgramFactory factory,
                     Sequence prefix)
    : algorithm_(algorithm), factory_(std::move(factory)), prefix_(std::move(prefix)) {}

std::unique_ptr<OwnedNode> OwnedTree::make_node(OwnedNode* parent, OwnedChild* slot) const {
  auto owned = std::make_unique<OwnedNode>();
  owned->parent = parent;
  owned->slot = slot;
  owned->path = path_to(parent);
  if (parent != nullptr) owned->path.push_back(slot->step);
  owned->depth = static_cast<std::uint32_t>(owned->path.size());
  return owned;
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
  if (algorithm_.sleep_sets()) task.root.sleep = sleepers_before(*node, index);
  for (Sleeper& sleeper : task.root.sleep) sleeper.step = clone(sleeper.step);
  task.root.begun.assign(node->node.begun.begin(), node->node.begun.begin() + index);
  task.root.preemptions = node->node.preemptions;
  task.root.delays = node->node.delays;
  task.root.divergences = node->node.divergences;
  task.root.wakeup.push_back(clone(slot->branch));
  task.covered.resize(node->depth + 1);
  for (const OwnedNode* above = node; above != nullptr && algorithm_.optimal();
       above = above->parent) {
    std::vector<Sleeper>& covered = task.covered[above->depth];
    for (const Sleeper& sleeper : above->node.sleep) {
      covered.push_back({clone(sleeper.step), sleeper.depth});
    }
    for (const auto& child : above->children) {
      if (child->state == ChildState::kFinal || child->first) {
        covered.push_back({clone(child->step), above->depth});
      }
    }
  }
  task.fresh = false;
  task.shared_root = true;
  return task;
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
    std::vector<ExploredChild> done = children_at(owned->depth, open[i].explored);
    HEDDLE_CHECK(!open[i].kept || done.size() == own.size(),
                 "{} branches are finished, {} are kept", own.size(), done.size());
    for (std::size_t k = 0; k < own.size(); ++k) {
      OwnedChild* child =
          add_child(*owned, open[i].kept ? ChildState::kExplored : ChildState::kFinal,
                    std::move(own[k].step));
      if (open[i].kept) child->explored = std::move(done[k].below);
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
  take_up_late(top.node, top.slot, program);
}

void OwnedTree::hand_in(const Place& place, StepRef first, std::vector<explore::OpenNode> open,
                        std::vector<Explored> explored, std::uint64_t runs,
                        const core::Program& program) {
  OwnedChild* slot = place.slot;
  slot->branch = {};
  slot->task = 0;
  slot->first = false;
  if (place.node != nullptr && !slot->step) slot->step = first;
  if (add_chain(place, std::move(open)).slot == slot) {
    slot->state = ChildState::kExplored;
    slot->explored = std::move(explored);
    if (place.node != nullptr) place.node->node.runs_done += runs;
  }
  if (slot->state == ChildState::kOwned) take_up_late(place.node, slot, program);
}

// Adds to the wakeup tree that the task of `child` should have started with.
void OwnedTree::keep_late(OwnedNode* parent, OwnedChild* child, explore::Reversal reversal,
                          const core::Program& program) {
  Sequence below = parent->path;
  below.push_back(child->step);
  if (!child->late) {
    child->late = std::make_unique<explore::Node>();
    child->late->sleep = sleepers_below(parent, child, below, program);
    for (const explore::Branch& next : child->branch.next) child->late->wakeup.push_back(next);
  }
  // Each on its own: one that another one covers may be needed all the same, if that one turns out
  // to be explored already.
  std::vector<explore::Branch>* level = &child->late->wakeup;
  for (const StepRef& step : reversal.sequence) {
    level->push_back({step->actor(), clone(step), {}});
    level = &level->back().next;
  }
}

void OwnedTree::take_up_late(OwnedNode* parent, OwnedChild* child, const core::Program& program) {
  if (!child->late) return;
  const std::unique_ptr<explore::Node> late = std::move(child->late);
  if (child->state == ChildState::kExplored) open_explored(parent, child, program);
  for (Sequence& sequence : leaves(late->wakeup)) {
    insert(child->owned.get(), std::move(sequence), Source::kLate, program);
  }
}

std::vector<Sleeper> OwnedTree::sleepers_below(const OwnedNode* parent, const OwnedChild* child,
                                               const Sequence& path_below,
                                               const core::Program& program) const {
  std::vector<Sleeper> sleepers = sleepers_before(*parent, index_of(*parent, child));
  std::erase_if(sleepers, [&](const Sleeper& sleeper) {
    return !algorithm_.stays_asleep(sleeper, path_below, program);
  });
  return sleepers;
}

void OwnedTree::take_up(OwnedNode* node, std::vector<explore::Reversal> escaped,
                        const core::Program& program) {
  for (explore::Reversal& reversal : escaped) {
    OwnedNode* owner = node;
    while (owner != nullptr && owner->depth > reversal.depth) owner = owner->parent;
    if (owner == nullptr) continue;  // above the prefix: not part of this exploration
    if (algorithm_.optimal()) {
      insert(owner, std::move(reversal.sequence), Source::kTask, program);
    } else {
      insert_here(*owner, std::move(reversal), program);
    }
  }
}

void OwnedTree::insert_here(OwnedNode& node, explore::Reversal reversal,
                            const core::Program& program) {
  std::vector<Sleeper> inherited = node.node.sleep;
  node.node.sleep = sleepers_before(node, node.children.size());
  algorithm_.insert(node.node, node.path, std::move(reversal), program);
  node.node.sleep = std::move(inherited);
}

// Follows the branches that `sequence` could begin with, and takes it up where there is none.
void OwnedTree::insert(OwnedNode* node, Sequence sequence, Source source,
                       const core::Program& program) {
  while (!sequence.empty()) {
    const Sequence& path = node->path;
    const auto fits = [&](const Sleeper& sleeper) {
      return !algorithm_.overtaken(sleeper, path, sequence, program);
    };
    if (std::any_of(node->node.sleep.begin(), node->node.sleep.end(), fits)) return;
    const auto child =
        std::find_if(node->children.begin(), node->children.end(), [&](const auto& c) {
          return fits({c->step, node->depth});
        });
    if (child == node->children.end()) {
      insert_here(*node, {node->depth, std::move(sequence), source == Source::kTask}, program);
      return;
    }
    if ((*child)->state == ChildState::kFinal || (*child)->first) return;
    remove_step(sequence, (*child)->step);
    if ((*child)->state == ChildState::kOwned) {
      node = (*child)->owned.get();
    } else if ((*child)->state == ChildState::kExplored && source == Source::kLate) {
      node = open_explored(node, child->get(), program);
    } else {
      if (sequence.empty()) return;
      keep_late(node, child->get(), {node->depth + 1, std::move(sequence), source == Source::kTask},
                program);
      return;
    }
  }
}

// Turns a finished branch into an owned node, so that something can be added below it.
OwnedNode* OwnedTree::open_explored(OwnedNode* parent, OwnedChild* child,
                                    const core::Program& program) {
  std::unique_ptr<OwnedNode> owned = make_node(parent, child);
  if (parent != nullptr) owned->node.sleep = sleepers_below(parent, child, owned->path, program);
  std::vector<ExploredChild> done = children_at(owned->depth, std::exchange(child->explored, {}));
  std::vector<core::ActorId> actors;
  for (const ExploredChild& next : done) actors.push_back(next.actor);
  if (!reexecution_) {
    reexecution_ = std::make_unique<Reexecution>(factory_(), algorithm_.observers());
  }
  const std::vector<StepRef> steps = reexecution_->steps_after(owned->path, actors);
  for (std::size_t i = 0; i < done.size(); ++i) {
    owned->node.begun.push_back(actors[i]);
    add_child(*owned, ChildState::kExplored, steps[i])->explored = std::move(done[i].below);
  }
  child->state = ChildState::kOwned;
  child->owned = std::move(owned);
  return child->owned.get();
}

const OwnedChild* OwnedTree::settle(const core::Program& program) {
  const OwnedChild* first = nullptr;
  settle(nullptr, root_, first, program);
  return first;
}

// Everything before `child` is finished. True if it is finished as well.
bool OwnedTree::settle(OwnedNode* parent, OwnedChild& child, const OwnedChild*& first,
                       const core::Program& program) {
  if (child.state == ChildState::kExplored) take_up_late(parent, &child, program);
  switch (child.state) {
    case ChildState::kFinal:
      return true;
    case ChildState::kGiven:
      child.first = true;
      first = &child;
      return false;
    case ChildState::kExplored:
      break;
    case ChildState::kOwned:
      for (const auto& next : child.owned->children) {
        if (!settle(child.owned.get(), *next, first, program)) return false;
      }
      if (!child.owned->node.wakeup.empty()) return false;
      break;
  }
  if (child.owned && child.owned->parent != nullptr) {
    child.owned->parent->node.runs_done += child.owned->node.runs_done;
  }
  child.state = ChildState::kFinal;
  child.explored = {};
  child.owned.reset();
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

std::vector<Sequence> leaves(const std::vector<explore::Branch>& tree) {
  std::vector<Sequence> sequences;
  struct Frame {
    const std::vector<explore::Branch>* level;
    std::size_t next;
  };
  std::vector<Frame> stack{{&tree, 0}};
  Sequence current;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.next == frame.level->size()) {
      stack.pop_back();
      if (!current.empty()) current.pop_back();
      continue;
    }
    const explore::Branch& branch = (*frame.level)[frame.next++];
    current.push_back(branch.step);
    if (branch.next.empty()) {
      sequences.push_back(current);
      current.pop_back();
    } else {
      stack.push_back({&branch.next, 0});
    }
  }
  return sequences;
}

}  // namespace heddle::dist
