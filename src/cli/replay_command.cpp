// heddle replay TRACE.json: runs a recorded schedule again, step by step, and says whether the
// error is still there.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/cpp_program.hpp"
#include "cli/erlang_program.hpp"
#include "cli/monitor_steps.hpp"
#include "cli/traced_program.hpp"
#include "core/trace.hpp"
#include "explore/replay.hpp"
#include "remote/remote_program.hpp"
#include "report/cell.hpp"
#include "report/text.hpp"
#include "story/page.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

using support::UserError;
using Kind = explore::ReplayResult::Kind;

struct Arguments {
  std::string file;
  std::vector<std::string> arguments;  // of a C++ test program
  std::string token;
  std::string program;
  std::size_t from = 1;
  std::size_t until = 0;  // 0: to the end
  std::string process;
  std::string html;
};

// The beginning of a trace. What went wrong and who waits at its end says nothing there.
core::Trace first_steps(core::Trace trace, std::size_t steps) {
  trace.events.resize(steps);
  trace.schedule.resize(steps);
  trace.errors.clear();
  trace.blocked.clear();
  return trace;
}

core::ActorIndex find_process(const core::Trace& trace, const std::string& name) {
  std::string known;
  for (core::ActorIndex actor = 0; actor < trace.actors.size(); ++actor) {
    if (trace.actors[actor].name == name) return actor;
    known += (known.empty() ? "" : ", ") + trace.actors[actor].name;
  }
  throw UserError(
      fmt::format("--process {}: there is none of that name in the trace; it has {}", name, known));
}

int replay(const Arguments& arguments, const core::Trace& trace, const Subject& program) {
  const auto instance = program.factory();
  const bool part = arguments.until != 0 && arguments.until < trace.events.size();
  const explore::ReplayResult result =
      explore::replay(*instance, part ? first_steps(trace, arguments.until) : trace);
  if (!arguments.html.empty()) {
    if (result.kind == Kind::kDiverged) {
      throw UserError(fmt::format(
          "{}: is not a trace of this program: step {} was {}, but now {}; there is no run to show "
          "with --html",
          arguments.file, result.step, result.expected, result.happened));
    }
    story::write_html(arguments.html,
                      story::html_of(program, named_monitor_steps(result.trace), arguments.file));
  }
  const bool speaks = arguments.html != "-";
  if (speaks && part && result.kind != Kind::kDiverged) {
    std::cout << fmt::format("stopped after step {} of {}{}\n", arguments.until,
                             trace.events.size(), explore::changes_in_words(result));
  } else if (speaks) {
    std::cout << explore::words(result) << '\n';
  }
  if (speaks) {
    report::TextOptions text;
    text.from = arguments.from;
    text.only =
        arguments.process.empty() ? core::kNoActor : find_process(result.trace, arguments.process);
    // Parts are named by the numbers of all steps.
    const bool whole = arguments.from == report::TextOptions{}.from;
    if (result.kind == Kind::kDiverged || part) {
      report::print_steps(std::cout, result.trace, text);
    } else {
      report::print_error(std::cout, whole ? readable(result.trace) : result.trace, text);
    }
  }
  if (result.kind == Kind::kDiverged) return 3;
  return result.trace.errors.empty() ? 0 : 1;
}

// A schedule of a C++ test without a trace of it: there is nothing to compare it with.
int replay_token(const Arguments& arguments) {
  const Subject program = load_cpp({arguments.token, arguments.file, arguments.arguments}, nullptr);
  const auto instance = program.factory();
  std::vector<core::ActorId> schedule = remote::served_schedule(*instance);
  const explore::RecordOptions how{program.title, program.command, {}, true};
  std::string diverged;
  core::Trace trace;
  try {
    trace = explore::record(*instance, schedule, how);
  } catch (const explore::ScheduleError& error) {
    diverged = error.what();
    schedule.resize(error.step() - 1);
    trace = explore::record(*instance, schedule, how);
    trace.errors.clear();
  }
  if (!arguments.html.empty()) {
    story::write_html(arguments.html, story::html_of(program, trace, ""));
    if (arguments.html == "-") return !diverged.empty() ? 3 : trace.errors.empty() ? 0 : 1;
  }
  report::TextOptions text;
  text.from = arguments.from;
  if (!arguments.process.empty()) text.only = find_process(trace, arguments.process);
  if (!diverged.empty()) {
    std::cout << "diverged: " << diverged << '\n';
    report::print_steps(std::cout, trace, text);
    return 3;
  }
  std::cout << "replayed: " << report::printable(trace.outcome) << '\n';
  if (trace.errors.empty()) {
    report::print_steps(std::cout, trace, text);
    return 0;
  }
  report::print_error(std::cout, trace, text);
  return 1;
}

int replay(const Arguments& arguments) {
  if (!arguments.token.empty()) {
    if (arguments.until != 0 || !arguments.program.empty()) {
      throw UserError("--until and --program are for traces; leave them out with --token");
    }
    return replay_token(arguments);
  }
  if (!arguments.arguments.empty()) {
    throw UserError(fmt::format("{}: one trace at a time; arguments go with --token only",
                                arguments.arguments.front()));
  }
  const core::Trace trace = core::read_trace(arguments.file);
  const std::size_t steps = trace.events.size();
  if (std::max(arguments.from, arguments.until) > steps && steps > 0) {
    throw UserError(fmt::format("--{} {}: {} has only {} steps",
                                arguments.from > steps ? "from" : "until",
                                std::max(arguments.from, arguments.until), arguments.file, steps));
  }
  if (!arguments.process.empty()) find_process(trace, arguments.process);
  return watching(program_of(trace, arguments.file, arguments.program),
                  [&](const Subject& program) { return replay(arguments, trace, program); });
}

}  // namespace

Command add_replay(CommandParser& heddle) {
  auto arguments = std::make_shared<Arguments>();
  CommandParser command = heddle.add_command(
      "replay",
      "run a recorded trace again; exit code 1: the error is still there, 0: it is gone, 3: the "
      "program went another way");
  command.add_option("trace", arguments->file, "a trace file; with --token, a C++ test program")
      .required();
  command.add_option("arguments", arguments->arguments,
                     "of the test program, with --token; after --, if they begin with a dash");
  command.add_option("--token", arguments->token,
                     "the schedule of a C++ test: what a report names as HEDDLE_REPLAY");
  command.add_option("--program", arguments->program,
                     "replay with this program instead of the recorded one");
  command.add_option("--until", arguments->until, "stop after this step").between(1, 1'000'000'000);
  command.add_option("--from", arguments->from, "show the steps from this one on")
      .between(1, 1'000'000'000);
  command.add_option("--process", arguments->process, "show the steps of this process only");
  command.add_option("--html", arguments->html,
                     "write the run and its races as one page; - is standard output");
  return [arguments] { return replay(*arguments); };
}

}  // namespace heddle::cli
