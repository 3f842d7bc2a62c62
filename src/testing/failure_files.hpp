// The files of one check that failed: its trace, and the page that shows it.
//
// HEDDLE_HTML and HEDDLE_TRACE, or options::html and options::trace, name them. `%p` in a name
// becomes the number of the process, `%t` the name of the test. Without `%t` the first failure of
// the process gets the name as it is, the second one "-2" before the extension, and so on. A page
// without a trace gets one beside it: the commands in the page need it.
#pragma once

#include <memory>

#include "heddle/options.hpp"
#include "report/result.hpp"
#include "testing/served.hpp"
#include "testing/source.hpp"

namespace heddle::detail {

/// Writes them, if `checked` has a trace and somebody wants them, and notes in `checked` where the
/// trace is. What cannot be made is told on standard error: the check is not to blame.
void write_failure_files(report::Checked& checked, const std::shared_ptr<const Source>& source,
                         const Blame& blame, const options& how);

}  // namespace heddle::detail
