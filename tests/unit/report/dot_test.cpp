#include "report/dot.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/printable.hpp"
#include "tests/unit/report/sample.hpp"

namespace heddle::report {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Dot, DrawsTheStepsByActorAndWhatHappensBeforeWhat) {
  EXPECT_EQ(to_dot(checked(sample_trace()), false), R"(digraph heddle {
  label="t:some_test/0: error";
  labelloc=t;
  node [shape=box, fontname="monospace"];
  subgraph cluster_0 {
    label="main";
    e1 [label="1. spawn a\nt.erl:10"];
    e2 [label="2. spawn b\nt.erl:11"];
    e5 [label="5. read x  -> 1\nt.erl:14"];
    e1 -> e2 -> e5 [weight=10];
  }
  subgraph cluster_1 {
    label="a";
    e3 [label="3. x := 1\nt.erl:12"];
  }
  subgraph cluster_2 {
    label="b";
    e4 [label="4. y := 1\nt.erl:13", color=grey, fontcolor=grey];
  }
  e1 -> e3;
  e2 -> e4;
  e3 -> e5;
  x1 [label="assertion: x is not 0\nt.erl:7", shape=note, color=red, penwidth=2];
  e5 -> x1 [color=red];
}
)");
}

TEST(Dot, MarksRacesIfAsked) {
  const std::string dot = to_dot(checked(sample_trace()), true);
  EXPECT_FALSE(has(dot, "e3 -> e5;")) << dot;  // drawn once
  EXPECT_TRUE(has(dot, R"(e3 -> e5 [style=dashed, color=red, dir=both, label="x"];)")) << dot;
  EXPECT_TRUE(has(dot, "e1 -> e3;")) << dot;
}

TEST(Dot, ShowsWhoWaits) {
  core::Trace trace = sample_trace();
  trace.blocked = {{2, "the lock m", {at(9, core::AccessKind::kAcquire, "m")}}};
  trace.errors = {{core::Finding::Kind::kDeadlock, {2}, "b waits for ever", "", 0}};
  const std::string dot = to_dot(checked(trace), true);
  EXPECT_TRUE(has(dot, R"(w1 [label="waits for the lock m", shape=octagon];)")) << dot;
  EXPECT_TRUE(has(dot, "e4 -> w1 [weight=10];")) << dot;
  EXPECT_TRUE(has(dot, "w1 -> x1 [color=red];")) << dot;
}

TEST(Dot, LeavesOutWhatFollowsFromOtherEdges) {
  // a, then b, then c, each after the one before: a before c needs no edge.
  core::Trace trace = sample_trace();
  trace.events.clear();
  trace.schedule.clear();
  const auto update = [] { return std::vector{at(1, core::AccessKind::kUpdate, "x")}; };
  add_step(trace, 0, "1", update(), {{0, 1}});
  add_step(trace, 1, "2", update(), {{0, 1}, {1, 1}});
  add_step(trace, 2, "3", update(), {{0, 1}, {1, 1}, {2, 1}});
  const std::string dot = to_dot(checked(trace), false);
  EXPECT_TRUE(has(dot, "e1 -> e2;"));
  EXPECT_TRUE(has(dot, "e2 -> e3;"));
  EXPECT_FALSE(has(dot, "e1 -> e3;"));
}

TEST(Dot, WithoutAnErrorIsTheVerdict) {
  EXPECT_EQ(to_dot(passed(), true), R"(digraph heddle {
  label="t:other_test/0: verified";
  labelloc=t;
  node [shape=box, fontname="monospace"];
}
)");
}

TEST(Dot, QuotesWhateverTheTextsAre) {
  const std::string dot = to_dot(nasty(), true);
  for (const char c : dot) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= ' ') << int(c);
  EXPECT_TRUE(has(dot, R"(label="\"'<b>&amp;amp;]]>\\n\\\"{0}[a](1)\\x1b[31m)")) << dot;
  // Every line has its quotes in pairs once the escaped characters are gone.
  std::string bare;
  for (std::size_t i = 0; i < dot.size(); ++i) {
    if (dot[i] == '\\') {
      ++i;
    } else {
      bare += dot[i];
    }
  }
  for (std::size_t begin = 0; begin < bare.size();) {
    const std::size_t end = bare.find('\n', begin);
    const std::string line = bare.substr(begin, end - begin);
    EXPECT_EQ(std::count(line.begin(), line.end(), '"') % 2, 0) << line;
    begin = end + 1;
  }
  for (std::size_t i = 0; i < dot.size();) {
    const std::size_t bytes = support::character(std::string_view(dot).substr(i));
    ASSERT_GT(bytes, 0U) << "not UTF-8 at " << i;
    i += bytes;
  }
}

}  // namespace
}  // namespace heddle::report
