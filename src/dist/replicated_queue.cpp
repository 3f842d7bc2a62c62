#include "dist/replicated_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "dist/task_bytes.hpp"
#include "support/bytes.hpp"
#include "support/check.hpp"
#include "support/mix.hpp"

namespace heddle::dist {

using explore::Reversal;
using Clock = std::chrono::steady_clock;

namespace {

// How often a worker that waits for a task looks by itself, should nobody wake it.
constexpr auto kLookAgain = std::chrono::milliseconds(250);
// What a commit may cost of a slice.
constexpr int kSliceOfCommits = 20;
// What handing in for others may cost of the time between two times.
constexpr int kPauseOfCommits = 4;
// What taking up reversals may cost of the time between two times.
constexpr int kPauseOfTurns = 10;
constexpr auto kLongestWait = std::chrono::milliseconds(200);
// The longer a run is, the larger are the parts that are given away (TreeReplica::adapt_sizes; a
// part is ten times as long as the pause).
constexpr int kPauseOfRun = 200;
constexpr auto kLongestPause = std::chrono::microseconds(500'000);

// Of a reversal that waits since somebody had a turn.
constexpr std::uint64_t kNeverAsked = static_cast<std::uint64_t>(-1);

std::chrono::microseconds since(Clock::time_point begin) {
  return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
}

// What tells a reversal from others of its task: a hash, since it is asked for with every run.
std::uint64_t key_of(const Reversal& reversal) {
  std::uint64_t key = support::mix(reversal.depth, reversal.if_enabled ? 1 : 0);
  const auto add = [&](std::uint64_t value) { key = support::mix(key ^ value); };
  const auto add_id = [&](const core::EventId& id) {
    add((std::uint64_t{id.actor} << 32) | id.ordinal);
  };
  for (const core::StepRef& step : reversal.sequence) {
    add_id(step->id());
    if (step->taken() != step->id()) add_id(step->taken());
    add(step->fingerprint());
    for (const core::Access& access : step->accesses()) {
      add(access.location);
      add(access.token ^ support::mix(static_cast<std::uint64_t>(access.kind)));
    }
  }
  return key;
}

std::string words_for(const std::vector<core::ActorId>& path, const core::Program& program) {
  constexpr std::size_t kMost = 20;
  std::string names;
  const std::size_t hidden = path.size() > kMost ? path.size() - kMost : 0;
  if (hidden > 0) names = fmt::format("{} more, ", hidden);
  for (std::size_t i = hidden; i < path.size(); ++i) {
    names += (i > hidden ? ", " : "") + program.actor_name(path[i]);
  }
  return names.empty() ? "from the start" : "after steps of " + names;
}

std::vector<core::ActorId> path_of(const explore::Task& task) {
  std::vector<core::ActorId> actors;
  const auto& prefix = task.parts.empty() ? task.prefix : task.parts.front().prefix;
  for (const core::StepRef& step : prefix) actors.push_back(step->actor());
  return actors;
}

}  // namespace

ReplicatedQueue::ReplicatedQueue(RunStore& store, core::SharedState& shared,
                                 const explore::Algorithm& algorithm, ReplicatedOptions options)
    : store_(store), shared_(shared), algorithm_(algorithm), options_(options) {}

ReplicatedQueue::~ReplicatedQueue() = default;

class ReplicatedQueue::Alone {
 public:
  Alone(ReplicatedQueue& queue, std::unique_ptr<RunStore::Lease> lease) : queue_(queue) {
    const auto begin = Clock::now();
    turn_ = queue.store_.turn(std::move(lease));
    queue.times_.waiting_for_turns += since(begin);
    begin_ = Clock::now();
  }
  ~Alone() {
    turn_.reset();
    ++queue_.times_.turns;
    queue_.times_.in_turns += since(begin_);
  }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;
  RunStore::Turn& operator*() const { return *turn_; }
  RunStore::Turn* operator->() const { return turn_.get(); }

