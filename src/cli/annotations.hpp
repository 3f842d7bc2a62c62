// What a CI service shows of a check by itself (`--annotations`): lines that it makes into
// annotations, and the summary of the job.
//
//   github   report/annotations.hpp on standard output; report/markdown.hpp appended to the file
//            that GITHUB_STEP_SUMMARY names, if it does
//   none
//   auto     github in a GitHub workflow (GITHUB_ACTIONS=true), else none
#pragma once

#include <span>
#include <string>

#include "cli/explore_options.hpp"
#include "cli/report_files.hpp"
#include "report/result.hpp"

namespace heddle::cli {

/// Annotations go to standard error if a report file is on standard output.
void annotate(const ExploreArguments& arguments, std::span<const report::Checked> tests,
              ReportFiles& files);

/// The folder of the repository, which reports for others name files by: GITHUB_WORKSPACE, or the
/// current folder.
std::string repository();

}  // namespace heddle::cli
