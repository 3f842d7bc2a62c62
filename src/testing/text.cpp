// Traces and outcome tables for people.
//
//   3 outcomes of 4 executions (complete)
//     (0, 1)    2  value
//     (1, 0)    1  value
//     deadlock: main waits in join (queue.cpp:12)    1  deadlock
#include <fmt/format.h>

#include <algorithm>

#include "heddle/outcomes.hpp"
#include "report/cell.hpp"
#include "testing/environment.hpp"
#include "testing/source.hpp"

namespace heddle {

namespace {

using report::length;
using report::pad;
using report::printable;
using report::shorten;

constexpr std::size_t kWidestCell = 44;

// The place without its folders: the table is wide enough.
std::string place_of(const trace::step& step) {
  if (step.file.empty()) return {};
  return fmt::format("{}:{}", step.file.substr(step.file.rfind('/') + 1), step.line);
}

std::string cell_of(const trace::step& step) {
  std::string text = (step.own ? "" : "* ") + printable(step.operation);
  if (!step.value.empty()) text += " -> " + printable(step.value);
  text = shorten(text, kWidestCell);
  return step.reads.empty()
             ? text
             : fmt::format("{} ({})", text, shorten(printable(step.reads), kWidestCell));
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::uint32_t trace::switches() const {
  std::uint32_t count = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const bool same = steps[i].thread == steps[i - 1].thread && steps[i].own == steps[i - 1].own;
    count += same ? 0 : 1;
  }
  return count;
}

std::string trace::key() const {
  std::string text;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, printable(threads[i]));
  }
  return text;
}

std::string trace::table() const {
  std::vector<std::size_t> widths;
  for (const std::string& name : threads) {
    widths.push_back(length(shorten(printable(name), kWidestCell)));
  }
  std::vector<std::string> cells;
  for (const step& one : steps) {
    cells.push_back(cell_of(one));
    widths[one.thread] = std::max(widths[one.thread], length(cells.back()));
  }
  const std::size_t digits = std::to_string(steps.size()).size();
  std::string text;
  const auto add_row = [&](const std::string& number, const auto& cell, const std::string& where) {
    std::string line = "  " + std::string(digits - number.size(), ' ') + number;
    for (std::size_t i = 0; i < threads.size(); ++i) line += "  " + pad(cell(i), widths[i]);
    text += without_trailing_blanks(line + "  " + where) + '\n';
  };
  add_row(
      "", [&](std::size_t i) { return shorten(printable(threads[i]), kWidestCell); }, "");
  for (std::size_t row = 0; row < steps.size(); ++row) {
    add_row(
        std::to_string(row + 1),
        [&](std::size_t i) { return i == steps[row].thread ? cells[row] : std::string(); },
        place_of(steps[row]));
  }
  return text;
}

std::string trace::text() const {
  std::string text = fmt::format("  schedule: {}  ({})\n\n{}", schedule, key(), table());
  for (const std::string& who : waiting) text += fmt::format("  at the end: {}\n", printable(who));
  return text + fmt::format("\n  HEDDLE_REPLAY={}\n", token);
}

namespace detail {

std::string table_text(const Explored& explored) {
  constexpr std::size_t kWidestText = 90;
  std::size_t width = 0;
  std::size_t digits = 0;
  for (const Entry& entry : explored.entries) {
    width = std::max(width, length(shorten(printable(entry.text), kWidestText)));
    digits = std::max(digits, std::to_string(entry.executions).size());
  }
  std::string text =
      fmt::format("{} outcome{} of {} execution{} ({}{})\n", explored.entries.size(),
                  explored.entries.size() == 1 ? "" : "s", explored.executions,
                  explored.executions == 1 ? "" : "s",
                  explored.complete ? "complete" : "cut off by " + explored.cut_off,
                  explored.source == nullptr
                      ? ""
                      : fmt::format(", memory {}", name_of(explored.source->how().memory)));
  for (const Entry& entry : explored.entries) {
    text +=
        fmt::format("  {}  {:>{}}  {}\n", pad(shorten(printable(entry.text), kWidestText), width),
                    entry.executions, digits, to_string(entry.kind));
  }
  if (explored.source == nullptr) return text;
  std::string loops;
  for (const place& loop : explored.source->loops()) {
    loops += fmt::format("{}{}:{}", loops.empty() ? "" : ", ", loop.file, loop.line);
  }
  if (!loops.empty()) {
    text += fmt::format(
        "  a thread that came back there with nothing changed was taken to wait: {} "
        "(options::spin_detection)\n",
        loops);
  }
  return text;
}

}  // namespace detail

}  // namespace heddle
