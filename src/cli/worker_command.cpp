// heddle worker --queue URL: helps with the runs of a queue.
#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/queued_run.hpp"
#include "cli/search.hpp"
#include "erlang/interference.hpp"
#include "support/check.hpp"
#include "support/interrupt.hpp"
#include "support/version.hpp"

namespace heddle::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct WorkerArguments {
  ExploreArguments search;
  std::uint64_t run = 0;
  double wait = 0;
};

// Works on one run until it is over or this process is interrupted.
void help(queue::Runs& runs, const queue::RunInfo& run, const WorkerArguments& given) {
  ExploreArguments arguments = given.search;
  const Subject program = subject_of_run(runs, run, arguments);
  const std::string digest = digest_of(arguments, program);
  if (digest != run.digest) {
    throw support::UserError(fmt::format(
        "run {} explores another program or with other options than would be explored here\n  "
        "there: {}\n  here:  {}",
        run.id, run.digest, digest));
  }
  const explore::Bounds bounds = bounds_of(arguments);
  const auto algorithm = algorithm_for(arguments, bounds);
  queue::SharedOptions options = shared_options(arguments, bounds);
  if (!arguments.quiet) std::cout << fmt::format("run {}: {}\n", run.id, run.title) << std::flush;
  try {
    const dist::ExplorationResult result = queue::explore_together(
        runs, run.id, program.factory, *program.shared, *algorithm, options);
    const queue::RunInfo after = runs.info(run.id);
    if (!arguments.quiet) {
      std::cout << fmt::format("run {}: {}, {} interleavings, {} errors\n", run.id, after.state,
                               result.counts.interleavings, dist::runs_of(result.found))
                << std::flush;
    }
  } catch (const erlang::NeedsWatch& needs) {
    runs.stop(run.id, "restart", needs.text());
  } catch (const queue::ServerLost& lost) {
    std::cerr << words(lost, run.id, arguments.queue) << '\n';
    throw Inconclusive();
  }
}

int work(const WorkerArguments& arguments) {
  const std::atomic<bool>& interrupted = support::watch_for_interrupt();
  queue::Runs runs{queue::Address(arguments.search.queue)};
  auto since = Clock::now();
  while (!interrupted) {
    std::optional<queue::RunInfo> run;
    if (arguments.run != 0) {
      run = runs.info(arguments.run);
      if (!run->running()) {
        throw support::UserError(
            fmt::format("run {} is not running: {}; 'heddle resume {}' goes on "
                        "with one that was stopped",
                        run->id, run->state, run->id));
      }
    } else {
      run = runs.running();
    }
    if (run) {
      help(runs, *run, arguments);
      if (arguments.run != 0) return 0;
      since = Clock::now();
      continue;
    }
    const double waited = std::chrono::duration<double>(Clock::now() - since).count();
    if (arguments.wait > 0 && waited >= arguments.wait) return 0;
    runs.wait(std::chrono::milliseconds(200));
  }
  return 0;
}

}  // namespace

Command add_worker(CommandParser& heddle) {
  auto arguments = std::make_shared<WorkerArguments>();
  CommandParser command =
      heddle.add_command("worker", "help with the explorations of a queue, until Ctrl-C");
  add_queue_options(command, arguments->search);
  command.option("--queue").required();
  command.add_option("--run", arguments->run, "only this run, until it ends");
  command.add_option("--jobs,-j", arguments->search.jobs, "worker threads")
      .between(1, 256)
      .shows_default();
  command.add_option("--wait", arguments->wait,
                     "end after this many seconds without a run (default: never)");
  command.add_flag("--quiet,-q", arguments->search.quiet, "print nothing");
  return [arguments] { return work(*arguments); };
}

}  // namespace heddle::cli
