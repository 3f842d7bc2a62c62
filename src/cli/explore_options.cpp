#include "cli/explore_options.hpp"

#include <fmt/format.h>

#include <charconv>

#include "explore/algorithm.hpp"
#include "explore/random.hpp"
#include "support/check.hpp"

namespace heddle::cli {

void add_options(CommandParser& command, ExploreArguments& arguments) {
  command.add_option("program", arguments.program,
                     "a .toy file or a built-in program, e.g. bank or 'lastzero(10)'");
  command.add_flag("--allow_deadlock", arguments.allow_deadlock,
                   "processes that wait for ever are not an error");
  add_search_options(command, arguments);
}

void add_search_options(CommandParser& command, ExploreArguments& arguments) {
  command.add_option("--dpor", arguments.dpor,
                     "the algorithm: " + explore::algorithm_names() + ", variants");
  command.add_option("--strategy", arguments.strategy,
                     "sample runs instead: " + explore::strategy_names());
  command.add_option("--samples", arguments.samples, "how many runs to sample")
      .between(1, 1e18, "a whole number from 1")
      .shows_default();
  command.add_option("--seed", arguments.seed, "of the samples")
      .between(0, 1e18, "a whole number")
      .shows_default();
  command.add_option("--bound", arguments.bounds,
                     "KIND:NUMBER, repeatable; kinds: preemption, delay, fair, tree, length (10000 "
                     "if not given)");
  command
      .add_option("--interleaving_bound,-i", arguments.interleaving_bound,
                  "stop after this many interleavings")
      .from_one_or_infinity();
  command.add_option("--time", arguments.time, "stop after this many seconds")
      .between(0, 1e9, "a number of seconds");
  command.add_flag("--keep_going,-k", arguments.keep_going,
                   "do not stop at the first error; the shortest run with one is shown");
  command.add_option("--errors", arguments.errors, "stop after this many errors")
      .between(1, 1e18, "a whole number from 1")
      .shows_default();
  command.add_option("--jobs,-j", arguments.jobs, "worker threads").between(0, 256).shows_default();
  add_queue_options(command, arguments);
  command.add_option("--checkpoint", arguments.checkpoint,
                     "keep a file from which the exploration can be resumed");
  command.add_option("--resume", arguments.resume,
                     "go on from a checkpoint, and keep it up to date");
  command.add_option(
      "--prefix", arguments.prefix,
      "TRACE.json[:STEPS]: run the beginning of a trace first, explore what follows");
  command
      .add_option("--trace", arguments.trace, "where to write the trace of the error that is shown")
      .shows_default();
  command
      .add_option("--output,-o", arguments.output,
                  "write the report, without colours, to this file as well")
      .last_wins();
  command
      .add_option("--json", arguments.json,
                  "write the result as JSON; - (here and below) is standard output")
      .last_wins();
  command.add_option("--junit", arguments.junit, "write the result as JUnit XML").last_wins();
  command
      .add_option("--sarif", arguments.sarif,
                  "write the errors, the first with its steps, as SARIF 2.1.0")
      .last_wins();
  command
      .add_option("--graph,-g", arguments.graph,
                  "write the run of the error that is shown as a graph for Graphviz (DOT)")
      .last_wins();
  command
      .add_option(
          "--html", arguments.html,
          "write the result, with the run of the error that is shown and its races, as one page")
      .last_wins();
  command
      .add_option("--tree", arguments.tree,
                  "write the first interleavings as a tree for Graphviz (DOT)")
      .last_wins();
  command
      .add_option("--annotations", arguments.annotations,
                  "print errors as a CI service reads them: github, none or auto (github in a "
                  "GitHub workflow)")
      .one_of({"auto", "github", "none"})
      .last_wins()
      .shows_default();
  command.add_flag("--show_races", arguments.show_races,
                   "list the pairs of steps that might have come in the other order");
  command.add_flag("--log_all", arguments.log_all,
                   "show the steps of every interleaving, not only of the error");
  command.add_flag("--no-minimise", arguments.no_minimise,
                   "show the error as it was found, not with the fewest context switches");
  command.add_flag("--all-steps", arguments.all_steps,
                   "show all steps, not only those that could influence the error");
  command.add_flag("--quiet,-q", arguments.quiet, "no progress line and no report");
  command.add_option("--colour", arguments.colour, "auto, always or never")
      .one_of({"auto", "always", "never"})
      .shows_default();
}

void add_queue_options(CommandParser& command, ExploreArguments& arguments) {
  command.add_option("--queue", arguments.queue,
                     "share the exploration by this PostgreSQL server (postgres://...); 'heddle "
                     "worker' helps");
  const auto add_seconds = [&](const char* name, double& value) {
    command.add_option(name, value).between(0.05, 1e6, "a number of seconds").hidden();
  };
  add_seconds("--lease", arguments.lease);
  add_seconds("--patience", arguments.patience);
  add_seconds("--slice", arguments.slice);
}

explore::Bounds parse_bounds(const std::vector<std::string>& texts) {
  explore::Bounds bounds;
  for (const std::string& text : texts) {
    const std::size_t colon = text.find(':');
    const std::string kind = text.substr(0, colon);
    std::uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const char* const begin = colon == std::string::npos ? end : text.data() + colon + 1;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (begin == end || error != std::errc{} || stop != end) {
      throw support::UserError(fmt::format(
          "--bound {}: expected KIND:NUMBER with a whole number, e.g. preemption:2", text));
    }
    if (kind == "preemption") {
      bounds.preemptions = value;
    } else if (kind == "delay") {
      bounds.delays = value;
    } else if (kind == "fair") {
      bounds.fair = value;
    } else if (kind == "tree") {
      bounds.tree = value;
    } else if (kind == "length") {
      bounds.length = value;
    } else {
      throw support::UserError(fmt::format(
          "--bound {}: no such kind; use preemption, delay, fair, tree or length", text));
    }
  }
  return bounds;
}

std::string identity(const ExploreArguments& arguments, const std::string& prefix) {
  std::string text = fmt::format("dpor={} prefix={} allow_deadlock={}", arguments.dpor, prefix,
                                 arguments.allow_deadlock);
  for (const std::string& bound : arguments.bounds) text += " bound=" + bound;
  return text;
}

}  // namespace heddle::cli
