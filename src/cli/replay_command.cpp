// heddle replay TRACE.json: runs a recorded schedule again and says whether the error is still
// there.
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/erlang_program.hpp"
#include "cli/traced_program.hpp"
#include "core/trace.hpp"
#include "explore/replay.hpp"
#include "report/text.hpp"

namespace heddle::cli {
namespace {

int replay(const core::Trace& trace, const Subject& program) {
  const auto instance = program.factory();
  const explore::ReplayResult result = explore::replay(*instance, trace);
  std::cout << explore::words(result) << '\n';
  using Kind = explore::ReplayResult::Kind;
  switch (result.kind) {
    case Kind::kReproduced:
    case Kind::kErrorsDiffer:
      if (result.trace.errors.empty()) return 0;
      report::print_error(std::cout, result.trace, {});
      return 1;
    case Kind::kErrorsGone:
      return 0;
    case Kind::kDiverged:
      return 3;
  }
  return 2;
}

int replay(const std::string& file, const std::string& program_name) {
  const core::Trace trace = core::read_trace(file);
  return watching(program_of(trace, file, program_name),
                  [&](const Subject& program) { return replay(trace, program); });
}

}  // namespace

Command add_replay(CLI::App& app) {
  struct Arguments {
    std::string file;
    std::string program;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "replay",
      "run a recorded trace again; exit code 1: the error is still there, 0: it is gone, 3: the "
      "program went another way");
  command->add_option("trace", arguments->file, "a trace file")->required();
  command->add_option("--program", arguments->program,
                      "replay with this program instead of the recorded one");
  return [arguments] { return replay(arguments->file, arguments->program); };
}

}  // namespace heddle::cli
