#include "queue/shared_exploration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "dist/replicated_queue.hpp"
#include "explore/estimate.hpp"

namespace heddle::queue {
namespace {

using Clock = std::chrono::steady_clock;

// How often a process says how it is getting on. A thousand of them share one server.
constexpr auto kTick = std::chrono::milliseconds(200);
constexpr auto kLongestTick = std::chrono::milliseconds(4000);
constexpr auto kTickOfWorker = std::chrono::milliseconds(4);

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "?";
}

// The worker threads.
class Crew {
 public:
  Crew(dist::ReplicatedQueue& queue, const core::ProgramFactory& factory,
       const explore::Algorithm& algorithm, const dist::WorkerOptions& options,
       dist::Monitor& monitor, unsigned jobs)
      : left_(jobs) {
    for (unsigned job = 0; job < jobs; ++job) {
      threads_.emplace_back([&, this] {
        try {
          const std::unique_ptr<core::Program> program = factory();
          dist::work(queue, *program, algorithm, options, monitor);
        } catch (...) {
          std::lock_guard lock(mutex_);
          if (!failure_) failure_ = std::current_exception();
          monitor.stop = true;
          queue.stop();
        }
        --left_;
      });
    }
  }
  ~Crew() { join(); }
  void join() {
    for (std::thread& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }
  bool gone() const { return left_ == 0; }
  std::exception_ptr failure() {
    std::lock_guard lock(mutex_);
    return failure_;
  }

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::atomic<unsigned> left_;
  std::vector<std::thread> threads_;
};

// This process' row in `worker`, and what it hears of the run.
class Listener {
 public:
  Listener(const Address& address, std::uint64_t run, unsigned jobs, bool independent,
           const StoreOptions& options)
      : address_(address), run_(run), jobs_(jobs), independent_(independent), options_(options) {
    connect_again();
  }
  /// What this process did stays to be seen for a while.
  ~Listener() {
    try {
      connection_->run("UPDATE worker SET left_at = now(), waiting = 0, estimate = 0 WHERE id = $1",
                       {id_});
    } catch (const std::exception&) {
      // Nobody hears of it any more, which says the same.
    }
  }

  struct News {
    bool state = false;   // of the run, which may be another
    bool hungry = false;  // somebody else
  };
  /// Sleeps until somebody notifies, or for a while.
  News wait() {
    try {
      const std::vector<std::string> news = connection_->wait(kTick);
      const auto heard = [&](const std::string& what) {
        return std::find(news.begin(), news.end(), what) != news.end();
      };
      return {heard("state"), heard("hungry")};
    } catch (const SqlError&) {
      connect_again();
      return {.state = true};
    }
  }
  struct Told {
    std::string state;
    unsigned others_waiting = 0;
    std::chrono::milliseconds next{0};  // when to tell again
  };
  Told tell(const dist::ReplicatedQueue& queue, std::uint64_t runs) {
    const unsigned waiting = queue.waiting();
    while (true) {
      try {
        say(queue, waiting, runs);
        const Rows rows = connection_->run(
            "SELECT state, (SELECT coalesce(sum(waiting), 0) FROM worker WHERE run = $1 AND id <> "
            "$2 AND left_at IS NULL AND seen > now() - interval '10 seconds'), "
            "(SELECT count(*) FROM worker WHERE run = $1 AND left_at IS NULL) "
            "FROM run WHERE id = $1",
            {run_, id_});
        if (rows.size() == 0) throw ServerLost("the run is not there any more");
        const auto tick = kTickOfWorker * rows.number(0, 2);
        return {rows.text(0, 0), static_cast<unsigned>(rows.number(0, 1)),
                std::clamp<std::chrono::milliseconds>(tick, kTick, kLongestTick)};
      } catch (const SqlError&) {
        connect_again();
      }
    }
  }

 private:
  void say(const dist::ReplicatedQueue& queue, unsigned waiting, std::uint64_t runs) {
    const dist::QueueTimes times = queue.times();
    connection_->run(
        "UPDATE worker SET waiting = $2, runs = $3, estimate = $4, turns = $5, "
        "waiting_for_turns = $6, in_turns = $7, rows = $8, applying = $9, idle = $10, "
        "exploring = $11, tree = $12, lengths = $13::bigint[], seen = now() WHERE id = $1",
        {id_, waiting, runs, queue.estimate_in_flight(), times.turns,
         std::int64_t{times.waiting_for_turns.count()}, std::int64_t{times.in_turns.count()},
         times.rows, std::int64_t{times.applying.count()}, std::int64_t{times.idle.count()},
         std::int64_t{times.exploring.count()},
         independent_ ? WorkerInfo::kNoTree : queue.estimate_of_tree(),
         fmt::format("{{{}}}", fmt::join(times.lengths, ","))});
    // Those who have work should not have to find out.
    if (waiting > 0 && waited_ == 0) {
      connection_->run("SELECT pg_notify($1, 'hungry')", {fmt::format("heddle_{}", run_)});
    }
    waited_ = waiting;
  }

  void connect_again() {
    while (true) {
      connection_ = connect(address_, options_.patience, options_.interrupted);
      try {
        connection_->script(fmt::format("LISTEN heddle_{}", run_));
        connection_->run("DELETE FROM worker WHERE seen < now() - interval '1 hour'");
        if (id_ != 0) {
          connection_->run("DELETE FROM worker WHERE id = $1", {id_});
        }
        id_ = static_cast<std::uint64_t>(
            connection_
                ->run("INSERT INTO worker (run, host, process, jobs) VALUES ($1, $2, $3, $4) "
                      "RETURNING id",
                      {run_, host_name(), static_cast<std::int64_t>(getpid()), jobs_})
                .number(0, 0));
        return;
      } catch (const SqlError&) {
        continue;
      }
    }
  }

