// HTML: one file that shows a result and its trace, with everything it needs inside (`--html`).
//
// The page is built in web/ and knows how to draw; here its document is made: the trace, the run
// that passes, the races, the sources. It stands in a script element of the page as JSON in which
// no character can end the element.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/trace.hpp"
#include "report/race_list.hpp"
#include "report/result.hpp"
#include "report/tree.hpp"

namespace heddle::report {

struct HtmlReport {
  std::string title;             // "cache:test/0"
  std::string verdict;           // a word of docs/formats/result.md
  std::optional<Result> result;  // of an exploration: its counts
  std::string algorithm;
  std::optional<std::uint64_t> seed;  // of a random strategy
  std::string model;                  // of memory, or empty
  std::string story;                  // one sentence: what goes wrong, because of what order
  std::string replay;                 // the command, or empty
  std::optional<core::Trace> trace;
  std::optional<core::Trace> twin;                              // the run that passes
  std::optional<std::pair<std::size_t, std::size_t>> decisive;  // events of the trace
  bool decides_alone = true;  // or other steps have to change places, too
  RaceList races;
  bool analysed = true;      // or the run is too long for its races to be looked for
  std::optional<Tree> tree;  // of the exploration
};

/// `page`: web/dist/report.html. Sources of up to 1 MB are read from the files that the traces
/// name, if they are there.
std::string to_html(const HtmlReport& report, std::string_view page);

}  // namespace heddle::report
