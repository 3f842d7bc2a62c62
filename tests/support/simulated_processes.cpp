#include "tests/support/simulated_processes.hpp"

#include <fmt/format.h>

#include <optional>

#include "dist/replicated_queue.hpp"
#include "explore/random_stream.hpp"
#include "tests/support/memory_store.hpp"
#include "tests/support/oracle.hpp"

namespace heddle::tests {

namespace {

class Process {
 public:
  Process(MemoryRun& run, const explore::Algorithm& algorithm, ProcessState state,
          std::size_t waiting)
      : algorithm_(algorithm),
        shared_(std::move(state.shared)),
        store_(run),
        queue_(store_, *shared_, algorithm,
               {.sizes = dist::TaskSizes{.many = 1, .few = 0},
                .attempts = 1'000'000,
                .rows_per_snapshot = 7,
                .most_waiting = waiting,
                .shortest_wait = std::chrono::hours(1)}) {
    if (run.actors.empty()) run.actors = shared_->actors().keys();
    shared_->seed(run.actors);
    shared_->actors().set_source(
        [&run](const core::ActorKey& key, std::size_t known) { return run.intern(key, known); });
    program_ = state.factory();
    begin();
  }

  /// False: there is nothing to do for it now.
  bool step(explore::RandomStream& random, Totals& totals) {
    if (!task_) {
      task_ = queue_.take_now(*program_);
      if (task_) explorer_->start(std::move(task_->task));
      return task_.has_value();
    }
    const bool more = explorer_->next_run();
    if (more) {
      if (explorer_->run_end() == explore::RunEnd::kSleepSetBlocked) ++totals.sleep_set_blocked;
      if (explorer_->run_end() == explore::RunEnd::kMaximal) {
        classes_.push_back(class_of(explorer_->execution(), explorer_->happens_before()));
        outcomes_.push_back(program_->outcome());
      }
    }
    if (more && random.below(3) != 0) return true;
    dist::TaskResult result;
    if (more && random.below(2) == 0) {
      auto upper = explorer_->split(random.below(2) == 0 ? 1.0 : 1e9);
      if (!upper.empty()) queue_.split(task_->id, std::move(upper));
      auto spawned = explorer_->give_away(random.below(4));
      if (!spawned.empty()) queue_.spawn(task_->id, std::move(spawned));
    }
    if (more) {
      result.open = explorer_->open_nodes();
      result.spawned = explorer_->give_away(1'000'000);
    }
    result.first = explorer_->first_step();
    result.counts = explorer_->counts();
    if (queue_.commit(task_->id, std::move(result), *program_)) {
      totals.runs += classes_.size();
      totals.classes.insert(classes_.begin(), classes_.end());
      totals.outcomes.insert(outcomes_.begin(), outcomes_.end());
    } else {
      begin();
    }
    classes_.clear();
    outcomes_.clear();
    task_.reset();
    return true;
  }

  void freeze() {
    if (task_) store_.fence(task_->id);
  }
  bool over() const { return queue_.over(); }

 private:
  void begin() {
    explore::ExplorerOptions options;
    options.owner = [this](explore::Reversal reversal) {
      return queue_.escape(task_->id, std::move(reversal), *program_);
    };
    explorer_ = explore::make_explorer(*program_, algorithm_, std::move(options));
  }

  const explore::Algorithm& algorithm_;
  std::shared_ptr<core::SharedState> shared_;
  MemoryStore store_;
  dist::ReplicatedQueue queue_;
  std::unique_ptr<core::Program> program_;
  std::unique_ptr<explore::Explorer> explorer_;
  std::optional<dist::TakenTask> task_;
  // Of the runs since the last commit.
  std::vector<std::uint64_t> classes_;
  std::vector<std::string> outcomes_;
};

}  // namespace

Totals explore_with_processes(const char* name, std::shared_ptr<const toy::Source> source,
                              std::uint64_t seed, const Disasters& disasters) {
  const ProcessMaker maker = [&] {
    const auto shared = toy::make_shared_state();
    return ProcessState{shared, toy::make_factory(source, {}, shared)};
  };
  return explore_with_processes(name, maker, seed, disasters);
}

Totals explore_with_processes(const char* name, const ProcessMaker& maker, std::uint64_t seed,
                              const Disasters& disasters) {
  constexpr std::size_t kProcesses = 3;
  Totals totals;
  explore::RandomStream random(seed, 0);
  const auto algorithm = explore::make_algorithm(name);
  MemoryRun run;
  std::optional<Process> processes[kProcesses];
  const auto happens = [&](unsigned rate) { return random.below(1000) < rate; };
  while (!run.state.finished && totals.wrong.empty()) {
    std::optional<Process>& process = processes[random.below(kProcesses)];
    if (!process) process.emplace(run, *algorithm, maker(), 1 + random.below(8));
    if (happens(disasters.death)) process.reset();
    if (process && happens(disasters.freeze)) process->freeze();
    if (happens(disasters.crash)) run.crash(random.below(4));
    if (process) process->step(random, totals);
  }
  if (totals.wrong.empty() && !run.state.tasks.empty()) totals.wrong = "tasks are left";
  // What a crash forgot was counted in `totals`; the server knows better.
  totals.runs = run.state.counts.interleavings;
  return totals;
}

}  // namespace heddle::tests
