#include "queue/postgres_store.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "dist/tree_bytes.hpp"
#include "queue/schedule_bytes.hpp"
#include "support/check.hpp"

namespace heddle::queue {

using dist::TaskId;

namespace {

// kNoActor is a parent, too.
std::vector<Value> values_of(std::uint64_t run, const core::ActorKey& key) {
  return {run, std::uint64_t{key.parent}, std::uint64_t{key.role}, key.ordinal};
}

std::vector<core::ActorKey> keys_of(const Rows& rows) {
  std::vector<core::ActorKey> keys;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    keys.push_back({static_cast<core::ActorId>(rows.number(i, 0)),
                    static_cast<std::uint32_t>(rows.number(i, 1)),
                    static_cast<std::uint64_t>(rows.number(i, 2))});
  }
  return keys;
}

}  // namespace

// ---- Leases

class PostgresStore::PostgresLease final : public Lease {
 public:
  PostgresLease(PostgresStore& store, std::shared_ptr<Line> line, TaskId task, bool independent,
                std::string bytes, unsigned attempt)
      : store_(store),
        line_(std::move(line)),
        task_(task),
        independent_(independent),
        bytes_(std::move(bytes)),
        attempt_(attempt) {}
  ~PostgresLease() override {
    if (line_ == nullptr) return;
    try {
      std::lock_guard lock(line_->mutex);
      line_->connection->script("ROLLBACK");
    } catch (const SqlError&) {
      line_->connection.reset();
    }
    store_.give_back(std::move(line_));
  }
  TaskId task() const override { return task_; }
  unsigned attempt() const override { return attempt_; }
  bool independent() const override { return independent_; }
  const std::string& bytes() const override { return bytes_; }
  /// The open transaction is somebody else's from now on.
  std::shared_ptr<Line> hand_over() { return std::move(line_); }

 private:
  PostgresStore& store_;
  std::shared_ptr<Line> line_;
  const TaskId task_;
  const bool independent_;
  const std::string bytes_;
  const unsigned attempt_;
};

PostgresStore::PostgresStore(Address address, std::uint64_t run, StoreOptions options)
    : address_(std::move(address)), run_(run), options_(options), shared_(open()), ids_(open()) {}

PostgresStore::~PostgresStore() = default;

std::unique_ptr<Connection> PostgresStore::open() const {
  return connect(address_, options_.patience, options_.interrupted);
}

std::unique_lock<std::mutex> PostgresStore::lock_shared() {
  std::unique_lock lock(shared_mutex_);
  if (shared_ == nullptr || shared_->broken()) shared_ = open();
  return lock;
}

