#include "cli/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "beam/term/atom.hpp"
#include "beam/term/parse.hpp"
#include "beam/term/print.hpp"
#include "beam/term/utf8.hpp"
#include "cli/project.hpp"
#include "cli/run_once.hpp"
#include "cli/suite_wrappers.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using beam::Term;
using support::UserError;

constexpr const char* kEunit = "heddle_eunit";
constexpr const char* kExunit = "heddle_exunit";

bool is_test(const beam::NamedLabel& exported) {
  const std::string_view name = beam::name_of(exported.function);
  return exported.arity == 0 && (name.ends_with("_test") || name.ends_with("_test_"));
}

// The tests of an EUnit module, in the order of its source.
std::vector<Term> tests_of(const beam::BeamFile& file) {
  std::vector<beam::NamedLabel> tests;
  std::copy_if(file.exports.begin(), file.exports.end(), std::back_inserter(tests), is_test);
  std::sort(tests.begin(), tests.end(),
            [](const auto& a, const auto& b) { return a.label < b.label; });
  std::vector<Term> names;
  for (const beam::NamedLabel& test : tests) names.push_back(test.function);
  return names;
}

bool is_exunit_case(const beam::BeamFile& file) {
  const auto& all = file.exports;
  return std::any_of(all.begin(), all.end(), [](const beam::NamedLabel& exported) {
    return exported.arity == 0 && beam::name_of(exported.function) == "__ex_unit__";
  });
}

// A list of characters.
std::string text_of(Term list) {
  std::string text;
  for (; list.is_cons(); list = list.tail()) {
    beam::append_utf8(text, static_cast<std::uint32_t>(list.head().small_value()));
  }
  return text;
}

// Runs list/1 of a wrapper on a machine; `what` is for messages.
void list_tests(Suite& suite, const char* wrapper, const std::string& modules,
                const std::string& what) {
  beam::Machine machine(*suite.code->code, {});
  const std::vector<Term> arguments = {beam::parse_term(machine.heap(), modules)};
  beam::Process& main = machine.spawn(nullptr, beam::intern(wrapper), beam::intern("list"),
                                      machine.heap().list(arguments));
  run_once(machine, main, {});
  const bool ended = main.state.status == beam::Status::kExited;
  Term list = ended ? Term::from_bits(main.state.result) : Term::none();
  if (list.is_none()) {
    throw UserError(fmt::format(
        "the tests of {} cannot be listed: {}", what,
        ended ? beam::print(Term::from_bits(main.state.exit_reason), 500)
              : "a setup or a generator waits for ever in " + machine.place(main.state.ip)));
  }
  for (; list.is_cons(); list = list.tail()) {
    const Term entry = list.head();  // {Id, Title, [Module | _], run | skip | exclude}
    const Term called = entry.element(2);
    SuiteTest test;
    test.id = text_of(entry.element(0));
    test.title = text_of(entry.element(1));
    test.excluded = entry.element(3) == beam::intern("exclude");
    test.skipped = entry.element(3) == beam::intern("skip");
    test.entry.about = suite.code->code->load(called.head());
    test.entry.module = wrapper;
    test.entry.function = "run";
    test.entry.runs_test = true;
    test.entry.arguments = beam::print(called);
    test.entry.title = test.id;
    suite.tests.push_back(std::move(test));
  }
}

// A module and, as EUnit has it, the module <name>_tests beside it, each once.
class EunitModules {
 public:
  EunitModules(Suite& suite, const std::vector<std::string>& given) : suite_(suite) {
    for (const std::string& each : given) given_[module_of(each)] = each;
    for (const std::string& each : given) add(each, module_of(each), true);
  }

  void list(const std::string& what) {
    if (functions_.empty()) return;
    for (const auto& [module, function] : functions_) list_function(module, function, what);
    for (SuiteTest& test : suite_.tests) {
      if (test.entry.module != kEunit) continue;
      test.source = "--eunit=" + given_[std::string(beam::name_of(test.entry.about->name))];
      test.entry.name = test.id;
    }
  }