 private:
  ReplicatedQueue& queue_;
  std::unique_ptr<RunStore::Turn> turn_;
  Clock::time_point begin_;
};

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
  changes_.fetch_add(1, std::memory_order_relaxed);
}

void ReplicatedQueue::reload(RunStore::Turn* turn) {
  const RunStore::Row snapshot = turn != nullptr ? turn->snapshot() : store_.snapshot();
  replica_ = std::make_unique<TreeReplica>(algorithm_, options_.sizes);
  row_ = snapshot.number;
  changes_.fetch_add(1, std::memory_order_relaxed);
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
  const auto begin = Clock::now();
  TreeChange ignored;
  for (const RunStore::Row& row : *rows) apply(row, program, ignored);
  times_.rows += rows->size();
  times_.applying += since(begin);
  // Whose row it is saves it.
  snapshots_ = row_ / options_.rows_per_snapshot;
}

std::string ReplicatedQueue::new_contents() {
  return publish_all_ ? shared_.save() : shared_.save_new();
}

TreeChange ReplicatedQueue::perform(RunStore::Turn& turn, std::vector<Operation> operations,
                                    const core::Program& program) {
  Record record;
  record.operations = std::move(operations);
  record.contents = new_contents();
  const std::string bytes = to_bytes(record);
  turn.append(bytes);
  TreeChange change;
  apply({row_ + 1, bytes}, program, change);
  for (const TreeChange::Given& given : change.given) turn.add_task(given.task, given.path);
  for (const TaskId id : change.finished) turn.remove_task(id);
  if (replica_->over() && !algorithm_.parsimonious()) turn.finish();
  return change;
}

// After a commit. That of an independent task needs no replica.
void ReplicatedQueue::committed() {
  publish_all_ = false;
  ++wakes_;
  changed_.notify_all();
  if (replica_ == nullptr) return;
  if (replica_->over() && !algorithm_.parsimonious()) over_ = true;
  sequences_hold_little_.store(replica_->sequences_hold_little(), std::memory_order_relaxed);
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
  ++losses_;
}

// ---- Taking

ReplicatedQueue::Next ReplicatedQueue::next(const core::Program& program, TakenTask& task) {
  const auto begin = Clock::now();
  try {
    std::vector<TaskId> held;
    {
      std::lock_guard lock(mutex_);
      for (const auto& [id, taken] : taken_) held.push_back(id);
    }
    if (auto lease = store_.take(held)) {
      const Next result = start(std::move(lease), program, task);
      std::lock_guard lock(mutex_);
      if (result == Next::kTaken) taking_time_ = since(begin);
      return result;
    }
    std::lock_guard lock(mutex_);
    catch_up(nullptr, program);
    if (algorithm_.parsimonious() ? store_.finished() : replica_->over()) {
      over_ = true;
      return Next::kOver;
    }
    if (!replica_->gives(program)) return Next::kNothing;
    const Alone turn(*this, nullptr);
    catch_up(&*turn, program);
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
  // Reading a task may take a while; others need not wait for it.
  const bool independent = lease->independent();
  if (independent) task.task = independent_task_of(lease->bytes());
  std::vector<explore::OpenNode> rest;
  if (!independent && !lease->bytes().empty()) rest = open_nodes_of(lease->bytes());
  {
    std::lock_guard lock(mutex_);
    catch_up(nullptr, program);
    // The row of a task and the record that gave it are one commit.
    HEDDLE_CHECK(independent || replica_->knows(lease->task()), "task {} is not in the log",
                 lease->task());
    if (lease->attempt() > options_.attempts) {
      quarantine(std::move(lease), program);
      return Next::kAgain;
    }
    if (taken_.contains(lease->task())) return Next::kAgain;  // two threads, one fenced task
    task.id = lease->task();
    if (!independent) task.task = replica_->task(task.id);
    Taken& taken = taken_[task.id];
    taken.lease = std::move(lease);
    taken.independent = independent;
    taken.begin = Clock::now();
  }
  task.task.rest = std::move(rest);
  return Next::kTaken;
}

void ReplicatedQueue::quarantine(std::unique_ptr<RunStore::Lease> lease,
                                 const core::Program& program) {
  const TaskId id = lease->task();
  const bool independent = lease->independent();
  const std::string bytes = lease->bytes();
  const Alone turn(*this, std::move(lease));
  if (!independent) {
    catch_up(&*turn, program);
    const std::string words = words_for(replica_->path(id), program);
    Operation operation;
    operation.kind = Operation::Kind::kQuarantine;
    operation.task = id;
    perform(*turn, {std::move(operation)}, program);
    turn->quarantine_task(id, words);
  } else {
    turn->quarantine_task(id, words_for(path_of(independent_task_of(bytes)), program));
  }
  if (algorithm_.parsimonious()) turn->finish_without_tasks();
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
    const auto begin = Clock::now();
    changed_.wait_for(lock, kLookAgain, [&] { return stopped() || wakes != wakes_; });
    times_.idle += since(begin);
  }
  std::lock_guard lock(mutex_);
  wait(false);
  return std::nullopt;
}

// ---- Working

// Only the task's own thread looks at what is waiting there.
ReplicatedQueue::Waiting& ReplicatedQueue::waiting_of(TaskId id) {
  std::lock_guard lock(reversals_mutex_);
  return reversals_[id];
}

// A worker does not wait for others: while somebody has a turn, its reversals wait.
std::size_t ReplicatedQueue::escape(TaskId id, Reversal escaped, const core::Program& program) {
  Waiting& waiting = waiting_of(id);
  const std::uint64_t key = key_of(escaped);
  const std::uint64_t changes = changes_.load(std::memory_order_relaxed);
  const auto asked = waiting.asked.find(key);
  const bool waits = asked != waiting.asked.end();
  const auto goes_on_waiting = [&] {
    return waiting.reversals.size() < options_.most_waiting &&
           Clock::now().time_since_epoch().count() <
               next_taking_up_.load(std::memory_order_relaxed);
  };
  if (waits && asked->second == changes && goes_on_waiting()) return explore::kWhole;
  const auto wait = [&](std::uint64_t asked_after) {
    if (!waits) waiting.reversals.push_back(escaped);
    waiting.asked[key] = asked_after;
  };
  std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) {
    if (!waits) wait(kNeverAsked);
    if (waiting.reversals.size() < options_.most_waiting) return explore::kWhole;
    lock.lock();
  }
  Taken& taken = taken_.at(id);
  // A worker that was fenced off while it was frozen: somebody else may have finished its task.
  const auto gone = [&] {
    if (replica_->knows(id)) return taken.lost;
    taken.lost = true;
    ++losses_;
    return true;
  };
  if (taken.lost || gone()) return 0;
  if (const auto covered = replica_->covers(id, escaped, program)) return covered->rests_on;
  wait(changes_.load(std::memory_order_relaxed));
  if (goes_on_waiting()) return explore::kWhole;
  const auto begin = Clock::now();
  try {
    const Reversal last = std::move(escaped);
    const Alone turn(*this, nullptr);
    catch_up(&*turn, program);
    if (gone()) return 0;
    take_up(*turn, id, program);
    turn->commit(false);
    committed();
    const auto end = Clock::now();
    next_taking_up_ =
        (end + std::max<Clock::duration>(
                   options_.shortest_wait,
                   std::min<Clock::duration>(kPauseOfTurns * (end - begin), kLongestWait)))
            .time_since_epoch()
            .count();
    const auto covered = replica_->covers(id, last, program);
    return covered ? covered->rests_on : explore::kWhole;
  } catch (const StoreLost&) {
    lose();
    return 0;
  }
}

