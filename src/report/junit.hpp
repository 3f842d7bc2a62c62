// JUnit XML: what continuous integration shows of a test run (`--junit`).
//
//   <testsuites ...>
//     <testsuite name="heddle" tests="1" failures="1" errors="0" skipped="0" time="0.013">
//       <testcase classname="bank" name="bank:transfer_test/0" time="0.013" file="bank.erl">
//         <failure message="..." type="assertion">the whole text report</failure>
//
// One test case for each test that was checked. An error is a failure, whose text is the report,
// message first. A test without one whose search was cut off (exit code 3) counts as skipped, with
// what cut it off: it is not verified. What could not be checked at all (exit code 2) is an error.
// The verdict and the counts of tests that did not fail are their standard output.
#pragma once

#include <span>
#include <string>

#include "report/result.hpp"

namespace heddle::report {

/// Well-formed XML 1.0 in UTF-8 whatever the program's texts contain: what XML cannot express is
/// written as in the text report (`\x1b`). Apart from the times the same tests give the same bytes.
std::string to_junit(std::span<const Checked> tests);

}  // namespace heddle::report
