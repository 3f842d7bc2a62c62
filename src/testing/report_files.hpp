// The report files of a process that checks: HEDDLE_JUNIT and HEDDLE_JSON name them.
//
// They are written anew after every check, whole: whatever ends the process, they hold what was
// checked so far. `%p` in a name becomes the number of the process, for tests that CTest runs as
// processes of their own.
#pragma once

#include "report/result.hpp"

namespace heddle::detail {

/// A file that cannot be written is told once on standard error: the check is not to blame.
void add_to_report_files(report::Checked checked);

}  // namespace heddle::detail
