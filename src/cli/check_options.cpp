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
constexpr const char* kWithoutMeaning[] = {
    "--exclude_module,-x", "--non_racing_system",  "--timeout",
    "--strict_scheduling", "--scheduling",         "--disable_sleep_sets",
    "--verbosity,-v",      "--no_output",          "--log_all",
    "--optimal",           "--ignore_first_crash", "--assume_racing"};

// --name, --name true, --name=false: the way Concuerror's switches are given.
void add_switch(CLI::App& command, const std::string& name, bool& value, const std::string& help) {
  command
      .add_option_function<std::vector<std::string>>(
          name,
          [&value, name](const std::vector<std::string>& given) {
            const std::string text = given.empty() || given.back().empty() ? "true" : given.back();
            if (text != "true" && text != "false") {
              throw CLI::ValidationError(name, fmt::format("{} is neither true nor false", text));
            }
            value = text == "true";
          },
          help)
      ->expected(0, 1)
      ->allow_extra_args(false)  // --name=false FILE: the file is no second value
      ->type_name("BOOLEAN")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

}  // namespace

void add_options(CLI::App& command, CheckArguments& arguments) {
  ExploreArguments& search = arguments.search;
  const auto last = CLI::MultiOptionPolicy::TakeLast;
  command.add_option("source", arguments.file, "a file to check: x.erl, x.ex, x.exs, x.beam");
  command.add_option("--file,-f", arguments.file, "the same")->multi_option_policy(last);
  command
      .add_option("--with", arguments.with,
                  "another source file of the program, compiled with it; repeatable")
      ->allow_extra_args(false);
  command.add_option("--module,-m", arguments.module, "the module with the test")
      ->multi_option_policy(last);
  command
      .add_option("--test,-t", arguments.test,
                  "the test: a function without arguments (default: test, or the only *_test); "
                  "of a suite: all tests whose names contain this")
      ->multi_option_policy(last);
  command
      .add_option("--eunit", arguments.eunit,
                  "check each test of an EUnit module (or x.erl) by itself; repeatable")
      ->allow_extra_args(false);
  command
      .add_option("--exunit", arguments.exunit,
                  "check each test of an ExUnit file (x.exs, x.ex) by itself; repeatable")
      ->allow_extra_args(false);
  command.add_flag_callback(
      "--no-start", [&arguments] { arguments.start = false; },
      "ExUnit in a mix project: do not start its applications before a test");
  command.add_option("--pa", arguments.path.front, "look for modules here first")
      ->allow_extra_args(false);
  command.add_option("--pz", arguments.path.back, "look for modules here last")
      ->allow_extra_args(false);
  command.add_option("--otp", arguments.path.otp, "the root of OTP (default: that of erl)");
  command.add_option("-I", arguments.compile.includes, "a folder of include files")
      ->allow_extra_args(false);
  command.add_option("--erlc-options", arguments.compile.erlc_options, "more options for erlc");

  add_search_options(command, search);
  command.add_flag("--use_receive_patterns,--observers", arguments.use_receive_patterns,
                   "two messages race only if a receive can tell (default: true)");
  command
      .add_option("--scheduling_bound_type,-c", arguments.scheduling_bound_type,
                  "none, bpor (preemptions) or delay (divergences from the first interleaving)")
      ->check(CLI::IsMember({"none", "bpor", "ubpor", "delay"}))
      ->multi_option_policy(last);
  command.add_option("--scheduling_bound,-b", arguments.scheduling_bound, "how many of them")
      ->multi_option_policy(last);
  command.add_option("--depth_bound,-d", arguments.depth_bound, "the most events of a run")
      ->multi_option_policy(last);

  command
      .add_option("--after_timeout,-a", arguments.after_timeout,
                  "timeouts of this many milliseconds or more never happen (default: infinity)")
      ->multi_option_policy(last);
  command
      .add_option(
          "--timeouts", arguments.timeouts,
          "possible: a timeout or timer may happen at any time; virtual: only those that are "
          "due first; idle: the same, and only when nobody can do anything else (default: "
          "possible)")
      ->check(CLI::IsMember({"possible", "virtual", "idle"}))
      ->multi_option_policy(last);
  add_switch(command, "--instant_delivery", arguments.semantics.instant_delivery,
             "messages and signals arrive when they are sent; if not, each in a step of its own "
             "(default: true)");
  command
      .add_option("--treat_as_normal", arguments.semantics.treat_as_normal,
                  "an exit reason that is no error, e.g. shutdown; repeatable")
      ->allow_extra_args(false);
  command
      .add_option("--ignore_error", arguments.ignore_error,
                  "abnormal_exit, abnormal_halt, deadlock or depth_bound; repeatable")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"abnormal_exit", "abnormal_halt", "deadlock", "depth_bound"}));
  command.add_flag("--assertions_only", arguments.semantics.assertions_only,
                   "only failed assertions are errors");
  command.add_flag("--first_process_errors_only", arguments.semantics.first_process_errors_only,
                   "only errors of the first process are errors");
  command.add_flag("--symbolic_names,-s", arguments.semantics.symbolic_names,
                   "call processes P, P.1, P.1.2 (default: true)");
  command
      .add_option("--print_depth", arguments.semantics.print_depth,
                  "how much of a term to show (default: 20)")
      ->multi_option_policy(last);
  command
      .add_option("--step-limit", arguments.semantics.calls_per_step,
                  "the most calls within one step")
      ->capture_default_str()
      ->multi_option_policy(last);
  command.add_option("--memory", arguments.memory, "the most memory of a run, in MiB")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 24))
      ->capture_default_str()
      ->multi_option_policy(last);
  command
      .add_option("--visible", arguments.semantics.visible,
                  "module:function/arity: what happens within a call of it is one step; repeatable")
      ->allow_extra_args(false);
  command
      .add_option(
          "--unknown-bif", arguments.unknown_bif,
          "of a built-in that Heddle does not have: fail, or pure: ask erl for its result and "
          "say so in the verdict (default: fail)")
      ->check(CLI::IsMember({"fail", "pure"}))
      ->multi_option_policy(last);
  command
      .add_option("--coverage", search.coverage,
                  "write which lines and clauses ran in some interleaving, as LCOV")
      ->multi_option_policy(last);
  command.add_flag("--outcomes", arguments.outcomes,
                   "list every different outcome instead of looking for errors");
  command
      .add_flag("--confined", arguments.confined, "the module may not name files in its options")
      ->group("");
  command.add_option("--watch", arguments.watch, "what a recorded run watched")
      ->multi_option_policy(last)
      ->group("");
  command.add_option("--replaced", arguments.replaced, "modules that a recorded run replaced")
      ->group("");
  command.add_option("--monitor", arguments.monitor, "a property of heddle verify")
      ->multi_option_policy(last)
      ->group("");
  for (const std::string names : kWithoutMeaning) {
    command
        .add_option_function<std::vector<std::string>>(
            names,
            [&arguments, name = names.substr(0, names.find(','))](const std::vector<std::string>&) {
              arguments.without_meaning.emplace_back(name);
            },
            "of Concuerror; has no meaning here")
        ->expected(0, 1)
        ->allow_extra_args(false)
        ->multi_option_policy(last)
        ->group("");
  }
}

CheckArguments parse_check(const std::vector<std::string>& words, const std::string& source) {
  CheckArguments arguments;
  CLI::App app;
  add_options(app, arguments);
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    throw UserError(fmt::format("{}: {}", source, error.what()));
  }
  return arguments;
}

void settle(CheckArguments& arguments) {
  ExploreArguments& search = arguments.search;
  if (arguments.after_timeout != "infinity") {
    const std::string& text = arguments.after_timeout;
    std::uint64_t& value = arguments.semantics.after_timeout;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value == 0) {
      throw UserError(fmt::format(
          "--after_timeout {}: give a number of milliseconds from 1 on, or infinity", text));
    }
  }
  arguments.semantics.virtual_time = arguments.timeouts == "virtual";
  arguments.semantics.idle_time = arguments.timeouts == "idle";
  arguments.semantics.ask_erl = arguments.unknown_bif == "pure";
  arguments.semantics.memory = arguments.memory << 20;
  const auto ignored = [&](const char* what) {
    return std::find(arguments.ignore_error.begin(), arguments.ignore_error.end(), what) !=
           arguments.ignore_error.end();
  };
  arguments.semantics.ignore_abnormal_exit = ignored("abnormal_exit");
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
