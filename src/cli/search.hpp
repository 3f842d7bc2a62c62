// Search: explores a program of any front end as the options say, and reports what it found.
#pragma once

#include <string>

#include "cli/explore_options.hpp"
#include "cli/subject.hpp"
#include "report/result.hpp"

namespace heddle::cli {

/// One of the programs of a suite: its result is kept here, and only its error is shown, below the
/// heading.
struct SuitePart {
  std::string heading;
  report::Checked checked = {};
};

/// The exit code of the verdict. Throws UserError.
int search(ExploreArguments arguments, const Subject& program, SuitePart* part = nullptr);

}  // namespace heddle::cli