 private:
  static std::string module_of(const std::string& given) {
    return given.ends_with(".erl") ? fs::path(given).stem().string() : given;
  }

  void add(const std::string& given, const std::string& name, bool with_companion) {
    const beam::Module* module = suite_.code->code->load(beam::intern(name));
    if (module == nullptr) {
      throw UserError(fmt::format(
          "--eunit {}: there is no such module; give the directory of its .beam file with --pa, "
          "or its source file",
          given));
    }
    if (!seen_.insert(name).second) return;
    const std::vector<Term> tests = tests_of(*module->file);
    for (const Term function : tests) functions_.emplace_back(module, function);
    given_.try_emplace(name, given);
    const std::string companion = name + "_tests";
    if (with_companion && !name.ends_with("_tests") &&
        suite_.code->code->load(beam::intern(companion)) != nullptr) {
      add(given, companion, false);
    }
  }

  // A generator that needs something that the machine does not have is one test, which says so when
  // it is run; those beside it are none the worse for it.
  void list_function(const beam::Module* module, Term function, const std::string& what) {
    const std::string name = beam::print_atom(module->name);
    const std::string called = beam::print_atom(function);
    try {
      list_tests(suite_, kEunit, fmt::format("[{{{},[{}]}}]", name, called), what);
    } catch (const UserError&) {
      SuiteTest test;
      test.id = fmt::format("{}:{}", beam::name_of(module->name), beam::name_of(function));
      test.entry.about = module;
      test.entry.module = kEunit;
      test.entry.function = "run";
      test.entry.runs_test = true;
      test.entry.arguments = fmt::format("[{},{},[]]", name, called);
      test.entry.title = test.id;
      suite_.tests.push_back(std::move(test));
    }
  }

  Suite& suite_;
  std::set<std::string> seen_;
  std::map<std::string, std::string> given_;  // module -> as the user named it
  std::vector<std::pair<const beam::Module*, Term>> functions_;
};

// The given file that a module was compiled from, as its compiler has noted.
std::string source_of(const beam::Module& module, const std::vector<std::string>& files) {
  for (Term info = module.file->compile_info; info.is_cons(); info = info.tail()) {
    const Term entry = info.head();
    if (!entry.is_tuple(2) || entry.element(0) != beam::intern("source")) continue;
    const std::string source = text_of(entry.element(1));
    for (const std::string& file : files) {
      std::error_code error;
      if (fs::equivalent(source, file, error)) return file;
    }
  }
  return files.front();
}

// What `mix test` does before the tests.
void prepare(EntryPoint& entry, const std::vector<std::string>& applications) {
  const std::string module = beam::print_atom(entry.about->name);
  entry.before.push_back({.module = kExunit,
                          .function = "configure",
                          .arguments = fmt::format("[{}]", module),
                          .otherwise = "the configuration of the project cannot be set"});
  for (const std::string& name : applications) {
    entry.before.push_back(
        {.module = "application",
         .function = "ensure_all_started",
         .arguments = fmt::format("[{}]", beam::print_atom(beam::intern(name))),
         .otherwise = fmt::format("the application {} of the project does not start (--no-start "
                                  "checks without it)",
                                  name),
         .starts = true});
  }
  entry.before.push_back(
      {.module = kExunit,
       .function = "help",
       .arguments = fmt::format("[{}]", module),
       .otherwise = "test_helper.exs does not end well (--no-start checks without it)",
       .starts = true});
  entry.before.push_back({.module = kExunit,
                          .function = "open",
                          .arguments = "[]",
                          .otherwise = "ExUnit cannot be prepared"});
}

