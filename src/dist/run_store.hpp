// RunStore: where the processes that share a run meet.
//
// It keeps the log of the run (tree_operation.hpp), a snapshot now and then, a row for each task,
// the totals and what was found. It knows nothing about trees. PostgreSQL is behind it in real life
// (src/queue), plain memory in tests.
//
// Two kinds of exclusion, and nothing else: a *lease* is one worker's hold on a task, which ends
// with the worker however that ends; a *turn* is the right to append to the log, for a moment.
//
// Anything that may be lost is told by a StoreLost: the process then forgets what it knows of the
// run and reads it again.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "dist/work_queue.hpp"

namespace heddle::dist {

/// The connection broke or a commit failed: nothing since the last commit has happened. What
/// happened before may be lost as well, if it was not durable.
class StoreLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Only a lease ended too early: its task is not this worker's any more.
class LeaseLost : public StoreLost {
 public:
  using StoreLost::StoreLost;
};

class RunStore {
 public:
  virtual ~RunStore() = default;

  /// Destroyed without a turn: the task is free again.
  class Lease {
   public:
    virtual ~Lease() = default;
    virtual TaskId task() const = 0;
    /// How often it was taken without being handed in, this time included.
    virtual unsigned attempt() const = 0;
    /// The log says nothing about it.
    virtual bool independent() const = 0;
    /// What is to be done, of an independent task; what is left, of one that was put aside; else
    /// empty (task_bytes.hpp).
    virtual const std::string& bytes() const = 0;
  };

  struct Row {
    std::uint64_t number = 0;
    std::string bytes;
  };

  /// Destroyed without a commit: nothing happened.
  class Turn {
   public:
    virtual ~Turn() = default;
    /// The rows of the log after `number`; empty if some of them are gone: there is a snapshot.
    virtual std::optional<std::vector<Row>> after(std::uint64_t number) = 0;
    /// As RunStore::snapshot.
    virtual Row snapshot() = 0;
    virtual void append(const std::string& bytes) = 0;
    virtual void add_task(TaskId id, const std::string& path) = 0;
    /// One that the log says nothing about; its number is the store's.
    virtual void add_independent_task(const std::string& bytes) = 0;
    virtual void remove_task(TaskId id) = 0;
    /// It is free again, with what is left of it, and its attempts are forgotten.
    virtual void put_aside(TaskId id, const std::string& bytes) = 0;
    /// It is not given to anybody any more; `what` says which task it is.
    virtual void quarantine_task(TaskId id, const std::string& what) = 0;
    virtual void add_counts(const explore::Counts& counts) = 0;
    virtual void add_found(const Found& found) = 0;
    virtual void add_tally(const Tally& tally) = 0;
    /// Nothing is left to do.
    virtual void finish() = 0;
    /// The same, if there is no task any more after this turn; then it is durable.
    virtual void finish_without_tasks() = 0;
    /// `durable`: not even a crash of the server may lose it.
    virtual void commit(bool durable) = 0;
  };

  /// Null if no task is free. Those that are `held` here are not: their leases may have ended
  /// without the worker knowing it.
  virtual std::unique_ptr<Lease> take(const std::vector<TaskId>& held) = 0;
  /// With a lease, in its transaction, which ends with it. Throws LeaseLost if it has ended before.
  virtual std::unique_ptr<Turn> turn(std::unique_ptr<Lease> lease) = 0;
  /// Whether nothing was left to do after some turn.
  virtual bool finished() = 0;
  /// As Turn::after, without being alone.
  virtual std::optional<std::vector<Row>> after(std::uint64_t number) = 0;
  /// The latest, and the row of the log that it comes after; nothing and 0 at the beginning.
  virtual Row snapshot() = 0;
  /// Whether the log has become longer than what would replace it.
  virtual bool wants_snapshot() = 0;
  /// Rows up to this one may be forgotten from now on.
  virtual void save_snapshot(const Row& snapshot) = 0;
};

}  // namespace heddle::dist