// Some cover others, so each is asked about after those before it.
void ReplicatedQueue::take_up(RunStore::Turn& turn, TaskId id, const core::Program& program) {
  Waiting& waiting = waiting_of(id);
  Record record;
  TreeChange ignored;
  for (Reversal& reversal : waiting.reversals) {
    if (replica_->covers(id, reversal, program)) continue;
    Operation operation;
    operation.kind = Operation::Kind::kEscape;
    operation.task = id;
    operation.escaped.push_back(std::move(reversal));
    // As from its bytes: the tree copies what it keeps of a reversal.
    replica_->apply(operation, program, ignored);
    record.operations.push_back(std::move(operation));
  }
  waiting = {};
  if (record.operations.empty()) return;
  record.contents = new_contents();
  turn.append(to_bytes(record));
  ++row_;
  changes_.fetch_add(1, std::memory_order_relaxed);
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
  const auto begin = Clock::now();
  // Its reversals are of this thread, and of this time that the task was taken.
  struct Forget {
    ReplicatedQueue& queue;
    const TaskId id;
    ~Forget() {
      std::lock_guard lock(queue.reversals_mutex_);
      queue.reversals_.erase(id);
    }
  } forget{*this, id};
  HandedIn handed_in;
  {
    std::lock_guard lock(mutex_);
    const auto it = taken_.find(id);
    HEDDLE_CHECK(it != taken_.end(), "task {} is not in flight here", id);
    Taken& taken = it->second;
    const auto length = since(taken.begin);
    times_.exploring += length;
    const auto bucket = std::bit_width(static_cast<std::uint64_t>(length.count()) / 1000);
    ++times_.lengths[std::min<std::size_t>(static_cast<std::size_t>(bucket),
                                           times_.lengths.size() - 1)];
    // A run that was cut off would be cut off for everybody.
    if (taken.lost || result.counts.bounds_hit.has(explore::BoundKind::kStopped)) {
      taken_.erase(it);
      return false;
    }
    handed_in.upper = std::move(taken.upper);
    handed_in.spawned = std::move(taken.spawned);
    handed_in.microseconds = static_cast<std::uint64_t>(since(taken.begin).count());
  }
  // Large ones take a while: others need not wait for it.
  if (!result.open.empty()) handed_in.rest = to_bytes(result.open);
  result.open.clear();
  // What others asked for is theirs, piece by piece; the rest goes on as one.
  if (!result.spawned.empty()) handed_in.spawned.emplace_back().parts = std::move(result.spawned);
  for (const explore::Task& task : handed_in.spawned) handed_in.tasks.push_back(to_bytes(task));

  std::lock_guard lock(mutex_);
  Taken taken = std::move(taken_.at(id));
  taken_.erase(id);
  if (taken.lost) return false;
  try {
    commit_alone(id, taken, std::move(handed_in), std::move(result), program);
  } catch (const LeaseLost&) {
    return false;
  } catch (const StoreLost&) {
    lose();
    return false;
  }
  commit_time_ = since(begin);
  return true;
}