void list_exunit(Suite& suite, const std::vector<std::string>& modules,
                 const std::vector<std::string>& files) {
  std::string list;
  for (const std::string& name : modules) {
    const beam::Module* module = suite.code->code->load(beam::intern(name));
    if (module == nullptr || !is_exunit_case(*module->file)) continue;
    list += fmt::format("{}{{{},[]}}", list.empty() ? "" : ",", beam::print_atom(module->name));
  }
  const std::string what = files.size() == 1 ? files.front() : "the ExUnit files";
  if (list.empty()) {
    throw UserError(
        fmt::format("{}: there is no ExUnit case in it (a module with use ExUnit.Case)", what));
  }
  list_tests(suite, kExunit, "[" + list + "]", what);
  for (SuiteTest& test : suite.tests) {
    if (test.entry.module != kExunit) continue;
    const std::string file = source_of(*test.entry.about, files);
    test.source = "--exunit=" + file;
    test.entry.name = file;
    // The process of a test ends so, and what it has linked ends with it.
    test.entry.normal_exits = {"shutdown"};
    prepare(test.entry, suite.applications);
  }
}

// Those in whose folders files of the suite are.
std::vector<std::string> helpers_of(const std::vector<std::string>& files,
                                    const std::vector<std::string>& helpers) {
  std::vector<std::string> out;
  std::copy_if(helpers.begin(), helpers.end(), std::back_inserter(out), [&](const auto& helper) {
    return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
      const fs::path inside = fs::relative(file, fs::path(helper).parent_path());
      return !inside.empty() && *inside.begin() != "..";
    });
  });
  return out;
}

// The words of a command but for the tests that it chooses.
std::vector<std::string> without_test(const std::vector<std::string>& words) {
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-t" || words[i] == "--test") {
      ++i;
    } else if (!words[i].starts_with("-t") && !words[i].starts_with("--test=")) {
      rest.push_back(words[i]);
    }
  }
  return rest;
}

}  // namespace

bool names_suite(const CheckArguments& arguments) {
  return !arguments.eunit.empty() || !arguments.exunit.empty();
}

Suite load_suite(const CheckArguments& arguments) {
  if (!arguments.file.empty() || !arguments.module.empty()) {
    throw UserError("a suite is named by --eunit or --exunit alone; leave the file or module away");
  }
  Suite suite;
  suite.path = arguments.path;
  suite.code = std::make_shared<LoadedCode>();
  suite.code->folder = std::make_unique<beam::PrivateFolder>();
  const std::string& folder = suite.code->folder->path();
  beam::CompileOptions compile = arguments.compile;
  std::vector<std::string> own = {folder};  // folders of the modules that are to be tested
  own.insert(own.end(), suite.path.front.begin(), suite.path.front.end());
  if (const auto project = find_project(arguments.path.current)) {
    suite.applications = project->applications;
    compile.config = project->config;
    compile.helpers = helpers_of(arguments.exunit, project->helpers);
    auto& front = suite.path.front;
    own.insert(own.end(), project->own.begin(), project->own.end());
    front.insert(front.end(), project->path.begin(), project->path.end());
    compile.includes.insert(compile.includes.end(), project->includes.begin(),
                            project->includes.end());
  }
  for (const char* name : {"", "ebin"}) own.push_back(fs::path(arguments.path.current) / name);
  compile.path = suite.path.front;
  const std::string wrappers = folder + "/wrappers";
  fs::create_directory(wrappers);
  suite.path.front.insert(suite.path.front.begin(), {folder, wrappers});

  std::vector<std::string> erlang_files;
  for (const std::string& given : arguments.eunit) {
    if (given.ends_with(".erl")) erlang_files.push_back(given);
  }
  for (const std::string& other : arguments.with) {
    if (other.ends_with(".erl")) {
      erlang_files.push_back(other);
    } else {
      beam::compile_source(other, folder, compile);
    }
  }
  if (!erlang_files.empty()) beam::compile_suite(erlang_files, folder, compile);
  std::vector<std::string> elixir_modules;
  if (!arguments.exunit.empty()) {
    for (const std::string& file : arguments.exunit) {
      if (!file.ends_with(".exs") && !file.ends_with(".ex")) {
        throw UserError(fmt::format("--exunit {}: give an Elixir file, .exs or .ex", file));
      }
    }
    compile.path.insert(compile.path.begin(), folder);  // for what --with names
    elixir_modules = beam::compile_suite(arguments.exunit, folder, compile);
    beam::compile_text(kExunit, kExunitWrapper, wrappers);
  }
  if (!arguments.eunit.empty()) beam::compile_text(kEunit, kEunitWrapper, wrappers);

  suite.code->open(suite.path, !arguments.search.coverage.empty(), own);
  EunitModules modules(suite, arguments.eunit);
  if (!arguments.eunit.empty()) {
    modules.list(arguments.eunit.size() == 1 ? arguments.eunit.front() : "the EUnit modules");
  }
  if (!arguments.exunit.empty()) list_exunit(suite, elixir_modules, arguments.exunit);
  if (suite.tests.empty()) {
    throw UserError(fmt::format("--eunit {}: there are no tests (functions *_test/0 or *_test_/0)",
                                arguments.eunit.front()));
  }
  suite.code->code->marks().clear();  // what ran to list the tests is no test
  return suite;
}

