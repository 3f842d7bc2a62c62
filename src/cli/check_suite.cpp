// Every test of a suite, one exploration after the other, and the table at the end.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <sstream>

#include "cli/annotations.hpp"
#include "cli/report_files.hpp"
#include "cli/search.hpp"
#include "cli/suite.hpp"
#include "report/dot.hpp"
#include "report/json.hpp"
#include "report/junit.hpp"
#include "report/sarif.hpp"
#include "report/suite.hpp"
#include "support/check.hpp"
#include "support/file.hpp"
#include "support/interrupt.hpp"
#include "support/printable.hpp"

namespace heddle::cli {
namespace {

using report::TestResult;
using support::UserError;

// heddle-trace.json becomes heddle-trace-2.json for the second test with an error.
std::string numbered(const std::string& trace, std::size_t number) {
  if (trace.empty()) return trace;
  const std::filesystem::path path(trace);
  const std::string name =
      fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
  return (path.parent_path() / name).string();
}

void refuse_single_options(const CheckArguments& arguments, std::size_t tests) {
  const ExploreArguments& search = arguments.search;
  const char* option = arguments.outcomes           ? "--outcomes"
                       : !search.prefix.empty()     ? "--prefix"
                       : !search.resume.empty()     ? "--resume"
                       : !search.checkpoint.empty() ? "--checkpoint"
                       : !search.graph.empty()      ? "--graph"
                       : !search.html.empty()       ? "--html"
                       : !search.tree.empty()       ? "--tree"
                                                    : nullptr;
  if (option != nullptr && (tests != 1 || arguments.outcomes)) {
    throw UserError(
        fmt::format("{} is for a single test, and these are {}; choose one by its name with -t",
                    option, tests == 1 ? "a suite" : fmt::format("{} tests", tests)));
  }
}

std::string full_name(const SuiteTest& test) {
  return test.title.empty() ? test.id : test.id + " " + test.title;
}

// Checks the tests one after the other, and keeps what was found and said.
class Checks {
 public:
  Checks(const Suite& suite, std::vector<std::string> words, bool in_project,
         const CheckArguments& arguments)
      : suite_(suite),
        words_(std::move(words)),
        in_project_(in_project),
        arguments_(arguments),
        speaks_(!arguments.search.quiet && !uses_stdout(arguments.search)) {}

  void check(const SuiteTest& test) {
    TestResult row{.name = test.id, .title = test.title};
    report::Checked checked{.test = full_name(test), .result = {}};
    if (test.skipped || test.excluded) {
      row.state = checked.state = TestResult::State::kSkipped;
      checked.problem = "the suite skips it";
    } else {
      explore(test, row, checked);
    }
    results_.tests.push_back(std::move(row));
    checked_.push_back(std::move(checked));
  }

  /// The table and the files; `left` tests were not begun. The exit code.
  int conclude(std::size_t left) {
    const ExploreArguments& search = arguments_.search;
    report::TextOptions options;
    std::ostringstream plain;
    print_end(plain, left, options);
    options.colour =
        search.colour == "always" || (search.colour == "auto" && isatty(STDOUT_FILENO) != 0);
    if (speaks_) print_end(std::cout, left, options);
    write(search.output, "report", text_ + plain.str());
    write(search.json, "result", report::to_json(results_));
    if (!search.junit.empty()) write(search.junit, "JUnit report", report::to_junit(checked_));
    if (!search.sarif.empty())
      write(search.sarif, "SARIF report", report::to_sarif(checked_, repository()));
    if (!search.graph.empty() && !checked_.empty()) {
      write(search.graph, "graph", report::to_dot(checked_.front(), search.show_races));
    }
    if (!search.html.empty() && !checked_.empty()) {
      write(search.html, "HTML report", checked_.front().html);
    }
    if (!search.tree.empty() && !checked_.empty()) {
      write(search.tree, "tree", checked_.front().tree);
    }
    if (!search.coverage.empty()) {
      write(search.coverage, "coverage", suite_.code->coverage->lcov(*suite_.code->code));
    }
    annotate(search, checked_, files_);
    files_.say_what_failed();
    const int code = results_.exit_code();
    return code == 0 && left > 0 ? 3 : code;
  }