void ReplicatedQueue::commit_alone(TaskId id, Taken& taken, HandedIn handed_in, TaskResult result,
                                   const core::Program& program) {
  bool over = false;
  if (!taken.independent) catch_up(nullptr, program);  // so that others wait for what is new only
  const Alone turn(*this, std::move(taken.lease));
  if (taken.independent) {
    const std::string contents = new_contents();
    if (!contents.empty()) turn->append(to_bytes(Record{contents, {}}));
    turn->remove_task(id);
  } else {
    catch_up(&*turn, program);
    take_up(*turn, id, program);
    Operation operation;
    operation.kind = Operation::Kind::kHandIn;
    operation.task = id;
    operation.first = std::move(result.first);
    operation.upper = std::move(handed_in.upper);
    operation.aside = !handed_in.rest.empty();
    operation.escaped = std::move(result.escaped);
    operation.runs = result.counts.interleavings;
    operation.microseconds = handed_in.microseconds;
    perform(*turn, {std::move(operation)}, program);
    if (!handed_in.rest.empty()) turn->put_aside(id, handed_in.rest);
    over = replica_->over();
  }
  if (algorithm_.parsimonious()) {
    for (const std::string& task : handed_in.tasks) turn->add_independent_task(task);
    turn->finish_without_tasks();
  }
  turn->add_counts(result.counts);
  for (const Found& found : result.found.all()) turn->add_found(found);
  for (const Tally& tally : result.tallies) turn->add_tally(tally);
  turn->commit(over || !result.found.empty());
  committed();
}

// Asked every few runs, so it must not wait while somebody has a turn.
bool ReplicatedQueue::lost(TaskId id) const {
  if (losses_.load(std::memory_order_relaxed) == 0) return false;
  std::lock_guard lock(mutex_);
  const auto it = taken_.find(id);
  return it != taken_.end() && it->second.lost;
}

// A task whose worker died may just have been unlucky: it is handed in sooner the next time, so
// that only what really kills its workers comes to the last attempt.
std::chrono::milliseconds ReplicatedQueue::slice(TaskId id) const {
  std::lock_guard lock(mutex_);
  const auto wanted = std::chrono::duration_cast<std::chrono::milliseconds>(
      kSliceOfCommits * (commit_time_ + taking_time_));
  const auto slice = std::clamp(wanted, options_.shortest_slice, options_.longest_slice);
  const auto it = taken_.find(id);
  const unsigned attempt = it == taken_.end() ? 1 : it->second.lease->attempt();
  return slice / (1U << (3 * (std::min(attempt, options_.attempts) - 1)));
}

std::chrono::microseconds ReplicatedQueue::pause() const {
  std::lock_guard lock(mutex_);
  const std::chrono::microseconds run(replica_ == nullptr ? 0 : replica_->microseconds());
  return std::max(kPauseOfCommits * (commit_time_ + taking_time_),
                  std::min(run / kPauseOfRun, kLongestPause));
}

// ---- What others see

QueueTimes ReplicatedQueue::times() const {
  std::lock_guard lock(mutex_);
  return times_;
}

void ReplicatedQueue::report(TaskId id, double estimate) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;  // somebody has a turn; there will be a newer one
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
