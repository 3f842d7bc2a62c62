// heddle explore PROGRAM: explores a toy program and reports what it found.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/commands.hpp"
#include "cli/explore_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/toy_program.hpp"
#include "cli/traced_program.hpp"
#include "core/trace.hpp"
#include "dist/checkpoint.hpp"
#include "dist/exploration.hpp"
#include "explore/minimise.hpp"
#include "explore/random.hpp"
#include "explore/replay.hpp"
#include "explore/variants.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "support/check.hpp"
#include "support/file.hpp"
#include "support/version.hpp"

namespace heddle::cli {
namespace {

using support::UserError;

// What any of the ways to explore ends with.
struct Outcome {
  std::vector<dist::Found> found;
  explore::Counts counts;
  std::vector<core::CutOff> cut_off;
  double seconds = 0;
  bool samples = false;
  std::string algorithm;
  std::string checkpoint = {};  // to resume from, after an interrupt
};

// Where an exploration that was interrupted can be resumed from, if nobody named a file.
constexpr const char* kInterruptedFile = "heddle-checkpoint";

std::unique_ptr<explore::Algorithm> algorithm_for(const ExploreArguments& arguments,
                                                  const explore::Bounds& bounds) {
  std::string name = arguments.dpor;
  if (name.empty()) {
    name = bounds.delays || bounds.fair ? "none" : bounds.preemptions ? "bounded" : "observers";
  }
  auto algorithm = explore::make_algorithm(name);
  if (algorithm == nullptr) {
    throw UserError(fmt::format("--dpor {}: no such algorithm; use {} or variants", name,
                                explore::algorithm_names()));
  }
  if (const auto why = explore::incompatible(bounds, *algorithm)) throw UserError(*why);
  return algorithm;
}

std::vector<core::ActorId> read_prefix(const std::string& text, core::Program& program) {
  if (text.empty()) return {};
  const std::size_t colon = text.rfind(':');
  std::size_t steps = 0;
  bool limited = false;
  if (colon != std::string::npos) {
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, steps);
    limited = error == std::errc{} && stop == end && colon + 1 < text.size();
  }
  const std::string file = limited ? text.substr(0, colon) : text;
  std::vector<core::ActorId> schedule = schedule_of(core::read_trace(file), file, program);
  if (limited) schedule.resize(std::min(schedule.size(), steps));
  return schedule;
}

Outcome explore_systematically(const ExploreArguments& arguments, const ToyProgram& program) {
  const explore::Bounds bounds = parse_bounds(arguments.bounds);
  const auto algorithm = algorithm_for(arguments, bounds);
  dist::ExplorationOptions options;
  options.worker.explorer.bounds = bounds;
  options.worker.max_runs = arguments.interleaving_bound;
  options.worker.stop_after_errors = arguments.keep_going ? 0 : arguments.errors;
  options.jobs = arguments.jobs;
  options.time =
      std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(arguments.time * 1000)));
  options.interrupted = &watch_for_interrupt();
  ProgressLine line(arguments.quiet);
  if (line.active()) options.on_progress = [&](const dist::Progress& p) { line.show(p); };

  const std::string digest =
      fmt::format("{} {} {}", support::kVersion, toy::print(*program.source), identity(arguments));
  std::optional<dist::Checkpoint> resumed;
  if (!arguments.resume.empty()) {
    resumed = dist::read_checkpoint(arguments.resume);
    if (resumed->digest != digest) {
      throw UserError(fmt::format(
          "{}: is a checkpoint of another exploration ({}); resume it with that program, the same "
          "options and the same version of heddle",
          arguments.resume, resumed->program));
    }
    program.shared->seed(resumed->actors);
    program.shared->restore(resumed->shared_state);
  }
  const std::string& file = arguments.checkpoint.empty() ? arguments.resume : arguments.checkpoint;
  const double seconds_before = resumed ? resumed->seconds : 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto save = [&](const std::string& path, dist::SavedTree tree) {
    dist::Checkpoint checkpoint;
    checkpoint.program = program.name;
    checkpoint.digest = digest;
    checkpoint.options = identity(arguments);
    checkpoint.complete = tree.root.state == dist::ChildState::kFinished;
    checkpoint.tree = std::move(tree);
    checkpoint.actors = program.shared->actors().keys();
    checkpoint.shared_state = program.shared->save();
    checkpoint.seconds =
        seconds_before +
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    dist::write_checkpoint(path, checkpoint);
  };
  if (!file.empty()) {
    options.on_save = [&](dist::SavedTree tree) { save(file, std::move(tree)); };
  }
  options.prefix = read_prefix(arguments.prefix, *program.factory());
  dist::ExplorationResult result =
      dist::explore(program.factory, *algorithm, options, resumed ? &resumed->tree : nullptr);
  Outcome outcome{result.found,   result.counts,
                  result.cut_off, seconds_before + result.seconds,
                  false,          std::string(algorithm->name())};
  if (!result.complete && *options.interrupted) {
    outcome.checkpoint = file.empty() ? kInterruptedFile : file;
    if (file.empty()) save(outcome.checkpoint, std::move(result.left));
  }
  return outcome;
}

