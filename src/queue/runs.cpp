#include "queue/runs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dist/tree_bytes.hpp"
#include "queue/schedule_bytes.hpp"
#include "queue/schema.hpp"
#include "support/check.hpp"

namespace heddle::queue {
namespace {

constexpr const char* kColumns =
    "SELECT id, title, tool, digest, spec, state, reason, most_runs, interleavings, "
    "sleep_set_blocked, events, races, bounds_hit, errors, "
    "extract(epoch FROM coalesce(ended, now()) - begun), "
    "(SELECT count(*) FROM task WHERE task.run = run.id), most_errors, turns FROM run ";

RunInfo info_of(const Rows& rows, std::size_t row) {
  const auto number = [&](std::size_t column) {
    return static_cast<std::uint64_t>(rows.number(row, column));
  };
  RunInfo info;
  info.id = number(0);
  info.title = rows.text(row, 1);
  info.tool = rows.text(row, 2);
  info.digest = rows.text(row, 3);
  info.spec = rows.text(row, 4);
  info.state = rows.text(row, 5);
  info.reason = rows.text(row, 6);
  info.most_runs = number(7);
  info.counts.interleavings = number(8);
  info.counts.sleep_set_blocked = number(9);
  info.counts.events = number(10);
  info.counts.races = number(11);
  info.counts.bounds_hit = explore::BoundsHit::from_bits(static_cast<std::uint32_t>(number(12)));
  info.errors = number(13);
  info.seconds = rows.real(row, 14);
  info.tasks = number(15);
  info.most_errors = number(16);
  info.turns = number(17);
  return info;
}

std::unique_ptr<Connection> first_connection(const Address& address) {
  try {
    return std::make_unique<Connection>(address);
  } catch (const SqlError& error) {
    throw support::UserError(
        fmt::format("{}: cannot connect to {}: {}; check the URL, or start a server with "
                    "'heddle queue start DIR'",
                    address.given_by(), address.shown(), error.what()));
  }
}

}  // namespace

double estimate(const RunInfo& run, const std::vector<WorkerInfo>& workers) {
  double in_flight = 0;
  double tree = 0;
  for (const WorkerInfo& worker : workers) {
    if (!worker.alive) continue;
    in_flight += worker.estimate;
    tree =
        std::max(tree, worker.tree == WorkerInfo::kNoTree ? run.estimate_of_tasks() : worker.tree);
  }
  return in_flight + tree;
}

Runs::Runs(const Address& address) : address_(address), connection_(first_connection(address)) {
  prepare_schema(*connection_, address);
}

std::uint64_t Runs::create(const NewRun& run) {
  connection_->script("BEGIN");
  return insert(run);
}

std::uint64_t Runs::join(const NewRun& run, const std::string& since) {
  connection_->script("BEGIN");
  connection_->run("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", {run.digest});
  const Rows rows = connection_->run(
      "SELECT id FROM run WHERE digest = $1 AND (state = 'running' OR "
      "(state <> 'stopped' AND ended >= $2::timestamptz)) ORDER BY id DESC LIMIT 1",
      {run.digest, since});
  if (rows.size() == 0) return insert(run);
  connection_->script("COMMIT");
  return static_cast<std::uint64_t>(rows.number(0, 0));
}

// In the transaction that was begun, which it ends.
std::uint64_t Runs::insert(const NewRun& run) {
  const Rows rows = connection_->run(
      "INSERT INTO run (title, tool, digest, spec, most_errors, most_runs) "
      "VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
      {run.title, run.tool, run.digest, run.spec, run.most_errors, run.most_runs});
  const auto id = static_cast<std::uint64_t>(rows.number(0, 0));
  std::vector<Statement> statements;
  for (std::size_t i = 0; i < run.actors.size(); ++i) {
    const core::ActorKey& key = run.actors[i];
    statements.push_back(
        {"INSERT INTO actor VALUES ($1, $2, $3, $4, $5)",
         {id, std::uint64_t{i}, std::uint64_t{key.parent}, std::uint64_t{key.role}, key.ordinal}});
  }
  for (const auto& [name, bytes] : run.files) {
    statements.push_back({"INSERT INTO file VALUES ($1, $2, $3)", {id, name, Bytes{bytes}}});
  }
  statements.push_back({"SELECT pg_notify('heddle', '')"});
  statements.push_back({"COMMIT"});
  connection_->run_all(statements);
  return id;
}

void Runs::be_patient(std::chrono::milliseconds patience, const std::atomic<bool>* stop) {
  patience_ = patience;
  stop_ = stop;
}

Rows Runs::ask(const std::string& sql, const std::vector<Value>& values) {
  while (true) {
    try {
      return connection_->run(sql, values);
    } catch (const SqlError&) {
      connection_ = connect(address_, patience_, stop_);
    }
  }
}

// What may be done twice.
void Runs::tell(const std::vector<Statement>& statements) {
  while (true) {
    try {
      connection_->run_all(statements);
      return;
    } catch (const SqlError&) {
      connection_ = connect(address_, patience_, stop_);
    }
  }
}

RunInfo Runs::info(std::uint64_t id) {
  const Rows rows = ask(std::string(kColumns) + "WHERE id = $1", {id});
  if (rows.size() == 0) {
    throw support::UserError(
        fmt::format("there is no run {} at {}; 'heddle status' lists them", id, address_.shown()));
  }
  return info_of(rows, 0);
}

std::vector<RunInfo> Runs::all() {
  const Rows rows = ask(std::string(kColumns) + "ORDER BY id DESC LIMIT 100");
  std::vector<RunInfo> runs;
  for (std::size_t i = 0; i < rows.size(); ++i) runs.push_back(info_of(rows, i));
  return runs;
}

std::optional<RunInfo> Runs::running() {
  const Rows rows =
      ask(std::string(kColumns) + "WHERE state = 'running' AND spec <> '' ORDER BY id LIMIT 1");
  if (rows.size() == 0) return std::nullopt;
  return info_of(rows, 0);
}

std::vector<WorkerInfo> Runs::workers(std::uint64_t id) {
  const Rows rows =
      ask("SELECT host, process, jobs, waiting, runs, estimate, tree, "
          "extract(epoch FROM seen - begun), "
          "left_at IS NULL AND seen > now() - interval '15 seconds', left_at IS NOT NULL, "
          "extract(epoch FROM now() - seen) FROM worker WHERE run = $1 ORDER BY id",
          {id});
  std::vector<WorkerInfo> workers;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    WorkerInfo& worker = workers.emplace_back();
    worker.host = rows.text(i, 0);
    worker.process = static_cast<std::uint64_t>(rows.number(i, 1));
    worker.jobs = static_cast<unsigned>(rows.number(i, 2));
    worker.waiting = static_cast<unsigned>(rows.number(i, 3));
    worker.runs = static_cast<std::uint64_t>(rows.number(i, 4));
    worker.estimate = rows.real(i, 5);
    worker.tree = rows.real(i, 6);
    worker.seconds = rows.real(i, 7);
    worker.alive = rows.text(i, 8) == "t";
    worker.left = rows.text(i, 9) == "t";
    worker.silent = rows.real(i, 10);
  }
  return workers;
}

