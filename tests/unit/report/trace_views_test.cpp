// What is made from a trace alone, or from a trace and its list of races: orphans, divergences,
// the Mermaid chart, the list of races, the page.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "report/divergence.hpp"
#include "report/html.hpp"
#include "report/mermaid.hpp"
#include "report/orphans.hpp"
#include "report/race_list.hpp"
#include "report/tree.hpp"
#include "support/check.hpp"
#include "tests/unit/report/sample.hpp"

namespace heddle::report {
namespace {

using core::AccessKind;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// 1 main spawns box; 2 main sends 1; 3 main sends 2; 4 box receives 1.
core::Trace post() {
  core::Trace trace;
  trace.program = "post:test/0";
  trace.actors = {{"main", core::kNoActor, 0, 0}, {"box", 0, 0, 1}};
  add_step(trace, 0, "spawns box", {at(1, AccessKind::kProduce, "start of box")}, {{0, 1}})
      .text.target = "box";
  for (const char* value : {"1", "2"}) {
    const std::uint32_t count = static_cast<std::uint32_t>(trace.events.size()) + 1;
    core::StepText& text = add_step(trace, 0, std::string("sends ") + value + " to box",
                                    {at(2, AccessKind::kAppend, "mailbox of box")}, {{0, count}})
                               .text;
    text.value = value;
    text.message = std::string("main:") + value;
    text.target = "box";
  }
  core::StepText& text = add_step(trace, 1, "receives 1",
                                  {at(2, AccessKind::kTake, "mailbox of box")}, {{0, 2}, {1, 1}})
                             .text;
  text.value = "1";
  text.message = "main:1";
  text.constraint = "N when N > 0";
  return trace;
}

RaceList post_races() {
  RaceList list;
  ListedRace race;
  race.id = 1;
  race.kind = ListedRace::Kind::kReceive;
  race.first = 3;
  race.second = 2;
  race.taken = 1;
  race.object = "mailbox of box";
  race.why = "box receives main:2";
  race.variant = {0, 2, 3};
  list.races = {race};
  list.receives = {3};
  list.orphans = {2};
  list.recorded = 4;
  return list;
}

TEST(Orphans, AreSentAndNeverReceived) {
  EXPECT_EQ(orphans(post()), std::vector<std::size_t>{2});
  EXPECT_EQ(orphans(sample_trace()), std::vector<std::size_t>{});
}

TEST(Mermaid, DrawsMessagesSpawnsAndNotes) {
  core::Trace trace = post();
  trace.errors = {{core::Finding::Kind::kAssertion, {1}, "a < b; c", "t.erl", 7}};
  EXPECT_EQ(to_mermaid(trace), R"(sequenceDiagram
  participant a0 as main
  participant a1 as box
  a0--)a1: 1. spawns box
  a0-)a1: 2. sends 1 to box
  a0-xa1: 3. sends 2 to box (never received)
  Note over a1: 4. receives 1 N when N #62; 0
  Note over a1: Error: a #60; b#59; c
)");
}

TEST(Mermaid, DrawsAMessageToARegisteredNameToItsProcess) {
  core::Trace trace = post();
  for (core::TraceEvent& event : trace.events) {
    if (event.text.message.empty()) continue;
    if (!event.text.target.empty()) event.text.target = "post";
    for (core::TraceAccess& access : event.footprint) access.name = "the mailbox of box (post)";
  }
  const std::string chart = to_mermaid(trace);
  EXPECT_TRUE(has(chart, "participant a1 as box (post)\n")) << chart;
  EXPECT_TRUE(has(chart, "a0-)a1: 2. sends 1 to box\n")) << chart;
  EXPECT_TRUE(has(chart, "a0-xa1: 3. sends 2 to box (never received)\n")) << chart;
}

TEST(Mermaid, OfATraceWithoutSteps) { EXPECT_EQ(to_mermaid({}), "sequenceDiagram\n"); }

TEST(Divergence, OfATraceWithItselfIsNone) {
  const Divergence none = diverge(post(), post());
  EXPECT_EQ(none.common, 4U);
  EXPECT_FALSE(none.changed.has_value());
  EXPECT_TRUE(none.same_events);
}

TEST(Divergence, AnotherOrderOfTheSameEvents) {
  core::Trace other = post();
  std::swap(other.events[2], other.events[3]);
  std::swap(other.schedule[2], other.schedule[3]);
  const Divergence order = diverge(post(), other);
  EXPECT_EQ(order.common, 2U);
  EXPECT_FALSE(order.changed.has_value());
  EXPECT_TRUE(order.same_events);
}

