#include "dist/local_queue.hpp"

#include <algorithm>
#include <utility>

#include "dist/clone.hpp"
#include "support/check.hpp"

namespace heddle::dist {

using core::StepRef;
using explore::Node;
using explore::Reversal;
using explore::Sequence;

struct LocalQueue::Owned {
  Owned* parent = nullptr;
  std::uint32_t depth = 0;
  StepRef step;
  Node node;
  std::size_t tasks = 0;  // in flight
  std::vector<std::unique_ptr<Owned>> children;
};

LocalQueue::LocalQueue(const explore::Algorithm& algorithm, unsigned workers)
    : algorithm_(algorithm), workers_(workers) {
  Owned* root = add(nullptr, {}, {});
  again_.push_back({root, {}, 0, 0, true});
}

LocalQueue::LocalQueue(const explore::Algorithm& algorithm, unsigned workers, SavedTree tree)
    : algorithm_(algorithm), workers_(workers), counts_(tree.counts), found_(std::move(tree.found)) {
  std::vector<Owned*> nodes;
  for (SavedNode& saved : tree.nodes) {
    Owned* parent = saved.parent < 0 ? nullptr : nodes.at(saved.parent);
    nodes.push_back(add(parent, std::move(saved.step), std::move(saved.node)));
  }
  for (SavedBranch& saved : tree.in_flight) {
    again_.push_back({nodes.at(saved.node), std::move(saved.branch), saved.sleepers, saved.begun,
                      saved.fresh});
  }
}

LocalQueue::~LocalQueue() = default;

LocalQueue::Owned* LocalQueue::add(Owned* parent, StepRef step, Node node) {
  auto owned = std::make_unique<Owned>();
  owned->parent = parent;
  owned->depth = parent == nullptr ? 0 : parent->depth + 1;
  owned->step = std::move(step);
  owned->node = std::move(node);
  Owned* result = owned.get();
  if (!result->node.wakeup.empty()) open_nodes_.push_back(result);
  if (parent == nullptr) {
    root_ = std::move(owned);
  } else {
    parent->children.push_back(std::move(owned));
  }
  return result;
}

Sequence LocalQueue::path(const Owned* node) {
  Sequence steps(node->depth);
  for (; node->parent != nullptr; node = node->parent) steps[node->depth - 1] = node->step;
  return steps;
}

std::optional<TakenTask> LocalQueue::take() {
  std::unique_lock lock(mutex_);
  ++waiting_;
  update_hunger();
  changed_.wait(lock, [&] {
    return stopped() || !again_.empty() || !open_nodes_.empty() || in_flight_.empty();
  });
  --waiting_;
  update_hunger();
  if (stopped() || (again_.empty() && open_nodes_.empty())) return std::nullopt;

  InFlight given{};
  if (!again_.empty()) {
    given = std::move(again_.back());
    again_.pop_back();
  } else {
    // The shallowest branch holds most: fewer tasks, fewer visits here.
    const auto it = std::min_element(open_nodes_.begin(), open_nodes_.end(),
                                     [](const Owned* a, const Owned* b) { return a->depth < b->depth; });
    Owned* node = *it;
    given.node = node;
    given.branch = std::move(node->node.wakeup.front());
    node->node.wakeup.erase(node->node.wakeup.begin());
    if (node->node.wakeup.empty()) open_nodes_.erase(it);
    given.sleepers = node->node.sleep.size();
    given.begun = node->node.begun.size();
    node->node.begun.push_back(given.branch.actor);
    // From now on the branch counts as explored. Branches of backtrack sets have no step yet: theirs sleeps once it is
    // handed in.
    if (given.branch.step && algorithm_.sleep_sets()) {
      node->node.sleep.push_back({given.branch.step, node->depth});
    }
  }
  ++given.node->tasks;

  TakenTask taken;
  taken.id = next_id_++;
  explore::Task& task = taken.task;
  task.prefix = clone(path(given.node));
  task.root = clone(given.node->node);
  task.root.wakeup.clear();
  task.root.sleep.resize(given.sleepers);
  task.root.begun.resize(given.begun);
  task.root.runs_done = 0;
  task.fresh = given.fresh;
  task.shared_root = !given.fresh;
  if (!given.fresh) task.root.wakeup.push_back(clone(given.branch));
  in_flight_.emplace(taken.id, std::move(given));
  return taken;
}

void LocalQueue::insert(Owned* node, Reversal reversal, const core::Program& program) {
  const bool was_open = !node->node.wakeup.empty();
  const Sequence steps = path(node);
  algorithm_.insert(node->node, steps, std::move(reversal), program);
  if (!was_open && !node->node.wakeup.empty()) open_nodes_.push_back(node);
}

void LocalQueue::take_up(Owned* task_node, std::vector<Reversal> escaped,
                         const core::Program& program) {
  for (Reversal& reversal : escaped) {
    Owned* node = task_node;
    while (node->depth > reversal.depth) node = node->parent;
    insert(node, std::move(reversal), program);
  }
}

void LocalQueue::escape(TaskId id, std::vector<Reversal> escaped, const core::Program& program) {
  isolate(escaped);
  std::lock_guard lock(mutex_);
  take_up(in_flight_.at(id).node, std::move(escaped), program);
  update_hunger();
  changed_.notify_all();
}

void LocalQueue::commit(TaskId id, TaskResult result, const core::Program& program) {
  isolate(result.escaped);
  isolate(result.open);
  result.first = clone(result.first);
  std::lock_guard lock(mutex_);
  const auto it = in_flight_.find(id);
  HEDDLE_CHECK(it != in_flight_.end(), "task {} is not in flight", id);
  const InFlight given = std::move(it->second);
  Owned* node = given.node;
  in_flight_.erase(it);
  counts_.merge(result.counts);
  for (Found& found : result.found) found_.push_back(std::move(found));

  // The step of a branch from a backtrack set is known only now.
  if (!given.fresh && !given.branch.step && result.first && algorithm_.sleep_sets()) {
    node->node.sleep.push_back({result.first, node->depth});
  }
  // An unfinished task becomes a chain of owned nodes. The root of the first task is handed in with it; other tasks
  // share theirs with the queue, which has it already.
  Owned* at = node;
  for (std::size_t i = 0; i < result.open.size(); ++i) {
    explore::OpenNode& open = result.open[i];
    if (i == 0 && !given.fresh) continue;
    if (i == 0) {
      node->node = std::move(open.node);
      if (!node->node.wakeup.empty()) open_nodes_.push_back(node);
    } else {
      at = add(at, result.open[i - 1].step, std::move(open.node));
    }
    if (algorithm_.sleep_sets()) at->node.sleep.push_back({open.step, at->depth});
  }
  if (result.open.empty()) node->node.runs_done += result.counts.interleavings;
  take_up(node, std::move(result.escaped), program);
  --node->tasks;
  release(at);
  update_hunger();
  changed_.notify_all();
}

// Removes a node below which nothing is open, and then perhaps its parents.
void LocalQueue::release(Owned* node) {
  while (node->parent != nullptr && node->tasks == 0 && node->children.empty() &&
         node->node.wakeup.empty() &&
         std::none_of(again_.begin(), again_.end(),
                      [&](const InFlight& again) { return again.node == node; })) {
    Owned* parent = node->parent;
    std::erase_if(parent->children, [&](const auto& child) { return child.get() == node; });
    node = parent;
  }
}

void LocalQueue::update_hunger() {
  hungry_.store(waiting_ > 0 && again_.empty() && open_nodes_.empty(), std::memory_order_relaxed);
}

void LocalQueue::stop() {
  stopped_.store(true, std::memory_order_relaxed);
  std::lock_guard lock(mutex_);
  changed_.notify_all();
}

void LocalQueue::report(TaskId id, double estimate) {
  std::lock_guard lock(mutex_);
  if (const auto it = in_flight_.find(id); it != in_flight_.end()) it->second.estimate = estimate;
}

double LocalQueue::estimate() const {
  std::lock_guard lock(mutex_);
  return estimate(root_.get());
}

double LocalQueue::estimate(const Owned* node) const {
  double known = static_cast<double>(node->node.runs_done);
  for (const auto& child : node->children) known += estimate(child.get());
  double waiting = static_cast<double>(node->node.wakeup.size());
  for (const InFlight& given : again_) waiting += given.node == node ? 1 : 0;
  for (const auto& [id, given] : in_flight_) {
    if (given.node != node) continue;
    known += given.estimate;
    waiting += given.estimate == 0 ? 1 : 0;
  }
  const double begun = std::max(1.0, static_cast<double>(node->node.begun.size()));
  return known + waiting * std::max(known, 1.0) / begun;
}

explore::Counts LocalQueue::counts() const {
  std::lock_guard lock(mutex_);
  return counts_;
}

std::vector<Found> LocalQueue::found() const {
  std::lock_guard lock(mutex_);
  return found_;
}

std::size_t LocalQueue::open() const {
  std::lock_guard lock(mutex_);
  std::size_t open = again_.size() + in_flight_.size();
  for (const Owned* node : open_nodes_) open += node->node.wakeup.size();
  return open;
}

SavedTree LocalQueue::snapshot() const {
  std::lock_guard lock(mutex_);
  SavedTree tree;
  tree.counts = counts_;
  tree.found = found_;
  std::unordered_map<const Owned*, std::int64_t> index;
  std::vector<const Owned*> todo{root_.get()};
  while (!todo.empty()) {
    const Owned* node = todo.back();
    todo.pop_back();
    const std::int64_t parent = node->parent == nullptr ? -1 : index.at(node->parent);
    index[node] = static_cast<std::int64_t>(tree.nodes.size());
    tree.nodes.push_back({parent, clone(node->step), clone(node->node)});
    for (const auto& child : node->children) todo.push_back(child.get());
  }
  const auto save = [&](const InFlight& given) {
    tree.in_flight.push_back(
        {index.at(given.node), clone(given.branch), given.sleepers, given.begun, given.fresh});
  };
  for (const InFlight& given : again_) save(given);
  for (const auto& [id, given] : in_flight_) save(given);
  return tree;
}

}  // namespace heddle::dist
