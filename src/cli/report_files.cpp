#include "cli/report_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/annotations.hpp"
#include "report/dot.hpp"
#include "report/json.hpp"
#include "report/junit.hpp"
#include "report/sarif.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::cli {
namespace {

using report::Checked;
using support::UserError;

struct Format {
  const char* option;
  std::string ExploreArguments::*file;
  const char* what;
  std::string (*make)(const ExploreArguments& arguments, const Checked& checked);
};

// A new format is a file in src/report and a line here.
constexpr Format kFormats[] = {
    {"--output", &ExploreArguments::output, "report",
     [](const ExploreArguments&, const Checked& checked) { return checked.text; }},
    {"--json", &ExploreArguments::json, "result",
     [](const ExploreArguments&, const Checked& checked) {
       return report::to_json(checked.result);
     }},
    {"--junit", &ExploreArguments::junit, "JUnit report",
     [](const ExploreArguments&, const Checked& checked) {
       return report::to_junit({&checked, 1});
     }},
    {"--sarif", &ExploreArguments::sarif, "SARIF report",
     [](const ExploreArguments&, const Checked& checked) {
       return report::to_sarif({&checked, 1}, repository());
     }},
    {"--graph", &ExploreArguments::graph, "graph",
     [](const ExploreArguments& arguments, const Checked& checked) {
       return report::to_dot(checked, arguments.show_races);
     }},
    {"--html", &ExploreArguments::html, "HTML report",
     [](const ExploreArguments&, const Checked& checked) { return checked.html; }},
    {"--tree", &ExploreArguments::tree, "tree",
     [](const ExploreArguments&, const Checked& checked) { return checked.tree; }},
    {"--coverage", &ExploreArguments::coverage, "coverage",
     [](const ExploreArguments&, const Checked& checked) { return checked.coverage; }},
};

constexpr const char* kStdout = "-";

}  // namespace

bool uses_stdout(const ExploreArguments& arguments) {
  return std::any_of(std::begin(kFormats), std::end(kFormats),
                     [&](const Format& format) { return arguments.*format.file == kStdout; });
}

void check_files(const ExploreArguments& arguments) {
  for (const Format& first : kFormats) {
    if ((arguments.*first.file).empty()) continue;
    if (arguments.*first.file == arguments.trace) {
      throw UserError(fmt::format("{} {}: is where the trace goes; give another file", first.option,
                                  arguments.trace));
    }
    for (const Format* second = &first + 1; second != std::end(kFormats); ++second) {
      if (arguments.*first.file != arguments.*second->file) continue;
      throw UserError(fmt::format("{} {} and {} {}: one would replace the other; give two files",
                                  first.option, arguments.*first.file, second->option,
                                  arguments.*second->file));
    }
  }
}

bool ReportFiles::attempt(const std::function<void()>& write) {
  try {
    write();
    return true;
  } catch (const UserError& error) {
    failures_.emplace_back(error.what());
    return false;
  }
}

void ReportFiles::write(const ExploreArguments& arguments, const Checked& checked) {
  for (const Format& format : kFormats) {
    const std::string& file = arguments.*format.file;
    if (file.empty()) continue;
    const std::string bytes = format.make(arguments, checked);
    if (file == kStdout) {
      std::cout << bytes;
    } else {
      attempt([&] { support::write_file_atomically(file, bytes, format.what); });
    }
  }
}

void ReportFiles::say_what_failed() const {
  if (failures_.empty()) return;
  std::cout << std::flush;
  for (std::size_t i = 0; i + 1 < failures_.size(); ++i) {
    std::cerr << "heddle: " << failures_[i] << '\n';
  }
  throw UserError(failures_.back());
}

}  // namespace heddle::cli
