// The commands of `heddle`, one file each. A command registers itself with the parser and returns
// what to run; main.cpp turns UserError into one message and exit code 2.
#pragma once

#include <CLI/CLI.hpp>
#include <exception>
#include <functional>
#include <string>
#include <vector>

namespace heddle::cli {

/// Runs the command after parsing; the exit code of the program.
using Command = std::function<int()>;

/// Everything was said already: exit code 3.
class Inconclusive : public std::exception {};

/// `words`: all of the command line after the program's name.
Command add_check(CLI::App& app, const std::vector<std::string>& words);
Command add_explore(CLI::App& app);
Command add_replay(CLI::App& app);
Command add_minimise(CLI::App& app);
Command add_races(CLI::App& app);
Command add_variants(CLI::App& app);
Command add_explain(CLI::App& app);
Command add_diff(CLI::App& app);
Command add_graph(CLI::App& app);
Command add_programs(CLI::App& app);
Command add_run(CLI::App& app);
Command add_disasm(CLI::App& app);
Command add_verify(CLI::App& app);
Command add_cover(CLI::App& app);
Command add_serve(CLI::App& app);
Command add_worker(CLI::App& app);
Command add_status(CLI::App& app);
Command add_stop(CLI::App& app);
Command add_resume(CLI::App& app);
Command add_queue(CLI::App& app);
Command add_completions(CLI::App& app);
Command add_manual(CLI::App& app);

}  // namespace heddle::cli
