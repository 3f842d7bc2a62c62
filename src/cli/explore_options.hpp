// The options of `heddle explore`, as given; what they mean together is checked in one place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "explore/bounds.hpp"

namespace heddle::cli {

struct ExploreArguments {
  std::string program;
  std::string dpor;      // empty: observers, or what a bound needs
  std::string strategy;  // empty: systematic
  std::uint64_t samples = 1000;
  std::uint64_t seed = 1;
  std::vector<std::string> bounds;  // "preemption:2"
  std::uint64_t interleaving_bound = 0;
  double time = 0;
  bool keep_going = false;
  std::uint64_t errors = 1;
  unsigned jobs = 1;
  std::string queue;            // where a server is; empty: the local queue
  std::uint64_t queue_run = 0;  // a run to go on with; 0: a new one
  double lease = 30;            // seconds without a sign of life before a task is free again
  double patience = 60;         // seconds to wait for a server that does not answer
  double slice = 2;             // seconds before a task is put aside, at least
  std::string checkpoint;
  std::string resume;
  bool once = false;   // nobody goes on with it after an interrupt
  std::string prefix;  // "trace.json" or "trace.json:12"
  std::string trace = "heddle-trace.json";
  // Reports as files; `-` is standard output.
  std::string output;
  std::string json;
  std::string junit;
  std::string sarif;
  std::string graph;
  std::string html;
  std::string tree;
  std::string coverage;  // of Erlang and Elixir programs
  std::string annotations = "auto";
  bool show_races = false;
  bool log_all = false;
  bool no_minimise = false;
  bool allow_deadlock = false;
  bool all_steps = false;
  bool quiet = false;
  std::string colour = "auto";
};

void add_options(CommandParser& command, ExploreArguments& arguments);
/// Those that any front end has.
void add_search_options(CommandParser& command, ExploreArguments& arguments);

/// --queue and what goes with it.
void add_queue_options(CommandParser& command, ExploreArguments& arguments);

/// Throws UserError for an unknown kind or a bad number.
explore::Bounds parse_bounds(const std::vector<std::string>& texts);

/// Everything that changes what is explored, as one text: a checkpoint may only be resumed with
/// the same. `prefix`: the steps of --prefix, in words.
std::string identity(const ExploreArguments& arguments, const std::string& prefix);

}  // namespace heddle::cli