std::vector<SuiteTest> choose_tests(const Suite& suite, const std::string& filter) {
  std::vector<SuiteTest> exact;
  std::vector<SuiteTest> similar;
  for (const SuiteTest& test : suite.tests) {
    if (test.id == filter) {
      exact.push_back(test);
      exact.back().excluded = false;
    }
    if ((test.id + " " + test.title).find(filter) != std::string::npos) similar.push_back(test);
  }
  if (!exact.empty()) return exact;
  if (similar.empty()) {
    throw UserError(
        fmt::format("-t {}: no test of the suite has this in its name; the first one is {}", filter,
                    suite.tests.front().id));
  }
  return similar;
}

Subject subject_of(const Suite& suite, const SuiteTest& test, std::vector<std::string> words,
                   bool in_project, CheckArguments& arguments) {
  if (in_project) words.push_back(test.source);
  words = without_test(words);
  words.push_back("-t");
  words.push_back(test.id);
  arguments.path = suite.path;
  return make_subject(suite.code, test.entry, words, arguments);
}

Subject load_suite_test(const std::vector<std::string>& words, CheckArguments& arguments) {
  const Suite suite = load_suite(arguments);
  const std::vector<SuiteTest> tests = choose_tests(suite, arguments.test);
  if (tests.size() != 1) {
    throw UserError(fmt::format("{} tests have {} in their names; one is needed here", tests.size(),
                                arguments.test));
  }
  return subject_of(suite, tests.front(), words, false, arguments);
}

void add_project(CheckArguments& arguments) {
  const auto project = find_project(arguments.path.current);
  if (!project) {
    throw UserError(
        "check needs a program: a file (x.erl, x.ex, x.beam), -m MODULE, --eunit MODULE or "
        "--exunit "
        "FILE; in the folder of a rebar3 or mix project it finds the tests itself");
  }
  if (project->path.empty()) {
    throw UserError(fmt::format("this {} project is not built for tests; build it with: {}",
                                project->name, project->build_command));
  }
  if (project->name == "mix") {
    arguments.exunit = project->sources;
  } else {
    // The modules of the build that have tests, then what has to be compiled.
    beam::CodeBase code{beam::CodePath({.front = project->own, .otp = arguments.path.otp})};
    std::set<std::string> modules;
    for (const std::string& folder : project->own) {
      for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".beam") modules.insert(entry.path().stem().string());
      }
    }
    for (const std::string& name : modules) {
      const beam::Module* module = code.load(beam::intern(name));
      if (module != nullptr && !tests_of(*module->file).empty()) arguments.eunit.push_back(name);
    }
    arguments.eunit.insert(arguments.eunit.end(), project->sources.begin(), project->sources.end());
  }
  if (!names_suite(arguments)) {
    throw UserError(fmt::format(
        "this {} project has no {}; if it has tests, build it with: {}", project->name,
        project->name == "mix" ? "files test/**/*_test.exs" : "modules with EUnit tests",
        project->build_command));
  }
}

}  // namespace heddle::cli
