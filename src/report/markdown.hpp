// Markdown: a summary that a CI job shows on its page, with the failed runs as sequence charts.
//
//   ### Heddle: error
//   | Test | Verdict | Interleavings | Time |
//   ...
//   a chart (Mermaid) of the first run that failed, for each test with an error
#pragma once

#include <span>
#include <string>

#include "report/result.hpp"

namespace heddle::report {

/// Texts of the program are shown as they are: none of them is markup. Long runs have no chart,
/// and of many failed tests only the first have one: pages have limits.
std::string to_markdown(std::span<const Checked> tests);

}  // namespace heddle::report
