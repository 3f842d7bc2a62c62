#include "dist/local_queue.hpp"

#include <algorithm>
#include <utility>

#include "dist/clone.hpp"
#include "support/check.hpp"

namespace heddle::dist {

using explore::Reversal;

namespace {

void restore(OwnedTree& tree, SavedTree& saved) {
  struct Todo {
    OwnedNode* parent;
    OwnedChild* child;
    SavedChild* from;
  };
  std::vector<Todo> todo{{nullptr, &tree.root(), &saved.root}};
  while (!todo.empty()) {
    const auto [parent, child, from] = todo.back();
    todo.pop_back();
    child->state = from->state;
    child->step = std::move(from->step);
    child->branch = std::move(from->branch);
    if (child->state != ChildState::kOwned) continue;
    SavedNode& node = saved.nodes.at(static_cast<std::size_t>(from->node));
    child->owned = tree.make_node(parent, child);
    child->owned->node = std::move(node.node);
    for (SavedChild& next : node.children) {
      child->owned->children.push_back(std::make_unique<OwnedChild>());
      todo.push_back({child->owned.get(), child->owned->children.back().get(), &next});
    }
  }
}

SavedChild save_alone(const OwnedChild& child) {
  HEDDLE_CHECK(!child.split, "a task that was split cannot be given away again");
  SavedChild saved;
  saved.state = child.state;
  saved.step = clone(child.step);
  saved.branch = clone(child.branch);
  return saved;
}

void save(const OwnedTree& tree, SavedTree& saved) {
  saved.root = save_alone(tree.root());
  std::vector<const OwnedNode*> nodes;
  const auto number = [&](const OwnedChild& child, SavedChild& to) {
    if (child.state != ChildState::kOwned) return;
    to.node = static_cast<std::int64_t>(nodes.size());
    nodes.push_back(child.owned.get());
  };
  number(tree.root(), saved.root);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    SavedNode node{clone(nodes[i]->node), {}};
    for (const auto& child : nodes[i]->children) {
      node.children.push_back(save_alone(*child));
      number(*child, node.children.back());
    }
    saved.nodes.push_back(std::move(node));
  }
}

}  // namespace

LocalQueue::LocalQueue(const explore::Algorithm& algorithm, explore::Sequence prefix,
                       TaskSizes sizes)
    : tree_(algorithm, std::move(prefix), sizes) {}

LocalQueue::LocalQueue(const explore::Algorithm& algorithm, SavedTree tree)
    : tree_(algorithm, std::move(tree.prefix)),
      independent_(std::move(tree.independent)),
      counts_(tree.counts),
      found_(std::move(tree.found)) {
  restore(tree_, tree);
  tree_.settle();
}

LocalQueue::~LocalQueue() = default;

std::optional<TakenTask> LocalQueue::give(const OwnedTree::Pending& pending,
                                          const core::Program& program) {
  TakenTask taken;
  taken.id = next_id_++;
  InFlight in_flight{};
  std::optional<OwnedTree::Rest> rest;
  if (never_saved_ && in_flight_.empty()) rest = tree_.give_rest(pending, taken.id);
  if (rest) {
    in_flight.place = std::move(rest->place);
    in_flight.earlier_runs = rest->earlier_runs;
    taken.task = std::move(rest->task);
  } else {
    std::optional<OwnedTree::Place> place = tree_.give(pending, taken.id, program);
    if (!place) return std::nullopt;
    in_flight.place = *std::move(place);
    taken.task = tree_.task_at(in_flight.place);
  }
  in_flight_.emplace(taken.id, std::move(in_flight));
  return taken;
}

std::optional<TakenTask> LocalQueue::give_next(const core::Program& program) {
  std::optional<TakenTask> taken;
  while (!taken) {
    const std::optional<OwnedTree::Pending> pending =
        in_flight_.empty() ? tree_.first() : tree_.worthwhile(program);
    if (!pending) return std::nullopt;
    taken = give(*pending, program);
  }
  return taken;
}

// The latest: whoever explores alone goes depth first, and few tasks wait.
TakenTask LocalQueue::give_independent() {
  TakenTask taken;
  taken.id = next_id_++;
  taken.task = clone(independent_.back());
  InFlight in_flight{};
  in_flight.independent = std::move(independent_.back());
  independent_.pop_back();
  in_flight_.emplace(taken.id, std::move(in_flight));
  return taken;
}

