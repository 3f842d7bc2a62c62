#include "cli/search.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "cli/annotations.hpp"
#include "cli/interleavings_log.hpp"
#include "cli/progress.hpp"
#include "cli/queued_run.hpp"
#include "cli/race_costs.hpp"
#include "cli/report_files.hpp"
#include "cli/traced_program.hpp"
#include "core/trace.hpp"
#include "dist/checkpoint.hpp"
#include "dist/exploration.hpp"
#include "dist/sampling.hpp"
#include "explore/minimise.hpp"
#include "explore/replay.hpp"
#include "explore/variants.hpp"
#include "report/text.hpp"
#include "story/analysed_run.hpp"
#include "story/exploration_tree.hpp"
#include "story/page.hpp"
#include "support/check.hpp"
#include "support/interrupt.hpp"
#include "support/printable.hpp"
#include "support/version.hpp"

namespace heddle::cli {
namespace {

using support::UserError;

// What any of the ways to explore ends with.
struct Outcome {
  std::vector<dist::Found> found = {};
  explore::Counts counts = {};
  std::vector<core::CutOff> cut_off = {};
  double seconds = 0;
  bool samples = false;
  std::string algorithm = {};
  std::string checkpoint = {};  // to resume from, after an interrupt
  std::uint64_t run = 0;        // of a queue, to be resumed
  std::string goes_on = {};     // an actor that does so after a run that the length bound cut off
  std::vector<std::string> tips = {};  // about the errors
  RaceCosts costs = {};
  std::string log = {};  // of every interleaving
};

// Where an exploration that was interrupted can be resumed from, if nobody named a file.
constexpr const char* kInterruptedFile = "heddle-checkpoint";

// So many interleavings that people want to know why.
constexpr std::uint64_t kMany = 10'000;
constexpr std::size_t kMostPairs = 5;

// A run that goes on for ever ends here: what can be kept of a run and analysed grows, in the worst
// case, with the square of its length.
constexpr std::uint32_t kDefaultLength = 10'000;

// The tree of an exploration is as deep as a run is long (main.cpp). Samples have no tree.
constexpr std::uint32_t kLongestExplored = 200'000;

std::chrono::milliseconds time_limit(const ExploreArguments& arguments) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(arguments.time * 1000)));
}

struct PrefixArgument {
  std::string file;
  std::optional<std::size_t> steps;  // all, if not given
};

PrefixArgument parse_prefix(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  std::size_t steps = 0;
  if (colon != std::string::npos && colon + 1 < text.size()) {
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, steps);
    if (error == std::errc{} && stop == end) return {text.substr(0, colon), steps};
  }
  return {text, std::nullopt};
}

std::vector<core::ActorId> read_prefix(const std::string& text, core::Program& program) {
  if (text.empty()) return {};
  const PrefixArgument prefix = parse_prefix(text);
  std::vector<core::ActorId> schedule =
      story::schedule_of(core::read_trace(prefix.file), prefix.file, program);
  if (prefix.steps) schedule.resize(std::min(schedule.size(), *prefix.steps));
  return schedule;
}

}  // namespace

explore::Bounds bounds_of(const ExploreArguments& arguments) {
  explore::Bounds bounds = parse_bounds(arguments.bounds);
  if (!bounds.length) bounds.length = kDefaultLength;
  if (*bounds.length > kLongestExplored && arguments.strategy.empty()) {
    throw UserError(fmt::format(
        "--bound length:{}: an exploration has runs of at most {} steps; --strategy samples longer "
        "ones",
        *bounds.length, kLongestExplored));
  }
  return bounds;
}

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

namespace {

// What a prefix does, whatever its file is called: who takes its steps. On a program of its own,
// because the actors of one that goes on from a checkpoint must come from there.
std::string prefix_identity(const ExploreArguments& arguments, const Subject& program) {
  if (arguments.prefix.empty()) return "";
  const auto instance = program.again().factory();
  std::string names;
  for (const core::ActorId actor : read_prefix(arguments.prefix, *instance)) {
    names += (names.empty() ? "" : ",") + instance->actor_name(actor);
  }
  return names;
}

}  // namespace