  const Address address_;
  const std::uint64_t run_;
  const unsigned jobs_;
  const bool independent_;  // tasks
  const StoreOptions options_;
  std::unique_ptr<Connection> connection_;
  std::uint64_t id_ = 0;
  unsigned waited_ = 0;  // when it was told last
};

// Tells the server that the leases are held, whatever the workers and the listener are doing.
class Heartbeat {
 public:
  Heartbeat(PostgresStore& store, std::chrono::milliseconds every)
      : thread_([this, &store, every] {
          std::unique_lock lock(mutex_);
          while (!changed_.wait_for(lock, every, [this] { return done_; })) store.keep_alive();
        }) {}
  ~Heartbeat() {
    {
      std::lock_guard lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

std::vector<core::CutOff> cut_off_by(const RunInfo& run, bool complete,
                                     const std::vector<std::string>& quarantined) {
  std::vector<core::CutOff> cut;
  for (const std::string& what : quarantined) {
    cut.push_back({fmt::format("the quarantine of {}: its workers died three times", what), false});
  }
  if (complete || run.state == "errors") return cut;
  if (run.state == "limit") {
    cut.push_back({fmt::format("limit of {} interleavings", run.most_runs), false});
  } else {
    cut.push_back({run.reason.empty() ? "interrupted" : run.reason, false});
  }
  return cut;
}

}  // namespace

dist::ExplorationResult explore_together(Runs& runs, std::uint64_t id,
                                         const core::ProgramFactory& factory,
                                         core::SharedState& shared,
                                         const explore::Algorithm& algorithm,
                                         const SharedOptions& options) {
  const auto begin = Clock::now();
  const Address& address = runs.address();
  runs.be_patient(options.store.patience, options.store.interrupted);
  PostgresStore store(address, id, options.store);
  shared.seed(runs.actors(id));
  shared.actors().set_source(
      [&store](const core::ActorKey& key, std::size_t known) { return store.intern(key, known); });
  struct Unset {
    core::ActorTable& actors;
    ~Unset() { actors.set_source({}); }
  } unset{shared.actors()};
  dist::ReplicatedQueue queue(
      store, shared, algorithm,
      {.shortest_slice = options.shortest_slice, .longest_slice = 5 * options.shortest_slice});
  dist::Monitor monitor;
  dist::WorkerOptions worker = options.worker;
  worker.shortest_task = std::chrono::milliseconds(50);
  // The run's row counts those of all; here they only say when to hand in at once.
  RunInfo run = runs.info(id);
  worker.stop_after_errors = run.most_errors;
  worker.max_runs = run.most_runs;
  std::string stopped_by;
  {
    const Heartbeat heartbeat(store, options.store.lease / 6);
    Listener listener(address, id, options.jobs, algorithm.parsimonious(), options.store);
    Crew crew(queue, factory, algorithm, worker, monitor, options.jobs);
    explore::EstimateTrend trend;
    const auto stop_here = [&] {
      monitor.stop = true;
      queue.stop();
    };
    try {
      while (true) {
        const auto [state, others_waiting, next] = listener.tell(queue, monitor.runs);
        if (state != "running") stop_here();
        queue.set_others_hungry(others_waiting > 0);
        const bool interrupted = options.store.interrupted != nullptr && *options.store.interrupted;
        const bool late = options.time.count() != 0 && Clock::now() - begin >= options.time;
        if ((interrupted || late) && stopped_by.empty()) {
          stopped_by = interrupted
                           ? "interrupted"
                           : fmt::format("time limit {} s",
                                         std::chrono::duration<double>(options.time).count());
          stop_here();
          if (options.coordinates) {
            runs.stop(id, "stopped", stopped_by);
          }
        }
        if (crew.failure()) break;
        // A coordinator whose own workers were told to stop does not wait for others.
        const bool waits = options.coordinates && state == "running" && stopped_by.empty() &&
                           (options.jobs == 0 || !queue.stopped());
        if (crew.gone() && !waits) break;
        if (options.on_progress) {
          SharedProgress progress;
          run = runs.info(id);
          progress.workers = runs.workers(id);
          trend.add(estimate(run, progress.workers));
          progress.run = {run.counts.interleavings, run.errors, run.seconds, trend.estimate(),
                          trend.uncertainty()};
          options.on_progress(progress);
        }
        // New tasks are news for those who wait only.
        const auto told = Clock::now();
        while (!crew.gone() || options.coordinates) {
          const Listener::News news = listener.wait();
          queue.wake();
          if (news.hungry && queue.waiting() == 0) queue.set_others_hungry(true);
          if (news.state || Clock::now() - told >= next || crew.failure()) break;
        }
      }
    } catch (...) {
      stop_here();
      throw;
    }
    crew.join();
    if (crew.failure()) std::rethrow_exception(crew.failure());
    listener.tell(queue, monitor.runs);
  }
  if (monitor.enough_errors && options.worker.observer) runs.stop(id, "errors", "");
  run = runs.info(id);
  dist::ExplorationResult result;
  result.counts = run.counts;
  result.found = runs.found(id);
  // They may be about actors that only others have met.
  shared.seed(runs.actors(id));
  const auto quarantined = runs.quarantined(id);
  result.complete = run.state == "done" && quarantined.empty();
  result.seconds = run.seconds;
  result.goes_on = monitor.goes_on();
  result.cut_off =
      result.counts.bounds_hit.describe(options.worker.explorer.bounds, algorithm.name());
  for (core::CutOff& cut : cut_off_by(run, result.complete || run.state == "done", quarantined)) {
    result.cut_off.push_back(std::move(cut));
  }
  return result;
}

}  // namespace heddle::queue