std::optional<TakenTask> LocalQueue::take(const core::Program& program) {
  std::unique_lock lock(mutex_);
  ++waiting_;
  std::optional<TakenTask> taken;
  while (!stopped() && independent_.empty()) {
    taken = give_next(program);
    hungry_.store(!taken, std::memory_order_relaxed);
    if (taken || in_flight_.empty()) break;
    changed_.wait(lock);
  }
  --waiting_;
  hungry_.store(waiting_ > independent_.size(), std::memory_order_relaxed);
  if (!taken && !stopped() && !independent_.empty()) return give_independent();
  if (!taken) changed_.notify_all();
  return taken;
}

std::optional<TakenTask> LocalQueue::take_now(const core::Program& program) {
  std::lock_guard lock(mutex_);
  if (!stopped() && !independent_.empty()) return give_independent();
  if (stopped()) return std::nullopt;
  return give_next(program);
}

std::size_t LocalQueue::escape(TaskId id, Reversal escaped, const core::Program& program) {
  std::lock_guard lock(mutex_);
  const explore::Inserted inserted =
      tree_.take_up(in_flight_.at(id).place, std::move(escaped), program);
  if (inserted.added && waiting_ > 0) changed_.notify_one();
  return inserted.rests_on;
}

void LocalQueue::split(TaskId id, std::vector<explore::OpenNode> open) {
  isolate(open);
  std::lock_guard lock(mutex_);
  InFlight& in_flight = in_flight_.at(id);
  tree_.split(in_flight.place, std::move(open));
  in_flight.earlier_runs = 0;  // the nodes know
  changed_.notify_all();
}

// The largest first, so that they are taken last: who waits gets what is at the end.
void LocalQueue::add(std::vector<explore::Task> spawned) {
  std::move(spawned.rbegin(), spawned.rend(), std::back_inserter(independent_));
}

void LocalQueue::spawn(TaskId id, std::vector<explore::Task> spawned) {
  for (explore::Task& task : spawned) task = clone(task);
  std::lock_guard lock(mutex_);
  in_flight_.at(id).spawned = true;
  add(std::move(spawned));
  hungry_.store(waiting_ > independent_.size(), std::memory_order_relaxed);
  changed_.notify_all();
}

bool LocalQueue::commit(TaskId id, TaskResult result, const core::Program& program) {
  isolate(result.open);
  for (explore::Task& task : result.spawned) task = clone(task);
  result.first = clone(result.first);
  std::lock_guard lock(mutex_);
  const auto it = in_flight_.find(id);
  HEDDLE_CHECK(it != in_flight_.end(), "task {} is not in flight", id);
  const InFlight given = std::move(it->second);
  in_flight_.erase(it);
  counts_.merge(result.counts);
  found_.add(result.found.all());
  ++handed_in_;
  add(std::move(result.spawned));
  if (!given.independent && given.place.probes()) {
    tree_.reveal(given.place, std::move(result.first), program);
  } else if (!given.independent) {
    tree_.hand_in(given.place, std::move(result.first), std::move(result.open),
                  result.counts.interleavings + given.earlier_runs);
    for (Reversal& escaped : result.escaped) {
      tree_.take_up(given.place, std::move(escaped), program);
    }
    tree_.settle();
  }
  sequences_hold_little_.store(tree_.sequences_hold_little(), std::memory_order_relaxed);
  changed_.notify_all();
  return true;
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

FoundErrors LocalQueue::found() const {
  std::lock_guard lock(mutex_);
  return found_;
}

std::size_t LocalQueue::open() const {
  std::lock_guard lock(mutex_);
  std::size_t open = tree_.open() + independent_.size();
  for (const auto& [id, given] : in_flight_) open += given.independent ? 1 : 0;
  return open;
}

double LocalQueue::estimate() const {
  std::lock_guard lock(mutex_);
  double estimate = tree_.estimate();
  for (const auto& [id, given] : in_flight_) estimate += given.estimate;
  if (!independent_.empty()) {
    estimate += static_cast<double>(independent_.size()) *
                static_cast<double>(counts_.interleavings + 1) /
                static_cast<double>(handed_in_ + in_flight_.size());
  }
  return estimate;
}

SavedTree LocalQueue::snapshot() const {
  std::lock_guard lock(mutex_);
  SavedTree tree;
  tree.counts = counts_;
  tree.found = found_.all();
  tree.prefix = clone(tree_.prefix());
  save(tree_, tree);
  const auto keep = [&](const explore::Task& task) { tree.independent.push_back(clone(task)); };
  std::for_each(independent_.begin(), independent_.end(), keep);
  for (const auto& [id, given] : in_flight_) {
    HEDDLE_CHECK(!given.spawned, "a task that spawned others cannot be given away again");
    if (given.independent) keep(*given.independent);
  }
  return tree;
}

}  // namespace heddle::dist
