// Verdicts and exit codes: every combination of DESIGN.md section 9.
#include "core/verdict.hpp"

#include <gtest/gtest.h>

#include <set>

namespace heddle::core {
namespace {

const CutOff kBound = {"preemption bound 2", true};
const CutOff kOtherBound = {"length bound 30", true};
const CutOff kStop = {"time limit 10 s", false};

struct Row {
  const char* when;
  bool error;
  bool samples;
  std::vector<CutOff> cut_off;
  Answer answer;
  const char* words;  // after 1000 interleavings
  int exit_code;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.when; }

class Verdicts : public testing::TestWithParam<Row> {};

TEST_P(Verdicts, FollowFromWhatHappened) {
  const Row& row = GetParam();
  const Verdict verdict = judge(row.error, row.samples, row.cut_off);
  EXPECT_EQ(verdict.answer, row.answer);
  EXPECT_EQ(verdict.cut_off, row.cut_off);
  EXPECT_EQ(words(verdict, 1000), row.words);
  EXPECT_EQ(exit_code(verdict), row.exit_code);
}

// 0: no error, everything explored. 1: an error, whatever was left out. 3: no error, but something
// was cut off; samples never are everything. A bound with a guarantee is worth saying as long as
// nothing else was cut off.
INSTANTIATE_TEST_SUITE_P(
    DesignSection9, Verdicts,
    testing::Values(
        Row{"everything", false, false, {}, Answer::kVerified, "verified", 0},
        Row{"a bound",
            false,
            false,
            {kBound},
            Answer::kVerifiedUpToBound,
            "verified up to preemption bound 2",
            3},
        Row{"two bounds",
            false,
            false,
            {kBound, kOtherBound},
            Answer::kVerifiedUpToBound,
            "verified up to preemption bound 2 and length bound 30",
            3},
        Row{"a stop", false, false, {kStop}, Answer::kInconclusive, "inconclusive", 3},
        Row{"a bound and a stop",
            false,
            false,
            {kBound, kStop},
            Answer::kInconclusive,
            "inconclusive",
            3},
        Row{"samples", false, true, {}, Answer::kNoErrorInSamples, "no error in 1000 samples", 3},
        Row{"samples with a bound",
            false,
            true,
            {kBound},
            Answer::kNoErrorInSamples,
            "no error in 1000 samples",
            3},
        Row{"samples with a stop",
            false,
            true,
            {kStop},
            Answer::kNoErrorInSamples,
            "no error in 1000 samples",
            3},
        Row{"samples with both",
            false,
            true,
            {kBound, kStop},
            Answer::kNoErrorInSamples,
            "no error in 1000 samples",
            3},
        Row{"an error", true, false, {}, Answer::kError, "error", 1},
        Row{"an error and a bound", true, false, {kBound}, Answer::kError, "error", 1},
        Row{"an error and a stop", true, false, {kStop}, Answer::kError, "error", 1},
        Row{"an error and both", true, false, {kBound, kStop}, Answer::kError, "error", 1},
        Row{"an error in samples", true, true, {}, Answer::kError, "error", 1},
        Row{"an error in samples with both",
            true,
            true,
            {kBound, kStop},
            Answer::kError,
            "error",
            1}));

// Exit code 2 is for bad input and defects of ours; the shell must be able to rely on that.
TEST(ExitCode, OfAVerdictIsNeverTwo) {
  for (const Answer answer : {Answer::kVerified, Answer::kVerifiedUpToBound,
                              Answer::kNoErrorInSamples, Answer::kError, Answer::kInconclusive}) {
    EXPECT_NE(exit_code({answer, {}}), 2);
  }
}

TEST(FindingKind, HasANameOfItsOwn) {
  std::set<std::string> names;
  for (const Finding::Kind kind : {Finding::Kind::kAbnormalExit, Finding::Kind::kAssertion,
                                   Finding::Kind::kDeadlock, Finding::Kind::kLimit}) {
    names.insert(name(kind));
  }
  EXPECT_EQ(names, (std::set<std::string>{"abnormal_exit", "assertion", "deadlock", "limit"}));
}

}  // namespace
}  // namespace heddle::core
