// heddle explain TRACE.json: the race that decides between the error and a run without it.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/erlang_program.hpp"
#include "cli/traced_program.hpp"
#include "report/cell.hpp"
#include "report/divergence.hpp"
#include "report/race_list.hpp"
#include "story/analysed_run.hpp"
#include "story/page.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

struct Arguments {
  std::string file;
  std::string program;
  std::string twin;
  std::string html;
};

int explain(const Arguments& arguments, const core::Trace& recorded, const Subject& subject) {
  story::AnalysedRun run = story::analyse(subject, recorded, arguments.file);
  const story::ExplanationSearch search = story::explain(run);
  const core::Trace& trace = run.trace();
  if (!arguments.html.empty()) {
    story::write_html(arguments.html, story::html_of(run, search.found, arguments.file));
  }
  if (!arguments.twin.empty() && search.found)
    core::write_trace(arguments.twin, search.found->twin);
  if (arguments.html == "-") return 1;  // the page stands where the text would
  for (const core::Finding& error : trace.errors) {
    std::cout << fmt::format("Error: {}\n", report::printable(error.message));
  }
  if (!search.found) {
    std::cout << fmt::format(
        "No reversal of its {} races makes it go away ({} runs were tried): perhaps it does not "
        "depend on the order of steps.\n",
        run.races().races.size(), search.executions);
    return 1;
  }
  const story::Explanation& found = *search.found;
  std::cout << fmt::format("\n{}.\n\nThe decisive ", found.story);
  print_race(std::cout, trace, run.races().races[found.race]);
  const char* other = run.races().races[found.race].other_read
                          ? "Had it read that,"
                          : "With these two the other way round";
  std::cout << other
            << (found.alone ? " and all else in its order, the run passes.\n\n"
                            : " a run can pass, but other steps have to change places too.\n\n");
  // What comes after the error is no part of the story.
  report::print_side_by_side(std::cout, trace, found.twin, "with the error", "without",
                             run.races().recorded);
  if (!arguments.twin.empty()) {
    std::cout << fmt::format("\nThe run without the error: {}\n", arguments.twin);
  }
  return 1;
}

int explain(const Arguments& arguments) {
  const core::Trace trace = core::read_trace(arguments.file);
  if (trace.errors.empty()) {
    throw support::UserError(fmt::format(
        "{}: has no error to explain; give the trace of a run with an error", arguments.file));
  }
  return watching(program_of(trace, arguments.file, arguments.program),
                  [&](const Subject& subject) { return explain(arguments, trace, subject); });
}

}  // namespace

Command add_explain(CommandParser& heddle) {
  auto arguments = std::make_shared<Arguments>();
  CommandParser command = heddle.add_command(
      "explain",
      "the last race whose reversal makes the error of a trace go away, and the run "
      "without the error beside it");
  command.add_option("trace", arguments->file, "a trace file with an error").required();
  command.add_option("--program", arguments->program,
                     "use this program instead of the recorded one");
  command.add_option("--twin", arguments->twin, "keep the run without the error as a trace");
  command.add_option("--html", arguments->html,
                     "write both runs and the races as one page; - is standard output");
  return [arguments] { return explain(*arguments); };
}

}  // namespace heddle::cli
