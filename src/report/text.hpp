// Reports for people: an error and the way to it, and the summary of an exploration.
//
//   Error: main: assert rest + out == 100 does not hold (rest = 20, out = 160)
//     assertion in main at bank.toy:11
//
//   15 steps, 4 context switches; > marks where another actor goes on:
//      1 > main    first = spawn withdraw(80)   bank.toy:5
//      2   main    second = spawn withdraw(80)  bank.toy:6
//      3 > main.1  seen = read balance  -> 100  bank.toy:15
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
  /// Only the steps from this one on, counted from 1.
  std::size_t from = 1;
  /// Only the steps of this actor.
  core::ActorIndex only = core::kNoActor;
  /// Also the pairs of steps that might have come in the other order (report/races.hpp).
  bool show_races = false;
  /// Where the trace was written; empty: nowhere, and no replay is offered.
  std::string trace_file = {};
  /// How the program was called.
  std::string tool = "heddle";
};

/// The errors, the steps, who waits for what, the races if wanted, how to replay.
void print_error(std::ostream& out, const core::Trace& trace, const TextOptions& options);

/// The steps alone.
void print_steps(std::ostream& out, const core::Trace& trace, const TextOptions& options);

/// The verdict, the counts, what was cut off, the first twenty different errors one line each.
void print_summary(std::ostream& out, const Result& result, const TextOptions& options);

}  // namespace heddle::report
