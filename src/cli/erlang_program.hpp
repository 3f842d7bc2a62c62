// The Erlang or Elixir program named on the command line.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "beam/vm/code.hpp"
#include "cli/check_options.hpp"
#include "cli/coverage.hpp"
#include "cli/subject.hpp"
#include "erlang/program.hpp"

namespace heddle::cli {

/// Compiles what has to be compiled, finds the module and its test, and adds the options that the
/// module itself gives (-concuerror_options, -heddle); `words` are those of the command line, and
/// win. `arguments` are completed. A test of a suite is named by its id. Throws UserError.
Subject load_erlang(const std::vector<std::string>& words, CheckArguments& arguments);

/// One that travelled (Subject::pack): from its .beam files, with the OTP of this machine. Throws
/// UserError if that is of another release.
Subject unpack_erlang(const std::string& spec, const std::map<std::string, std::string>& files);

/// Compiled files and where all others are.
struct LoadedCode {
  std::unique_ptr<beam::PrivateFolder> folder;  // goes last
  std::unique_ptr<beam::CodeBase> code;
  std::unique_ptr<Coverage> coverage = {};  // only if that was asked for

  /// Finds modules with `path`; before that instruments those in the folders `own`,
  /// `with_coverage`.
  void open(beam::CodePathOptions path, bool with_coverage, const std::vector<std::string>& own);
};

/// The function at which an exploration begins, and how it is called.
struct EntryPoint {
  const beam::Module* about = nullptr;  // the module with the test: its options count
  std::string module = {};
  std::string function = {};
  std::string arguments = "[]";                  // an Erlang list
  std::string name = {};                         // Subject::name and
  std::string title = {};                        // title
  std::vector<std::string> normal_exits = {};    // reasons with which its processes end rightly
  std::vector<erlang::Preparation> before = {};  // done before it
  bool runs_test = false;  // the module calls a test of a suite, which has to come back
};

/// `arguments` are replaced by those of `words` and of the module; their code path stays.
Subject make_subject(std::shared_ptr<LoadedCode> code, const EntryPoint& entry,
                     const std::vector<std::string>& words, CheckArguments& arguments);

/// What else the runs of this program, which is one of Erlang, are judged by; nothing: no more than
/// others.
void set_judge(const Subject& program, erlang::World::Judge judge);

/// Calls `run` again as long as the program turns out to need something watched that was not. Its
/// command then says what is watched, so that a trace is replayed with the same footprints.
int watching(const Subject& given, const std::function<int(const Subject&)>& run);

}  // namespace heddle::cli
