// heddle races TRACE.json: the race set of each receive, and the pairs of steps that race.
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/erlang_program.hpp"
#include "cli/traced_program.hpp"
#include "report/race_list.hpp"
#include "story/analysed_run.hpp"
#include "support/file.hpp"

namespace heddle::cli {
namespace {

struct Arguments {
  std::string file;
  std::string program;
  std::string json;
};

int list_races(const Arguments& arguments) {
  const core::Trace trace = core::read_trace(arguments.file);
  return watching(program_of(trace, arguments.file, arguments.program),
                  [&](const Subject& subject) {
                    const story::AnalysedRun run = story::analyse(subject, trace, arguments.file);
                    if (arguments.json.empty()) {
                      report::print_race_list(std::cout, run.trace(), run.races());
                      return 0;
                    }
                    const std::string json = report::to_json(run.trace(), run.races());
                    if (arguments.json == "-") {
                      std::cout << json;
                    } else {
                      support::write_file_atomically(arguments.json, json, "list of races");
                      report::print_race_list(std::cout, run.trace(), run.races());
                    }
                    return 0;
                  });
}

}  // namespace

Command add_races(CommandParser& heddle) {
  auto arguments = std::make_shared<Arguments>();
  CommandParser command = heddle.add_command(
      "races",
      "list what raced in a recorded run: the race set of each receive, and pairs of "
      "steps");
  command.add_option("trace", arguments->file, "a trace file").required();
  command.add_option("--program", arguments->program,
                     "use this program instead of the recorded one");
  command.add_option("--json", arguments->json, "write the list as JSON; - is standard output");
  return [arguments] { return list_races(*arguments); };
}

}  // namespace heddle::cli
