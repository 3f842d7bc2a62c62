// Reports for people: an error and the way to it, and the summary of an exploration.
//
//   Error: the assertion `b == 2` failed
//     in main at bank.toy:14
//
//   7 steps, 4 context switches (>):
//      1 > main    w1 = spawn worker()             bank.toy:11
//      2 > main.1  a = read balance      = 0       bank.toy:4
//
// Text from the checked program is shown on one line, control characters escaped, shortened to a
// width.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>

#include "core/trace.hpp"
#include "report/result.hpp"

namespace heddle::report {

struct TextOptions {
  bool colour = false;
  /// Longest operation, value, outcome; at least 8.
  std::size_t width = 60;
  /// Only the steps that could influence the error: its causal past.
  bool causal_past_only = false;
  /// Where the trace was written; empty: nowhere, and no replay is offered.
  std::string trace_file;
  /// How the program was called.
  std::string tool = "heddle";
};

/// The errors, the steps, who waits for what, how to replay.
void print_error(std::ostream& out, const core::Trace& trace, const TextOptions& options);

/// The verdict, the counts, what was cut off, the errors one line each.
void print_summary(std::ostream& out, const Result& result, const TextOptions& options);

}  // namespace heddle::report