std::vector<dist::Found> Runs::found(std::uint64_t id) {
  const Rows rows = ask("SELECT bytes FROM found WHERE run = $1 ORDER BY id", {id});
  dist::FoundErrors found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string bytes = rows.bytes(i, 0);
    support::ByteReader in(bytes, "an error in the database", "start the run again");
    found.add(dist::TreeReader::found(in));
    in.finish();
  }
  return found.sorted();
}

std::vector<dist::Tally> Runs::tallies(std::uint64_t id) {
  const Rows rows =
      ask("SELECT what, runs, schedule FROM tally WHERE run = $1 ORDER BY what", {id});
  std::vector<dist::Tally> tallies;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    tallies.push_back({rows.bytes(i, 0), static_cast<std::uint64_t>(rows.number(i, 1)),
                       schedule_of(rows.bytes(i, 2))});
  }
  return tallies;
}

std::vector<std::string> Runs::quarantined(std::uint64_t id) {
  const Rows rows = ask(
      "SELECT 'task ' || task || ' (' || what || ')' FROM quarantine WHERE run = $1 ORDER BY task",
      {id});
  std::vector<std::string> what;
  for (std::size_t i = 0; i < rows.size(); ++i) what.push_back(rows.text(i, 0));
  return what;
}

std::map<std::string, std::string> Runs::files(std::uint64_t id) {
  const Rows rows = ask("SELECT name, bytes FROM file WHERE run = $1", {id});
  std::map<std::string, std::string> files;
  for (std::size_t i = 0; i < rows.size(); ++i) files[rows.text(i, 0)] = rows.bytes(i, 1);
  return files;
}

std::vector<core::ActorKey> Runs::actors(std::uint64_t id) {
  const Rows rows = ask("SELECT parent, role, ordinal FROM actor WHERE run = $1 ORDER BY id", {id});
  std::vector<core::ActorKey> keys;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    keys.push_back({static_cast<core::ActorId>(rows.number(i, 0)),
                    static_cast<std::uint32_t>(rows.number(i, 1)),
                    static_cast<std::uint64_t>(rows.number(i, 2))});
  }
  return keys;
}

void Runs::stop(std::uint64_t id, const std::string& state, const std::string& reason) {
  tell({{"UPDATE run SET state = $2, reason = $3, ended = now() "
         "WHERE id = $1 AND state = 'running'",
         {id, state, reason}},
        {"SELECT pg_notify($1, 'state')", {fmt::format("heddle_{}", id)}}});
}

void Runs::reopen(std::uint64_t id, std::uint64_t most_runs) {
  tell({{"UPDATE run SET state = 'running', reason = '', ended = NULL, "
         "begun = now() - (coalesce(ended, now()) - begun), most_runs = $2 "
         "WHERE id = $1 AND state IN ('stopped', 'limit')",
         {id, most_runs}},
        {"SELECT pg_notify('heddle', '')"}});
}

void Runs::wait(std::chrono::milliseconds most) {
  ask("LISTEN heddle");
  try {
    connection_->wait(most);
  } catch (const SqlError&) {
    connection_ = connect(address_, patience_, stop_);
  }
}

}  // namespace heddle::queue
