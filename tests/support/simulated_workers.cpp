#include "tests/support/simulated_workers.hpp"

#include <memory>
#include <optional>

#include "dist/local_queue.hpp"
#include "explore/random_stream.hpp"
#include "tests/support/oracle.hpp"

namespace heddle::tests {

Totals explore_with_workers(const char* name, const core::ProgramFactory& factory,
                            std::uint64_t seed) {
  struct Worker {
    std::unique_ptr<core::Program> program;
    std::unique_ptr<explore::Explorer> explorer;
    std::optional<dist::TakenTask> task;
  };
  Totals totals;
  explore::RandomStream random(seed, 0);
  const auto algorithm = explore::make_algorithm(name);
  // Small programs: every branch is worth a task.
  dist::LocalQueue queue(*algorithm, {}, {.many = 1, .few = 0});
  Worker workers[3];
  for (Worker& worker : workers) {
    worker.program = factory();
    explore::ExplorerOptions options;
    // One worker keeps its reversals and hands them in late, again and again; the others ask.
    if (&worker != workers) {
      options.owner = [&](explore::Reversal reversal) {
        return queue.escape(worker.task->id, std::move(reversal), *worker.program);
      };
    }
    worker.explorer = explore::make_explorer(*worker.program, *algorithm, std::move(options));
  }
  while (queue.open() > 0) {
    Worker& worker = workers[random.below(3)];
    if (!worker.task) {
      worker.task = queue.take_now(*worker.program);
      if (worker.task) worker.explorer->start(std::move(worker.task->task));
      continue;
    }
    const bool more = worker.explorer->next_run();
    const bool cut = more && random.below(3) == 0;
    if (more) {
      if (worker.explorer->run_end() == explore::RunEnd::kSleepSetBlocked) {
        ++totals.sleep_set_blocked;
      }
      if (worker.explorer->run_end() == explore::RunEnd::kMaximal) {
        ++totals.runs;
        totals.outcomes.insert(worker.program->outcome());
        totals.classes.insert(
            class_of(worker.explorer->execution(), worker.explorer->happens_before()));
      }
    }
    if (!more || cut) {
      dist::TaskResult result;
      result.first = worker.explorer->first_step();
      if (cut) {
        result.open = worker.explorer->open_nodes();
        result.spawned = worker.explorer->give_away(1'000'000);
      }
      result.escaped = worker.explorer->take_escaped();
      result.counts = worker.explorer->counts();
      queue.commit(worker.task->id, std::move(result), *worker.program);
      worker.task.reset();
    } else if (algorithm->parsimonious()) {
      auto spawned = worker.explorer->give_away(random.below(4));
      if (!spawned.empty()) queue.spawn(worker.task->id, std::move(spawned));
    } else if (random.below(4) == 0) {
      // A branch that holds one run is worth a task, or none is and the first open node has to do.
      auto upper = worker.explorer->split(random.below(2) == 0 ? 1.0 : 1e9);
      if (!upper.empty()) queue.split(worker.task->id, std::move(upper));
    } else if (random.below(4) == 0) {
      for (explore::Reversal& escaped : worker.explorer->take_escaped()) {
        queue.escape(worker.task->id, std::move(escaped), *worker.program);
      }
    }
  }
  return totals;
}

}  // namespace heddle::tests
