// The tests of EUnit modules and ExUnit files: what there is to check, and each as a program.
//
// EUnit's and ExUnit's own processes are not part of it: an exploration begins at the test, in the
// function `run` of a small module of ours (suite_wrappers.hpp).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/check_options.hpp"
#include "cli/erlang_program.hpp"
#include "cli/subject.hpp"

namespace heddle::cli {

struct SuiteTest {
  /// Unique: "tickets:refund_test", "tickets:last_seat_test_#2" or "BasketTest: test two tabs".
  std::string id;
  std::string title;  // of a part of a generator, if it has one
  bool skipped = false;
  bool excluded = false;  // by ExUnit's configuration, unless it is chosen by its id
  EntryPoint entry;
  std::string source;  // the words that name its suite, e.g. "--eunit=tickets"
};

struct Suite {
  std::shared_ptr<LoadedCode> code;
  beam::CodePathOptions path;
  std::vector<SuiteTest> tests;
  std::vector<std::string> applications = {};  // of a mix project, which starts them
};

/// Whether --eunit or --exunit is given.
bool names_suite(const CheckArguments& arguments);

/// Compiles the files of --eunit and --exunit, and asks their modules for their tests. Throws
/// UserError.
Suite load_suite(const CheckArguments& arguments);

/// Those with this id, or else those whose ids or titles contain it; all, if it is empty. Throws
/// UserError if there are none.
std::vector<SuiteTest> choose_tests(const Suite& suite, const std::string& filter);

/// `words` are those of the command, without the test and, `in_project`, without the suite;
/// `arguments` are completed as in load_erlang.
Subject subject_of(const Suite& suite, const SuiteTest& test, std::vector<std::string> words,
                   bool in_project, CheckArguments& arguments);

/// The one test that `arguments` name.
Subject load_suite_test(const std::vector<std::string>& words, CheckArguments& arguments);

/// Adds the suites of the project in the current folder to the arguments. Throws UserError if there
/// is no project, or it was not built.
void add_project(CheckArguments& arguments);

/// Checks every test that is chosen, shows the errors and a table. The exit code of the worst
/// verdict. Throws UserError.
int check_suite(const std::vector<std::string>& words, CheckArguments arguments);

}  // namespace heddle::cli
