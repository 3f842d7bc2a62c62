#include "report/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "report/cell.hpp"
#include "report/mermaid.hpp"
#include "report/words.hpp"

namespace heddle::report {
namespace {

// What GitHub draws: charts of 50,000 characters, pages of a mebibyte.
constexpr std::size_t kMostChart = 40'000;
constexpr std::size_t kMostCharts = 10;
constexpr std::size_t kMostMessage = 2'000;

/// Text within a line or a cell.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      if (std::string_view("\\`*_{}[]()#+-.!|~>:@$").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

/// Lines that are shown as they are: the fence is longer than any in them.
std::string fenced(const std::string& kind, const std::string& text) {
  std::size_t run = 0;
  std::size_t longest = 2;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}{}\n{}{}{}\n", fence, kind, text, text.ends_with('\n') ? "" : "\n", fence);
}

std::string verdict(const Checked& test) {
  if (test.state == Checked::State::kSkipped) return "skipped";
  if (test.state == Checked::State::kUnchecked) return "not checked";
  return core::words(test.result.verdict, test.result.interleavings);
}

std::string row(const Checked& test) {
  const bool checked = test.state == Checked::State::kChecked;
  return fmt::format("| {} | {} | {} | {} |\n", escaped(test.test), escaped(verdict(test)),
                     checked ? std::to_string(test.result.interleavings) : "",
                     checked ? fmt::format("{:.3f} s", test.result.seconds) : "");
}

std::string errors(const Checked& test, std::size_t& charts) {
  const ErrorResult& first = test.result.errors.front();
  std::string out = fmt::format("\n#### {}\n\n", escaped(test.test));
  out += fenced("text", shorten(printable(first.reason), kMostMessage));
  const std::string where = place(first.file, first.line);
  out += fmt::format("\n{}{}{}", name(first.kind), where.empty() ? "" : " at ", escaped(where));
  const std::size_t others = test.result.errors.size() - 1;
  if (others > 0) out += fmt::format(", and {} other {}", others, others == 1 ? "error" : "errors");
  out += ".\n";
  if (!first.trace_file.empty()) {
    out += fmt::format("Replay it with the trace `{}`: `heddle replay {}`.\n",
                       printable(first.trace_file), printable(first.trace_file));
  }
  if (!test.trace || test.trace->events.empty()) return out;
  const std::string chart = to_mermaid(*test.trace);
  if (charts == 0 || chart.size() > kMostChart) {
    return out + fmt::format("Its run has {} steps.\n", test.trace->events.size());
  }
  --charts;
  return out + "\n" + fenced("mermaid", chart);
}

}  // namespace

std::string to_markdown(std::span<const Checked> tests) {
  std::size_t failed = 0;
  std::size_t doubtful = 0;
  std::string rows;
  std::string details;
  std::size_t charts = kMostCharts;
  for (const Checked& test : tests) {
    rows += row(test);
    if (!test.result.errors.empty()) {
      ++failed;
      details += errors(test, charts);
    } else if (test.state == Checked::State::kUnchecked) {
      ++doubtful;
      details += fmt::format("\n#### {}\n\n{}", escaped(test.test),
                             fenced("text", shorten(printable(test.problem), kMostMessage)));
    } else if (test.is_cut_off()) {
      ++doubtful;
      details += fmt::format("\n{}: {}.\n", escaped(test.test), escaped(why_cut_off(test.result)));
    }
  }
  const std::string of = fmt::format("{} {}", tests.size(), tests.size() == 1 ? "test" : "tests");
  std::string heading = "verified";
  if (doubtful > 0) heading = fmt::format("{} of {} not verified", doubtful, of);
  if (failed > 0) heading = fmt::format("error in {} of {}", failed, of);
  return fmt::format(
      "### Heddle: {}\n\n| Test | Verdict | Interleavings | Time |\n|---|---|---:|---:|\n{}{}\n",
      heading, rows, details);
}

}  // namespace heddle::report
