#include "dist/worker.hpp"

#include <algorithm>

namespace heddle::dist {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kReportEvery = std::chrono::milliseconds(50);
constexpr std::size_t kEscapedAtOnce = 64;

void judge(core::Program& program, const explore::Explorer& explorer, const WorkerOptions& options,
           Monitor& monitor, WorkQueue& queue, std::vector<Found>& found) {
  const std::uint64_t run = monitor.runs.fetch_add(1, std::memory_order_relaxed) + 1;
  if (options.max_runs != 0 && run >= options.max_runs) {
    monitor.runs_limit_hit = true;
    queue.stop();
  }
  // What went wrong before a bound cut the run off went wrong.
  if (!program.has_errors()) return;
  const std::uint64_t errors = monitor.errors.fetch_add(1, std::memory_order_relaxed) + 1;
  found.push_back({explorer.schedule(), program.errors(), program.outcome()});
  if (options.stop_after_errors != 0 && errors >= options.stop_after_errors) {
    monitor.enough_errors = true;
    queue.stop();
  }
}

}  // namespace

void work(WorkQueue& queue, core::Program& program, const explore::Algorithm& algorithm,
          const WorkerOptions& options, Monitor& monitor) {
  explore::Explorer explorer(program, algorithm, options.explorer);
  while (std::optional<TakenTask> taken = queue.take(program)) {
    explorer.start(std::move(taken->task));
    TaskResult result;
    const auto begin = Clock::now();
    auto reported = begin;
    auto offer = begin + options.shortest_task;  // when to look for something to give away
    bool finished = true;
    for (std::uint64_t run = 1; explorer.next_run(); ++run) {
      if (explorer.run_end() != explore::RunEnd::kSleepSetBlocked) {
        judge(program, explorer, options, monitor, queue, result.found);
      }
      if (queue.stopped()) {
        finished = false;
        break;
      }
      if (run % options.runs_between_looks != 0) continue;
      if (explorer.escaped() >= kEscapedAtOnce) {
        queue.escape(taken->id, explorer.take_escaped(), program);
      }
      const auto now = Clock::now();
      if (now - reported > kReportEvery) {
        queue.report(taken->id, explorer.estimate());
        reported = now;
      }
      const bool saves = options.slice.count() != 0;
      const bool give = queue.hungry() && now >= offer;
      if ((saves && (give || now - begin > options.slice)) && explorer.has_open_branches()) {
        finished = false;
        break;
      }
      // A task that was split cannot be saved.
      if (give && !saves) {
        // What was given away before may not be worth a task to anybody.
        offer = now + std::max<Clock::duration>(options.shortest_task, now - begin);
        // How many runs take about ten times the shortest task.
        const double worthwhile = 10.0 * static_cast<double>(run) *
                                  std::chrono::duration<double>(options.shortest_task).count() /
                                  std::chrono::duration<double>(now - begin).count();
        std::vector<explore::OpenNode> upper = explorer.split(worthwhile);
        if (!upper.empty()) {
          queue.split(taken->id, std::move(upper));
          queue.escape(taken->id, explorer.take_escaped(), program);
        }
      }
    }
    if (!finished) result.open = explorer.open_nodes();
    result.first = explorer.first_step();
    result.escaped = explorer.take_escaped();
    result.counts = explorer.counts();
    queue.commit(taken->id, std::move(result), program);
  }
}

}  // namespace heddle::dist
