#include "cli/annotations.hpp"

#include <cstdlib>
#include <iostream>

#include "report/annotations.hpp"
#include "report/markdown.hpp"
#include "support/file.hpp"

namespace heddle::cli {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool for_github(const std::string& choice) {
  return choice == "github" || (choice == "auto" && variable("GITHUB_ACTIONS") == "true");
}

}  // namespace

std::string repository() {
  std::string folder = variable("GITHUB_WORKSPACE");
  return folder.empty() ? "." : folder;
}

void annotate(const ExploreArguments& arguments, std::span<const report::Checked> tests,
              ReportFiles& files) {
  if (!for_github(arguments.annotations)) return;
  std::ostream& out = uses_stdout(arguments) ? std::cerr : std::cout;
  out << report::to_annotations(tests, repository()) << std::flush;
  const std::string summary = variable("GITHUB_STEP_SUMMARY");
  if (summary.empty()) return;
  files.attempt(
      [&] { support::append_to_file(summary, report::to_markdown(tests), "step summary"); });
}

}  // namespace heddle::cli