 private:
  void explore(const SuiteTest& test, TestResult& row, report::Checked& checked) {
    const std::string heading = fmt::format("{}==== {} ====\n\n", text_.empty() ? "" : "\n",
                                            support::printable(full_name(test)));
    SuitePart part{.heading = heading};
    CheckArguments own = arguments_;  // with the options of its module
    try {
      const Subject loaded = subject_of(suite_, test, words_, in_project_, own);
      own.search.trace = numbered(arguments_.search.trace, errors_ + 1);
      if (!speaks_) own.search.quiet = true;
      watching(loaded, [&](const Subject& program) { return search(own.search, program, &part); });
    } catch (const UserError& error) {
      row.problem = error.what();
    }
    const bool failed = part.checked.result.verdict.answer == core::Answer::kError;
    row.result = part.checked.result;
    checked.result = std::move(part.checked.result);
    checked.trace = std::move(part.checked.trace);
    checked.text = std::move(part.checked.text);
    checked.html = std::move(part.checked.html);
    checked.tree = std::move(part.checked.tree);
    for (const std::string& tip : part.tips) ++tips_[tip];
    if (!failed) {
      for (const core::CutOff& cut : row.result.verdict.cut_off) ++cut_off_[cut.what];
    }
    if (!part.text.empty()) text_ += heading + part.text;
    if (failed) {
      ++errors_;
      // Only its trace could not be written.
      if (!row.problem.empty()) files_.attempt([&] { throw UserError(row.problem); });
    } else if (!row.problem.empty()) {
      row.state = checked.state = TestResult::State::kUnchecked;
      checked.problem = row.problem;
      const std::string said = fmt::format("{}Not checked: {}\n", heading, row.problem);
      text_ += said;
      if (speaks_) std::cout << said;
    }
  }

  void print_end(std::ostream& out, std::size_t left, const report::TextOptions& options) const {
    if (!text_.empty()) out << '\n';
    report::print_table(out, results_, options);
    for (const auto& [what, tests] : cut_off_) {
      out << fmt::format("Cut off by {}: {} {}\n", support::printable(what), tests,
                         tests == 1 ? "test" : "tests");
    }
    for (const auto& [tip, tests] : tips_) {
      out << fmt::format("\nTip for {} {}: {}\n", tests, tests == 1 ? "test" : "tests", tip);
    }
    if (left > 0) {
      out << fmt::format("Interrupted: {} of {} tests were not begun.\n", left,
                         left + results_.tests.size());
    }
  }

  void write(const std::string& file, const char* what, const std::string& bytes) {
    if (file.empty()) return;
    if (file == "-") {
      std::cout << bytes;
    } else {
      files_.attempt([&] { support::write_file_atomically(file, bytes, what); });
    }
  }

  const Suite& suite_;
  const std::vector<std::string> words_;
  const bool in_project_;
  const CheckArguments& arguments_;
  const bool speaks_;
  report::SuiteResult results_;
  std::vector<report::Checked> checked_;        // the same, for the report files
  std::size_t errors_ = 0;                      // tests with errors: each has a trace
  std::string text_;                            // what was said before the table, without colours
  std::map<std::string, std::size_t> tips_;     // for how many tests
  std::map<std::string, std::size_t> cut_off_;  // by what, how many tests
  ReportFiles files_;
};

}  // namespace

int check_suite(const std::vector<std::string>& words, CheckArguments arguments) {
  const bool in_project = !names_suite(arguments);
  if (in_project) add_project(arguments);
  check_files(arguments.search);
  const Suite suite = load_suite(arguments);
  const std::vector<SuiteTest> tests = choose_tests(suite, arguments.test);
  refuse_single_options(arguments, tests.size());
  Checks checks(suite, words, in_project, arguments);
  const std::atomic<bool>& interrupted = support::watch_for_interrupt();
  std::size_t begun = 0;
  for (const SuiteTest& test : tests) {
    if (interrupted) break;
    checks.check(test);
    ++begun;
  }
  return checks.conclude(tests.size() - begun);
}

}  // namespace heddle::cli