TEST(Divergence, AnEventThatDidSomethingElse) {
  core::Trace other = post();
  other.events[3].text.value = "2";
  const Divergence changed = diverge(post(), other);
  EXPECT_EQ(changed.common, 3U);
  EXPECT_EQ(changed.changed, (std::pair<std::size_t, std::size_t>{3, 3}));
  EXPECT_FALSE(changed.same_events);
}

// Actors are numbered as they appear; what they are is said by their keys.
TEST(Divergence, KnowsActorsByTheirKeysNotTheirNumbers) {
  core::Trace a = sample_trace();
  core::Trace b = sample_trace();
  std::swap(b.actors[1], b.actors[2]);
  for (core::TraceEvent& event : b.events) {
    if (event.actor != 0) event.actor = 3 - event.actor;
  }
  EXPECT_EQ(diverge(a, b).common, a.events.size());
}

TEST(RaceListText, NamesTagSenderPlaceAndPattern) {
  std::ostringstream out;
  print_race_list(out, post(), post_races());
  EXPECT_TRUE(has(out.str(), "accepts  N when N > 0\n")) << out.str();
  EXPECT_TRUE(has(out.str(), "took  main:1  main sends 1 to box (step 2, t.erl:11)\n"));
  EXPECT_TRUE(has(out.str(), "race  1  main:2  main sends 2 to box (step 3, t.erl:12)\n"));
  EXPECT_TRUE(has(out.str(), "1 race, 1 reversible\n"));
}

TEST(RaceListText, SaysWhyNot) {
  RaceList list = post_races();
  list.races[0].reversible = false;
  list.races[0].why = "it comes too late";
  std::ostringstream out;
  print_race_list(out, post(), list);
  EXPECT_TRUE(has(out.str(), "not reversible: it comes too late\n")) << out.str();
}

TEST(TreeDot, SharesStepsAndMarksHowRunsEnd) {
  Tree tree;
  tree.nodes = {{std::nullopt, "a", TreeNode::Kind::kStep},
                {0, "b", TreeNode::Kind::kEnd},
                {0, "c \"x\"", TreeNode::Kind::kError}};
  EXPECT_EQ(to_dot(tree, "t"), R"(digraph heddle {
  label="t";
  labelloc=t;
  node [shape=box, fontname="monospace"];
  n0 [label="a"];
  n1 [label="b", color=green, penwidth=2];
  n0 -> n1;
  n2 [label="c \"x\"", color=red, fontcolor=red, penwidth=2];
  n0 -> n2;
  { rank=same; n1 -> n2 [style=dashed, color=red, constraint=false]; }
}
)");
}

nlohmann::json document(const std::string& html) {
  const std::string open = R"(<script id="heddle-report" type="application/json">)";
  const std::size_t begin = html.find(open) + open.size();
  return nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

constexpr const char* kPage =
    "<p>before\n<script id=\"heddle-report\" type=\"application/json\">null</script>\nafter";

TEST(Html, PutsTheDocumentIntoThePage) {
  HtmlReport report;
  report.title = "post:test/0";
  report.verdict = "error";
  report.trace = post();
  report.races = post_races();
  report.decisive = {1, 2};
  const std::string html = to_html(report, kPage);
  EXPECT_TRUE(html.starts_with("<p>before\n<script id="));
  EXPECT_TRUE(html.ends_with("</script>\nafter"));
  const nlohmann::json read = document(html);
  EXPECT_EQ(read["version"], 1);
  EXPECT_EQ(read["trace"]["events"].size(), 4U);
  EXPECT_TRUE(read["twin"].is_null());
  EXPECT_TRUE(read["replay"].is_null());
  EXPECT_EQ(read["decisive"], (nlohmann::json{{"first", 1}, {"second", 2}, {"alone", true}}));
  EXPECT_EQ(read["races"][0]["taken"], 1);
  EXPECT_EQ(read["races"][0]["variant"], (nlohmann::json{0, 2, 3}));
  EXPECT_EQ(read["orphans"], nlohmann::json::array({2}));
  EXPECT_TRUE(read["sources"].empty());  // there is no file t.erl
}

TEST(Html, NothingInTheDataEndsTheElement) {
  HtmlReport report;
  report.story = "</script><!-- \xe2\x80\xa8 \xe2\x80\xa9 \xff";
  const std::string html = to_html(report, kPage);
  EXPECT_EQ(html.find("</script><!--"), std::string::npos);
  EXPECT_EQ(html.find("\xe2\x80\xa8"), std::string::npos);
  // What is not UTF-8 is replaced.
  EXPECT_EQ(document(html)["story"], "</script><!-- \u2028 \u2029 \ufffd");
}

TEST(Html, APageWithoutAPlaceIsOurDefect) {
  EXPECT_THROW(to_html({}, "<p>"), support::InternalError);
}

}  // namespace
}  // namespace heddle::report
