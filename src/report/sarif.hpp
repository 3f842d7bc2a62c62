// SARIF 2.1.0: the errors as code scanning and editors show them (`--sarif`).
//
// One result for each different error, at its file and line, under a rule for each kind of error.
// The errors of the first run that failed carry its steps: a code flow in which `executionOrder` is
// the step number of the other reports and the steps that could not influence the error are
// `unimportant`. It has one thread flow, with the process named in each step: the order between
// processes is what the error is about, and viewers show thread flows one by one. What cut the
// search off is a notification.
//
// Files are relative to SRCROOT, the folder of the repository; results have fingerprints, so that
// code scanning knows an error again.
#pragma once

#include <span>
#include <string>

#include "report/result.hpp"

namespace heddle::report {

/// Indented, with a line feed at the end. The same tests give the same bytes, whatever the time.
/// Text that is not UTF-8 and control characters are written as in the text report; braces are
/// doubled, as SARIF wants them (section 3.11.5).
/// `root`: the folder of the repository.
std::string to_sarif(std::span<const Checked> tests, const std::string& root = ".");

}  // namespace heddle::report
