// Every test of a suite, one exploration after the other, and the table at the end.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>

#include "cli/interrupt.hpp"
#include "cli/search.hpp"
#include "cli/suite.hpp"
#include "report/json.hpp"
#include "report/suite.hpp"
#include "support/check.hpp"
#include "support/file.hpp"
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
                                                    : nullptr;
  if (option != nullptr && (tests != 1 || arguments.outcomes)) {
    throw UserError(
        fmt::format("{} is for a single test, and these are {}; choose one by its name with -t",
                    option, tests == 1 ? "a suite" : fmt::format("{} tests", tests)));
  }
}

// What the suite as a whole writes.
struct Output {
  bool speaks = true;
  std::string json;
  std::string trace;
  report::TextOptions text;
};

Output output_of(const ExploreArguments& search) {
  Output output;
  output.speaks = !search.quiet && search.json != "-";
  output.json = search.json;
  output.trace = search.trace;
  output.text.colour =
      search.colour == "always" || (search.colour == "auto" && isatty(STDOUT_FILENO) != 0);
  return output;
}

// What was said before a test.
struct Said {
  std::size_t tests = 0;   // about how many
  std::size_t errors = 0;  // of these, those with errors: each has a trace
};

TestResult check_test(const Suite& suite, const SuiteTest& test,
                      const std::vector<std::string>& words, bool in_project, const Output& output,
                      const Said& said, CheckArguments arguments) {
  TestResult row{.name = test.id, .title = test.title};
  if (test.skipped) {
    row.state = TestResult::State::kSkipped;
    return row;
  }
  const std::string name = test.title.empty() ? test.id : test.id + " " + test.title;
  const std::string heading =
      fmt::format("{}==== {} ====\n\n", said.tests == 0 ? "" : "\n", support::printable(name));
  SuitePart part{.heading = heading};
  try {
    const Subject program = subject_of(suite, test, words, in_project, arguments);
    ExploreArguments search_arguments = arguments.search;
    search_arguments.trace = numbered(output.trace, said.errors + 1);
    if (!output.speaks) search_arguments.quiet = true;
    watching(program, [&] { return search(search_arguments, program, &part); });
  } catch (const UserError& error) {
    row.problem = error.what();
    const bool found = !part.result.errors.empty();  // only its trace could not be written
    if (!found) row.state = TestResult::State::kUnchecked;
    if (output.speaks && !found) std::cout << heading << "Not checked: ";
    if (output.speaks) std::cout << error.what() << '\n';
  }
  row.result = std::move(part.result);
  return row;
}

}  // namespace

int check_suite(const std::vector<std::string>& words, CheckArguments arguments) {
  const bool in_project = !names_suite(arguments);
  if (in_project) add_project(arguments);
  const Suite suite = load_suite(arguments);
  const std::vector<SuiteTest> tests = choose_tests(suite, arguments.test);
  refuse_single_options(arguments, tests.size());
  const Output output = output_of(arguments.search);

  report::SuiteResult results;
  Said said;
  const std::atomic<bool>& interrupted = watch_for_interrupt();
  for (const SuiteTest& test : tests) {
    if (interrupted) break;
    TestResult row = check_test(suite, test, words, in_project, output, said, arguments);
    const bool unchecked = row.state == TestResult::State::kUnchecked;
    const bool error = row.result.verdict.answer == core::Answer::kError;
    said.tests += unchecked || error ? 1 : 0;
    said.errors += error ? 1 : 0;
    results.tests.push_back(std::move(row));
  }
  if (output.speaks) {
    if (said.tests > 0) std::cout << '\n';
    report::print_table(std::cout, results, output.text);
    if (results.tests.size() < tests.size()) {
      std::cout << fmt::format("Interrupted: {} of {} tests were not begun.\n",
                               tests.size() - results.tests.size(), tests.size());
    }
  }
  if (output.json == "-") {
    std::cout << report::to_json(results);
  } else if (!output.json.empty()) {
    support::write_file_atomically(output.json, report::to_json(results), "result");
  }
  const int code = results.exit_code();
  return code == 0 && interrupted ? 3 : code;
}

}  // namespace heddle::cli
