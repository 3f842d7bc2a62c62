#include "dist/owned_tree.hpp"

#include <algorithm>
#include <utility>

#include "dist/clone.hpp"
#include "explore/wakeup_tree.hpp"
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

// Whether the branch with which a sleeper began, at `node` or above it, is still being explored.
bool unfinished(const Sleeper& sleeper, const OwnedNode& node) {
  const OwnedNode* at = &node;
  while (at != nullptr && at->depth > sleeper.depth) at = at->parent;
  HEDDLE_CHECK(at != nullptr && at->depth == sleeper.depth, "a sleeper of depth {} has no node",
               sleeper.depth);
  const auto child = std::find_if(at->children.begin(), at->children.end(), [&](const auto& c) {
    return c->step && c->step->actor() == sleeper.step->actor();
  });
  HEDDLE_CHECK(child != at->children.end(), "a sleeper of depth {} has no branch", sleeper.depth);
  return (*child)->state != ChildState::kFinished;
}

bool any_unfinished(const std::vector<Sleeper>& sleepers, const OwnedNode& node) {
  return std::any_of(sleepers.begin(), sleepers.end(),
                     [&](const Sleeper& sleeper) { return unfinished(sleeper, node); });
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

bool has_nothing_in_it(const OwnedNode& node) {
  return node.children.empty() && node.node.wakeup.empty();
}

// The next branch of a node, or the node itself.
std::optional<OwnedTree::Pending> next_at(OwnedNode& node) {
  const bool waits = has_nothing_in_it(node) ? any_unfinished(node.node.sleep, node)
                                             : node.node.wakeup.empty() || node.probe != 0;
  if (waits) return std::nullopt;
  return OwnedTree::Pending{&node, nullptr};
}

std::optional<OwnedTree::Pending> pending_at(OwnedNode& node) {
  for (const auto& child : node.children) {
    if (child->state == ChildState::kGiven && child->task == 0) {
      return OwnedTree::Pending{&node, child.get()};
    }
  }
  return next_at(node);
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
      if (const std::optional<Pending> here = next_at(*node)) return here;
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
  if (!algorithm_.optimal() || node.node.wakeup.empty() || node.node.wakeup.front().wild) {
    return true;
  }
  Sequence path = path_to(&node);
  path.push_back(node.node.wakeup.front().step);
  return !any_unfinished(sleepers_below(node, nullptr, path, program), node);
}

OwnedChild* OwnedTree::begin_branch(OwnedNode& node) const {
  explore::Branch branch = std::move(node.node.wakeup.front());
  node.node.wakeup.erase(node.node.wakeup.begin());
  node.node.begun.push_back(branch.actor);
  OwnedChild* child = add_child(node, ChildState::kGiven, branch.step);
  child->branch = std::move(branch);
  return child;
}

// What still sleeps after `path_below`, which begins at the node with `child` (null: with a branch
// that waits).
std::vector<Sleeper> OwnedTree::sleepers_below(const OwnedNode& node, const OwnedChild* child,
                                               const Sequence& path_below,
                                               const core::Program& program) const {
  std::vector<Sleeper> sleepers = sleepers_before(node, child);
  std::erase_if(sleepers, [&](const Sleeper& sleeper) {
    return !algorithm_.stays_asleep(sleeper, path_below, program);
  });
  return sleepers;
}

// Makes the first step of a wakeup sequence a node of this tree. After a wild step it may turn out
// that what comes next sleeps; with observers such a step may begin a sequence all the same.
OwnedNode* OwnedTree::own(OwnedNode& node, OwnedChild& child, std::vector<Sleeper> sleepers) const {
  std::unique_ptr<OwnedNode> owned = make_node(&node, &child);
  owned->node.sleep = std::move(sleepers);
  owned->node.wakeup = std::move(child.branch.next);
  if (!algorithm_.observers()) {
    std::erase_if(owned->node.wakeup,
                  [&](const explore::Branch& branch) { return owned->node.asleep(branch.actor); });
  }
  owned->node.divergences = node.node.divergences + (node.node.begun.size() > 1 ? 1 : 0);
  child.branch = {};
  child.state = ChildState::kOwned;
  child.owned = std::move(owned);
  return child.owned.get();
}

// A node with nothing in it goes back to its parent: a branch that ends with the step to it.
OwnedChild* OwnedTree::disown(OwnedNode& node) {
  OwnedChild* slot = node.slot;
  slot->state = ChildState::kGiven;
  slot->branch = {slot->step->actor(), slot->step, {}};
  slot->owned.reset();
  return slot;
}

std::optional<OwnedTree::Place> OwnedTree::give(Pending pending, TaskId id,
                                                const core::Program& program) {
  OwnedNode* node = pending.node;
  OwnedChild* slot = pending.again;
  if (slot == nullptr && node != nullptr && has_nothing_in_it(*node)) {
    OwnedNode* parent = node->parent;
    slot = disown(*node);
    node = parent;
  }
  Sequence path = path_to(node);
  for (bool within_sequence = false; slot == nullptr; within_sequence = true) {
    if (node->node.wakeup.empty()) {
      settle();
      return std::nullopt;
    }
    if (node->node.wakeup.front().wild) {
      node->probe = id;
      return Place{node, nullptr, false, std::move(path)};
    }
    slot = begin_branch(*node);
    slot->within_sequence = within_sequence;
    if (!algorithm_.optimal()) break;
    path.push_back(slot->step);
    std::vector<Sleeper> sleepers = sleepers_below(*node, slot, path, program);
    if (any_unfinished(sleepers, *node)) {
      node = own(*node, *slot, std::move(sleepers));
      slot = nullptr;
    } else {
      path.pop_back();
    }
  }
  slot->task = id;
  slot->shared_root = node != nullptr;
  return Place{node, slot, slot->shared_root, std::move(path)};
}

std::optional<OwnedTree::Rest> OwnedTree::give_rest(Pending pending, TaskId id) {
  OwnedNode* top = pending.node;
  if (!algorithm_.optimal() || top == nullptr || top->children.empty()) return std::nullopt;
  const auto all_that_is_left = [](const OwnedNode& node, const OwnedChild* at) {
    return !any_unfinished(node.node.sleep, node) &&
           std::all_of(node.children.begin(), node.children.end(), [&](const auto& child) {
             return child.get() == at || child->state == ChildState::kFinished;
           });
  };
  if (!all_that_is_left(*top, nullptr)) return std::nullopt;
  std::vector<const OwnedChild*> steps{top->children.back().get()};
  for (; top->parent != nullptr && all_that_is_left(*top->parent, top->slot); top = top->parent) {
    steps.push_back(top->slot);
  }
  Rest rest{{top->parent, top->slot, false, path_to(top->parent)}, {}, top->node.runs_done};
  const OwnedNode* node = top;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    explore::OpenNode open{clone(node->node), clone((*step)->step)};
    for (const auto& child : node->children) {
      if (child.get() != *step) open.node.sleep.push_back({clone(child->step), node->depth});
    }
    rest.nodes.push_back(std::move(open));
    node = (*step)->owned.get();
  }
  OwnedChild* slot = top->slot;
  slot->state = ChildState::kGiven;
  slot->task = id;
  slot->split = true;
  slot->shared_root = false;
  slot->owned.reset();
  return rest;
}

