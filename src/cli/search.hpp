// Search: explores a program of any front end as the options say, and reports what it found.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/explore_options.hpp"
#include "cli/subject.hpp"
#include "explore/algorithm.hpp"
#include "report/result.hpp"

namespace heddle::cli {

/// One of the programs of a suite: its result is kept here, and only its error, or why it was so
/// long, is shown, below the heading. Tips are for the suite to give: many tests have the same.
struct SuitePart {
  std::string heading;
  report::Checked checked = {};
  std::string text = {};  // what is shown of it, without colours
  std::vector<std::string> tips = {};
};

/// What the options say together. They throw UserError.
explore::Bounds bounds_of(const ExploreArguments& arguments);
std::unique_ptr<explore::Algorithm> algorithm_for(const ExploreArguments& arguments,
                                                  const explore::Bounds& bounds);
/// Of the tool, the program and all options that change what is explored.
std::string digest_of(const ExploreArguments& arguments, const Subject& program);

/// The exit code of the verdict. Throws UserError.
int search(ExploreArguments arguments, const Subject& program, SuitePart* part = nullptr);

}  // namespace heddle::cli
