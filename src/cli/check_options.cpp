#include "cli/check_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "support/check.hpp"

namespace heddle::cli {

using support::UserError;

namespace {

// What steers Concuerror's own machinery, and has nothing to steer here.
constexpr const char* kWithoutMeaning[] = {"--exclude_module,-x",  "--strict_scheduling",
                                           "--disable_sleep_sets", "--no_output",
                                           "--ignore_first_crash", "--assume_racing"};

// How many calls a process of Concuerror may be taken to make in a millisecond: its five seconds
// are our limit of a step. Counted, not measured, so that a run is the same on every machine.
constexpr std::uint64_t kCallsPerMillisecond = 20'000;
constexpr std::uint64_t kShortestTimeout = 500;

// A number from `least` on, or infinity, which is written -1 as well.
std::uint64_t bound(const char* option, const std::string& text, std::uint64_t least) {
  if (text == "infinity" || text == "-1") return erlang::kNever;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least) {
    throw UserError(fmt::format("{} {}: give a number of milliseconds from {} on, or infinity",
                                option, text, least));
  }
  return value;
}

}  // namespace

void add_options(CommandParser& command, CheckArguments& arguments) {
  ExploreArguments& search = arguments.search;
  command.add_option("source", arguments.file, "a file to check: x.erl, x.ex, x.exs, x.beam");
  command.add_option("--file,-f", arguments.file, "the same").last_wins();
  command
      .add_option("--with", arguments.with,
                  "another source file of the program, compiled with it; repeatable")
      .one_at_a_time();
  command.add_option("--module,-m", arguments.module, "the module with the test").last_wins();
  command
      .add_option("--test,-t", arguments.test,
                  "the test: a function without arguments (default: test, or the only *_test); "
                  "of a suite: all tests whose names contain this")
      .last_wins();
  command
      .add_option("--eunit", arguments.eunit,
                  "check each test of an EUnit module (or x.erl) by itself; repeatable")
      .one_at_a_time();
  command
      .add_option("--exunit", arguments.exunit,
                  "check each test of an ExUnit file (x.exs, x.ex) by itself; repeatable")
      .one_at_a_time();
  command.add_flag(
      "--no-start", [&arguments] { arguments.start = false; },
      "ExUnit in a mix project: start neither its applications nor what test_helper.exs starts");
  command.add_option("--pa", arguments.path.front, "look for modules here first").one_at_a_time();
  command.add_option("--pz", arguments.path.back, "look for modules here last").one_at_a_time();
  command.add_option("--otp", arguments.path.otp, "the root of OTP (default: that of erl)");
  command.add_option("-I", arguments.compile.includes, "a folder of include files").one_at_a_time();
  command.add_option("--erlc-options", arguments.compile.erlc_options, "more options for erlc");

  add_search_options(command, search);
  command.add_flag("--use_receive_patterns,--observers", arguments.use_receive_patterns,
                   "two messages race only if a receive can tell (default: true)");
  command
      .add_option("--scheduling_bound_type,-c", arguments.scheduling_bound_type,
                  "none, bpor (preemptions) or delay (divergences from the first interleaving)")
      .one_of({"none", "bpor", "ubpor", "delay"})
      .last_wins();
  command.add_option("--scheduling_bound,-b", arguments.scheduling_bound, "how many of them")
      .last_wins();
  command.add_option("--depth_bound,-d", arguments.depth_bound, "the most events of a run")
      .last_wins();

  command
      .add_option("--after_timeout,-a", arguments.after_timeout,
                  "timeouts of this many milliseconds or more never happen (default: infinity)")
      .last_wins();
  command
      .add_option(
          "--timeouts", arguments.timeouts,
          "possible: a timeout or timer may happen at any time; virtual: only those that are "
          "due first; idle: the same, and only when nobody can do anything else (default: "
          "possible)")
      .one_of({"possible", "virtual", "idle"})
      .last_wins();
  command.add_switch(
      "--instant_delivery", arguments.semantics.instant_delivery,
      "messages and signals arrive when they are sent; if not, each in a step of its own "
      "(default: true)");
  command
      .add_option("--treat_as_normal", arguments.semantics.treat_as_normal,
                  "an exit reason that is no error, e.g. shutdown; repeatable")
      .one_at_a_time();
  command
      .add_option("--ignore_error", arguments.ignore_error,
                  "abnormal_exit (or crash), abnormal_halt, deadlock or depth_bound; repeatable")
      .one_at_a_time()
      .one_of({"abnormal_exit", "abnormal_halt", "deadlock", "depth_bound", "crash"});
  command.add_flag("--assertions_only", arguments.semantics.assertions_only,
                   "only failed assertions are errors");
  command.add_flag("--first_process_errors_only", arguments.semantics.first_process_errors_only,
                   "only errors of the first process are errors");
  command.add_flag("--symbolic_names,-s", arguments.semantics.symbolic_names,
                   "call processes P, P.1, P.1.2 (default: true)");
  command
      .add_option("--print_depth", arguments.semantics.print_depth,
                  "how much of a term to show (default: 20)")
      .last_wins();
  command
      .add_option("--scheduling", arguments.scheduling,
                  "who goes on in the first interleaving when somebody cannot: the oldest process, "
                  "the newest, or round_robin (default: oldest)")
      .one_of({"oldest", "newest", "round_robin"})
      .last_wins();
  command
      .add_option("--non_racing_system", arguments.semantics.non_racing_system,
                  "the registered name of a process of the system; the order of requests to it is "
                  "taken not to matter; repeatable")
      .one_at_a_time();
  command.add_option("--optimal", arguments.optimal, "false: the same as --dpor source")
      .one_of({"true", "false"})
      .last_wins();
  command
      .add_option("--verbosity,-v", arguments.verbosity,
                  "0: the same as --quiet; other levels are Concuerror's and change nothing")
      .last_wins();
  command
      .add_option(
          "--timeout", arguments.timeout,
          "as long as a step may take, in milliseconds of 20000 calls, or infinity: another "
          "way to give --step-limit")
      .last_wins();
  command
      .add_option("--step-limit", arguments.semantics.calls_per_step,
                  "the most calls within one step")
      .shows_default()
      .last_wins();
  command.add_option("--memory", arguments.memory, "the most memory of a run, in MiB")
      .between(std::uint64_t{1}, std::uint64_t{1} << 24)
      .shows_default()
      .last_wins();
  command
      .add_option("--visible", arguments.semantics.visible,
                  "module:function/arity: what happens within a call of it is one step; repeatable")
      .one_at_a_time();
  command
      .add_option(
          "--unknown-bif", arguments.unknown_bif,
          "of a built-in that Heddle does not have: fail, or pure: ask erl for its result and "
          "say so in the verdict (default: fail)")
      .one_of({"fail", "pure"})
      .last_wins();
  command
      .add_option("--coverage", search.coverage,
                  "write which lines and clauses ran in some interleaving, as LCOV")
      .last_wins();
  command.add_flag("--outcomes", arguments.outcomes,
                   "list every different outcome instead of looking for errors");
  command.add_flag("--confined", arguments.confined, "the module may not name files in its options")
      .hidden();
  command.add_flag("--once", search.once, "nobody goes on with it after an interrupt").hidden();
  command.add_option("--watch", arguments.watch, "what a recorded run watched")
      .last_wins()
      .hidden();
  command.add_option("--replaced", arguments.replaced, "modules that a recorded run replaced")
      .one_at_a_time()
      .hidden();
  command.add_option("--monitor", arguments.monitor, "a property of heddle verify")
      .last_wins()
      .hidden();
  for (const std::string names : kWithoutMeaning) {
    command
        .add_ignored(
            names,
            [&arguments, name = names.substr(0, names.find(','))] {
              arguments.without_meaning.emplace_back(name);
            },
            "of Concuerror; has no meaning here")
        .hidden();
  }
}

