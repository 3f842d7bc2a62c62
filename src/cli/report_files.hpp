// The report files that the options name: --output, --json, --junit, --sarif, --graph, --html,
// --tree, --coverage.
//
// A file that cannot be written stops nothing else: all others are written, and at the end the
// program says which are missing and why, with exit code 2.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/explore_options.hpp"
#include "report/result.hpp"

namespace heddle::cli {

/// Whether one of them is `-`, standard output: it then replaces the report there.
bool uses_stdout(const ExploreArguments& arguments);

/// Throws UserError if two of them would be written to the same place.
void check_files(const ExploreArguments& arguments);

class ReportFiles {
 public:
  /// Writes something that may fail; false if it did, which is remembered.
  bool attempt(const std::function<void()>& write);
  void write(const ExploreArguments& arguments, const report::Checked& checked);
  /// Throws UserError for what could not be written; if there are several, the others are said
  /// before, one line each.
  void say_what_failed() const;

 private:
  std::vector<std::string> failures_;
};

}  // namespace heddle::cli
