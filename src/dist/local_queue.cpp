#include "dist/local_queue.hpp"

#include <algorithm>
#include <utility>

#include "dist/clone.hpp"
#include "support/check.hpp"

namespace heddle::dist {

using explore::Reversal;

namespace {

using Clock = std::chrono::steady_clock;

// Putting a task aside may cost one part in so many of the time in between.
constexpr int kPauseOfPuttingAside = 20;

// Nodes without a branch left are as good as finished: their own task is the only one that could
// have added any.
bool has_branches(const std::vector<explore::OpenNode>& open) {
  return std::any_of(open.begin(), open.end(),
                     [](const explore::OpenNode& node) { return !node.node.wakeup.empty(); });
}

}  // namespace

LocalQueue::LocalQueue(const explore::Algorithm& algorithm, explore::Sequence prefix,
                       TaskSizes sizes)
    : tree_(algorithm, std::move(prefix), sizes) {}

LocalQueue::LocalQueue(const explore::Algorithm& algorithm, SavedTree tree, TaskSizes sizes)
    : tree_(algorithm, std::move(tree.prefix), sizes),
      independent_(std::move(tree.independent)),
      counts_(tree.counts),
      found_(std::move(tree.found)) {
  restore(tree_, tree);
  tree_.settle();
}

LocalQueue::~LocalQueue() = default;

// ---- Giving

std::optional<TakenTask> LocalQueue::next(const core::Program& program) {
  if (!aside_.empty()) return give_again();
  if (!independent_.empty()) return give_independent();
  return give_next(program);
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

std::optional<TakenTask> LocalQueue::give(const OwnedTree::Pending& pending,
                                          const core::Program& program) {
  TakenTask taken;
  taken.id = next_id_++;
  InFlight in_flight{};
  if (!in_flight_.empty() || !give_rest(pending, taken, in_flight)) {
    std::optional<OwnedTree::Place> place = tree_.give(pending, taken.id, program);
    if (!place) return std::nullopt;
    in_flight.place = *std::move(place);
    taken.task = tree_.task_at(in_flight.place);
  }
  in_flight_.emplace(taken.id, std::move(in_flight));
  return taken;
}

// What is left is one task when nobody explores: branch by branch, with one worker for all that are
// too small to share, it would take longer than alone.
bool LocalQueue::give_rest(const OwnedTree::Pending& pending, TakenTask& taken,
                           InFlight& in_flight) {
  std::optional<OwnedTree::Rest> rest = tree_.give_rest(pending, taken.id);
  if (!rest) return false;
  in_flight.place = std::move(rest->place);
  in_flight.earlier_runs = rest->earlier_runs;
  taken.task = tree_.task_at(in_flight.place);
  if (!never_saved_) {
    in_flight.rest = clone(rest->nodes);
    tree_.put_aside(in_flight.place, {});
  }
  taken.task.rest = std::move(rest->nodes);
  return true;
}

TakenTask LocalQueue::give_again() {
  TakenTask taken;
  taken.id = aside_.back();
  aside_.pop_back();
  const InFlight& in_flight = in_flight_.at(taken.id);
  taken.task = tree_.task_at(in_flight.place);
  taken.task.rest = clone(in_flight.rest);
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
  while (!stopped()) {
    taken = next(program);
    hungry_.store(!taken, std::memory_order_relaxed);
    if (taken || in_flight_.empty()) break;
    changed_.wait(lock);
  }
  --waiting_;
  update_hunger();
  if (!taken) changed_.notify_all();
  return taken;
}

std::optional<TakenTask> LocalQueue::take_now(const core::Program& program) {
  std::lock_guard lock(mutex_);
  if (stopped()) return std::nullopt;
  return next(program);
}

void LocalQueue::update_hunger() {
  hungry_.store(waiting_ > independent_.size() + aside_.size(), std::memory_order_relaxed);
}

// ---- Taking in

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
  if (!never_saved_) {
    in_flight.upper = std::move(open);
    return;
  }
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
  InFlight& in_flight = in_flight_.at(id);
  if (!never_saved_) {
    in_flight.parts = std::move(spawned);
    return;
  }
  in_flight.spawned = true;
  add(std::move(spawned));
  update_hunger();
  changed_.notify_all();
}

bool LocalQueue::commit(TaskId id, TaskResult result, const core::Program& program) {
  const auto begin = Clock::now();
  isolate(result.open);
  for (explore::Task& task : result.spawned) task = clone(task);
  result.first = clone(result.first);
  const bool aside = has_branches(result.open);
  std::lock_guard lock(mutex_);
  const auto it = in_flight_.find(id);
  HEDDLE_CHECK(it != in_flight_.end(), "task {} is not in flight", id);
  InFlight given = std::move(it->second);
  in_flight_.erase(it);
  counts_.merge(result.counts);
  found_.add(result.found.all());
  ++handed_in_;
  hand_in(id, std::move(given), std::move(result), program);
  sequences_hold_little_.store(tree_.sequences_hold_little(), std::memory_order_relaxed);
  update_hunger();
  changed_.notify_all();
  // Its worker takes as long again to read it.
  if (aside) {
    putting_aside_ =
        2 * std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
  }
  return true;
}

void LocalQueue::hand_in(TaskId id, InFlight given, TaskResult result,
                         const core::Program& program) {
  // What is left goes on as one; it is what its worker takes next, if nobody waits.
  add(std::move(given.parts));
  if (!result.spawned.empty()) independent_.emplace_back().parts = std::move(result.spawned);
  if (given.independent) return;
  if (given.place.probes()) {
    tree_.reveal(given.place, std::move(result.first), program);
    return;
  }
  given.earlier_runs += result.counts.interleavings;
  if (!given.upper.empty()) {
    tree_.split(given.place, std::exchange(given.upper, {}));
    given.earlier_runs = 0;  // the nodes know
  }
  const OwnedTree::Place place = given.place;
  if (has_branches(result.open)) {
    tree_.put_aside(place, std::move(result.first));
    given.rest = std::move(result.open);
    in_flight_.emplace(id, std::move(given));
    aside_.push_back(id);
  } else {
    tree_.hand_in(place, std::move(result.first), given.earlier_runs);
  }
  for (Reversal& escaped : result.escaped) tree_.take_up(place, std::move(escaped), program);
  tree_.settle();
}

void LocalQueue::report(TaskId id, double estimate) {
  std::lock_guard lock(mutex_);
  if (const auto it = in_flight_.find(id); it != in_flight_.end()) it->second.estimate = estimate;
}

std::chrono::microseconds LocalQueue::pause() const {
  return never_saved_ ? std::chrono::microseconds(0) : kPauseOfPuttingAside * putting_aside_.load();
}

std::chrono::milliseconds LocalQueue::slice(TaskId /*task*/) const {
  return std::max(slice_, std::chrono::duration_cast<std::chrono::milliseconds>(pause()));
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
  const RestOf rest_of = [&](TaskId id) {
    const InFlight& in_flight = in_flight_.at(id);
    return in_flight.rest.empty() ? nullptr : &in_flight.rest;
  };
  save(tree_, rest_of, tree);
  const auto keep = [&](const explore::Task& task) {
    if (task.parts.empty()) tree.independent.push_back(clone(task));
    for (const explore::Task& part : task.parts) tree.independent.push_back(clone(part));
  };
  std::for_each(independent_.begin(), independent_.end(), keep);
  for (const auto& [id, given] : in_flight_) {
    HEDDLE_CHECK(!given.spawned, "a task that spawned others cannot be given away again");
    if (given.independent) keep(*given.independent);
  }
  return tree;
}

}  // namespace heddle::dist
