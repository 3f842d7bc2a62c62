#include "dist/exploration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "explore/estimate.hpp"
#include "support/check.hpp"

namespace heddle::dist {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The workers of one exploration and the thread that watches them.
class Crew {
 public:
  Crew(LocalQueue& queue, const core::ProgramFactory& factory, const explore::Algorithm& algorithm,
       const WorkerOptions& options, Monitor& monitor, unsigned jobs)
      : left_(jobs) {
    for (unsigned job = 0; job < jobs; ++job) {
      threads_.emplace_back([&, this] {
        try {
          const std::unique_ptr<core::Program> program = factory();
          work(queue, *program, algorithm, options, monitor);
        } catch (...) {
          std::lock_guard lock(mutex_);
          if (!failure_) failure_ = std::current_exception();
          monitor.stop = true;
          queue.stop();
        }
        std::lock_guard lock(mutex_);
        --left_;
        changed_.notify_all();
      });
    }
  }
  ~Crew() { join(); }

  /// Waits until all workers are gone, at most until `until`; true if they are.
  bool wait_until(Clock::time_point until) {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, until, [&] { return left_ == 0; });
  }
  void join() {
    for (std::thread& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }
  std::exception_ptr failure() const { return failure_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned left_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

explore::Sequence run_prefix(const core::ProgramFactory& factory,
                             const std::vector<core::ActorId>& schedule) {
  explore::Sequence steps;
  if (schedule.empty()) return steps;
  const std::unique_ptr<core::Program> program = factory();
  program->restart();
  core::Execution execution;
  core::StepRecord record;
  for (const core::ActorId actor : schedule) {
    if (!program->is_enabled(actor)) {
      throw support::UserError(fmt::format("step {} of the prefix: {} cannot take a step there",
                                           execution.size() + 1, program->actor_name(actor)));
    }
    record.clear();
    program->step(actor, record);
    steps.push_back(execution.push(actor, record));
  }
  return steps;
}

}  // namespace

ExplorationResult explore(const core::ProgramFactory& factory, const explore::Algorithm& algorithm,
                          const ExplorationOptions& options, SavedTree* resume) {
  const auto begin = Clock::now();
  const std::unique_ptr<LocalQueue> queue =
      resume == nullptr
          ? std::make_unique<LocalQueue>(algorithm, run_prefix(factory, options.prefix))
          : std::make_unique<LocalQueue>(algorithm, std::move(*resume));
  Monitor monitor;
  monitor.runs = queue->counts().interleavings;
  monitor.errors = queue->found().runs();
  WorkerOptions worker = options.worker;
  if (options.on_save) {
    queue->set_slice(options.save_every);
  } else {
    queue->never_saved();
  }
  worker.alone = options.jobs == 1 && !options.on_save;

  ExplorationResult result;
  std::string stopped_by;
  {
    Crew crew(*queue, factory, algorithm, worker, monitor, options.jobs);
    constexpr auto kTick = std::chrono::milliseconds(20);
    constexpr int kPauseOfSaving = 20;  // it may cost one part in so many of the time in between
    explore::EstimateTrend trend;
    auto next_progress = begin + options.progress_every;
    auto next_save = begin + options.save_every;
    while (!crew.wait_until(Clock::now() + kTick)) {
      const auto now = Clock::now();
      if (options.interrupted != nullptr && *options.interrupted && stopped_by.empty()) {
        stopped_by = "interrupted";
        monitor.stop = true;
        queue->stop();
      }
      if (options.time.count() != 0 && now - begin >= options.time && stopped_by.empty()) {
        stopped_by =
            fmt::format("time limit {} s", std::chrono::duration<double>(options.time).count());
        monitor.stop = true;
        queue->stop();
      }
      if (options.on_progress && now >= next_progress) {
        next_progress = now + options.progress_every;
        trend.add(queue->estimate());
        options.on_progress({monitor.runs, monitor.errors, seconds_since(begin), trend.estimate(),
                             trend.uncertainty()});
      }
      if (options.on_save && now >= next_save) {
        try {
          options.on_save(queue->snapshot());
          next_save = now + std::max<Clock::duration>(options.save_every,
                                                      kPauseOfSaving * (Clock::now() - now));
        } catch (...) {
          monitor.stop = true;
          queue->stop();  // a checkpoint that cannot be written is said at once
          throw;
        }
      }
    }
    crew.join();
    if (crew.failure()) {
      if (options.on_save) options.on_save(queue->snapshot());
      std::rethrow_exception(crew.failure());
    }
  }
  if (options.on_save) options.on_save(queue->snapshot());
  result.counts = queue->counts();
  // The order in which workers hand in errors must not reach a report.
  result.found = queue->found().sorted();
  result.complete = queue->open() == 0;
  const bool interrupted = options.interrupted != nullptr && *options.interrupted;
  if (!result.complete && interrupted && options.keeps_left) result.left = queue->snapshot();
  result.seconds = seconds_since(begin);
  result.goes_on = monitor.goes_on();
  result.cut_off =
      result.counts.bounds_hit.describe(options.worker.explorer.bounds, algorithm.name());
  const bool cut =
      !stopped_by.empty() && result.counts.bounds_hit.has(explore::BoundKind::kStopped);
  if ((!result.complete || cut) && !monitor.enough_errors) {
    if (stopped_by.empty())
      stopped_by = fmt::format("limit of {} interleavings", options.worker.max_runs);
    result.cut_off.push_back({stopped_by, false});
  }
  return result;
}

}  // namespace heddle::dist
