// PostgresStore: a run in PostgreSQL (dist/run_store.hpp).
//
// A lease is a row of `task` locked with FOR UPDATE SKIP LOCKED in a transaction that stays open
// while the worker explores: when its connection dies, for whatever reason, the lock is free. A
// worker that is frozen is fenced by idle_in_transaction_session_timeout; one that is alive says so
// (`keep_alive`), however long a single run takes. A turn is the lock of the run's row, taken at
// the end of that transaction, or in one of its own.
//
// Thread-safe: each lease has its connection; turns without a lease and everything else share one.
// A lease's connection may be made anew silently, the shared one never: its loss is a StoreLost, so
// that a server that came back with fewer commits is noticed.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "core/actor.hpp"
#include "dist/run_store.hpp"
#include "queue/connection.hpp"

namespace heddle::queue {

struct StoreOptions {
  std::chrono::milliseconds lease{30'000};
  /// How long to wait for a server that does not answer.
  std::chrono::milliseconds patience{60'000};
  const std::atomic<bool>* interrupted = nullptr;
};

class PostgresStore final : public dist::RunStore {
 public:
  PostgresStore(Address address, std::uint64_t run, StoreOptions options);
  ~PostgresStore() override;

  std::unique_ptr<Lease> take(const std::vector<dist::TaskId>& held) override;
  std::unique_ptr<Turn> turn(std::unique_ptr<Lease> lease) override;
  bool finished() override;
  std::optional<std::vector<Row>> after(std::uint64_t number) override;
  Row snapshot() override;
  bool wants_snapshot() override;
  void save_snapshot(const Row& snapshot) override;

  /// For ActorTable::set_source.
  std::vector<core::ActorKey> intern(const core::ActorKey& key, std::size_t known);
  /// Tells the server that the leases of this process are still held; call it several times during
  /// a lease.
  void keep_alive();

  std::uint64_t run() const { return run_; }
  const Address& address() const { return address_; }

 private:
  class PostgresLease;
  class PostgresTurn;
  /// A connection that a lease or a turn has, and others may only keep alive.
  struct Line {
    std::mutex mutex;
    std::unique_ptr<Connection> connection;
  };

  std::unique_ptr<Connection> open() const;
  std::shared_ptr<Line> lease_line();
  void give_back(std::shared_ptr<Line> line);
  /// Locks the shared connection, made if it is not there.
  std::unique_lock<std::mutex> lock_shared();
  std::optional<std::vector<Row>> rows_after(Connection& connection, std::uint64_t number) const;
  Row read_snapshot(Connection& connection) const;

  const Address address_;
  const std::uint64_t run_;
  const StoreOptions options_;
  std::mutex shared_mutex_;
  std::unique_ptr<Connection> shared_;
  std::mutex ids_mutex_;
  std::unique_ptr<Connection> ids_;
  std::mutex lines_mutex_;
  std::vector<std::shared_ptr<Line>> idle_;
  std::set<std::shared_ptr<Line>> leased_;
};

}  // namespace heddle::queue
