// Result: what an exploration found out, as every report format reads it.
//
//   report::Result result;
//   result.verdict = core::judge(found_error, false, cut_off);
//   result.add(report::describe(trace, trace.errors[0], 17, "bank.json"));
//   report::print_summary(std::cout, result, {});   or   std::cout << report::to_json(result);
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/trace.hpp"
#include "core/verdict.hpp"

namespace heddle::report {

struct ErrorResult {
  core::Finding::Kind kind = core::Finding::Kind::kAbnormalExit;
  std::vector<std::string> processes;  // names of the actors whose error it is
  std::string reason;
  std::string file;  // empty: unknown
  int line = 0;
  std::uint64_t interleaving = 0;  // the how-manieth explored, from 1; 0: unknown
  std::string trace_file;          // empty: no trace was written
  std::uint64_t times = 1;         // how often it was found
  bool in_trace = false;           // it is an error of the trace that the reports show
};

struct Result {
  core::Verdict verdict;
  std::uint64_t interleavings = 0;
  std::uint64_t sleep_set_blocked = 0;
  std::uint64_t events = 0;
  double seconds = 0;
  /// Each error once, however often it was found: two are equal in everything but their
  /// interleavings.
  std::vector<ErrorResult> errors;

  /// Counts an error; a known one is not listed again.
  void add(ErrorResult error);
  /// All errors found, equal ones counted each time.
  std::uint64_t error_count() const;

 private:
  std::map<std::string, std::size_t> known_;  // position in `errors`
};

/// One test that was checked: what the report files are made from.
struct Checked {
  /// Unchecked: it needs something that Heddle does not have. Skipped: its suite says so.
  enum class State : std::uint8_t { kChecked, kSkipped, kUnchecked };
  std::string test;  // "bank:transfer_test/0"
  Result result;
  State state = State::kChecked;
  std::string problem = {};                // why it is not checked
  std::optional<std::uint64_t> seed = {};  // of a random strategy
  std::optional<core::Trace> trace = {};   // of the first error
  std::string text = {};                   // the report for people, without colours
  std::string html = {};                   // the page, if it is wanted
  std::string tree = {};                   // the exploration as DOT, if it is wanted
  std::string coverage = {};               // of all tests so far, as LCOV, if it is wanted

  bool has_error() const { return result.verdict.answer == core::Answer::kError; }
  /// Checked without an error, but not verified.
  bool is_cut_off() const {
    return state == State::kChecked && !has_error() &&
           result.verdict.answer != core::Answer::kVerified;
  }
};

/// "inconclusive; cut off by time limit 10 s": the verdict with what it does not say itself.
std::string why_cut_off(const Result& result);

/// An error of a trace as an entry of the result.
ErrorResult describe(const core::Trace& trace, const core::Finding& error,
                     std::uint64_t interleaving, std::string trace_file);

}  // namespace heddle::report
