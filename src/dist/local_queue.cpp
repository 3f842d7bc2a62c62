#include "dist/local_queue.hpp"

#include <algorithm>
#include <utility>

#include "dist/clone.hpp"
#include "support/check.hpp"

namespace heddle::dist {

using explore::Reversal;

namespace {

void restore(OwnedTree& tree, OwnedChild& child, SavedChild saved, OwnedNode* parent,
             std::vector<SavedNode>& nodes) {
  child.state = saved.state;
  child.step = std::move(saved.step);
  child.branch = std::move(saved.branch);
  if (!saved.late.empty()) {
    child.late = std::make_unique<explore::Node>();
    for (const explore::Sequence& sequence : saved.late) {
      std::vector<explore::Branch>* level = &child.late->wakeup;
      for (const core::StepRef& step : sequence) {
        level->push_back({step->actor(), step, {}});
        level = &level->back().next;
      }
    }
  }
  child.explored = std::move(saved.explored);
  if (saved.state != ChildState::kOwned) return;
  SavedNode& node = nodes.at(static_cast<std::size_t>(saved.node));
  child.owned = tree.make_node(parent, &child);
  child.owned->node = std::move(node.node);
  for (SavedChild& next : node.children) {
    child.owned->children.push_back(std::make_unique<OwnedChild>());
    restore(tree, *child.owned->children.back(), std::move(next), child.owned.get(), nodes);
  }
}

SavedChild save(const OwnedChild& child, std::vector<SavedNode>& nodes) {
  SavedChild saved;
  saved.state = child.state;
  saved.step = clone(child.step);
  saved.branch = clone(child.branch);
  if (child.late) {
    for (const explore::Sequence& late : leaves(child.late->wakeup)) {
      saved.late.push_back(clone(late));
    }
  }
  saved.explored = child.explored;
  if (child.state != ChildState::kOwned) return saved;
  saved.node = static_cast<std::int64_t>(nodes.size());
  nodes.emplace_back();
  nodes.back().node = clone(child.owned->node);
  for (const auto& next : child.owned->children) {
    SavedChild saved_next = save(*next, nodes);
    nodes[static_cast<std::size_t>(saved.node)].children.push_back(std::move(saved_next));
  }
  return saved;
}

}  // namespace

LocalQueue::LocalQueue(const explore::Algorithm& algorithm, const core::ProgramFactory& factory,
                       explore::Sequence prefix)
    : algorithm_(algorithm), tree_(algorithm, factory, std::move(prefix)) {}

LocalQueue::LocalQueue(const explore::Algorithm& algorithm, const core::ProgramFactory& factory,
                       SavedTree tree)
    : algorithm_(algorithm),
      tree_(algorithm, factory, std::move(tree.prefix)),
      counts_(tree.counts),
      found_(std::move(tree.found)) {
  restore(tree_, tree_.root(), std::move(tree.root), nullptr, tree.nodes);
  settle(*factory());
}

LocalQueue::~LocalQueue() = default;

std::optional<TakenTask> LocalQueue::take(const core::Program& program) {
  std::unique_lock lock(mutex_);
  ++waiting_;
  std::optional<OwnedTree::Pending> pending;
  while (!stopped()) {
    // Near the first task in order, less has to be kept; the others take what is worth a task.
    pending = tree_.find(first_ != 0);
    hungry_.store(!pending, std::memory_order_relaxed);
    if (pending || in_flight_.empty()) break;
    changed_.wait(lock);
  }
  --waiting_;
  hungry_.store(waiting_ > 0, std::memory_order_relaxed);
  if (stopped() || !pending) {
    changed_.notify_all();
    return std::nullopt;
  }
  TakenTask taken;
  taken.id = next_id_++;
  InFlight in_flight{};
  taken.task = tree_.give(*pending, taken.id, in_flight.place);
  in_flight.keep_explored = std::make_shared<std::atomic<bool>>(algorithm_.optimal());
  taken.keep_explored = in_flight.keep_explored;
  in_flight_.emplace(taken.id, std::move(in_flight));
  settle(program);
  taken.task.keep_explored = *taken.keep_explored;
  return taken;
}

void LocalQueue::settle(const core::Program& program) {
  const OwnedChild* first = tree_.settle(program);
  first_ = first == nullptr ? 0 : first->task;
  const auto it = in_flight_.find(first_);
  // Reversals that arrived while something before the task was open still need its steps.
  if (it != in_flight_.end() && !first->late) {
    it->second.keep_explored->store(false, std::memory_order_relaxed);
  }
}

void LocalQueue::escape(TaskId id, std::vector<Reversal> escaped, const core::Program& program) {
  std::lock_guard lock(mutex_);
  OwnedNode* node = in_flight_.at(id).place.node;
  if (node != nullptr) tree_.take_up(node, std::move(escaped), program);
  changed_.notify_all();
}

void LocalQueue::split(TaskId id, std::vector<explore::OpenNode> open,
                       const core::Program& program) {
  isolate(open);
  std::lock_guard lock(mutex_);
  tree_.split(in_flight_.at(id).place, std::move(open), program);
  settle(program);
  changed_.notify_all();
}

void LocalQueue::commit(TaskId id, TaskResult result, const core::Program& program) {
  isolate(result.open);
  result.first = clone(result.first);
  std::lock_guard lock(mutex_);
  const auto it = in_flight_.find(id);
  HEDDLE_CHECK(it != in_flight_.end(), "task {} is not in flight", id);
  const InFlight given = std::move(it->second);
  in_flight_.erase(it);
  counts_.merge(result.counts);
  for (Found& found : result.found) found_.push_back(std::move(found));
  OwnedNode* node = given.place.node;
  tree_.hand_in(given.place, std::move(result.first), std::move(result.open),
                std::move(result.explored), result.counts.interleavings, program);
  if (node != nullptr) tree_.take_up(node, std::move(result.escaped), program);
  settle(program);
  changed_.notify_all();
}

void LocalQueue::report(TaskId id, double estimate) {
  std::lock_guard lock(mutex_);
  if (const auto it = in_flight_.find(id); it != in_flight_.end()) it->second.estimate = estimate;
}

void LocalQueue::stop() {
  stopped_.store(true, std::memory_order_relaxed);
  std::lock_guard lock(mutex_);
  changed_.notify_all();
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
  return tree_.open();
}

double LocalQueue::estimate() const {
  std::lock_guard lock(mutex_);
  double estimate = tree_.estimate();
  for (const auto& [id, given] : in_flight_) estimate += given.estimate;
  return estimate;
}

SavedTree LocalQueue::snapshot() const {
  std::lock_guard lock(mutex_);
  SavedTree tree;
  tree.counts = counts_;
  tree.found = found_;
  tree.prefix = clone(tree_.prefix());
  tree.root = save(tree_.root(), tree.nodes);
  return tree;
}

}  // namespace heddle::dist
