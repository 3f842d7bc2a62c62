#include "report/annotations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "tests/unit/report/sample.hpp"

namespace heddle::report {
namespace {

struct Command {
  std::string level;
  std::map<std::string, std::string> properties;
  std::string message;
};

std::string decoded(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    out += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
    i += 2;
  }
  return out;
}

/// As GitHub's runner reads a line: `::level a=b,c=d::message`, the first "::" after the properties
/// ends them.
Command parsed(const std::string& line) {
  Command out;
  EXPECT_TRUE(line.starts_with("::")) << line;
  const std::size_t end = line.find("::", 2);
  const std::string head = line.substr(2, end - 2);
  const std::size_t blank = head.find(' ');
  out.level = head.substr(0, blank);
  out.message = decoded(line.substr(end + 2));
  std::string rest = head.substr(blank + 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string pair = rest.substr(0, comma);
    out.properties[pair.substr(0, pair.find('='))] = decoded(pair.substr(pair.find('=') + 1));
    rest.erase(0, comma + 1);
  }
  return out;
}

std::vector<Command> commands(const std::vector<Checked>& tests) {
  std::string text = to_annotations(tests, ".");
  std::vector<Command> out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out.push_back(parsed(text.substr(0, end)));
    text.erase(0, end + 1);
  }
  return out;
}

TEST(Annotations, AnErrorIsOneAtItsPlace) {
  EXPECT_EQ(to_annotations(std::vector<Checked>{checked(sample_trace())}, "."),
            "::error file=t.erl,line=7,title=Heddle%3A assertion in t%3Asome_test/0::x is not 0"
            "%0AReplay it: heddle replay t.json\n");
}

TEST(Annotations, EachDifferentErrorHasOne) {
  Checked test = checked(sample_trace());
  test.result.add({.kind = core::Finding::Kind::kDeadlock,
                   .processes = {},
                   .reason = "all wait",
                   .file = {},
                   .trace_file = {},
                   .times = 4});
  const auto all = commands({test});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].message, "all wait");
  EXPECT_FALSE(all[1].properties.contains("file"));
  EXPECT_EQ(all[1].properties.at("title"), "Heddle: deadlock in t:some_test/0");
}

TEST(Annotations, WhatIsNotVerifiedIsAWarning) {
  const auto all = commands({passed(), passed({{"time limit 10 s", false}})});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].level, "warning");
  EXPECT_EQ(all[0].message, "inconclusive; cut off by time limit 10 s");
}

TEST(Annotations, WhatCouldNotBeCheckedIsAnError) {
  Checked test = passed();
  test.state = Checked::State::kUnchecked;
  test.problem = "calls gen_tcp:connect/3";
  Checked skipped = passed();
  skipped.state = Checked::State::kSkipped;
  const auto all = commands({test, skipped});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].level, "error");
  EXPECT_EQ(all[0].message, "calls gen_tcp:connect/3");
}

TEST(Annotations, NoTextEndsACommandOrItsProperties) {
  core::Trace trace = sample_trace();
  const std::string text = "a,b=c::d%25\r\n::error::e%";
  trace.errors[0].message = text;
  trace.errors[0].file = text;
  Checked test = checked(trace);
  test.test = text;
  const auto all = commands({test});
  ASSERT_EQ(all.size(), 1U);
  // Line ends are shown as in the other reports; all else comes back as it was.
  const std::string shown = "a,b=c::d%25\\x0d\\n::error::e%";
  EXPECT_EQ(all[0].properties.at("file"), shown);
  EXPECT_EQ(all[0].properties.at("line"), "7");
  EXPECT_EQ(all[0].properties.at("title"), "Heddle: assertion in " + shown);
  EXPECT_EQ(all[0].message, shown + "\nReplay it: heddle replay t.json");
  ASSERT_EQ(commands({nasty()}).size(), 1U);
}

}  // namespace
}  // namespace heddle::report
