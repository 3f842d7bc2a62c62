#include "cli/queued_run.hpp"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/erlang_program.hpp"
#include "cli/progress.hpp"
#include "cli/toy_program.hpp"
#include "dist/progress_words.hpp"
#include "erlang/interference.hpp"
#include "support/check.hpp"
#include "support/interrupt.hpp"
#include "support/version.hpp"

namespace heddle::cli {

using support::UserError;

namespace {

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

std::uint64_t create(queue::Runs& runs, const ExploreArguments& arguments, const Subject& program,
                     const std::string& digest) {
  if (!program.pack) throw UserError("--queue: this program cannot be sent to other processes");
  Luggage luggage = program.pack();
  nlohmann::json spec = {{"program", nlohmann::json::parse(luggage.spec)},
                         {"dpor", arguments.dpor},
                         {"bounds", arguments.bounds}};
  queue::NewRun run;
  run.title = program.title;
  run.tool = support::kVersion;
  run.digest = digest;
  run.spec = spec.dump();
  run.most_errors = arguments.keep_going ? 0 : arguments.errors;
  run.most_runs = arguments.interleaving_bound;
  run.actors = program.shared->actors().keys();
  run.files = std::move(luggage.files);
  return runs.create(run);
}

std::string line_of(const queue::SharedProgress& progress) {
  std::string text = dist::words(progress.run);
  std::size_t alive = 0;
  for (const queue::WorkerInfo& worker : progress.workers) alive += worker.alive ? worker.jobs : 0;
  return fmt::format("{}, {} worker{}", text, alive, alive == 1 ? "" : "s");
}

}  // namespace

queue::SharedOptions shared_options(const ExploreArguments& arguments,
                                    const explore::Bounds& bounds) {
  queue::SharedOptions options;
  options.worker.explorer.bounds = bounds;
  options.jobs = arguments.jobs;
  options.store.lease = milliseconds(arguments.lease);
  options.store.patience = milliseconds(arguments.patience);
  options.store.interrupted = &support::watch_for_interrupt();
  options.shortest_slice = milliseconds(arguments.slice);
  return options;
}

std::string words(const queue::ServerLost& lost, std::uint64_t run, const std::string& queue) {
  return fmt::format(
      "heddle: the queue cannot go on: {}; when the server is well again: heddle resume {} --queue "
      "'{}'",
      lost.what(), run, queue);
}

QueuedResult explore_on_queue(const ExploreArguments& arguments, const Subject& program,
                              const explore::Algorithm& algorithm, const explore::Bounds& bounds,
                              const std::string& digest) {
  const queue::Address address(arguments.queue);
  queue::Runs runs(address);
  QueuedResult queued;
  queued.run =
      arguments.queue_run != 0 ? arguments.queue_run : create(runs, arguments, program, digest);
  if (!arguments.quiet) {
    std::cerr << fmt::format("heddle: run {}; to help: heddle worker --queue '{}'\n", queued.run,
                             arguments.queue);
  }
  queue::SharedOptions options = shared_options(arguments, bounds);
  options.coordinates = true;
  options.time = milliseconds(arguments.time);
  ProgressLine line(arguments.quiet);
  if (line.active()) {
    options.on_progress = [&](const queue::SharedProgress& p) { line.show_text(line_of(p)); };
  }
  try {
    queued.result = queue::explore_together(runs, queued.run, program.factory, *program.shared,
                                            algorithm, options);
    const queue::RunInfo run = runs.info(queued.run);
    queued.unfinished = run.running() || run.state == "stopped" || run.state == "limit";
    if (run.state == "restart") {
      throw erlang::NeedsWatch::from_text(run.reason);
    }
  } catch (const erlang::NeedsWatch& needs) {
    runs.stop(queued.run, "restart", needs.text());
    throw;
  } catch (const queue::ServerLost& lost) {
    line.clear();
    std::cerr << words(lost, queued.run, arguments.queue) << '\n';
    throw Inconclusive();
  } catch (const std::exception& error) {
    runs.stop(queued.run, "stopped", error.what());
    throw;
  }
  return queued;
}

Subject subject_of_run(queue::Runs& runs, const queue::RunInfo& run, ExploreArguments& arguments) {
  if (run.tool != support::kVersion) {
    throw UserError(
        fmt::format("run {} belongs to heddle {}, this is heddle {}; use the same version", run.id,
                    run.tool, support::kVersion));
  }
  if (run.spec.empty()) {
    throw UserError(
        fmt::format("run {} is of a test in C++ ({}); start that program with HEDDLE_QUEUE to help",
                    run.id, run.title));
  }
  const nlohmann::json spec = nlohmann::json::parse(run.spec);
  arguments.dpor = spec.at("dpor");
  arguments.bounds = spec.at("bounds").get<std::vector<std::string>>();
  const nlohmann::json& program = spec.at("program");
  if (program.at("kind") == "toy") {
    Subject subject = unpack_toy(program.dump(), runs.files(run.id));
    arguments.allow_deadlock = program.at("deadlock");
    return subject;
  }
  return unpack_erlang(program.dump(), runs.files(run.id));
}

}  // namespace heddle::cli