// Shared by the ways that make one run after the other.
template <typename Next, typename Schedule>
Outcome explore_runs(const ExploreArguments& arguments, core::Program& program, std::uint64_t limit,
                     const char* limit_name, const Next& next, const Schedule& schedule) {
  Outcome outcome;
  const std::atomic<bool>& interrupted = watch_for_interrupt();
  ProgressLine line(arguments.quiet);
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  double shown = 0;
  std::uint64_t runs = 0;
  while (true) {
    const double now = elapsed();
    if (interrupted) {
      outcome.cut_off.push_back({"interrupted", false});
      break;
    }
    if (arguments.time > 0 && now >= arguments.time) {
      outcome.cut_off.push_back({fmt::format("time limit {} s", arguments.time), false});
      break;
    }
    if (limit != 0 && runs >= limit) {
      if (limit_name != nullptr) {
        outcome.cut_off.push_back({fmt::format("{} {}", limit_name, limit), false});
      }
      break;
    }
    if (!next()) break;
    ++runs;
    if (program.has_errors()) {
      outcome.found.push_back({schedule(), program.errors(), program.outcome()});
      if (!arguments.keep_going && outcome.found.size() >= arguments.errors) break;
    }
    if (now - shown > 0.2) {
      line.show({runs, outcome.found.size(), now, 0, 0});
      shown = now;
    }
  }
  outcome.seconds = elapsed();
  return outcome;
}

Outcome explore_variants(const ExploreArguments& arguments, const ToyProgram& program) {
  if (!arguments.bounds.empty() || arguments.jobs > 1 || !arguments.checkpoint.empty() ||
      !arguments.resume.empty() || !arguments.prefix.empty()) {
    throw UserError(
        "--dpor variants has no bounds, jobs, checkpoints or prefixes; use --dpor observers");
  }
  const auto instance = program.factory();
  explore::Variants variants(*instance);
  std::uint64_t events = 0;
  Outcome outcome = explore_runs(
      arguments, *instance, arguments.interleaving_bound, "limit of interleavings",
      [&] {
        const bool more = variants.next_run();
        if (more) events += variants.execution().size();
        return more;
      },
      [&] { return variants.schedule(); });
  outcome.counts.interleavings = variants.runs();
  outcome.counts.events = events;
  outcome.algorithm = "variants";
  return outcome;
}

Outcome sample(const ExploreArguments& arguments, const ToyProgram& program) {
  const explore::Bounds bounds = parse_bounds(arguments.bounds);
  if (!arguments.dpor.empty() || bounds.preemptions || bounds.delays || bounds.fair ||
      bounds.tree || !arguments.checkpoint.empty() || !arguments.resume.empty() ||
      !arguments.prefix.empty()) {
    throw UserError(
        "--strategy samples single runs: it goes with --samples, --seed and --bound length:N only");
  }
  const auto instance = program.factory();
  explore::Sampler sampler(*instance, explore::make_strategy(arguments.strategy), arguments.seed,
                           {.length = bounds.length, .end = arguments.samples});
  Outcome outcome = explore_runs(
      arguments, *instance, arguments.interleaving_bound, "limit of interleavings",
      [&] { return sampler.next_run(); }, [&] { return sampler.schedule(); });
  outcome.counts = sampler.counts();
  outcome.samples = true;
  outcome.algorithm = fmt::format("{}, seed {}", arguments.strategy, arguments.seed);
  return outcome;
}

