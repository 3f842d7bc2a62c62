// The commands of `heddle`, one file each. A command registers itself with the parser and returns
// what to run; main.cpp turns UserError into one message and exit code 2.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"

namespace heddle::cli {

/// Runs the command after parsing; the exit code of the program.
using Command = std::function<int()>;

/// Everything was said already: exit code 3.
class Inconclusive : public std::exception {};

/// `words`: all of the command line after the program's name.
Command add_check(CommandParser& heddle, const std::vector<std::string>& words);
Command add_explore(CommandParser& heddle);
Command add_replay(CommandParser& heddle);
Command add_minimise(CommandParser& heddle);
Command add_races(CommandParser& heddle);
Command add_variants(CommandParser& heddle);
Command add_explain(CommandParser& heddle);
Command add_diff(CommandParser& heddle);
Command add_graph(CommandParser& heddle);
Command add_programs(CommandParser& heddle);
Command add_run(CommandParser& heddle);
Command add_disasm(CommandParser& heddle);
Command add_verify(CommandParser& heddle);
Command add_cover(CommandParser& heddle);
Command add_serve(CommandParser& heddle);
Command add_worker(CommandParser& heddle);
Command add_status(CommandParser& heddle);
Command add_stop(CommandParser& heddle);
Command add_resume(CommandParser& heddle);
Command add_queue(CommandParser& heddle);
Command add_completions(CommandParser& heddle);
Command add_manual(CommandParser& heddle);

}  // namespace heddle::cli
