#include "dist/replicated_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dist/clone.hpp"
#include "support/bytes.hpp"
#include "support/check.hpp"

namespace heddle::dist {

using explore::Reversal;
using Clock = std::chrono::steady_clock;

namespace {

// How often a worker that waits for a task looks by itself, should nobody wake it.
constexpr auto kLookAgain = std::chrono::milliseconds(250);
// What a commit may cost of a slice.
constexpr int kSliceOfCommits = 20;

}  // namespace

ReplicatedQueue::ReplicatedQueue(RunStore& store, core::SharedState& shared,
                                 const explore::Algorithm& algorithm, ReplicatedOptions options)
    : store_(store), shared_(shared), algorithm_(algorithm), options_(options) {}

ReplicatedQueue::~ReplicatedQueue() = default;

// ---- The replica

void ReplicatedQueue::apply(const RunStore::Row& row, const core::Program& program,
                            TreeChange& change) {
  HEDDLE_CHECK(row.number == row_ + 1, "row {} of the log comes after row {}", row.number, row_);
  Record record = parse_record(row.bytes);
  if (!record.contents.empty()) shared_.restore(record.contents);
  for (Operation& operation : record.operations) {
    replica_->apply(std::move(operation), program, change);
  }
  row_ = row.number;
}

void ReplicatedQueue::reload(RunStore::Turn* turn) {
  const RunStore::Row snapshot = turn != nullptr ? turn->snapshot() : store_.snapshot();
  replica_ = std::make_unique<TreeReplica>(algorithm_, options_.sizes);
  row_ = snapshot.number;
  if (row_ == 0) return;
  support::ByteReader in(snapshot.bytes, "the snapshot of the run", "start the run again");
  shared_.restore(in.field());
  replica_->restore(in.field());
  in.finish();
}

void ReplicatedQueue::catch_up(RunStore::Turn* turn, const core::Program& program) {
  if (replica_ == nullptr) reload(turn);
  auto rows = turn != nullptr ? turn->after(row_) : store_.after(row_);
  while (!rows) {
    reload(turn);
    rows = turn != nullptr ? turn->after(row_) : store_.after(row_);
  }
  TreeChange ignored;
  for (const RunStore::Row& row : *rows) apply(row, program, ignored);
  // Whose row it is saves it.
  snapshots_ = row_ / options_.rows_per_snapshot;
}

TreeChange ReplicatedQueue::perform(RunStore::Turn& turn, std::vector<Operation> operations,
                                    const core::Program& program) {
  Record record;
  record.operations = std::move(operations);
  record.contents = publish_all_ ? shared_.save() : shared_.save_new();
  const std::string bytes = to_bytes(record);
  turn.append(bytes);
  TreeChange change;
  apply({row_ + 1, bytes}, program, change);
  for (const TreeChange::Given& given : change.given) turn.add_task(given.task, given.path);
  for (const TaskId id : change.finished) turn.remove_task(id);
  if (replica_->over()) turn.finish();
  return change;
}

// After a commit.
void ReplicatedQueue::committed() {
  publish_all_ = false;
  if (replica_->over()) over_ = true;
  sequences_hold_little_.store(replica_->sequences_hold_little(), std::memory_order_relaxed);
  ++wakes_;
  changed_.notify_all();
  if (row_ / options_.rows_per_snapshot == snapshots_) return;
  snapshots_ = row_ / options_.rows_per_snapshot;
  if (!store_.wants_snapshot()) return;
  support::ByteWriter out;
  out.field(shared_.save());
  out.field(replica_->snapshot());
  store_.save_snapshot({row_, out.take()});
}

void ReplicatedQueue::lose() {
  replica_.reset();
  row_ = 0;
  snapshots_ = 0;
  publish_all_ = true;
  for (auto& [id, taken] : taken_) taken.lost = true;
}

// ---- Taking

ReplicatedQueue::Next ReplicatedQueue::next(const core::Program& program, TakenTask& task) {
  try {
    std::vector<TaskId> held;
    {
      std::lock_guard lock(mutex_);
      for (const auto& [id, taken] : taken_) held.push_back(id);
    }
    if (auto lease = store_.take(held)) return start(std::move(lease), program, task);
    std::lock_guard lock(mutex_);
    catch_up(nullptr, program);
    if (replica_->over()) {
      over_ = true;
      return Next::kOver;
    }
    if (!replica_->gives(program)) return Next::kNothing;
    const auto turn = store_.turn(nullptr);
    catch_up(turn.get(), program);
    if (!replica_->gives(program)) return Next::kAgain;
    perform(*turn, {Operation{}}, program);
    turn->commit(false);
    committed();
  } catch (const StoreLost&) {
    std::lock_guard lock(mutex_);
    lose();
  }
  return Next::kAgain;
}

ReplicatedQueue::Next ReplicatedQueue::start(std::unique_ptr<RunStore::Lease> lease,
                                             const core::Program& program, TakenTask& task) {
  std::lock_guard lock(mutex_);
  catch_up(nullptr, program);
  // The row of a task and the record that gave it are one commit.
  HEDDLE_CHECK(replica_->knows(lease->task()), "task {} is not in the log", lease->task());
  if (lease->attempt() > options_.attempts) {
    quarantine(std::move(lease), program);
    return Next::kAgain;
  }
  if (taken_.contains(lease->task())) return Next::kAgain;  // two threads, one fenced task
  task.id = lease->task();
  task.task = replica_->task(task.id);
  Taken& taken = taken_[task.id];
  taken.lease = std::move(lease);
  taken.begin = Clock::now();
  return Next::kTaken;
}

void ReplicatedQueue::quarantine(std::unique_ptr<RunStore::Lease> lease,
                                 const core::Program& program) {
  const TaskId id = lease->task();
  const auto turn = store_.turn(std::move(lease));
  catch_up(turn.get(), program);
  std::string names;
  std::vector<core::ActorId> path = replica_->path(id);
  constexpr std::size_t kMost = 20;
  const std::size_t hidden = path.size() > kMost ? path.size() - kMost : 0;
  if (hidden > 0) names = fmt::format("{} more, ", hidden);
  for (std::size_t i = hidden; i < path.size(); ++i) {
    names += (i > hidden ? ", " : "") + program.actor_name(path[i]);
  }
  Operation operation;
  operation.kind = Operation::Kind::kQuarantine;
  operation.task = id;
  perform(*turn, {std::move(operation)}, program);
  turn->quarantine_task(id, names.empty() ? "from the start" : "after steps of " + names);
  turn->commit(true);
  committed();
}

std::optional<TakenTask> ReplicatedQueue::take_now(const core::Program& program) {
  TakenTask task;
  while (!stopped()) {
    switch (next(program, task)) {
      case Next::kTaken:
        return task;
      case Next::kAgain:
        continue;
      case Next::kNothing:
      case Next::kOver:
        return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<TakenTask> ReplicatedQueue::take(const core::Program& program) {
  bool waits = false;
  const auto wait = [&](bool begin) {
    if (begin == waits) return;
    waits = begin;
    waiting_ += begin ? 1 : -1U;
    update_hunger();
  };
  while (!stopped()) {
    std::uint64_t wakes = 0;
    {
      std::lock_guard lock(mutex_);
      wakes = wakes_;
    }
    TakenTask task;
    const Next result = next(program, task);
    std::unique_lock lock(mutex_);
    if (result == Next::kTaken || result == Next::kOver) {
      wait(false);
      if (result == Next::kTaken) return task;
      return std::nullopt;
    }
    if (result == Next::kAgain) continue;
    wait(true);
    changed_.wait_for(lock, kLookAgain, [&] { return stopped() || wakes != wakes_; });
  }
  std::lock_guard lock(mutex_);
  wait(false);
  return std::nullopt;
}

// ---- Working

std::size_t ReplicatedQueue::escape(TaskId id, Reversal escaped, const core::Program& program) {
  std::lock_guard lock(mutex_);
  Taken& taken = taken_.at(id);
  // A worker that was fenced off while it was frozen: somebody else may have finished its task.
  const auto gone = [&] {
    taken.lost = taken.lost || !replica_->knows(id);
    return taken.lost;
  };
  if (gone()) return 0;
  if (const auto covered = replica_->covers(id, escaped, program)) return covered->rests_on;
  const auto now = Clock::now();
  if (taken.waiting.empty()) taken.waiting_since = now;
  taken.waiting.push_back(std::move(escaped));
  if (taken.waiting.size() < options_.most_waiting &&
      now - taken.waiting_since < options_.longest_wait) {
    return explore::kWhole;
  }
  try {
    const Reversal last = taken.waiting.back();
    const auto turn = store_.turn(nullptr);
    catch_up(turn.get(), program);
    if (gone()) return 0;
    take_up(*turn, id, taken, program);
    turn->commit(false);
    committed();
    const auto covered = replica_->covers(id, last, program);
    return covered ? covered->rests_on : explore::kWhole;
  } catch (const StoreLost&) {
    lose();
    return 0;
  }
}

// Some cover others, so each is asked about after those before it.
void ReplicatedQueue::take_up(RunStore::Turn& turn, TaskId id, Taken& taken,
                              const core::Program& program) {
  Record record;
  TreeChange ignored;
  for (Reversal& reversal : taken.waiting) {
    if (replica_->covers(id, reversal, program)) continue;
    Operation operation;
    operation.kind = Operation::Kind::kEscape;
    operation.task = id;
    operation.escaped.push_back(std::move(reversal));
    // As from its bytes: the tree copies what it keeps of a reversal.
    replica_->apply(operation, program, ignored);
    record.operations.push_back(std::move(operation));
  }
  taken.waiting.clear();
  if (record.operations.empty()) return;
  record.contents = publish_all_ ? shared_.save() : shared_.save_new();
  turn.append(to_bytes(record));
  ++row_;
}

void ReplicatedQueue::split(TaskId id, std::vector<explore::OpenNode> open) {
  std::lock_guard lock(mutex_);
  taken_.at(id).upper = std::move(open);
}

void ReplicatedQueue::spawn(TaskId id, std::vector<explore::Task> spawned) {
  std::lock_guard lock(mutex_);
  taken_.at(id).spawned = std::move(spawned);
}

bool ReplicatedQueue::commit(TaskId id, TaskResult result, const core::Program& program) {
  std::lock_guard lock(mutex_);
  const auto it = taken_.find(id);
  HEDDLE_CHECK(it != taken_.end(), "task {} is not in flight here", id);
  Taken taken = std::move(it->second);
  taken_.erase(it);
  // A run that was cut off would be cut off for everybody.
  if (taken.lost || result.counts.bounds_hit.has(explore::BoundKind::kStopped)) return false;
  const auto begin = Clock::now();
  try {
    catch_up(nullptr, program);  // so that others wait only for what comes meanwhile
    const auto turn = store_.turn(std::move(taken.lease));
    catch_up(turn.get(), program);
    take_up(*turn, id, taken, program);
    Operation operation;
    operation.kind = Operation::Kind::kHandIn;
    operation.task = id;
    operation.first = std::move(result.first);
    operation.upper = std::move(taken.upper);
    operation.rest = std::move(result.open);
    operation.escaped = std::move(result.escaped);
    // What others asked for is theirs, piece by piece; the rest goes on as one.
    operation.spawned = std::move(taken.spawned);
    if (!result.spawned.empty()) {
      operation.spawned.emplace_back().parts = std::move(result.spawned);
    }
    operation.runs = result.counts.interleavings;
    operation.microseconds = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(begin - taken.begin).count());
    const bool aside = !operation.rest.empty();
    perform(*turn, {std::move(operation)}, program);
    if (aside) turn->renew_task(id);
    turn->add_counts(result.counts);
    for (const Found& found : result.found) turn->add_found(found);
    for (const Tally& tally : result.tallies) turn->add_tally(tally);
    turn->commit(replica_->over() || !result.found.empty());
    committed();
  } catch (const LeaseLost&) {
    return false;
  } catch (const StoreLost&) {
    lose();
    return false;
  }
  commit_time_ = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
  return true;
}

bool ReplicatedQueue::lost(TaskId id) const {
  std::lock_guard lock(mutex_);
  const auto it = taken_.find(id);
  return it != taken_.end() && it->second.lost;
}

// A task whose worker died may just have been unlucky: it is handed in sooner the next time, so
// that only what really kills its workers comes to the last attempt.
std::chrono::milliseconds ReplicatedQueue::slice(TaskId id) const {
  std::lock_guard lock(mutex_);
  const auto wanted =
      std::chrono::duration_cast<std::chrono::milliseconds>(kSliceOfCommits * commit_time_);
  const auto slice = std::clamp(wanted, options_.shortest_slice, options_.longest_slice);
  const auto it = taken_.find(id);
  const unsigned attempt = it == taken_.end() ? 1 : it->second.lease->attempt();
  return slice / (1U << (3 * (std::min(attempt, options_.attempts) - 1)));
}

// ---- What others see

void ReplicatedQueue::report(TaskId id, double estimate) {
  std::lock_guard lock(mutex_);
  if (const auto it = taken_.find(id); it != taken_.end()) it->second.estimate = estimate;
}

double ReplicatedQueue::estimate_in_flight() const {
  std::lock_guard lock(mutex_);
  double estimate = 0;
  for (const auto& [id, taken] : taken_) estimate += taken.estimate;
  return estimate;
}

double ReplicatedQueue::estimate_of_tree() const {
  std::lock_guard lock(mutex_);
  return replica_ == nullptr ? 0 : replica_->estimate();
}

unsigned ReplicatedQueue::waiting() const {
  std::lock_guard lock(mutex_);
  return waiting_;
}

void ReplicatedQueue::update_hunger() {
  hungry_.store(waiting_ > 0 || others_hungry_, std::memory_order_relaxed);
}

void ReplicatedQueue::set_others_hungry(bool hungry) {
  std::lock_guard lock(mutex_);
  others_hungry_ = hungry;
  update_hunger();
}

void ReplicatedQueue::wake() {
  std::lock_guard lock(mutex_);
  ++wakes_;
  changed_.notify_all();
}

void ReplicatedQueue::stop() {
  stopped_.store(true, std::memory_order_relaxed);
  std::lock_guard lock(mutex_);
  changed_.notify_all();
}

}  // namespace heddle::dist
