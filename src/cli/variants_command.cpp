// heddle variants TRACE.json: the race variants of a recorded run; --run runs them.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/erlang_program.hpp"
#include "cli/traced_program.hpp"
#include "explore/random.hpp"
#include "explore/replay.hpp"
#include "report/cell.hpp"
#include "report/text.hpp"
#include "report/words.hpp"
#include "story/analysed_run.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

using report::ListedRace;

struct Arguments {
  std::string file;
  std::string program;
  std::size_t race = 0;  // 0: all
  bool run = false;
  std::string strategy = "first";
  std::uint64_t seed = 1;
  std::string trace;
};

// "P: 1-3, P.2: 1-2, then P.1: 1": a partial trace, actor by actor, with the numbers of their
// steps.
void print_variant(const core::Trace& trace, const ListedRace& race) {
  print_race(std::cout, trace, race);
  if (!race.reversible) return;
  std::vector<std::vector<std::size_t>> of_actor(trace.actors.size());
  for (const std::size_t event : race.variant) of_actor[trace.events[event].actor].push_back(event);
  std::cout << fmt::format("    keeps      {} of {}:\n", race.variant.size(),
                           report::counted(trace.events.size(), "step"));
  std::size_t width = 0;
  for (core::ActorIndex actor = 0; actor < of_actor.size(); ++actor) {
    if (!of_actor[actor].empty()) {
      width = std::max(width, report::length(report::name_of(trace, actor)));
    }
  }
  for (core::ActorIndex actor = 0; actor < of_actor.size(); ++actor) {
    if (of_actor[actor].empty()) continue;
    std::vector<std::string> numbers;
    for (const std::size_t event : of_actor[actor]) numbers.push_back(std::to_string(event + 1));
    std::cout << fmt::format("      {}  {}\n", report::pad(report::name_of(trace, actor), width),
                             report::joined(numbers, " "));
  }
}

// Several variants get a file each: "x.json" becomes "x-3.json".
std::string file_for(const Arguments& arguments, std::size_t race) {
  if (arguments.race != 0) return arguments.trace;
  const std::filesystem::path path(arguments.trace);
  return (path.parent_path() /
          fmt::format("{}-{}{}", path.stem().string(), race, path.extension().string()))
      .string();
}

story::VariantRun driven(const Arguments& arguments, story::AnalysedRun& run,
                         const ListedRace& race) {
  try {
    return run.run_variant(race.id - 1, arguments.strategy, arguments.seed);
  } catch (const explore::ScheduleError& error) {
    throw support::UserError(fmt::format("{}: the variant of race {} cannot be followed: {}",
                                         arguments.file, race.id, error.what()));
  }
}

// As check: 1 if the run ends with an error, 3 if it does not end.
int run_variant(const Arguments& arguments, story::AnalysedRun& run, const ListedRace& race) {
  const auto [trace, cut_off, impossible] = driven(arguments, run, race);
  if (impossible) {
    std::cout
        << "    ran        into what memory does not do, or a wait in vain: it tells nothing\n";
    return 0;
  }
  const std::string ended =
      !trace.errors.empty() ? "ended with an error: " + report::printable(trace.errors[0].message)
      : cut_off             ? "cut off without an error"
                            : "ended without an error";
  std::cout << fmt::format("    ran        {}, {}\n", report::counted(trace.events.size(), "step"),
                           ended);
  if (!arguments.trace.empty()) {
    const std::string file = file_for(arguments, race.id);
    core::write_trace(file, trace);
    std::cout << fmt::format("    saved      {}\n", file);
  }
  return !trace.errors.empty() ? 1 : cut_off ? 3 : 0;
}

int variants(const Arguments& arguments, story::AnalysedRun& run) {
  const auto& races = run.races().races;
  if (arguments.race > races.size()) {
    throw support::UserError(
        races.empty()
            ? fmt::format("--race {}: {} has no races", arguments.race, arguments.file)
            : fmt::format("--race {}: {} has the races 1 to {}; 'heddle races' lists them",
                          arguments.race, arguments.file, races.size()));
  }
  int code = 0;
  for (const ListedRace& race : races) {
    if (arguments.race != 0 && race.id != arguments.race) continue;
    if (arguments.run && arguments.race != 0 && !race.reversible) {
      throw support::UserError(
          fmt::format("--race {}: is not reversible: {}; choose another one", race.id, race.why));
    }
    print_variant(run.trace(), race);
    if (!arguments.run || !race.reversible) continue;
    const int ended = run_variant(arguments, run, race);
    if (code != 1 && ended != 0) code = ended;
  }
  if (races.empty()) std::cout << "No races: every run of these steps ends the same way.\n";
  return code;
}

int variants(const Arguments& arguments) {
  if (!arguments.run && !arguments.trace.empty()) {
    throw support::UserError("--trace keeps the run of a variant: give --run as well");
  }
  const core::Trace trace = core::read_trace(arguments.file);
  return watching(program_of(trace, arguments.file, arguments.program),
                  [&](const Subject& subject) {
                    story::AnalysedRun run = story::analyse(subject, trace, arguments.file);
                    return variants(arguments, run);
                  });
}

}  // namespace

Command add_variants(CommandParser& heddle) {
  auto arguments = std::make_shared<Arguments>();
  CommandParser command = heddle.add_command(
      "variants",
      "the race variants of a recorded run; with --run, exit code 1: one of them ends with an "
      "error");
  command.add_option("trace", arguments->file, "a trace file").required();
  command.add_option("--program", arguments->program,
                     "use this program instead of the recorded one");
  command.add_option("--race", arguments->race, "only this race, by its number in 'heddle races'")
      .between(1, 1'000'000'000);
  command.add_flag("--run", arguments->run, "drive the program along the variant, and go on");
  command
      .add_option("--strategy", arguments->strategy,
                  "how to go on: first (always the same), " + explore::strategy_names())
      .shows_default();
  command.add_option("--seed", arguments->seed, "of a random strategy").shows_default();
  command.add_option("--trace", arguments->trace,
                     "keep the run as a trace; of several, x.json becomes x-N.json");
  return [arguments] { return variants(*arguments); };
}

}  // namespace heddle::cli
