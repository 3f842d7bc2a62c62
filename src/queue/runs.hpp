// Runs: the explorations in a database, one row each, and the files that travel with them.
//
// The state of a run:
//
//   running   tasks are taken
//   stopped   by hand, by Ctrl-C or by a time limit; `reason` says which. It can be resumed.
//   errors    as many errors as wanted were found
//   limit     as many interleavings as wanted were explored
//   restart   it has to begin anew with other options (`reason`): its starter does that
//   done      nothing is left but what is in quarantine
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/actor.hpp"
#include "dist/work_queue.hpp"
#include "queue/connection.hpp"

namespace heddle::queue {

struct NewRun {
  std::string title;
  std::string tool;    // version of heddle
  std::string digest;  // of the program and of all options that change what is explored
  std::string spec;    // how a worker makes the program: the caller's; empty: it is the program
  std::uint64_t most_errors = 1;
  std::uint64_t most_runs = 0;
  std::vector<core::ActorKey> actors;
  std::map<std::string, std::string> files;
};

struct RunInfo {
  std::uint64_t id = 0;
  std::string title;
  std::string tool;
  std::string digest;
  std::string spec;
  std::string state;
  std::string reason;
  std::uint64_t most_errors = 0;
  std::uint64_t most_runs = 0;
  explore::Counts counts;
  std::uint64_t errors = 0;
  double seconds = 0;  // since it began, until it ended
  std::uint64_t tasks = 0;
  std::uint64_t turns = 0;
  /// Of all runs of an exploration whose tasks are independent: those that are left are taken to
  /// hold as much as those that were handed in.
  double estimate_of_tasks() const {
    const auto runs = static_cast<double>(counts.interleavings);
    return turns == 0 ? 0 : runs + static_cast<double>(tasks) * runs / static_cast<double>(turns);
  }
  bool running() const { return state == "running"; }
};

struct WorkerInfo {
  std::string host;
  std::uint64_t process = 0;
  unsigned jobs = 0;
  unsigned waiting = 0;
  std::uint64_t runs = 0;
  double estimate = 0;  // of runs, in its tasks
  double tree = 0;      // of runs besides those; kNoTree if its tasks are independent
  double seconds = 0;
  bool alive = false;  // was heard of lately
  bool left = false;   // ended, and said so
  double silent = 0;   // seconds since it was heard of
  static constexpr double kNoTree = -1;
  double rate() const { return seconds > 0 ? static_cast<double>(runs) / seconds : 0; }
};

/// Of all runs of an exploration, as far as its workers know; 0: they do not.
double estimate(const RunInfo& run, const std::vector<WorkerInfo>& workers);

class Runs {
 public:
  /// Connects, and makes the tables if they are not there. Throws support::UserError.
  explicit Runs(const Address& address);
  /// From now on everything but `create` waits so long for a server that is away, and then throws
  /// ServerLost.
  void be_patient(std::chrono::milliseconds patience, const std::atomic<bool>* stop);

  std::uint64_t create(const NewRun& run);
  /// The run with the same digest that is running, or that was not over `since` (a time of the
  /// server's); else a new one. Whoever calls this at the same time gets the same.
  std::uint64_t join(const NewRun& run, const std::string& since);
  /// Throws support::UserError if there is no such run.
  RunInfo info(std::uint64_t id);
  /// The latest first.
  std::vector<RunInfo> all();
  /// The oldest that is running and that a `heddle worker` can help with.
  std::optional<RunInfo> running();
  std::vector<WorkerInfo> workers(std::uint64_t id);
  std::vector<dist::Found> found(std::uint64_t id);
  std::vector<dist::Tally> tallies(std::uint64_t id);
  /// What each task in quarantine is.
  std::vector<std::string> quarantined(std::uint64_t id);
  std::map<std::string, std::string> files(std::uint64_t id);
  /// All so far, in order of their ids.
  std::vector<core::ActorKey> actors(std::uint64_t id);
  /// Ends a run that is running.
  void stop(std::uint64_t id, const std::string& state, const std::string& reason);
  /// Goes on with a run that was stopped, to `most_runs` interleavings (0: no limit).
  void reopen(std::uint64_t id, std::uint64_t most_runs);
  /// Waits until something happens to any run, at most so long.
  void wait(std::chrono::milliseconds most);

  const Address& address() const { return address_; }

 private:
  std::uint64_t insert(const NewRun& run);
  Rows ask(const std::string& sql, const std::vector<Value>& values = {});
  void tell(const std::vector<Statement>& statements);

  const Address address_;
  std::unique_ptr<Connection> connection_;
  std::chrono::milliseconds patience_{0};
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace heddle::queue
