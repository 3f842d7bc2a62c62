// heddle status, stop and resume: the runs of a queue.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/queued_run.hpp"
#include "cli/search.hpp"
#include "queue/runs.hpp"
#include "support/check.hpp"
#include "support/printable.hpp"

namespace heddle::cli {
namespace {

using support::UserError;

std::string shown_state(const queue::RunInfo& run) {
  return run.reason.empty() ? run.state : fmt::format("{} ({})", run.state, run.reason);
}

void print(const queue::RunInfo& run) {
  std::cout << support::printable(fmt::format(
                   "{:>4}  {:<30} {:>12} interleavings {:>5} errors {:>6} tasks {:>7.0f} s  {}",
                   run.id, run.title, run.counts.interleavings, run.errors, run.tasks, run.seconds,
                   shown_state(run)))
            << '\n';
}

int status(const std::string& address, std::uint64_t id) {
  queue::Runs runs{queue::Address(address)};
  if (id == 0) {
    const auto all = runs.all();
    for (const queue::RunInfo& run : all) print(run);
    if (all.empty()) std::cout << "no runs\n";
    return 0;
  }
  const queue::RunInfo run = runs.info(id);
  print(run);
  const std::vector<queue::WorkerInfo> workers = runs.workers(id);
  if (const double all = queue::estimate(run, workers); run.running() && all > 0) {
    std::cout << fmt::format("      of about {:.0f} interleavings\n", all);
  }
  for (const queue::WorkerInfo& worker : workers) {
    std::cout << support::printable(fmt::format(
                     "      {} {}: {} threads, {} waiting, {} interleavings, {:.0f}/s{}",
                     worker.host, worker.process, worker.jobs, worker.waiting, worker.runs,
                     worker.rate(),
                     worker.alive ? std::string()
                     : worker.left
                         ? std::string(", left")
                         : fmt::format(", gone: not heard of for {:.0f} s", worker.silent)))
              << '\n';
  }
  for (const std::string& what : runs.quarantined(id)) {
    std::cout << support::printable("      in quarantine: " + what) << '\n';
  }
  return 0;
}

int stop(const std::string& address, std::uint64_t id) {
  queue::Runs runs{queue::Address(address)};
  const queue::RunInfo run = runs.info(id);
  if (!run.running()) throw UserError(fmt::format("run {} is not running: {}", id, run.state));
  runs.stop(id, "stopped", "heddle stop");
  return 0;
}

int resume(const ExploreArguments& given) {
  ExploreArguments arguments = given;
  queue::Runs runs{queue::Address(arguments.queue)};
  queue::RunInfo run = runs.info(arguments.queue_run);
  if (run.state == "restart") {
    throw UserError(
        fmt::format("run {} was begun anew as another one; 'heddle status' lists them", run.id));
  }
  const Subject program = subject_of_run(runs, run, arguments);
  runs.reopen(run.id, arguments.interleaving_bound);
  return search(arguments, program);
}

}  // namespace

Command add_status(CommandParser& heddle) {
  auto queue = std::make_shared<std::string>();
  auto run = std::make_shared<std::uint64_t>(0);
  CommandParser command = heddle.add_command("status", "the explorations of a queue");
  command.add_option("run", *run, "one of them, with its workers");
  command.add_option("--queue", *queue, "the PostgreSQL server").required();
  return [queue, run] { return status(*queue, *run); };
}

Command add_stop(CommandParser& heddle) {
  auto queue = std::make_shared<std::string>();
  auto run = std::make_shared<std::uint64_t>(0);
  CommandParser command = heddle.add_command("stop", "stop an exploration of a queue");
  command.add_option("run", *run, "its number").required();
  command.add_option("--queue", *queue, "the PostgreSQL server").required();
  return [queue, run] { return stop(*queue, *run); };
}

Command add_resume(CommandParser& heddle) {
  auto arguments = std::make_shared<ExploreArguments>();
  CommandParser command = heddle.add_command(
      "resume", "go on with an exploration of a queue that was stopped, or whose starter died");
  command.add_option("run", arguments->queue_run, "its number").required();
  add_search_options(command, *arguments);
  command.option("--queue").required();
  // What is explored is the run's.
  for (const char* name : {"--dpor", "--strategy", "--samples", "--seed", "--bound", "--keep_going",
                           "--errors", "--checkpoint", "--resume", "--prefix"}) {
    command.remove_option(name);
  }
  return [arguments] { return resume(*arguments); };
}

}  // namespace heddle::cli
