#include "report/markdown.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/unit/report/sample.hpp"

namespace heddle::report {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Markdown, AnErrorHasItsMessageItsPlaceAndItsChart) {
  const std::string text = to_markdown(std::vector<Checked>{checked(sample_trace()), passed()});
  EXPECT_TRUE(text.starts_with("### Heddle: error in 1 of 2 tests\n")) << text;
  EXPECT_TRUE(has(text, "| t\\:some\\_test/0 | error | 4 | 0.013 s |\n")) << text;
  EXPECT_TRUE(has(text, "| t\\:other\\_test/0 | verified | 2 | 1.000 s |\n")) << text;
  EXPECT_TRUE(has(text, "```text\nx is not 0\n```\n\nassertion at t\\.erl\\:7.\n")) << text;
  EXPECT_TRUE(has(text, "`heddle replay t.json`")) << text;
  EXPECT_TRUE(has(text, "```mermaid\nsequenceDiagram\n")) << text;
}

TEST(Markdown, TheHeadingIsTheWorstVerdict) {
  EXPECT_TRUE(to_markdown(std::vector<Checked>{passed()}).starts_with("### Heddle: verified\n"));
  const std::string text =
      to_markdown(std::vector<Checked>{passed(), passed({{"time limit 10 s", false}})});
  EXPECT_TRUE(text.starts_with("### Heddle: 1 of 2 tests not verified\n")) << text;
  EXPECT_TRUE(has(text, "cut off by time limit 10 s")) << text;
}

TEST(Markdown, AFenceIsLongerThanAnyInTheText) {
  core::Trace trace = sample_trace();
  trace.errors[0].message = "a ```` b";
  const std::string text = to_markdown(std::vector<Checked>{checked(trace)});
  EXPECT_TRUE(has(text, "`````text\na ```` b\n`````\n")) << text;
}

TEST(Markdown, ATestIsOneRowWhateverItsNameIs) {
  Checked test = passed();
  test.test = "a|b\n<img src=x>`c`";
  const std::string text = to_markdown(std::vector<Checked>{test});
  EXPECT_TRUE(has(text, "| a\\|b\\\\n&lt;img src=x\\>\\`c\\` | verified |")) << text;
}

TEST(Markdown, ALongRunHasNoChart) {
  core::Trace trace = sample_trace();
  for (int i = 0; i < 2000; ++i) add_step(trace, 0, "a step of some length", {}, {{0, 3}});
  const std::string text = to_markdown(std::vector<Checked>{checked(trace)});
  EXPECT_FALSE(has(text, "mermaid"));
  EXPECT_TRUE(has(text, "Its run has 2005 steps.\n")) << text;
}

}  // namespace
}  // namespace heddle::report