std::string digest_of(const ExploreArguments& arguments, const Subject& program) {
  return fmt::format("{} {} {}", support::kVersion, program.digest,
                     identity(arguments, prefix_identity(arguments, program)));
}

namespace {

// The trace of an error must not replace the prefix that led to it.
void keep_prefix(ExploreArguments& arguments) {
  if (arguments.prefix.empty() || arguments.trace.empty()) return;
  const std::string file = parse_prefix(arguments.prefix).file;
  std::error_code ignored;
  if (!std::filesystem::equivalent(file, arguments.trace, ignored)) return;
  if (arguments.trace != ExploreArguments().trace) {
    throw UserError(fmt::format("--trace {}: is the prefix, which would be lost; give another file",
                                arguments.trace));
  }
  arguments.trace = "heddle-trace-2.json";
}

Outcome explore_systematically(const ExploreArguments& arguments, const Subject& program) {
  const explore::Bounds bounds = bounds_of(arguments);
  const auto algorithm = algorithm_for(arguments, bounds);
  dist::ExplorationOptions options;
  options.worker.explorer.bounds = bounds;
  options.worker.max_runs = arguments.interleaving_bound;
  options.worker.stop_after_errors = arguments.keep_going ? 0 : arguments.errors;
  options.jobs = arguments.jobs;
  options.time = time_limit(arguments);
  options.interrupted = &support::watch_for_interrupt();
  ProgressLine line(arguments.quiet);
  if (line.active()) options.on_progress = [&](const dist::Progress& p) { line.show(p); };

  const std::string options_text = identity(arguments, prefix_identity(arguments, program));
  const std::string digest = digest_of(arguments, program);
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
    checkpoint.options = options_text;
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
  options.keeps_left = file.empty() && !arguments.once;
  options.prefix = read_prefix(arguments.prefix, *program.factory());
  dist::ExplorationResult result =
      dist::explore(program.factory, *algorithm, options, resumed ? &resumed->tree : nullptr);
  Outcome outcome{.found = std::move(result.found),
                  .counts = result.counts,
                  .cut_off = std::move(result.cut_off),
                  .seconds = seconds_before + result.seconds,
                  .algorithm = std::string(algorithm->name()),
                  .goes_on = result.goes_on};
  if (!options.prefix.empty()) {
    outcome.cut_off.push_back({fmt::format("the prefix {}: only what follows its {} steps",
                                           arguments.prefix, options.prefix.size()),
                               false});
  }
  if (!result.complete && *options.interrupted && !arguments.once) {
    outcome.checkpoint = file.empty() ? kInterruptedFile : file;
    if (file.empty()) save(outcome.checkpoint, std::move(result.left));
  }
  return outcome;
}

Outcome explore_together(const ExploreArguments& arguments, const Subject& program) {
  if (!arguments.checkpoint.empty() || !arguments.resume.empty() || !arguments.prefix.empty() ||
      !arguments.strategy.empty() || arguments.dpor == "variants" || !arguments.coverage.empty()) {
    throw UserError(
        "--queue goes without --checkpoint, --resume, --prefix, --strategy, --coverage and --dpor "
        "variants; 'heddle resume' goes on with a run");
  }
  const explore::Bounds bounds = bounds_of(arguments);
  const auto algorithm = algorithm_for(arguments, bounds);
  QueuedResult queued =
      explore_on_queue(arguments, program, *algorithm, bounds, digest_of(arguments, program));
  Outcome outcome{.found = std::move(queued.result.found),
                  .counts = queued.result.counts,
                  .cut_off = std::move(queued.result.cut_off),
                  .seconds = queued.result.seconds,
                  .algorithm = std::string(algorithm->name()),
                  .goes_on = queued.result.goes_on};
  if (queued.unfinished) outcome.run = queued.run;
  return outcome;
}

Outcome explore_variants(const ExploreArguments& arguments, const Subject& program) {
  const explore::Bounds bounds = bounds_of(arguments);
  if (bounds.any_cost() || arguments.jobs > 1 || !arguments.checkpoint.empty() ||
      !arguments.resume.empty() || !arguments.prefix.empty()) {
    throw UserError(
        "--dpor variants has no jobs, checkpoints or prefixes, and no bound but length:N; use "
        "--dpor observers");
  }
  const auto instance = program.factory();
  const std::atomic<bool>& interrupted = support::watch_for_interrupt();
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const auto stops = [&] {
    return interrupted || (arguments.time > 0 && elapsed() >= arguments.time);
  };
  explore::Variants variants(*instance, {.length = bounds.length, .stop = stops});
  ProgressLine line(arguments.quiet);
  Outcome outcome;
  dist::FoundErrors found;
  outcome.algorithm = "variants";
  double shown = 0;
  while (true) {
    const bool within = variants.run_end() == explore::RunEnd::kStopped;
    if (interrupted) {
      outcome.cut_off.push_back({"interrupted", false});
      break;
    }
    if (within || stops()) {
      outcome.cut_off.push_back({fmt::format("time limit {} s", arguments.time), false});
      break;
    }
    if (arguments.interleaving_bound != 0 && variants.runs() >= arguments.interleaving_bound) {
      outcome.cut_off.push_back(
          {fmt::format("limit of interleavings {}", arguments.interleaving_bound), false});
      break;
    }
    if (!variants.next_run()) break;
    outcome.counts.events += variants.execution().size();
    if (variants.run_end() == explore::RunEnd::kBounded) {
      outcome.counts.bounds_hit.add(explore::BoundKind::kLength);
      outcome.goes_on = dist::busiest(*instance, variants.execution().schedule());
    }
    if (instance->has_errors()) {
      found.add({variants.schedule(), instance->errors(), variants.runs()});
      if (!arguments.keep_going && found.runs() >= arguments.errors) break;
    }
    if (const double now = elapsed(); now - shown > 0.2) {
      line.show({variants.runs(), found.runs(), now, 0, 0});
      shown = now;
    }
  }
  outcome.counts.interleavings = variants.runs();
  outcome.found = found.sorted();
  for (core::CutOff& cut : outcome.counts.bounds_hit.describe(bounds, "variants")) {
    outcome.cut_off.push_back(std::move(cut));
  }
  outcome.seconds = elapsed();
  return outcome;
}

Outcome sample(const ExploreArguments& arguments, const Subject& program) {
  const explore::Bounds bounds = bounds_of(arguments);
  if (!arguments.dpor.empty() || bounds.any_cost() || !arguments.checkpoint.empty() ||
      !arguments.resume.empty() || !arguments.prefix.empty()) {
    throw UserError(
        "--strategy samples single runs: it goes with --samples, --seed and --bound length:N only");
  }
  dist::SamplingOptions options;
  options.strategy = arguments.strategy;
  options.seed = arguments.seed;
  options.samples = arguments.samples;
  const std::uint64_t most = arguments.interleaving_bound;
  const bool limited = most != 0 && most < arguments.samples;
  if (limited) options.samples = most;
  options.length = bounds.length;
  options.jobs = arguments.jobs;
  options.stop_after_errors = arguments.keep_going ? 0 : arguments.errors;
  options.time = time_limit(arguments);
  options.interrupted = &support::watch_for_interrupt();
  ProgressLine line(arguments.quiet);
  if (line.active()) options.on_progress = [&](const dist::Progress& p) { line.show(p); };
  dist::ExplorationResult result = dist::sample(program.factory, options);
  if (limited && result.counts.interleavings == most) {
    result.cut_off.push_back({fmt::format("limit of {} interleavings", most), false});
  }
  return {.found = std::move(result.found),
          .counts = result.counts,
          .cut_off = std::move(result.cut_off),
          .seconds = result.seconds,
          .samples = true,
          .algorithm = fmt::format("{}, seed {}", arguments.strategy, arguments.seed),
          .goes_on = result.goes_on};
}

// Minimising repeats whole runs: people wait for so many steps, not for a long run 50,000 times.
constexpr std::uint64_t kStepsForMinimising = 5'000'000;
constexpr std::uint64_t kFewestForMinimising = 50;

core::Trace trace_of(const dist::Found& found, const Subject& program, const std::string& algorithm,
                     bool minimise) {
  const auto instance = program.factory();
  std::vector<core::ActorId> schedule = found.schedule;
  const bool limit = std::any_of(
      found.findings.begin(), found.findings.end(),
      [](const core::Finding& finding) { return finding.kind == core::Finding::Kind::kLimit; });
  if (minimise && !limit) {
    explore::MinimiseOptions effort;
    effort.executions =
        std::clamp<std::uint64_t>(kStepsForMinimising / std::max<std::size_t>(schedule.size(), 1),
                                  kFewestForMinimising, effort.executions);
    schedule = explore::minimise(*instance, schedule, effort).schedule;
  }
  return explore::record(
      *instance, schedule,
      {.program = program.title, .command = program.command, .algorithm = algorithm});
}

bool use_colour(const std::string& choice) {
  return choice == "always" || (choice == "auto" && isatty(STDOUT_FILENO) != 0);
}

// All errors but the one that is shown, which has a trace.
void add_others(report::Result& result, const std::vector<dist::Found>& found,
                const core::Program& program) {
  for (std::size_t i = 1; i < found.size(); ++i) {
    for (const core::Finding& finding : found[i].findings) {
      report::ErrorResult error;
      error.kind = finding.kind;
      for (const core::ActorId actor : finding.actors) {
        error.processes.push_back(program.actor_name(actor));
      }
      error.reason = finding.message;
      error.file = finding.file;
      error.line = finding.line;
      error.interleaving = found[i].interleaving;
      error.times = found[i].runs;
      result.add(std::move(error));
    }
  }
}

report::Result result_of(const Outcome& outcome) {
  report::Result result;
  result.verdict = core::judge(!outcome.found.empty(), outcome.samples, outcome.cut_off);
  result.interleavings = outcome.counts.interleavings;
  result.sleep_set_blocked = outcome.counts.sleep_set_blocked;
  result.events = outcome.counts.events;
  result.seconds = outcome.seconds;
  return result;
}

// What made it long, or cut it off.
void print_causes(std::ostream& out, const Outcome& outcome, const ExploreArguments& arguments) {
  if (!outcome.costs.pairs.empty()) {
    out << fmt::format("Most often reversed in the first {} interleavings:\n",
                       outcome.costs.interleavings);
    for (std::size_t i = 0; i < std::min(kMostPairs, outcome.costs.pairs.size()); ++i) {
      const RaceCost& cost = outcome.costs.pairs[i];
      out << support::printable(fmt::format("{:>6} time{} {} and {}, at {}", cost.times,
                                            cost.times == 1 ? " " : "s", cost.first, cost.second,
                                            cost.location))
          << '\n';
    }
  }
  if (!outcome.goes_on.empty()) {
    out << fmt::format(
        "Runs were cut off after {} steps, {} still going on: does it loop for ever? --bound "
        "length:N allows longer runs.\n",
        *bounds_of(arguments).length, outcome.goes_on);
  }
}

void print_report(std::ostream& out, const report::TextOptions& text,
                  const report::Checked& checked, const Outcome& outcome,
                  const ExploreArguments& arguments) {
  out << outcome.log;
  if (checked.trace) {
    report::print_error(out, *checked.trace, text);
    for (const std::string& tip : outcome.tips) out << fmt::format("\nTip: {}\n", tip);
    out << '\n';
  }
  if (const std::uint64_t runs = dist::runs_of(outcome.found); runs > 1) {
    out << fmt::format("{} interleavings with errors in all; the shortest is shown.\n", runs);
  }
  report::print_summary(out, checked.result, text);
  print_causes(out, outcome, arguments);
  if (!outcome.checkpoint.empty()) {
    out << fmt::format("Go on with the same command and --resume {}\n", outcome.checkpoint);
  }
  if (outcome.run != 0) {
    out << fmt::format("Go on with heddle resume {} --queue '{}'\n", outcome.run, arguments.queue);
  }
}

// Of a test of a suite, whose table has the summary.
void print_part(std::ostream& out, const report::TextOptions& text, const report::Checked& checked,
                const Outcome& outcome, const ExploreArguments& arguments) {
  if (checked.trace) report::print_error(out, *checked.trace, text);
  print_causes(out, outcome, arguments);
}

int report(const ExploreArguments& arguments, const Subject& program, Outcome outcome,
           SuitePart* part) {
  ReportFiles files;
  report::Checked checked{.test = program.title, .result = result_of(outcome)};
  report::TextOptions text;
  text.causal_past_only = !arguments.all_steps;
  text.show_races = arguments.show_races;
  if (!outcome.found.empty()) {
    const dist::Found& first = outcome.found.front();
    checked.trace = trace_of(first, program, outcome.algorithm, !arguments.no_minimise);
    const core::Trace& trace = *checked.trace;
    if (!arguments.trace.empty() &&
        files.attempt([&] { core::write_trace(arguments.trace, trace); })) {
      text.trace_file = arguments.trace;
    }
    for (const core::Finding& error : trace.errors) {
      report::ErrorResult described =
          report::describe(trace, error, first.interleaving, text.trace_file);
      described.times = first.runs;
      checked.result.add(std::move(described));
    }
    add_others(checked.result, outcome.found, *program.factory());
    if (program.tips) outcome.tips = program.tips(trace);
  }
  const bool many = arguments.show_races || outcome.counts.interleavings >= kMany;
  if (program.tips && many && !outcome.samples) {
    outcome.costs = race_costs(program, outcome.algorithm);
  }
  if (arguments.log_all && !outcome.samples) {
    outcome.log = log_of_interleavings(program, outcome.algorithm, bounds_of(arguments),
                                       outcome.counts.interleavings);
  }
  if (!arguments.tree.empty()) {
    checked.tree =
        report::to_dot(story::exploration_tree(program, outcome.algorithm), program.title);
  }
  if (!arguments.coverage.empty() && program.coverage) checked.coverage = program.coverage();
  if (outcome.samples) checked.seed = arguments.seed;
  if (!arguments.html.empty()) {
    checked.html = story::html_of(program, checked, outcome.algorithm, text.trace_file);
  }
  std::ostringstream plain;
  print_report(plain, text, checked, outcome, arguments);
  checked.text = std::move(plain).str();
  if (part != nullptr) {
    std::ostringstream own;
    print_part(own, text, checked, outcome, arguments);
    part->text = std::move(own).str();
    part->tips = std::move(outcome.tips);
  }
  const bool speaks = !arguments.quiet && !uses_stdout(arguments);
  if (speaks) text.colour = use_colour(arguments.colour);
  if (part == nullptr) {
    if (speaks) print_report(std::cout, text, checked, outcome, arguments);
    files.write(arguments, checked);
    annotate(arguments, {&checked, 1}, files);
  } else if (speaks && !part->text.empty()) {
    std::cout << part->heading;
    print_part(std::cout, text, checked, outcome, arguments);
  }
  const int code = core::exit_code(checked.result.verdict);
  if (part != nullptr) part->checked = std::move(checked);
  files.say_what_failed();
  return code;
}

}  // namespace

int search(ExploreArguments arguments, const Subject& program, SuitePart* part) {
  if (arguments.log_all && (!arguments.strategy.empty() || arguments.dpor == "variants")) {
    throw UserError("--log_all: goes with an exploration, not with samples and variants");
  }
  if (!arguments.tree.empty() && (!arguments.strategy.empty() || arguments.dpor == "variants")) {
    throw UserError("--tree: samples and variants make no tree; use another --dpor");
  }
  keep_prefix(arguments);
  check_files(arguments);
  if (arguments.jobs == 0 && arguments.queue.empty()) {
    throw UserError("--jobs 0: somebody has to do the work; with --queue, others may");
  }
  Outcome outcome = !arguments.queue.empty()       ? explore_together(arguments, program)
                    : !arguments.strategy.empty()  ? sample(arguments, program)
                    : arguments.dpor == "variants" ? explore_variants(arguments, program)
                                                   : explore_systematically(arguments, program);
  if (program.assumptions) {
    for (core::CutOff& assumed : program.assumptions()) {
      outcome.cut_off.push_back(std::move(assumed));
    }
  }
  return report(arguments, program, std::move(outcome), part);
}

}  // namespace heddle::cli
