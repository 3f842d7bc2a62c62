// heddle diff A.json B.json: where two traces part, and what each did there.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "core/trace.hpp"
#include "report/divergence.hpp"
#include "report/race_list.hpp"
#include "report/words.hpp"

namespace heddle::cli {
namespace {

struct Arguments {
  std::string first;
  std::string second;
};

std::string step_or_end(const core::Trace& trace, std::size_t event) {
  return event < trace.events.size() ? report::step_in_words(trace, event) : "is at its end";
}

int diff(const Arguments& arguments) {
  const core::Trace a = core::read_trace(arguments.first);
  const core::Trace b = core::read_trace(arguments.second);
  const report::Divergence found = report::diverge(a, b);
  if (found.common == a.events.size() && found.common == b.events.size()) {
    std::cout << fmt::format("The same {}.\n", report::counted(found.common, "step"));
    return 0;
  }
  std::cout << (found.common == 0 ? "They differ from the first step on:\n"
                : found.common == 1
                    ? "The first step is the same. Then\n"
                    : fmt::format("The first {} steps are the same. Then\n", found.common))
            << fmt::format("  {}: {}\n  {}: {}\n", arguments.first, step_or_end(a, found.common),
                           arguments.second, step_or_end(b, found.common));
  if (found.changed == std::pair(found.common, found.common)) {
    // That was the step just told.
  } else if (found.changed) {
    std::cout << fmt::format(
        "The first step that both have and that does something else:\n  {}: {}\n  {}: {}\n",
        arguments.first, report::step_in_words(a, found.changed->first), arguments.second,
        report::step_in_words(b, found.changed->second));
  } else if (found.same_events) {
    std::cout << "Every step does the same in both: only their order differs.\n";
  }
  std::cout << '\n';
  report::print_side_by_side(std::cout, a, b, arguments.first.c_str(), arguments.second.c_str());
  return 1;
}

}  // namespace

Command add_diff(CommandParser& heddle) {
  auto arguments = std::make_shared<Arguments>();
  CommandParser command = heddle.add_command(
      "diff", "where two traces part and what each did; exit code 0: nowhere, 1: they differ");
  command.add_option("first", arguments->first, "a trace file").required();
  command.add_option("second", arguments->second, "another one").required();
  return [arguments] { return diff(*arguments); };
}

}  // namespace heddle::cli
