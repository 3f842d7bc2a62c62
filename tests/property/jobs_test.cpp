// Any number of workers, and any interruption, gives the totals of one worker.
#include <fmt/format.h>

#include "dist/exploration.hpp"
#include "dist/local_queue.hpp"
#include "explore/random_stream.hpp"
#include "tests/property/programs.hpp"

namespace heddle::tests {
namespace {

constexpr std::uint64_t kMost = 3000;

struct Totals {
  std::uint64_t runs = 0;
  std::set<std::uint64_t> classes;
  std::string wrong;
};

// Three workers in one thread, driven by a seed: each step one of them makes a run, hands in, or is
// cut open. Every order in which threads could do this has a seed.
Totals with_workers(const char* name, const core::ProgramFactory& factory, std::uint64_t seed) {
  struct Worker {
    std::unique_ptr<core::Program> program;
    std::unique_ptr<explore::Explorer> explorer;
    std::optional<dist::TakenTask> task;
  };
  Totals totals;
  explore::RandomStream random(seed, 0);
  const auto algorithm = explore::make_algorithm(name);
  dist::LocalQueue queue(*algorithm, factory);
  Worker workers[3];
  for (Worker& worker : workers) {
    worker.program = factory();
    worker.explorer = std::make_unique<explore::Explorer>(*worker.program, *algorithm,
                                                          explore::ExplorerOptions{});
  }
  while (queue.open() > 0) {
    Worker& worker = workers[random.below(3)];
    if (!worker.task) {
      std::size_t in_flight = 0;
      for (const Worker& other : workers) in_flight += other.task ? 1 : 0;
      if (queue.open() <= in_flight) continue;
      worker.task = queue.take(*worker.program);
      worker.explorer->start(std::move(worker.task->task));
      continue;
    }
    if (!*worker.task->keep_explored) worker.explorer->forget_explored();
    const bool more = worker.explorer->next_run();
    const bool cut = more && random.below(3) == 0;
    if (more) {
      if (worker.explorer->run_end() == explore::RunEnd::kSleepSetBlocked && algorithm->optimal()) {
        totals.wrong = "sleep-set blocked";
        return totals;
      }
      if (worker.explorer->run_end() == explore::RunEnd::kMaximal) {
        ++totals.runs;
        totals.classes.insert(
            class_of(worker.explorer->execution(), worker.explorer->happens_before()));
      }
    }
    if (!more || cut) {
      dist::TaskResult result;
      result.first = worker.explorer->first_step();
      if (cut) {
        result.open = worker.explorer->open_nodes();
      } else {
        result.explored = worker.explorer->take_explored();
      }
      result.escaped = worker.explorer->take_escaped();
      result.counts = worker.explorer->counts();
      queue.commit(worker.task->id, std::move(result), *worker.program);
      worker.task.reset();
    } else if (random.below(4) == 0) {
      queue.escape(worker.task->id, worker.explorer->take_escaped(), *worker.program);
    }
  }
  return totals;
}

TEST(Jobs, AnyOrderOfTasksGivesTheSameClasses) {
  for_all_programs({}, 0.1, [](const core::ProgramFactory& factory) -> std::string {
    for (const char* name : {"optimal", "observers", "none", "source", "persistent"}) {
      const Explored alone = explore_with(name, factory, {.limit = kMost});
      if (!alone.complete) continue;
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const Totals totals = with_workers(name, factory, seed);
        if (!totals.wrong.empty()) return fmt::format("{}: {}", name, totals.wrong);
        const bool exact = explore::make_algorithm(name)->optimal() || name == std::string("none");
        if (exact && totals.runs != alone.counts.interleavings) {
          return fmt::format("{}: {} runs with three workers, {} with one (order {})", name,
                             totals.runs, alone.counts.interleavings, seed);
        }
        // With observers, which run stands for its class may differ, and with it the plain class.
        if (name != std::string("observers") && totals.classes != alone.classes) {
          return fmt::format("{}: other classes (order {})", name, seed);
        }
      }
    }
    return "";
  });
}

TEST(Jobs, FourThreadsGiveTheSameTotals) {
  for_all_programs({}, 0.1, [](const core::ProgramFactory& factory) -> std::string {
    for (const char* name : {"optimal", "observers"}) {
      const Explored alone = explore_with(name, factory, {.limit = kMost, .classes = false});
      if (!alone.complete) continue;
      dist::ExplorationOptions options;
      options.jobs = 4;
      options.worker.stop_after_errors = 0;
      options.worker.shortest_task = std::chrono::microseconds(0);
      options.worker.runs_between_looks = 1;
      const auto algorithm = explore::make_algorithm(name);
      const dist::ExplorationResult result = dist::explore(factory, *algorithm, options);
      if (!result.complete || result.counts.interleavings != alone.counts.interleavings ||
          result.counts.sleep_set_blocked != 0) {
        return fmt::format("{}: {} runs with four threads, {} with one", name,
                           result.counts.interleavings, alone.counts.interleavings);
      }
    }
    return "";
  });
}

// Stopped after n runs and resumed from the snapshot, again and again, the totals are the same.
TEST(Jobs, StoppingAndResumingGivesTheSameTotals) {
  for_all_programs({}, 0.1, [](const core::ProgramFactory& factory) -> std::string {
    for (const char* name : {"optimal", "observers", "none"}) {
      const Explored alone = explore_with(name, factory, {.limit = 300, .classes = false});
      if (!alone.complete) continue;
      const auto algorithm = explore::make_algorithm(name);
      dist::SavedTree saved;
      bool resumed = false;
      for (std::uint64_t stop = 3;; stop += 3) {
        dist::ExplorationOptions options;
        options.worker.stop_after_errors = 0;
        options.worker.max_runs = stop;
        options.on_save = [&](dist::SavedTree tree) { saved = std::move(tree); };
        dist::SavedTree before = std::move(saved);
        const dist::ExplorationResult result =
            dist::explore(factory, *algorithm, options, resumed ? &before : nullptr);
        resumed = true;
        if (!result.complete) continue;
        if (result.counts.interleavings != alone.counts.interleavings) {
          return fmt::format("{}: {} runs with stops, {} without", name,
                             result.counts.interleavings, alone.counts.interleavings);
        }
        break;
      }
    }
    return "";
  });
}

}  // namespace
}  // namespace heddle::tests
