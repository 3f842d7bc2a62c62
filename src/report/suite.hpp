// SuiteResult: the results of the tests of a suite, each of which is an exploration of its own.
//
//   Test                        Verdict   Interleavings     Time
//   tickets:alone_test          verified              1  0.004 s
//   tickets:first_come_test     error                 2  0.007 s
//   2 tests: 1 verified, 1 with errors              3  0.011 s
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "report/result.hpp"
#include "report/text.hpp"

namespace heddle::report {

struct TestResult {
  using State = Checked::State;
  std::string name;
  std::string title;  // what else the suite says about it; may be empty
  State state = State::kChecked;
  Result result = {};
  std::string problem = {};  // why it is unchecked: something that Heddle does not have
};

struct SuiteResult {
  std::vector<TestResult> tests;

  /// Counts are added up; the verdict is the worst one, and with tests that were not checked at
  /// best "inconclusive". All errors are listed, those of different tests apart.
  Result totals() const;
  /// 1 if a test has an error, else 2 if one could not be checked, else 3 if one was cut off.
  int exit_code() const;
};

/// One line a test, then the totals.
void print_table(std::ostream& out, const SuiteResult& suite, const TextOptions& options);

}  // namespace heddle::report
