// heddle minimise TRACE.json: the same error with the fewest context switches.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/erlang_program.hpp"
#include "cli/traced_program.hpp"
#include "core/trace.hpp"
#include "explore/minimise.hpp"
#include "explore/replay.hpp"
#include "report/text.hpp"
#include "story/analysed_run.hpp"

namespace heddle::cli {
namespace {

struct Arguments {
  std::string file;
  std::string program;
  std::string output;
  std::uint64_t executions = 20'000;
};

int minimise(const Arguments& arguments, const core::Trace& trace, const Subject& program) {
  const auto instance = program.factory();
  const std::vector<core::ActorId> schedule = story::schedule_of(trace, arguments.file, *instance);
  const explore::Minimised result =
      explore::minimise(*instance, schedule, {.executions = arguments.executions});
  const core::Trace minimised = explore::record(
      *instance, result.schedule,
      {.program = trace.program, .command = trace.command, .algorithm = trace.algorithm});
  const std::string& output = arguments.output.empty() ? arguments.file : arguments.output;
  core::write_trace(output, minimised);
  std::cout << fmt::format(
      "{} context switches instead of {}, {} events instead of {}{}\n", result.switches_after,
      result.switches_before, result.schedule.size(), schedule.size(),
      result.fewest() ? "; no schedule with this error has fewer switches" : "");
  report::TextOptions text;
  text.trace_file = output;
  report::print_error(std::cout, minimised, text);
  return 1;
}

int minimise(const Arguments& arguments) {
  const core::Trace trace = core::read_trace(arguments.file);
  return watching(program_of(trace, arguments.file, arguments.program),
                  [&](const Subject& program) { return minimise(arguments, trace, program); });
}

}  // namespace

Command add_minimise(CommandParser& heddle) {
  auto arguments = std::make_shared<Arguments>();
  CommandParser command = heddle.add_command(
      "minimise", "find the same error with fewer context switches; exit code 1: it is still one");
  command.add_option("trace", arguments->file, "a trace file with an error").required();
  command.add_option("--program", arguments->program,
                     "use this program instead of the recorded one");
  command.add_option("--output,-o", arguments->output, "where to write it (default: in place)");
  command.add_option("--executions", arguments->executions, "how many runs may be spent")
      .between(0, 1'000'000'000)
      .shows_default();
  return [arguments] { return minimise(*arguments); };
}

}  // namespace heddle::cli
