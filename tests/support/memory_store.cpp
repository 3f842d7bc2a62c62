#include "tests/support/memory_store.hpp"

#include <algorithm>
#include <utility>

#include "support/check.hpp"

namespace heddle::tests {

using dist::TaskId;

namespace {

// So many commits may be on their way to the disk.
constexpr std::size_t kOnTheWay = 8;

std::optional<std::vector<dist::RunStore::Row>> rows_after(const MemoryRun::State& state,
                                                           std::uint64_t number) {
  if (number > state.last) throw dist::StoreLost("the log is shorter than it was");
  if (number < state.snapshot.number) return std::nullopt;
  std::vector<dist::RunStore::Row> rows;
  for (const auto& row : state.rows) {
    if (row.number > number) rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::vector<core::ActorKey> MemoryRun::intern(const core::ActorKey& key, std::size_t known) {
  if (std::find(actors.begin(), actors.end(), key) == actors.end()) actors.push_back(key);
  return {actors.begin() + static_cast<std::ptrdiff_t>(known), actors.end()};
}

void MemoryRun::crash(std::size_t commits) {
  for (; commits > 0 && !earlier.empty(); --commits) {
    state = std::move(earlier.back());
    earlier.pop_back();
  }
  earlier.clear();
  leased.clear();
  ++epoch;
}

static std::string bytes_of(const MemoryRun::State& state, TaskId task) {
  const auto it = state.bytes.find(task);
  return it == state.bytes.end() ? "" : it->second;
}

class MemoryStore::MemoryLease final : public Lease {
 public:
  MemoryLease(MemoryStore& store, TaskId task)
      : store_(store), task_(task), bytes_(bytes_of(store.run_.state, task)) {
    store_.run_.leased[task] = this;
    store_.leases_[task] = this;
    attempt_ = ++store_.run_.attempts[task];
  }
  ~MemoryLease() override {
    if (valid()) store_.run_.leased.erase(task_);
  }
  TaskId task() const override { return task_; }
  unsigned attempt() const override { return attempt_; }
  bool independent() const override { return task_ >= MemoryRun::kFirstIndependent; }
  const std::string& bytes() const override { return bytes_; }
  bool valid() const {
    const auto it = store_.run_.leased.find(task_);
    return it != store_.run_.leased.end() && it->second == this;
  }

 private:
  MemoryStore& store_;
  const TaskId task_;
  const std::string bytes_;
  unsigned attempt_ = 0;
};

class MemoryStore::MemoryTurn final : public Turn {
 public:
  MemoryTurn(MemoryStore& store, std::unique_ptr<Lease> lease)
      : run_(store.run_), lease_(std::move(lease)), state_(run_.state) {}

  std::optional<std::vector<Row>> after(std::uint64_t number) override {
    return rows_after(state_, number);
  }
  Row snapshot() override { return state_.snapshot; }
  void append(const std::string& bytes) override { state_.rows.push_back({++state_.last, bytes}); }
  void add_task(TaskId id, const std::string& path) override {
    HEDDLE_CHECK(state_.paths.insert(path).second, "two tasks have the path {}", path);
    HEDDLE_CHECK(state_.tasks.emplace(id, path).second, "there are two tasks {}", id);
  }
  void add_independent_task(const std::string& bytes) override {
    const TaskId id = run_.next_independent++;
    add_task(id, std::to_string(id));
    state_.bytes.emplace(id, bytes);
  }
  void remove_task(TaskId id) override {
    state_.bytes.erase(id);
    HEDDLE_CHECK(state_.tasks.erase(id) == 1, "there is no task {}", id);
  }
  void put_aside(TaskId id, const std::string& bytes) override {
    state_.bytes[id] = bytes;
    run_.attempts[id] = 0;
  }
  void quarantine_task(TaskId id, const std::string& what) override {
    remove_task(id);
    state_.quarantined.emplace(id, what);
  }
  void add_counts(const explore::Counts& counts) override { state_.counts.merge(counts); }
  void add_found(const dist::Found& found) override { state_.found.push_back(found); }
  void add_tally(const dist::Tally& tally) override { state_.tallies[tally.what] += tally.runs; }
  void finish() override { state_.finished = true; }
  void finish_without_tasks() override { finishes_without_tasks_ = true; }
  void commit(bool durable) override {
    if (finishes_without_tasks_ && state_.tasks.empty()) state_.finished = durable = true;
    run_.earlier.push_back(std::exchange(run_.state, std::move(state_)));
    if (run_.earlier.size() > kOnTheWay) run_.earlier.pop_front();
    if (durable) run_.earlier.clear();
    lease_.reset();
  }

 private:
  MemoryRun& run_;
  std::unique_ptr<Lease> lease_;
  MemoryRun::State state_;
  bool finishes_without_tasks_ = false;
};

void MemoryStore::fence(TaskId task) {
  const auto it = run_.leased.find(task);
  if (it != run_.leased.end() && it->second == leases_[task]) run_.leased.erase(it);
}

// The first use after a crash fails; then the process is connected again.
void MemoryStore::look() {
  if (std::exchange(epoch_, run_.epoch) != run_.epoch) throw dist::StoreLost("the server crashed");
}

std::unique_ptr<dist::RunStore::Lease> MemoryStore::take(const std::vector<TaskId>& held) {
  look();
  for (const auto& [id, path] : run_.state.tasks) {
    const bool ours = std::find(held.begin(), held.end(), id) != held.end();
    if (!ours && !run_.leased.contains(id)) return std::make_unique<MemoryLease>(*this, id);
  }
  return nullptr;
}

std::unique_ptr<dist::RunStore::Turn> MemoryStore::turn(std::unique_ptr<Lease> lease) {
  if (lease != nullptr && !dynamic_cast<MemoryLease&>(*lease).valid()) {
    throw dist::LeaseLost("the lease has ended");
  }
  look();
  return std::make_unique<MemoryTurn>(*this, std::move(lease));
}

bool MemoryStore::finished() {
  look();
  return run_.state.finished;
}

std::optional<std::vector<dist::RunStore::Row>> MemoryStore::after(std::uint64_t number) {
  look();
  return rows_after(run_.state, number);
}

dist::RunStore::Row MemoryStore::snapshot() {
  look();
  return run_.state.snapshot;
}

void MemoryStore::save_snapshot(const Row& snapshot) {
  look();
  run_.state.snapshot = snapshot;
  std::erase_if(run_.state.rows, [&](const Row& row) { return row.number <= snapshot.number; });
}

}  // namespace heddle::tests
