// A RunStore in memory, for several processes that are simulated in one thread: they can die, be
// fenced off like a frozen worker, and the server can crash and forget its last commits.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/actor.hpp"
#include "dist/run_store.hpp"

namespace heddle::tests {

/// The server.
struct MemoryRun {
  struct State {
    std::vector<dist::RunStore::Row> rows;
    std::uint64_t last = 0;
    dist::RunStore::Row snapshot;
    std::map<dist::TaskId, std::string> tasks;  // paths
    std::map<dist::TaskId, std::string> bytes;
    std::map<dist::TaskId, std::string> quarantined;
    std::set<std::string> paths;
    explore::Counts counts;
    std::vector<dist::Found> found;
    std::map<std::string, std::uint64_t> tallies;
    bool finished = false;
  };
  State state;
  std::map<dist::TaskId, unsigned> attempts;
  std::map<dist::TaskId, const void*> leased;  // by which lease
  std::vector<core::ActorKey> actors;
  static constexpr dist::TaskId kFirstIndependent = dist::TaskId{1} << 32;
  dist::TaskId next_independent = kFirstIndependent;
  std::deque<State> earlier;  // what a crash may fall back to: all since the last durable commit
  std::uint64_t epoch = 0;    // crashes

  /// For ActorTable::set_source.
  std::vector<core::ActorKey> intern(const core::ActorKey& key, std::size_t known);
  /// Forgets up to `commits` of those that were not durable.
  void crash(std::size_t commits);
};

/// The connections of one process.
class MemoryStore final : public dist::RunStore {
 public:
  explicit MemoryStore(MemoryRun& run) : run_(run), epoch_(run.epoch) {}

  std::unique_ptr<Lease> take(const std::vector<dist::TaskId>& held) override;
  std::unique_ptr<Turn> turn(std::unique_ptr<Lease> lease) override;
  bool finished() override;
  std::optional<std::vector<Row>> after(std::uint64_t number) override;
  Row snapshot() override;
  bool wants_snapshot() override { return true; }
  void save_snapshot(const Row& snapshot) override;
  /// The lease on a task that this process has ends, while its worker knows nothing about it.
  void fence(dist::TaskId task);

 private:
  class MemoryLease;
  class MemoryTurn;
  void look();

  MemoryRun& run_;
  std::uint64_t epoch_;
  std::map<dist::TaskId, const void*> leases_;  // the latest for each task
};

}  // namespace heddle::tests
