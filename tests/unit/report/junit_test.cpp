#include "report/junit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/printable.hpp"
#include "tests/unit/report/sample.hpp"

namespace heddle::report {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Junit, AnErrorIsAFailureWithTheReport) {
  const std::vector<Checked> tests = {checked(sample_trace())};
  EXPECT_EQ(to_junit(tests),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="heddle" tests="1" failures="1" errors="0" time="0.013">
  <testsuite name="heddle" tests="1" failures="1" errors="0" skipped="0" time="0.013">
    <testcase classname="t" name="t:some_test/0" time="0.013" file="t.erl" line="7">
      <failure message="x is not 0" type="assertion">Error: x is not 0
  and more
</failure>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(Junit, CountsEveryTest) {
  const std::vector<Checked> tests = {checked(sample_trace()), passed(),
                                      passed({{"preemption bound 2", true}}),
                                      passed({{"time limit 10 s", false}})};
  const std::string xml = to_junit(tests);
  EXPECT_TRUE(has(xml, R"(tests="4" failures="1" errors="0" skipped="2" time="3.013")")) << xml;
  EXPECT_TRUE(has(xml, R"(<testcase classname="t" name="t:other_test/0" time="1.000"/>)")) << xml;
}

TEST(Junit, WhatWasCutOffIsNotPassed) {
  const std::vector<Checked> tests = {passed({{"preemption bound 2", true}}),
                                      passed({{"time limit 10 s", false}})};
  const std::string xml = to_junit(tests);
  EXPECT_TRUE(has(xml, R"(<skipped message="verified up to preemption bound 2"/>)")) << xml;
  EXPECT_TRUE(has(xml, R"(<skipped message="inconclusive; cut off by time limit 10 s"/>)")) << xml;
}

TEST(Junit, IsWellFormedWhateverTheTextsAre) {
  const std::vector<Checked> tests = {nasty()};
  const std::string xml = to_junit(tests);
  // Markup of ours only: nothing of the text opens or closes anything.
  EXPECT_EQ(std::count(xml.begin(), xml.end(), '<'), 9);
  EXPECT_EQ(std::count(xml.begin(), xml.end(), '>'), 9);
  EXPECT_TRUE(has(xml, "&quot;'&lt;b&gt;&amp;amp;]]&gt;")) << xml;
  // Characters that XML has: no controls but line feeds, all of it UTF-8, no U+FFFF.
  for (std::size_t i = 0; i < xml.size();) {
    const std::size_t bytes = support::character(std::string_view(xml).substr(i));
    ASSERT_GT(bytes, 0U) << "not UTF-8 at " << i;
    if (bytes == 1) {
      EXPECT_TRUE(xml[i] == '\n' || (xml[i] >= ' ' && xml[i] < '\x7f')) << int(xml[i]);
    }
    i += bytes;
  }
  EXPECT_FALSE(has(xml, "\xef\xbf\xbf"));
  EXPECT_TRUE(
      has(xml, "\\x1b[31m\\t\\x01\\x7f\\xc2\\x9b\\xff\\xc3\\xef\\xbf\\xbf gr\xc3\xbc\xc3\x9f"))
      << xml;
}

TEST(Junit, WhatCouldNotBeCheckedIsAnError) {
  Checked test = passed();
  test.state = Checked::State::kUnchecked;
  test.problem = "calls gen_tcp:connect/3";
  const std::vector<Checked> tests = {test};
  const std::string xml = to_junit(tests);
  EXPECT_TRUE(has(xml, R"(tests="1" failures="0" errors="1" skipped="0")")) << xml;
  EXPECT_TRUE(has(xml, R"(<error message="calls gen_tcp:connect/3" type="unchecked">)")) << xml;
}

TEST(Junit, WhatTheSuiteSkipsIsSkipped) {
  Checked test = passed();
  test.state = Checked::State::kSkipped;
  test.problem = "the suite skips it";
  const std::vector<Checked> tests = {test};
  const std::string xml = to_junit(tests);
  EXPECT_TRUE(has(xml, R"(errors="0" skipped="1")")) << xml;
  EXPECT_TRUE(has(xml, R"(<skipped message="the suite skips it"/>)")) << xml;
}

TEST(Junit, ATestThatDidNotFailHasItsVerdictAsOutput) {
  Checked test = passed();
  test.text = "Verdict: verified\n  interleavings 2\n";
  const std::vector<Checked> tests = {test};
  EXPECT_TRUE(has(to_junit(tests),
                  "      <system-out>Verdict: verified\n  interleavings 2\n</system-out>\n"
                  "    </testcase>\n"))
      << to_junit(tests);
}

TEST(Junit, NoTestsAreASuiteOfNone) {
  EXPECT_TRUE(has(to_junit({}), R"(tests="0" failures="0" errors="0" skipped="0" time="0.000")"));
}

}  // namespace
}  // namespace heddle::report