std::shared_ptr<PostgresStore::Line> PostgresStore::lease_line() {
  std::shared_ptr<Line> line;
  {
    std::lock_guard lock(lines_mutex_);
    if (!idle_.empty()) {
      line = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (line == nullptr) line = std::make_shared<Line>();
  if (line->connection == nullptr || line->connection->broken()) {
    line->connection = open();
    line->connection->script(
        fmt::format("SET idle_in_transaction_session_timeout = {}", options_.lease.count()));
  }
  return line;
}

void PostgresStore::give_back(std::shared_ptr<Line> line) {
  std::lock_guard lock(lines_mutex_);
  leased_.erase(line);
  if (line->connection != nullptr && !line->connection->broken()) idle_.push_back(std::move(line));
}

std::unique_ptr<dist::RunStore::Lease> PostgresStore::take(const std::vector<TaskId>& held) {
  const std::string array = fmt::format("{{{}}}", fmt::join(held, ","));
  std::shared_ptr<Line> line = lease_line();
  TaskId task = 0;
  bool independent = false;
  std::string bytes;
  for (bool again = true;; again = false) {
    try {
      line->connection->script("BEGIN");
      const Rows rows = line->connection->run(
          "SELECT id, bytes, path IS NULL FROM task WHERE run = $1 AND id <> ALL ($2::bigint[]) "
          "ORDER BY id "
          "LIMIT 1 "
          "FOR UPDATE SKIP LOCKED",
          {run_, array});
      if (rows.size() == 0) {
        line->connection->script("ROLLBACK");
        give_back(std::move(line));
        return nullptr;
      }
      task = static_cast<TaskId>(rows.number(0, 0));
      bytes = rows.bytes(0, 1);
      independent = rows.text(0, 2) == "t";
      break;
    } catch (const SqlError&) {
      // It may have been idle when the server went and came back.
      line->connection.reset();
      if (!again) throw;
      line = lease_line();
    }
  }
  {
    std::lock_guard lock(lines_mutex_);
    leased_.insert(line);
  }
  auto lease = [&](unsigned attempt) {
    return std::make_unique<PostgresLease>(*this, std::move(line), task, independent,
                                           std::move(bytes), attempt);
  };
  try {
    const auto lock = lock_shared();
    const Rows rows = shared_->run(
        "INSERT INTO attempt VALUES ($1, $2, 1) ON CONFLICT (run, task) "
        "DO UPDATE SET times = attempt.times + 1 "
        "RETURNING times, set_config('synchronous_commit', 'off', true)",
        {run_, task});
    return lease(static_cast<unsigned>(rows.number(0, 0)));
  } catch (...) {
    lease(0).reset();
    throw;
  }
}

void PostgresStore::keep_alive() {
  std::vector<std::shared_ptr<Line>> lines;
  {
    std::lock_guard lock(lines_mutex_);
    lines.assign(leased_.begin(), leased_.end());
  }
  for (const auto& line : lines) {
    const std::unique_lock lock(line->mutex, std::try_to_lock);
    if (!lock || line->connection == nullptr) continue;  // it is at work
    try {
      line->connection->run("SELECT 1");
    } catch (const SqlError&) {
      // The worker finds out when it hands in.
    }
  }
}

// ---- Turns

class PostgresStore::PostgresTurn final : public Turn {
 public:
  /// In a transaction of the shared connection, or in that of a lease.
  PostgresTurn(PostgresStore& store, std::unique_lock<std::mutex> shared,
               std::shared_ptr<Line> line)
      : store_(store), shared_(std::move(shared)), line_(std::move(line)) {
    if (line_ != nullptr) line_lock_ = std::unique_lock(line_->mutex);
    // Rows that refer to the run, such as those of actors, may be added meanwhile.
    const Rows rows =
        connection().run("SELECT last_row FROM run WHERE id = $1 FOR NO KEY UPDATE", {store_.run_});
    if (rows.size() == 0) throw dist::StoreLost("the run is not there any more");
    last_ = static_cast<std::uint64_t>(rows.number(0, 0));
  }
  ~PostgresTurn() override {
    if (!done_) {
      try {
        connection().script("ROLLBACK");
      } catch (const SqlError&) {
        // Then the connection is broken, and so is the transaction.
      }
    }
    release();
  }

  std::optional<std::vector<Row>> after(std::uint64_t number) override {
    if (number > last_) throw dist::StoreLost("the server has lost commits");
    if (number == last_) return std::vector<Row>{};
    return store_.rows_after(connection(), number);
  }
  Row snapshot() override { return store_.read_snapshot(connection()); }
  void append(const std::string& bytes) override {
    statements_.push_back(
        {"INSERT INTO log VALUES ($1, $2, $3)", {store_.run_, ++last_, Bytes{bytes}}});
  }
  void add_task(TaskId id, const std::string& path) override {
    statements_.push_back(
        {"INSERT INTO task VALUES ($1, $2, md5($3)::uuid)", {store_.run_, id, path}});
    if (news_.empty()) news_ = "task";
  }
  void add_independent_task(const std::string& bytes) override {
    statements_.push_back({"INSERT INTO task VALUES ($1, nextval('task_number'), NULL, $2)",
                           {store_.run_, Bytes{bytes}}});
    if (news_.empty()) news_ = "task";
  }
  void remove_task(TaskId id) override {
    statements_.push_back({"DELETE FROM task WHERE run = $1 AND id = $2", {store_.run_, id}});
    forget_attempts(id);
  }
  void put_aside(TaskId id, const std::string& bytes) override {
    statements_.push_back(
        {"UPDATE task SET bytes = $3 WHERE run = $1 AND id = $2", {store_.run_, id, Bytes{bytes}}});
    forget_attempts(id);
  }
  void quarantine_task(TaskId id, const std::string& what) override {
    remove_task(id);
    statements_.push_back({"INSERT INTO quarantine VALUES ($1, $2, $3)", {store_.run_, id, what}});
  }
  void add_counts(const explore::Counts& counts) override { counts_.merge(counts); }
  void add_found(const dist::Found& found) override {
    support::ByteWriter out;
    dist::TreeWriter::put(out, found);
    statements_.push_back(
        {"INSERT INTO found (run, bytes) VALUES ($1, $2)", {store_.run_, Bytes{out.bytes()}}});
    ++errors_;
    news_ = "state";
  }
  void add_tally(const dist::Tally& tally) override {
    statements_.push_back(
        {"INSERT INTO tally VALUES ($1, $2, $3, $4) ON CONFLICT (run, sha256(what)) DO UPDATE "
         "SET runs = tally.runs + excluded.runs, schedule = CASE "
         "WHEN (length(excluded.schedule), excluded.schedule) < "
         "(length(tally.schedule), tally.schedule) THEN excluded.schedule "
         "ELSE tally.schedule END",
         {store_.run_, Bytes{tally.what}, tally.runs, Bytes{to_bytes(tally.schedule)}}});
  }
  void finish() override {
    finished_ = true;
    news_ = "state";
  }

  void finish_without_tasks() override { finishes_without_tasks_ = true; }

  void commit(bool durable) override {
    statements_.push_back(
        {"UPDATE run SET last_row = $2, interleavings = interleavings + $3, "
         "sleep_set_blocked = sleep_set_blocked + $4, events = events + $5, races = races + $6, "
         "bounds_hit = bounds_hit | $7, errors = errors + $8, turns = turns + 1, "
         "(state, ended) = (SELECT CASE WHEN state = 'running' OR next = 'done' THEN next ELSE "
         "state "
         "END, CASE WHEN next <> 'running' AND ended IS NULL THEN clock_timestamp() ELSE ended END "
         "FROM (SELECT CASE WHEN $9 THEN 'done' "
         "WHEN most_errors > 0 AND errors + $8 >= most_errors THEN 'errors' "
         "WHEN most_runs > 0 AND interleavings + $3 >= most_runs THEN 'limit' "
         "ELSE 'running' END AS next) AS new) WHERE id = $1",
         {store_.run_, last_, counts_.interleavings, counts_.sleep_set_blocked, counts_.events,
          counts_.races, counts_.bounds_hit.bits(), errors_, finished_ ? "true" : "false"}});
    const std::string channel = fmt::format("heddle_{}", store_.run_);
    if (!news_.empty()) statements_.push_back({"SELECT pg_notify($1, $2)", {channel, news_}});
    if (finishes_without_tasks_) {
      statements_.push_back(
          {"WITH over AS (UPDATE run SET state = 'done', ended = coalesce(ended, "
           "clock_timestamp()) WHERE id = $1 AND NOT EXISTS (SELECT FROM task WHERE run = $1) "
           "RETURNING id) SELECT pg_notify($2, 'state') FROM over",
           {store_.run_, channel}});
    }
    // The end of a run is not known before.
    if (!durable) {
      statements_.push_back(
          {"SELECT set_config('synchronous_commit', CASE state WHEN 'done' THEN 'on' ELSE 'off' "
           "END, true) FROM run WHERE id = $1",
           {store_.run_}});
    }
    statements_.push_back({"COMMIT"});
    connection().run_all(statements_);
    done_ = true;
    release();
  }

 private:
  void forget_attempts(TaskId id) {
    statements_.push_back({"DELETE FROM attempt WHERE run = $1 AND task = $2", {store_.run_, id}});
  }
  // Others may use the connection.
  void release() {
    if (shared_) shared_.unlock();
    if (line_ == nullptr) return;
    line_lock_.unlock();
    store_.give_back(std::move(line_));
    line_ = nullptr;
  }
  Connection& connection() const { return line_ == nullptr ? *store_.shared_ : *line_->connection; }

  PostgresStore& store_;
  std::unique_lock<std::mutex> shared_;
  std::shared_ptr<Line> line_;
  std::unique_lock<std::mutex> line_lock_;
  std::uint64_t last_ = 0;
  std::vector<Statement> statements_;
  explore::Counts counts_;
  std::uint64_t errors_ = 0;
  bool finished_ = false;
  bool finishes_without_tasks_ = false;
  std::string news_;  // for those who listen
  bool done_ = false;
};

std::unique_ptr<dist::RunStore::Turn> PostgresStore::turn(std::unique_ptr<Lease> lease) {
  if (lease != nullptr) {
    const std::shared_ptr<Line> line = dynamic_cast<PostgresLease&>(*lease).hand_over();
    try {
      return std::make_unique<PostgresTurn>(*this, std::unique_lock<std::mutex>(), line);
    } catch (const SqlError& error) {
      line->connection.reset();
      give_back(line);
      throw dist::LeaseLost(error.what());
    }
  }
  auto lock = lock_shared();
  try {
    shared_->script("BEGIN");
    return std::make_unique<PostgresTurn>(*this, std::move(lock), nullptr);
  } catch (const SqlError&) {
    shared_.reset();
    throw;
  }
}

// ---- Everything else

std::optional<std::vector<dist::RunStore::Row>> PostgresStore::rows_after(
    Connection& connection, std::uint64_t number) const {
  const Rows found =
      connection.run("SELECT number, bytes FROM log WHERE run = $1 AND number > $2 ORDER BY number",
                     {run_, number});
  std::vector<Row> rows;
  for (std::size_t i = 0; i < found.size(); ++i) {
    rows.push_back({static_cast<std::uint64_t>(found.number(i, 0)), found.bytes(i, 1)});
  }
  if (!rows.empty() && rows.front().number != number + 1) return std::nullopt;
  return rows;
}

std::optional<std::vector<dist::RunStore::Row>> PostgresStore::after(std::uint64_t number) {
  const auto lock = lock_shared();
  // Either there are rows, or this was the last one, or they are all in a snapshot.
  auto rows = rows_after(*shared_, number);
  if (!rows || !rows->empty()) return rows;
  const auto last = static_cast<std::uint64_t>(
      shared_->run("SELECT last_row FROM run WHERE id = $1", {run_}).number(0, 0));
  if (last < number) throw dist::StoreLost("the server has lost commits");
  if (last == number) return rows;
  return rows_after(*shared_, number);
}

bool PostgresStore::finished() {
  const auto lock = lock_shared();
  return shared_->run("SELECT state = 'done' FROM run WHERE id = $1", {run_}).text(0, 0) == "t";
}

dist::RunStore::Row PostgresStore::snapshot() {
  const auto lock = lock_shared();
  return read_snapshot(*shared_);
}

dist::RunStore::Row PostgresStore::read_snapshot(Connection& connection) const {
  const Rows rows = connection.run("SELECT number, bytes FROM snapshot WHERE run = $1", {run_});
  if (rows.size() == 0) return {};
  return {static_cast<std::uint64_t>(rows.number(0, 0)), rows.bytes(0, 1)};
}

bool PostgresStore::wants_snapshot() {
  const auto lock = lock_shared();
  const Rows rows = shared_->run(
      "SELECT (SELECT coalesce(sum(length(bytes)), 0) FROM log WHERE run = $1) > "
      "greatest(1000000, (SELECT 4 * length(bytes) FROM snapshot WHERE run = $1))",
      {run_});
  return rows.text(0, 0) == "t";
}

void PostgresStore::save_snapshot(const Row& snapshot) {
  const auto lock = lock_shared();
  shared_->run_all(
      {{"BEGIN"},
       {"INSERT INTO snapshot VALUES ($1, $2, $3) ON CONFLICT (run) DO UPDATE "
        "SET number = excluded.number, bytes = excluded.bytes "
        "WHERE snapshot.number < excluded.number",
        {run_, snapshot.number, Bytes{snapshot.bytes}}},
       {"DELETE FROM log WHERE run = $1 AND number <= (SELECT number FROM snapshot WHERE run = $1)",
        {run_}},
       {"COMMIT"}});
}

// Both steps may be done again: that a connection broke between them does not matter. Durable: an
// id that was handed out stays.
std::vector<core::ActorKey> PostgresStore::intern(const core::ActorKey& key, std::size_t known) {
  std::lock_guard lock(ids_mutex_);
  while (true) {
    if (ids_ == nullptr || ids_->broken()) ids_ = open();
    try {
      ids_->run("SELECT heddle.intern_actor($1, $2, $3, $4)", values_of(run_, key));
      return keys_of(ids_->run(
          "SELECT parent, role, ordinal FROM actor WHERE run = $1 AND id >= $2 ORDER BY id",
          {run_, std::uint64_t{known}}));
    } catch (const SqlError& error) {
      if (!ids_->broken()) throw ServerLost(error.what());
    }
  }
}

}  // namespace heddle::queue