CheckArguments parse_check(const std::vector<std::string>& words, const std::string& source) {
  CheckArguments arguments;
  CommandParser parser("");
  add_options(parser, arguments);
  try {
    parser.parse(words);
  } catch (const ArgumentError& error) {
    throw UserError(fmt::format("{}: {}", source, error.what()));
  }
  return arguments;
}

void settle(CheckArguments& arguments) {
  ExploreArguments& search = arguments.search;
  arguments.semantics.after_timeout = bound("--after_timeout", arguments.after_timeout, 1);
  if (!arguments.timeout.empty()) {
    const std::uint64_t time = bound("--timeout", arguments.timeout, kShortestTimeout);
    arguments.semantics.calls_per_step =
        time > erlang::kNever / kCallsPerMillisecond ? erlang::kNever : time * kCallsPerMillisecond;
  }
  arguments.semantics.scheduling = arguments.scheduling == "newest" ? erlang::Scheduling::kNewest
                                   : arguments.scheduling == "round_robin"
                                       ? erlang::Scheduling::kRoundRobin
                                       : erlang::Scheduling::kOldest;
  search.quiet = search.quiet || arguments.verbosity == "0";
  if (arguments.optimal == "false" && search.dpor.empty()) search.dpor = "source";
  arguments.semantics.virtual_time = arguments.timeouts == "virtual";
  arguments.semantics.idle_time = arguments.timeouts == "idle";
  arguments.semantics.ask_erl = arguments.unknown_bif == "pure";
  arguments.semantics.memory = arguments.memory << 20;
  const auto ignored = [&](const char* what) {
    return std::find(arguments.ignore_error.begin(), arguments.ignore_error.end(), what) !=
           arguments.ignore_error.end();
  };
  arguments.semantics.ignore_abnormal_exit = ignored("abnormal_exit") || ignored("crash");
  arguments.semantics.ignore_abnormal_halt = ignored("abnormal_halt");
  arguments.semantics.ignore_deadlock = ignored("deadlock");
  if (!arguments.use_receive_patterns && (search.dpor.empty() || search.dpor == "observers")) {
    search.dpor = "optimal";
  }
  if (arguments.depth_bound != 0) {
    search.bounds.push_back(fmt::format("length:{}", arguments.depth_bound));
  }
  const bool preemptions = arguments.scheduling_bound_type.ends_with("bpor");
  if (arguments.scheduling_bound_type != "none") {
    search.bounds.push_back(
        fmt::format("{}:{}", preemptions ? "preemption" : "tree", arguments.scheduling_bound));
  }
}

}  // namespace heddle::cli
