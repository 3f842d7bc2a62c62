#include "tests/support/simulated_workers.hpp"

#include <memory>
#include <optional>

#include "dist/local_queue.hpp"
#include "explore/random_stream.hpp"
#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

constexpr dist::TaskSizes kEveryBranch{.many = 1, .few = 0};  // is worth a task: programs are small

class Worker {
 public:
  /// One that does not ask keeps its reversals and hands them in late, again and again.
  Worker(const core::ProgramFactory& factory, const explore::Algorithm& algorithm,
         dist::LocalQueue& queue, bool asks)
      : algorithm_(algorithm), queue_(queue), program_(factory()) {
    explore::ExplorerOptions options;
    if (asks) {
      options.owner = [this](explore::Reversal reversal) {
        return queue_.escape(task_->id, std::move(reversal), *program_);
      };
    }
    explorer_ = explore::make_explorer(*program_, algorithm, std::move(options));
  }

  void step(explore::RandomStream& random, Totals& totals) {
    if (!task_) {
      task_ = queue_.take_now(*program_);
      if (task_) explorer_->start(std::move(task_->task));
      return;
    }
    if (!explorer_->next_run()) return commit(false, totals);
    look(totals);
    if (random.below(3) == 0) {
      if (queue_.puts_aside() && random.below(2) == 0) split(random);
      return commit(true, totals);
    }
    if (!queue_.puts_aside() && random.below(4) == 0) return split(random);
    if (random.below(4) == 0) {
      for (explore::Reversal& escaped : explorer_->take_escaped()) {
        queue_.escape(task_->id, std::move(escaped), *program_);
      }
    }
  }

 private:
  void look(Totals& totals) {
    if (explorer_->run_end() == explore::RunEnd::kSleepSetBlocked) ++totals.sleep_set_blocked;
    if (explorer_->run_end() != explore::RunEnd::kMaximal) return;
    ++seen_.runs;
    seen_.outcomes.insert(program_->outcome());
    seen_.classes.insert(class_of(explorer_->execution(), explorer_->happens_before()));
  }

  // A branch that holds one run is worth a task, or none is and the first open node has to do.
  void split(explore::RandomStream& random) {
    if (algorithm_.parsimonious()) {
      auto spawned = explorer_->give_away(random.below(4));
      if (!spawned.empty()) queue_.spawn(task_->id, std::move(spawned));
    } else {
      auto upper = explorer_->split(random.below(2) == 0 ? 1.0 : 1e9);
      if (!upper.empty()) queue_.split(task_->id, std::move(upper));
    }
  }

  void commit(bool more, Totals& totals) {
    dist::TaskResult result;
    result.first = explorer_->first_step();
    if (more) {
      result.open = explorer_->open_nodes();
      result.spawned = explorer_->give_away(1'000'000);
    }
    result.escaped = explorer_->take_escaped();
    result.counts = explorer_->counts();
    queue_.commit(task_->id, std::move(result), *program_);
    task_.reset();
    totals.runs += seen_.runs;
    totals.outcomes.merge(seen_.outcomes);
    totals.classes.merge(seen_.classes);
    seen_ = {};
  }

  const explore::Algorithm& algorithm_;
  dist::LocalQueue& queue_;
  std::unique_ptr<core::Program> program_;
  std::unique_ptr<explore::Explorer> explorer_;
  std::optional<dist::TakenTask> task_;
  Totals seen_;  // since the last commit
};

struct Crew {
  Crew(const core::ProgramFactory& factory, const explore::Algorithm& algorithm,
       std::unique_ptr<dist::LocalQueue> shared, bool saved)
      : queue(std::move(shared)) {
    if (!saved) queue->never_saved();
    for (std::size_t i = 0; i < std::size(workers); ++i) {
      workers[i].emplace(factory, algorithm, *queue, i != 0);
    }
  }
  std::unique_ptr<dist::LocalQueue> queue;
  std::optional<Worker> workers[3];
};

}  // namespace

Totals explore_with_workers(const char* name, const core::ProgramFactory& factory,
                            std::uint64_t seed) {
  Totals totals;
  explore::RandomStream random(seed, 0);
  const auto algorithm = explore::make_algorithm(name);
  const bool saved = seed % 2 == 1;
  std::optional<Crew> crew;
  crew.emplace(factory, *algorithm,
               std::make_unique<dist::LocalQueue>(*algorithm, explore::Sequence(), kEveryBranch),
               saved);
  dist::SavedTree checkpoint;
  std::optional<Totals> at_checkpoint;
  while (crew->queue->open() > 0) {
    if (saved && random.below(8) == 0) {
      checkpoint = crew->queue->snapshot();
      at_checkpoint = totals;
    }
    if (at_checkpoint && random.below(30) == 0) {
      totals = *std::exchange(at_checkpoint, {});
      crew.reset();
      crew.emplace(
          factory, *algorithm,
          std::make_unique<dist::LocalQueue>(*algorithm, std::move(checkpoint), kEveryBranch),
          saved);
    }
    crew->workers[random.below(std::size(crew->workers))]->step(random, totals);
  }
  return totals;
}

}  // namespace heddle::tests
