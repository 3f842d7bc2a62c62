#include "report/sarif.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "tests/unit/report/sample.hpp"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

Json run_of(const std::vector<Checked>& tests) {
  const Json log = Json::parse(to_sarif(tests));
  EXPECT_EQ(log.at("version"), "2.1.0");
  EXPECT_EQ(log.at("runs").size(), 1U);
  return log.at("runs")[0];
}

TEST(Sarif, AnErrorIsAResultAtItsPlaceUnderItsRule) {
  const Json run = run_of({checked(sample_trace())});
  ASSERT_EQ(run.at("results").size(), 1U);
  const Json& result = run.at("results")[0];
  EXPECT_EQ(result.at("ruleId"), "assertion");
  EXPECT_EQ(run.at("tool").at("driver").at("rules")[result.at("ruleIndex").get<int>()].at("id"),
            "assertion");
  EXPECT_EQ(result.at("level"), "error");
  EXPECT_EQ(result.at("message").at("text"), "x is not 0");
  const Json& location = result.at("locations")[0];
  EXPECT_EQ(location.at("physicalLocation").at("artifactLocation").at("uri"), "t.erl");
  EXPECT_EQ(location.at("physicalLocation").at("region").at("startLine"), 7);
  EXPECT_EQ(location.at("logicalLocations")[0].at("name"), "main");
  EXPECT_EQ(result.at("properties"),
            Json({{"test", "t:some_test/0"}, {"interleaving", 3}, {"trace", "t.json"}}));
}

TEST(Sarif, EveryKindOfErrorHasItsRule) {
  using Kind = core::Finding::Kind;
  for (const Kind kind : {Kind::kAbnormalExit, Kind::kAssertion, Kind::kDeadlock, Kind::kLimit}) {
    core::Trace trace = sample_trace();
    trace.errors[0].kind = kind;
    const Json run = run_of({checked(trace)});
    const auto index = run.at("results")[0].at("ruleIndex").get<std::size_t>();
    EXPECT_EQ(run.at("tool").at("driver").at("rules").at(index).at("id"), name(kind));
  }
}

TEST(Sarif, TheStepsAreOneFlowInTheOrderTheyWereTaken) {
  const Json run = run_of({checked(sample_trace())});
  const Json& flows = run.at("results")[0].at("codeFlows")[0].at("threadFlows");
  ASSERT_EQ(flows.size(), 1U);
  const Json& steps = flows[0].at("locations");
  ASSERT_EQ(steps.size(), 5U);
  const char* const names[] = {"main", "main", "a", "b", "main"};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].at("executionOrder"), i + 1);
    EXPECT_EQ(steps[i].at("location").at("logicalLocations")[0].at("name"), names[i]);
    EXPECT_EQ(steps[i].at("location").at("physicalLocation").at("region").at("startLine"), 10 + i);
    // b's step is the one that the error does not depend on
    EXPECT_EQ(steps[i].at("importance"), i == 3 ? "unimportant" : "essential");
  }
  EXPECT_EQ(steps[4].at("location").at("message").at("text"), "main: read x  -> 1");
}

TEST(Sarif, AStepWithoutAPlaceIsShownWhereItsProcessWas) {
  core::Trace trace = sample_trace();
  trace.events[1].text.source = {};
  trace.events[2].text.source = {};
  const Json run = run_of({checked(trace)});
  const Json& steps = run.at("results")[0].at("codeFlows")[0].at("threadFlows")[0].at("locations");
  EXPECT_EQ(steps[1].at("location").at("physicalLocation").at("region").at("startLine"), 10);
  EXPECT_FALSE(steps[2].at("location").contains("physicalLocation"));  // nothing is known of a
}

TEST(Sarif, AnErrorWithoutAPlaceIsShownAtTheLastStepOfItsRun) {
  core::Trace trace = sample_trace();
  trace.errors[0].file.clear();
  trace.errors[0].line = 0;
  const Json place = run_of({checked(trace)}).at("results")[0].at("locations")[0];
  EXPECT_EQ(place.at("physicalLocation").at("region").at("startLine"), 14);
}

std::string fingerprint(const Json& run, std::size_t result = 0) {
  return run.at("results")[result].at("partialFingerprints").at("heddleError/v1");
}

TEST(Sarif, AnErrorIsKnownAgainThoughItsLineChanged) {
  core::Trace moved = sample_trace();
  moved.errors[0].line = 70;
  core::Trace other = sample_trace();
  other.errors[0].message = "y is not 0";
  const std::string first = fingerprint(run_of({checked(sample_trace())}));
  EXPECT_EQ(fingerprint(run_of({checked(moved)})), first);
  EXPECT_NE(fingerprint(run_of({checked(other)})), first);
}