explore::Task OwnedTree::task_at(const Place& place) const {
  const OwnedNode* node = place.node;
  const OwnedChild* slot = place.slot;
  explore::Task task;
  task.prefix = clone(place.path);
  if (node == nullptr) return task;
  if (place.probes()) {
    task.probe = node->node.wakeup.front().actor;
    return task;
  }
  if (!place.shared_root) task.prefix.push_back(clone(slot->step));
  if (algorithm_.optimal()) task.covered = covered_above(place);
  task.fresh = false;
  task.shared_root = place.shared_root;
  if (slot->aside) return task;
  if (algorithm_.sleep_sets()) task.root.sleep = sleepers_before(*node, slot);
  for (Sleeper& sleeper : task.root.sleep) sleeper.step = clone(sleeper.step);
  for (std::size_t i = 0; node->children[i].get() != slot; ++i) {
    task.root.begun.push_back(node->node.begun[i]);
  }
  task.root.divergences = node->node.divergences;
  task.root.wakeup.push_back(clone(slot->branch));
  return task;
}

std::vector<OwnedTree::Place> OwnedTree::given() const {
  std::vector<Place> places;
  const auto add = [&](OwnedNode* node, OwnedChild* slot) {
    if (slot->state != ChildState::kGiven || slot->task == 0) return;
    places.push_back({node, slot, slot->shared_root, path_to(node)});
  };
  add(nullptr, const_cast<OwnedChild*>(&root_));
  visit_nodes(root_, [&](OwnedNode& node) {
    for (const auto& child : node.children) add(&node, child.get());
    if (node.probe != 0) places.push_back({&node, nullptr, false, path_to(&node)});
  });
  return places;
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

// Its nodes become owned ones; it is where the last one's current branch is.
void OwnedTree::split(Place& place, std::vector<explore::OpenNode> open) {
  const TaskId task = place.slot->task;
  if (place.node != nullptr && !place.slot->step) place.slot->step = open.front().step;
  for (std::size_t i = place.shared_root ? 1 : 0; i < open.size(); ++i) {
    OwnedChild* at = place.slot;
    std::unique_ptr<OwnedNode> owned = make_node(place.node, at);
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
    if (place.node != nullptr) place.path.push_back(at->step);
    place.node = owned.get();
    place.slot = next;
    at->state = ChildState::kOwned;
    at->owned = std::move(owned);
    at->branch = {};
    at->aside = false;
    at->task = 0;
    at->split = false;
  }
  place.shared_root = false;
  place.slot->state = ChildState::kGiven;
  place.slot->task = task;
  place.slot->split = true;
  place.slot->shared_root = false;
}

void OwnedTree::put_aside(const Place& place, StepRef first) {
  if (place.node != nullptr && !place.slot->step) place.slot->step = std::move(first);
  place.slot->branch = {};
  place.slot->split = false;
  place.slot->aside = true;
}

// As the explorer does when it has taken a wild branch, which is the first of the node's. The
// branch begins at once: a leaf that waits would seem to cover what it does not.
void OwnedTree::reveal(const Place& probe, StepRef step, const core::Program& program) {
  OwnedNode& node = *probe.node;
  node.probe = 0;
  OwnedChild* child = begin_branch(node);
  explore::Branch branch(step->actor(), step, std::move(child->branch.next));
  explore::replant(step, node.node.wakeup, branch.next, algorithm_, program);
  child->step = std::move(step);
  child->branch = std::move(branch);
  Sequence path_below = probe.path;
  path_below.push_back(child->step);
  std::vector<Sleeper> sleepers = sleepers_below(node, child, path_below, program);
  if (any_unfinished(sleepers, node)) own(node, *child, std::move(sleepers));
}

void OwnedTree::hand_in(const Place& place, StepRef first, std::uint64_t runs) {
  OwnedChild* slot = place.slot;
  if (place.node != nullptr && !slot->step) slot->step = std::move(first);
  if (slot->within_sequence) {
    ++sequences_.tasks;
    sequences_.runs += runs;
  }
  slot->state = ChildState::kFinished;
  slot->branch = {};
  slot->aside = false;
  slot->task = 0;
  slot->split = false;
  if (place.node != nullptr) place.node->node.runs_done += runs;
}

// Above the prefix there is nothing to explore: no node.
OwnedTree::Owner OwnedTree::owner_of(const Place& place, const explore::Reversal& reversal) {
  Owner owner{place.node, place.slot};
  while (owner.node != nullptr && owner.node->depth > reversal.depth) {
    owner = {owner.node->parent, owner.node->slot};
  }
  return owner;
}

std::optional<explore::Inserted> OwnedTree::covers(const Place& place,
                                                   const explore::Reversal& reversal,
                                                   const core::Program& program) const {
  const auto [owner, origin] = owner_of(place, reversal);
  if (owner == nullptr) return explore::Inserted{.added = false, .rests_on = 0};
  const auto path = std::span(place.path).first(owner->depth);
  explore::Inserted inserted;
  if (algorithm_.optimal()) {
    inserted = insert(owner, origin, path, reversal, false, program);
  } else {
    explore::Node node = owner->node;
    node.sleep = sleepers_before(*owner, nullptr);
    inserted = algorithm_.insert(node, path, reversal, program);
  }
  if (inserted.added) return std::nullopt;
  return inserted;
}

explore::Inserted OwnedTree::take_up(const Place& place, explore::Reversal reversal,
                                     const core::Program& program) {
  const auto [owner, origin] = owner_of(place, reversal);
  if (owner == nullptr) return {.added = false, .rests_on = 0};
  reversal.foreign = true;
  const auto path = std::span(place.path).first(owner->depth);
  if (algorithm_.optimal()) return insert(owner, origin, path, reversal, true, program);
  std::vector<Sleeper> inherited = owner->node.sleep;
  owner->node.sleep = sleepers_before(*owner, nullptr);
  const explore::Inserted inserted =
      algorithm_.insert(owner->node, path, std::move(reversal), program);
  owner->node.sleep = std::move(inherited);
  return inserted;
}

// Follows the branches that the sequence could begin with, and takes it up where there is none.
explore::Inserted OwnedTree::insert(OwnedNode* node, const OwnedChild* origin,
                                    std::span<const StepRef> path,
                                    const explore::Reversal& reversal, bool add,
                                    const core::Program& program) const {
  explore::Descent descent(reversal.sequence);
  Sequence below;  // the path, once it leaves the one to the origin
  const auto fits = [&](const Sleeper& sleeper) {
    return descent.fits(
        algorithm_.overtaken(*sleeper.step, path.subspan(sleeper.depth), descent.left(), program));
  };
  while (true) {
    if (std::any_of(node->node.sleep.begin(), node->node.sleep.end(), fits)) {
      return descent.covered();
    }
    bool before = origin != nullptr;
    const auto child = std::find_if(node->children.begin(), node->children.end(), [&](auto& c) {
      if (descent.fits(algorithm_.overtaken(*c->step, {}, descent.left(), program))) return true;
      before = before && c.get() != origin;
      return false;
    });
    if (child == node->children.end()) break;
    // What began before the branch that the reversal comes from covers it without help, and so does
    // everything below a node where nothing sleeps.
    OwnedChild& later = **child;
    if (before || later.state != ChildState::kOwned || later.owned->node.sleep.empty()) {
      return descent.covered();
    }
    descent.follow(later.step->actor());
    if (descent.done()) return descent.covered();
    origin = nullptr;
    if (below.empty()) below.assign(path.begin(), path.end());
    below.push_back(later.step);
    path = below;
    node = later.owned.get();
  }
  // A leaf of a sequence with wild steps may turn out to be one where something sleeps.
  const auto nothing_sleeps_after = [&](const Sequence& steps) {
    Sequence path_below(path.begin(), path.end());
    path_below.insert(path_below.end(), steps.begin(), steps.end());
    return sleepers_below(*node, nullptr, path_below, program).empty();
  };
  std::vector<explore::Branch>* level =
      descent.follow_tree(node->node.wakeup, algorithm_, program, nothing_sleeps_after);
  if (level == nullptr) return descent.covered();
  if (!add) return {.added = true};
  return descent.add_to(*level, reversal.foreign, algorithm_, program);
}

// A node can be forgotten when nothing is left below it and nothing can arrive there any more.
void OwnedTree::settle() {
  visit_nodes(root_, [&](OwnedNode& node) {
    if (!node.node.wakeup.empty() || has_nothing_in_it(node)) return;
    if (std::any_of(node.children.begin(), node.children.end(),
                    [](const auto& c) { return c->state != ChildState::kFinished; })) {
      return;
    }
    if (any_unfinished(node.node.sleep, node)) return;
    if (node.parent != nullptr) node.parent->node.runs_done += node.node.runs_done;
    OwnedChild* child = node.slot;
    child->state = ChildState::kFinished;
    child->owned.reset();
  });
}

std::size_t OwnedTree::open() const {
  std::size_t open = root_.state == ChildState::kGiven ? 1 : 0;
  visit_nodes(root_, [&](const OwnedNode& node) {
    open += has_nothing_in_it(node) ? 1 : node.node.wakeup.size();
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
