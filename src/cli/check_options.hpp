// The options of `heddle check`: Concuerror's, with its names and meanings, and ours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "beam/loader/code_path.hpp"
#include "beam/loader/compile.hpp"
#include "cli/arguments.hpp"
#include "cli/explore_options.hpp"
#include "erlang/options.hpp"

namespace heddle::cli {

struct CheckArguments {
  ExploreArguments search;
  std::string file;               // .erl, .ex, .exs or .beam
  std::vector<std::string> with;  // sources of other modules that it uses
  std::string module;
  std::string test;
  std::vector<std::string> eunit;   // modules or .erl files whose tests are checked one by one
  std::vector<std::string> exunit;  // .exs or .ex files
  beam::CodePathOptions path;
  beam::CompileOptions compile;
  erlang::Options semantics;
  std::string after_timeout = "infinity";
  std::string timeouts = "possible";
  std::string timeout;  // of Concuerror: milliseconds or infinity; empty: not given
  std::string scheduling = "oldest";
  std::string optimal;    // true, false; empty: not given
  std::string verbosity;  // a number; empty: not given
  std::string unknown_bif = "fail";
  std::uint64_t memory = 8192;  // MiB
  std::vector<std::string> ignore_error;
  std::string scheduling_bound_type = "none";
  std::uint32_t scheduling_bound = 0;
  std::uint64_t depth_bound = 0;
  bool use_receive_patterns = true;
  bool confined = false;  // the module may not name files in its own options
  bool outcomes = false;
  unsigned watch = 0;                   // of erlang::Watch; in the command of a trace
  std::vector<std::string> replaced{};  // modules, likewise
  std::string monitor;                  // a Monitor; in the command of a trace of heddle verify
  bool start = true;                    // the applications of a mix project before its tests
  /// Options of Concuerror that have no meaning here, as they were given.
  std::vector<std::string> without_meaning;
};

/// The options of the semantics and of the search.
void add_options(CommandParser& command, CheckArguments& arguments);

/// Reads command words again, as if they had been given after `check`. Throws UserError; `source`
/// is named in its text.
CheckArguments parse_check(const std::vector<std::string>& words, const std::string& source);

/// Puts together what several options say. Throws UserError.
void settle(CheckArguments& arguments);

}  // namespace heddle::cli
