#include "queue/schema.hpp"

#include <fmt/format.h>

#include "support/check.hpp"

namespace heddle::queue {
namespace {

// Any number, the same in all processes: who makes the tables is alone.
constexpr const char* kLock = "SELECT pg_advisory_xact_lock(7522537901)";

// `task` has the tasks that wait or are leased: the lock on the row is the lease. What changes
// while a task is leased (its attempts) is therefore in a table of its own.
constexpr const char* kTables = R"(
CREATE SCHEMA heddle;
CREATE TABLE heddle.version (number int NOT NULL);
CREATE TABLE heddle.run (
  id bigserial PRIMARY KEY,
  begun timestamptz NOT NULL DEFAULT now(),
  ended timestamptz,
  title text NOT NULL,
  tool text NOT NULL,
  digest text NOT NULL,
  spec text NOT NULL,
  state text NOT NULL DEFAULT 'running',
  reason text NOT NULL DEFAULT '',
  most_errors bigint NOT NULL,
  most_runs bigint NOT NULL,
  last_row bigint NOT NULL DEFAULT 0,
  interleavings bigint NOT NULL DEFAULT 0,
  sleep_set_blocked bigint NOT NULL DEFAULT 0,
  events bigint NOT NULL DEFAULT 0,
  races bigint NOT NULL DEFAULT 0,
  bounds_hit bigint NOT NULL DEFAULT 0,
  errors bigint NOT NULL DEFAULT 0,
  turns bigint NOT NULL DEFAULT 0);
CREATE TABLE heddle.log (
  run bigint NOT NULL REFERENCES heddle.run ON DELETE CASCADE,
  number bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (run, number));
CREATE TABLE heddle.snapshot (
  run bigint PRIMARY KEY REFERENCES heddle.run ON DELETE CASCADE,
  number bigint NOT NULL, bytes bytea NOT NULL);
CREATE TABLE heddle.task (
  run bigint NOT NULL REFERENCES heddle.run ON DELETE CASCADE,
  id bigint NOT NULL, path uuid, bytes bytea NOT NULL DEFAULT '',
  PRIMARY KEY (run, id), UNIQUE (run, path));
-- Of tasks that the log says nothing about; the others count from 1.
CREATE SEQUENCE heddle.task_number START 4294967296;
CREATE TABLE heddle.attempt (
  run bigint NOT NULL REFERENCES heddle.run ON DELETE CASCADE,
  task bigint NOT NULL, times int NOT NULL, PRIMARY KEY (run, task));
CREATE TABLE heddle.quarantine (
  run bigint NOT NULL REFERENCES heddle.run ON DELETE CASCADE,
  task bigint NOT NULL, what text NOT NULL, PRIMARY KEY (run, task));
CREATE TABLE heddle.actor (
  run bigint NOT NULL REFERENCES heddle.run ON DELETE CASCADE,
  id bigint NOT NULL, parent bigint NOT NULL, role bigint NOT NULL, ordinal bigint NOT NULL,
  PRIMARY KEY (run, id), UNIQUE (run, parent, role, ordinal));
CREATE TABLE heddle.found (
  run bigint NOT NULL REFERENCES heddle.run ON DELETE CASCADE,
  id bigserial, bytes bytea NOT NULL, PRIMARY KEY (run, id));
CREATE TABLE heddle.tally (
  run bigint NOT NULL REFERENCES heddle.run ON DELETE CASCADE,
  what bytea NOT NULL, runs bigint NOT NULL, schedule bytea NOT NULL);
-- Compressing them takes longer than writing them.
ALTER TABLE heddle.log ALTER bytes SET STORAGE EXTERNAL;
ALTER TABLE heddle.snapshot ALTER bytes SET STORAGE EXTERNAL;
ALTER TABLE heddle.task ALTER bytes SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX tally_key ON heddle.tally (run, sha256(what));
CREATE TABLE heddle.file (
  run bigint NOT NULL REFERENCES heddle.run ON DELETE CASCADE,
  name text NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (run, name));
CREATE TABLE heddle.worker (
  id bigserial PRIMARY KEY,
  run bigint NOT NULL REFERENCES heddle.run ON DELETE CASCADE,
  host text NOT NULL, process bigint NOT NULL, jobs int NOT NULL,
  waiting int NOT NULL DEFAULT 0, runs bigint NOT NULL DEFAULT 0,
  estimate double precision NOT NULL DEFAULT 0, tree double precision NOT NULL DEFAULT 0,
  begun timestamptz NOT NULL DEFAULT now(), seen timestamptz NOT NULL DEFAULT now(),
  left_at timestamptz,
  turns bigint NOT NULL DEFAULT 0, waiting_for_turns bigint NOT NULL DEFAULT 0,
  in_turns bigint NOT NULL DEFAULT 0, rows bigint NOT NULL DEFAULT 0,
  applying bigint NOT NULL DEFAULT 0, idle bigint NOT NULL DEFAULT 0,
  exploring bigint NOT NULL DEFAULT 0, lengths bigint[] NOT NULL DEFAULT '{}');
CREATE FUNCTION heddle.intern_actor(r bigint, p bigint, o bigint, n bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('heddle actors', r));
  INSERT INTO heddle.actor SELECT r, count(*), p, o, n FROM heddle.actor WHERE run = r
    ON CONFLICT (run, parent, role, ordinal) DO NOTHING;
END $$;
)";

}  // namespace

void prepare_schema(Connection& connection, const Address& address) {
  connection.script("BEGIN");
  connection.run(kLock);
  const Rows there = connection.run("SELECT to_regclass('heddle.version') IS NOT NULL");
  if (there.text(0, 0) == "f") {
    connection.script(kTables);
    connection.run("INSERT INTO heddle.version VALUES ($1)", {kSchemaVersion});
  }
  const std::int64_t version = connection.run("SELECT number FROM heddle.version").number(0, 0);
  connection.script("COMMIT");
  if (version != kSchemaVersion) {
    throw support::UserError(fmt::format(
        "{}: has tables of version {}, this heddle needs version {}; use the heddle that "
        "made them, or another database",
        address.shown(), version, kSchemaVersion));
  }
}

}  // namespace heddle::queue