core::Trace trace_of(const dist::Found& found, const ExploreArguments& arguments,
                     const ToyProgram& program, const std::string& algorithm, bool minimise) {
  const auto instance = program.factory();
  std::vector<core::ActorId> schedule = found.schedule;
  const bool limit = std::any_of(
      found.findings.begin(), found.findings.end(),
      [](const core::Finding& finding) { return finding.kind == core::Finding::Kind::kLimit; });
  if (minimise && !limit) {
    schedule = explore::minimise(*instance, schedule).schedule;
  }
  std::vector<std::string> command{"explore", program.name};
  if (arguments.allow_deadlock) command.push_back("--allow_deadlock");
  return explore::record(
      *instance, schedule,
      {.program = "toy " + program.name, .command = command, .algorithm = algorithm});
}

bool use_colour(const std::string& choice) {
  return choice == "always" || (choice == "auto" && isatty(STDOUT_FILENO) != 0);
}

int report(const ExploreArguments& arguments, const ToyProgram& program, const Outcome& outcome) {
  report::Result result;
  result.verdict = core::judge(!outcome.found.empty(), outcome.samples, outcome.cut_off);
  result.interleavings = outcome.counts.interleavings;
  result.sleep_set_blocked = outcome.counts.sleep_set_blocked;
  result.events = outcome.counts.events;
  result.seconds = outcome.seconds;
  report::TextOptions text;
  text.colour = use_colour(arguments.colour);
  text.causal_past_only = !arguments.all_steps;
  const bool to_stdout = arguments.json == "-";
  const bool speak = !arguments.quiet && !to_stdout;
  std::exception_ptr unwritten;  // what was found is reported all the same
  for (const dist::Found& found : outcome.found) {
    const bool first = &found == &outcome.found.front();
    const core::Trace trace =
        trace_of(found, arguments, program, outcome.algorithm, first && !arguments.no_minimise);
    text.trace_file = first ? arguments.trace : "";
    if (!text.trace_file.empty()) {
      try {
        core::write_trace(text.trace_file, trace);
      } catch (const UserError&) {
        unwritten = std::current_exception();
        text.trace_file.clear();
      }
    }
    if (speak && first) report::print_error(std::cout, trace, text);
    for (const core::Finding& error : trace.errors) {
      result.errors.push_back(report::describe(trace, error, 0, text.trace_file));
    }
  }
  if (speak) {
    if (!outcome.found.empty()) std::cout << '\n';
    if (outcome.found.size() > 1) {
      std::cout << fmt::format("{} interleavings with errors in all; the first is shown.\n",
                               outcome.found.size());
    }
    report::print_summary(std::cout, result, text);
    if (!outcome.checkpoint.empty()) {
      std::cout << fmt::format("Go on with the same command and --resume {}\n", outcome.checkpoint);
    }
  }
  if (!arguments.json.empty()) {
    const std::string json = report::to_json(result);
    if (to_stdout) {
      std::cout << json;
    } else {
      support::write_file_atomically(arguments.json, json, "result");
    }
  }
  if (unwritten) std::rethrow_exception(unwritten);
  return core::exit_code(result.verdict);
}

int explore_program(const ExploreArguments& given) {
  ExploreArguments arguments = given;
  if (arguments.program.empty()) {
    if (arguments.resume.empty()) {
      throw UserError("explore needs a program: a .toy file or a name from 'heddle programs'");
    }
    arguments.program = dist::read_checkpoint(arguments.resume).program;
  }
  const ToyProgram program =
      load_toy(arguments.program, {.allow_deadlock = arguments.allow_deadlock});
  const Outcome outcome = !arguments.strategy.empty() ? sample(arguments, program)
                          : arguments.dpor == "variants"
                              ? explore_variants(arguments, program)
                              : explore_systematically(arguments, program);
  return report(arguments, program, outcome);
}

}  // namespace

Command add_explore(CLI::App& app) {
  auto arguments = std::make_shared<ExploreArguments>();
  CLI::App* command = app.add_subcommand(
      "explore", "explore a program of the toy language: all interleavings that can matter");
  add_options(*command, *arguments);
  return [arguments] { return explore_program(*arguments); };
}

}  // namespace heddle::cli
