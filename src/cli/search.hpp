// Search: explores a program of any front end as the options say, and reports what it found.
#pragma once

#include "cli/explore_options.hpp"
#include "cli/subject.hpp"

namespace heddle::cli {

/// The exit code of the verdict. Throws UserError.
int search(ExploreArguments arguments, const Subject& program);

}  // namespace heddle::cli