TEST(Sarif, NumbersInAMessageDoNotChangeItsFingerprint) {
  core::Trace one = sample_trace();
  one.errors[0].message = "{line,40} is not 1";
  core::Trace two = sample_trace();
  two.errors[0].message = "{line,139} is not 22";
  EXPECT_EQ(fingerprint(run_of({checked(one)})), fingerprint(run_of({checked(two)})));
  // Two of them in one run are told apart by their order.
  const Json run = run_of({checked(one), checked(two)});
  EXPECT_TRUE(fingerprint(run, 0).ends_with(":1"));
  EXPECT_TRUE(fingerprint(run, 1).ends_with(":2"));
}

TEST(Sarif, WhatWasNotCheckedIsANotification) {
  Checked test = passed();
  test.state = Checked::State::kUnchecked;
  test.problem = "calls gen_tcp:connect/3";
  Checked skipped = passed();
  skipped.state = Checked::State::kSkipped;
  const Json run = run_of({test, skipped});
  const Json& notifications = run.at("invocations")[0].at("toolExecutionNotifications");
  ASSERT_EQ(notifications.size(), 1U);
  EXPECT_EQ(notifications[0].at("level"), "error");
  EXPECT_EQ(run.at("properties").at("tests")[0].at("verdict"), "unchecked");
  EXPECT_EQ(run.at("properties").at("tests")[1].at("verdict"), "skipped");
}

TEST(Sarif, OnlyTheErrorsOfTheTraceHaveSteps) {
  Checked test = checked(sample_trace());
  test.result.add({.kind = core::Finding::Kind::kDeadlock,
                   .processes = {},
                   .reason = "all wait",
                   .file = {},
                   .trace_file = {},
                   .times = 4});
  const Json run = run_of({test});
  ASSERT_EQ(run.at("results").size(), 2U);
  const Json& other = run.at("results")[1];
  EXPECT_FALSE(other.contains("codeFlows"));
  EXPECT_FALSE(other.contains("locations"));  // nothing is known
  EXPECT_EQ(other.at("occurrenceCount"), 4);
}

TEST(Sarif, WhatWasCutOffIsANotification) {
  const Json run = run_of({passed({{"time limit 10 s", false}}), passed()});
  EXPECT_TRUE(run.at("results").empty());
  const Json& notifications = run.at("invocations")[0].at("toolExecutionNotifications");
  ASSERT_EQ(notifications.size(), 1U);
  EXPECT_EQ(notifications[0].at("message").at("text"),
            "t:other_test/0: cut off by time limit 10 s");
  EXPECT_EQ(run.at("properties").at("tests")[0].at("verdict"), "inconclusive");
  EXPECT_EQ(run.at("properties").at("tests")[1].at("verdict"), "verified");
}

TEST(Sarif, FilesAreUris) {
  const auto uri = [](const std::string& file) {
    core::Trace trace = sample_trace();
    trace.errors[0].file = file;
    return run_of({checked(trace)})
        .at("results")[0]
        .at("locations")[0]
        .at("physicalLocation")
        .at("artifactLocation")
        .at("uri")
        .get<std::string>();
  };
  EXPECT_EQ(uri("src/a b.erl"), "src/a%20b.erl");  // relative to SRCROOT
  EXPECT_EQ(uri("/tmp/x.erl"), "file:///tmp/x.erl");
  EXPECT_EQ(uri("c:x"), "c%3Ax");  // no scheme
  EXPECT_EQ(uri("\xff#?%"), "%FF%23%3F%25");
}

TEST(Sarif, TextsAreNeitherMarkupNorControls) {
  const Json run = run_of({nasty()});
  const std::string text = run.at("results")[0].at("message").at("text");
  // Braces are doubled (SARIF 3.11.5), and what looks like a link is none (3.11.6).
  EXPECT_EQ(
      text,
      "\"'<b>&amp;]]>\\n\\\"{{0}}[a] (1)\\x1b[31m\\t\\x01\\x7f\\xc2\\x9b\\xff\\xc3\xef\xbf\xbf "
      "gr\xc3\xbc\xc3\x9f\\nend");
}

TEST(Sarif, TheTimeDoesNotMatter) {
  Checked slow = checked(sample_trace());
  slow.result.seconds = 100;
  const std::vector<Checked> a = {slow};
  const std::vector<Checked> b = {checked(sample_trace())};
  EXPECT_EQ(to_sarif(a), to_sarif(b));
}

}  // namespace
}  // namespace heddle::report
