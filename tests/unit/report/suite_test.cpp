#include "report/suite.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "report/json.hpp"

namespace heddle::report {
namespace {

using core::Answer;
using State = TestResult::State;

TestResult test(const char* name, Answer answer, std::uint64_t interleavings) {
  TestResult row{.name = name, .title = ""};
  row.result.verdict.answer = answer;
  row.result.interleavings = interleavings;
  row.result.seconds = 0.5;
  return row;
}

TestResult unchecked(const char* name) {
  TestResult row{.name = name, .title = "", .state = State::kUnchecked};
  row.problem = "sockets";
  return row;
}

// DESIGN.md section 9: an error is worst, then what could not be checked, then what was cut off.
TEST(Suite, TheWorstTestDecides) {
  SuiteResult suite;
  EXPECT_EQ(suite.exit_code(), 0);
  suite.tests.push_back(test("a", Answer::kVerified, 1));
  suite.tests.push_back({.name = "s", .title = "", .state = State::kSkipped});
  EXPECT_EQ(suite.exit_code(), 0);
  EXPECT_EQ(suite.totals().verdict.answer, Answer::kVerified);
  suite.tests.push_back(test("b", Answer::kVerifiedUpToBound, 2));
  EXPECT_EQ(suite.exit_code(), 3);
  EXPECT_EQ(suite.totals().verdict.answer, Answer::kVerifiedUpToBound);
  suite.tests.push_back(unchecked("c"));
  EXPECT_EQ(suite.exit_code(), 2);
  EXPECT_EQ(suite.totals().verdict.answer, Answer::kInconclusive);
  suite.tests.push_back(test("d", Answer::kError, 4));
  EXPECT_EQ(suite.exit_code(), 1);
  EXPECT_EQ(suite.totals().verdict.answer, Answer::kError);
  EXPECT_EQ(suite.totals().interleavings, 7u);
}

TEST(Suite, EqualErrorsOfTwoTestsStayApart) {
  SuiteResult suite;
  for (const char* name : {"a", "b"}) {
    suite.tests.push_back(test(name, Answer::kError, 1));
    ErrorResult error;
    error.reason = "the same";
    suite.tests.back().result.add(error);
  }
  EXPECT_EQ(suite.totals().errors.size(), 2u);
  EXPECT_EQ(suite.totals().error_count(), 2u);
}

TEST(Suite, TheTableHasARowForEachTestAndTheTotals) {
  SuiteResult suite;
  suite.tests.push_back(test("m:a_test", Answer::kVerified, 12));
  suite.tests.push_back(unchecked("m:b\x1b_test"));
  std::ostringstream out;
  print_table(out, suite, {});
  EXPECT_EQ(out.str(),
            // The first two columns are as wide as the totals need.
            "Test                   Verdict      Interleavings       Time\n"
            "m:a_test               verified                12    0.500 s\n"
            "m:b\\x1b_test           not checked              -          -\n"
            "2 tests: 1 verified, 1 not checked             12    0.500 s\n");
}

}  // namespace
}  // namespace heddle::report
