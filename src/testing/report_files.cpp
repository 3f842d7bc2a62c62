#include "testing/report_files.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/json.hpp"
#include "report/junit.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::detail {

namespace {

std::string file_named_by(const char* variable) {
  const char* const given = std::getenv(variable);
  std::string path = given == nullptr ? "" : given;
  for (std::size_t at = path.find("%p"); at != std::string::npos; at = path.find("%p")) {
    path.replace(at, 2, std::to_string(getpid()));
  }
  return path;
}

class ReportFiles {
 public:
  void add(report::Checked checked) {
    const std::string junit = file_named_by("HEDDLE_JUNIT");
    const std::string json = file_named_by("HEDDLE_JSON");
    if (junit.empty() && json.empty()) return;
    const std::scoped_lock lock(mutex_);
    suite_.tests.push_back({.name = checked.test, .title = {}, .result = checked.result});
    checked_.push_back(std::move(checked));
    if (!junit.empty()) write(junit, report::to_junit(checked_));
    if (!json.empty()) write(json, report::to_json(suite_));
  }

 private:
  void write(const std::string& path, const std::string& bytes) {
    try {
      support::write_file_atomically(path, bytes, "report");
    } catch (const support::UserError& error) {
      if (told_.insert(path).second) std::cerr << "heddle: " << error.what() << '\n';
    }
  }

  std::mutex mutex_;
  std::vector<report::Checked> checked_;
  report::SuiteResult suite_;
  std::set<std::string> told_;
};

}  // namespace

void add_to_report_files(report::Checked checked) {
  static ReportFiles files;
  files.add(std::move(checked));
}

}  // namespace heddle::detail
