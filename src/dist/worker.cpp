#include "dist/worker.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace heddle::dist {
namespace {

using Clock = std::chrono::steady_clock;

/// Of a parsimonious exploration: who asks gets one, and those who ask next need not wait.
constexpr std::size_t kPartsGivenAway = 4;
constexpr auto kReportEvery = std::chrono::milliseconds(50);
/// Long enough for all but endless runs: a checkpoint after Ctrl-C then loses nothing.
constexpr auto kGrace = std::chrono::milliseconds(500);

explore::StopCheck patient(const std::atomic<bool>& stop) {
  return [&stop, seen = std::optional<Clock::time_point>()]() mutable {
    if (!stop.load(std::memory_order_relaxed)) return false;
    const auto now = Clock::now();
    if (!seen) seen = now;
    return now - *seen >= kGrace;
  };
}

void judge(core::Program& program, const explore::Explorer& explorer, const WorkerOptions& options,
           Monitor& monitor, WorkQueue& queue, FoundErrors& found) {
  const std::uint64_t run = monitor.runs.fetch_add(1, std::memory_order_relaxed) + 1;
  if (options.max_runs != 0 && run >= options.max_runs) {
    monitor.runs_limit_hit = true;
    monitor.stop = true;
    queue.stop();
  }
  const auto& length = options.explorer.bounds.length;
  if (explorer.run_end() == explore::RunEnd::kBounded && length &&
      explorer.execution().size() >= *length) {
    monitor.goes_on(busiest(program, explorer.execution().schedule()));
  }
  // What went wrong before a bound cut the run off went wrong.
  if (!options.keep_errors || !program.has_errors()) return;
  const std::uint64_t errors = monitor.errors.fetch_add(1, std::memory_order_relaxed) + 1;
  found.add({explorer.schedule(), program.errors(), options.alone ? run : std::uint64_t{0}});
  if (options.stop_after_errors != 0 && errors >= options.stop_after_errors) {
    monitor.enough_errors = true;
    monitor.stop = true;
    queue.stop();
  }
}

}  // namespace

void Monitor::goes_on(std::string actor) {
  std::lock_guard lock(mutex_);
  if (goes_on_.empty() || actor < goes_on_) goes_on_ = std::move(actor);
}

std::string Monitor::goes_on() const {
  std::lock_guard lock(mutex_);
  return goes_on_;
}

std::string busiest(const core::Program& program, std::span<const core::ActorId> schedule) {
  constexpr std::size_t kLast = 1000;
  if (schedule.empty()) return "";
  std::map<core::ActorId, std::size_t> steps;
  for (const core::ActorId actor : schedule.last(std::min(schedule.size(), kLast))) ++steps[actor];
  const auto most = std::max_element(
      steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return program.actor_name(most->first);
}

void work(WorkQueue& queue, core::Program& program, const explore::Algorithm& algorithm,
          const WorkerOptions& options, Monitor& monitor) {
  explore::ExplorerOptions explorer_options = options.explorer;
  explorer_options.stop = patient(monitor.stop);
  TaskId task = 0;
  explorer_options.owner = [&](explore::Reversal reversal) {
    return queue.escape(task, std::move(reversal), program);
  };
  auto search = explore::make_explorer(program, algorithm, explorer_options);
  const RunObserver observer = options.observer ? options.observer(program) : RunObserver();
  const bool puts_aside = queue.puts_aside();
  while (std::optional<TakenTask> taken = queue.take(program)) {
    explore::Explorer& explorer = *search;
    task = taken->id;
    const auto slice = queue.slice(task);
    explorer.start(std::move(taken->task));
    TaskResult result;
    const auto begin = Clock::now();
    auto reported = begin;
    // When to look for something to give away.
    const auto shortest = std::max(options.shortest_task, queue.pause());
    auto offer = begin + shortest;
    bool finished = true;
    for (std::uint64_t run = 1; explorer.next_run(); ++run) {
      if (explorer.run_end() != explore::RunEnd::kSleepSetBlocked) {
        judge(program, explorer, options, monitor, queue, result.found);
      }
      if (observer.look && !observer.look(explorer)) {
        monitor.enough_errors = true;
        monitor.stop = true;
        queue.stop();
      }
      if (queue.stopped()) {
        finished = false;
        break;
      }
      if (run % options.runs_between_looks != 0) continue;
      const auto now = Clock::now();
      if (now - reported > kReportEvery) {
        queue.report(task, explorer.estimate());
        reported = now;
      }
      const bool give = queue.hungry() && now >= offer;
      // A task that was split cannot be saved, unless it is put aside at once.
      if (give) {
        // What was given away before may not be worth a task to anybody, and whoever asked waits
        // as long as this pause; but parsimonious tasks cost next to nothing.
        const auto pause = algorithm.parsimonious() && !puts_aside
                               ? Clock::duration::zero()
                               : Clock::duration((now - begin) / 4);
        offer = now + std::max<Clock::duration>(shortest, pause);
        // How many runs take about ten times the shortest task.
        const double worthwhile = 10.0 * static_cast<double>(run) *
                                  std::chrono::duration<double>(shortest).count() /
                                  std::chrono::duration<double>(now - begin).count();
        if (algorithm.parsimonious()) {
          std::vector<explore::Task> parts = explorer.give_away(kPartsGivenAway);
          if (!parts.empty()) {
            queue.spawn(task, std::move(parts));
            finished = !puts_aside;
          }
        } else {
          std::vector<explore::OpenNode> upper =
              explorer.split(worthwhile, queue.sequences_hold_little());
          if (!upper.empty()) {
            queue.split(task, std::move(upper));
            finished = !puts_aside;
          }
        }
      }
      finished = finished && !(puts_aside && (now - begin > slice || queue.lost(task)));
      if (!finished) break;
    }
    if (!finished) {
      result.open = explorer.open_nodes();
      result.spawned = explorer.give_away(static_cast<std::size_t>(-1));
    }
    result.first = explorer.first_step();
    result.escaped = explorer.take_escaped();
    result.counts = explorer.counts();
    if (observer.hand_in) result.tallies = observer.hand_in();
    if (!queue.commit(task, std::move(result), program)) {
      search = explore::make_explorer(program, algorithm, explorer_options);
    }
  }
}

}  // namespace heddle::dist
