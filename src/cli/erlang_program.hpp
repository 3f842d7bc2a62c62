// The Erlang or Elixir program named on the command line.
#pragma once

#include <functional>

#include "cli/check_options.hpp"
#include "cli/subject.hpp"

namespace heddle::cli {

/// Compiles what has to be compiled, finds the module and its test, and adds the options that the
/// module itself gives (-concuerror_options, -heddle); `words` are those of the command line, and
/// win. `arguments` are completed. Throws UserError.
Subject load_erlang(const std::vector<std::string>& words, CheckArguments& arguments);

/// Calls `run` again as long as the program turns out to need something watched that was not.
int watching(const Subject& program, const std::function<int()>& run);

}  // namespace heddle::cli
