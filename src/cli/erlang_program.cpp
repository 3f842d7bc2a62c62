#include "cli/erlang_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "beam/term/atom.hpp"
#include "beam/term/etf.hpp"
#include "beam/term/print.hpp"
#include "cli/attribute_options.hpp"
#include "cli/erlang_headers.hpp"
#include "cli/monitor.hpp"
#include "cli/suite.hpp"
#include "cli/toy_program.hpp"
#include "erlang/program.hpp"
#include "erlang/tips.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using beam::Term;
using support::UserError;

// Keeps what an exploration needs alive, in the order in which it must go.
struct Loaded {
  std::shared_ptr<LoadedCode> code;
  std::shared_ptr<erlang::World> world;
};

// Shares the life of `loaded`.
class SharedState final : public core::SharedState {
 public:
  explicit SharedState(std::shared_ptr<Loaded> loaded) : loaded_(std::move(loaded)) {}
  core::ActorTable& actors() override { return tables().actors(); }
  void seed(std::span<const core::ActorKey> keys) override { tables().seed(keys); }
  std::string save() const override { return loaded_->world->tables.save(); }
  std::string save_new() override { return tables().save_new(); }
  void restore(std::string_view bytes) override { tables().restore(bytes); }
  erlang::World& world() const { return *loaded_->world; }

 private:
  erlang::SharedTables& tables() { return loaded_->world->tables; }
  std::shared_ptr<Loaded> loaded_;
};

// As words of a command: what is watched, and the modules whose calls are.
void add_watched(const erlang::World& world, std::vector<std::string>& words) {
  words.push_back(fmt::format("--watch={}", world.watched));
  std::set<std::string> modules;
  for (const beam::Word module : world.replaced) {
    modules.emplace(beam::name_of(Term::from_bits(module)));
  }
  modules.insert(world.traced.begin(), world.traced.end());
  for (const std::string& module : modules) words.push_back("--replaced=" + module);
}

// An attribute such as -concuerror_options([keep_going, {depth_bound, 100}]) as command words.
void add_words(Term option, std::vector<std::string>& words) {
  if (option.is_atom()) {
    words.push_back(fmt::format("--{}", beam::name_of(option)));
  } else if (option.is_tuple(2) && option.element(0).is_atom()) {
    const Term value = option.element(1);
    const auto text = [](Term term) {
      return term.is_atom() ? std::string(beam::name_of(term)) : beam::print(term);
    };
    const std::string name = fmt::format("--{}", beam::name_of(option.element(0)));
    if (value.is_cons() && !value.head().is_small()) {
      for (Term list = value; list.is_cons(); list = list.tail()) {
        words.push_back(fmt::format("{}={}", name, text(list.head())));
      }
    } else {
      std::string shown = text(value);
      if (shown.size() >= 2 && shown.front() == '"') shown = shown.substr(1, shown.size() - 2);
      words.push_back(fmt::format("{}={}", name, shown));
    }
  }
}

std::vector<std::string> attribute_words(const beam::Module& module, const char* attribute) {
  std::vector<std::string> words;
  for (Term list = module.file->attributes; list.is_cons(); list = list.tail()) {
    const Term entry = list.head();
    if (!entry.is_tuple(2) || entry.element(0) != beam::intern(attribute)) continue;
    for (Term options = entry.element(1); options.is_cons(); options = options.tail()) {
      Term option = options.head();
      if (!option.is_list()) {
        add_words(option, words);
        continue;
      }
      for (; option.is_cons(); option = option.tail()) add_words(option.head(), words);
    }
  }
  return words;
}

bool exports(const beam::Module& module, std::string_view function) {
  const auto& all = module.file->exports;
  return std::any_of(all.begin(), all.end(), [&](const beam::NamedLabel& exported) {
    return exported.arity == 0 && beam::name_of(exported.function) == function;
  });
}

std::string choose_test(const beam::Module& module, const std::string& given) {
  const std::string_view name = beam::name_of(module.name);
  if (!given.empty()) {
    if (exports(module, given)) return given;
    const auto& all = module.file->exports;
    for (const beam::NamedLabel& exported : all) {
      if (beam::name_of(exported.function) == given) {
        throw UserError(fmt::format("{}:{}/{}: a test has no arguments; give a function of arity 0",
                                    name, given, exported.arity));
      }
    }
    throw UserError(fmt::format(
        "{} exports no function {}/0; export it, or name another test with -t", name, given));
  }
  if (exports(module, "test")) return "test";
  std::vector<std::string> tests;
  for (const beam::NamedLabel& exported : module.file->exports) {
    const std::string_view function = beam::name_of(exported.function);
    if (exported.arity == 0 && function.ends_with("_test")) tests.emplace_back(function);
  }
  std::sort(tests.begin(), tests.end());
  if (tests.size() == 1) return tests.front();
  if (tests.empty()) {
    throw UserError(
        fmt::format("{} exports neither test/0 nor a function *_test/0; name one with -t", name));
  }
  throw UserError(fmt::format("{} has {} tests ({}); name one with -t", name, tests.size(),
                              fmt::join(tests, ", ")));
}

// The module with the test among those that a file defines.
std::string choose_module(const std::string& file, const std::vector<std::string>& modules,
                          beam::CodeBase& code, const std::string& test) {
  if (modules.size() == 1) return modules.front();
  std::vector<std::string> fit;
  for (const std::string& name : modules) {
    const beam::Module* module = code.load(beam::intern(name));
    if (module == nullptr) continue;
    const bool has = test.empty() ? exports(*module, "test") : exports(*module, test);
    if (has) fit.push_back(name);
  }
  if (fit.size() == 1) return fit.front();
  throw UserError(fmt::format("{} defines {} modules ({}); name the one with the test with -m",
                              file, modules.size(), fmt::join(modules, ", ")));
}

std::string module_of_beam(const std::string& file) {
  if (!fs::exists(file)) throw UserError(fmt::format("{}: there is no such file", file));
  return fs::path(file).stem().string();
}

// Concuerror's `optimal` looks at receive patterns unless it is told not to.
std::vector<std::string> concuerror_words(const beam::Module& module, const char* attribute) {
  std::vector<std::string> words = attribute_words(module, attribute);
  std::replace(words.begin(), words.end(), std::string("--dpor=optimal"),
               std::string("--dpor=observers"));
  return words;
}

// Those that the module gives come before the user's, unless they are forced.
std::vector<std::string> with_attributes(const beam::Module& module,
                                         const std::vector<std::string>& words, bool confined) {
  std::vector<std::string> all = concuerror_words(module, "concuerror_options");
  for (const std::string& word : attribute_words(module, "heddle")) all.push_back(word);
  const std::vector<std::string> forced = concuerror_words(module, "concuerror_options_forced");
  if (confined) {
    const std::string source = fmt::format("the options of {}", beam::name_of(module.name));
    refuse_file_options(all, source);
    refuse_file_options(forced, source);
  }
  all.insert(all.end(), words.begin(), words.end());
  all.insert(all.end(), forced.begin(), forced.end());
  return all;
}

// The options of the words and of the module.
void complete(const beam::Module& module, const std::vector<std::string>& words,
              CheckArguments& arguments) {
  const std::vector<std::string> all = with_attributes(module, words, arguments.confined);
  if (all != words) {
    const beam::CodePathOptions path = arguments.path;
    arguments = parse_check(all, fmt::format("the options of {}", beam::name_of(module.name)));
    arguments.path = path;
  }
  settle(arguments);
}

// What changes the runs and their errors, as one text: a checkpoint may only be resumed with the
// same. (What changes the search is in identity(), explore_options.hpp.)
std::string identity_of(const erlang::Options& options) {
  std::string before;
  for (const erlang::Preparation& each : options.before) {
    before += fmt::format("{}:{}{};", each.module, each.function, each.arguments);
  }
  return fmt::format(
      "after_timeout={} virtual={} idle={} instant={} normal={} ignored={}{}{} assertions_only={} "
      "first_only={} step_limit={} visible={} ask_erl={} scheduling={} non_racing={} before={}",
      options.after_timeout, options.virtual_time, options.idle_time, options.instant_delivery,
      fmt::join(options.treat_as_normal, ","), options.ignore_abnormal_exit,
      options.ignore_abnormal_halt, options.ignore_deadlock, options.assertions_only,
      options.first_process_errors_only, options.calls_per_step, fmt::join(options.visible, ","),
      options.ask_erl, static_cast<int>(options.scheduling),
      fmt::join(options.non_racing_system, ","), before);
}

nlohmann::json packed(const std::vector<erlang::Preparation>& preparations) {
  nlohmann::json all = nlohmann::json::array();
  for (const erlang::Preparation& each : preparations) {
    all.push_back({each.module, each.function, each.arguments, each.otherwise, each.starts});
  }
  return all;
}

std::vector<erlang::Preparation> unpacked(const nlohmann::json& preparations) {
  std::vector<erlang::Preparation> all;
  for (const nlohmann::json& each : preparations) {
    all.push_back({each.at(0), each.at(1), each.at(2), each.at(3), each.at(4)});
  }
  return all;
}

// So many bytes of .beam files travel; a project has a few.
constexpr std::uintmax_t kMostLuggage = std::uintmax_t{256} << 20;

// The .beam and .app files that are neither OTP's nor Elixir's, the first of each name: all that
// the program may come to load.
std::map<std::string, std::string> own_files(beam::CodeBase& code) {
  std::map<std::string, std::string> files;
  std::uintmax_t size = 0;
  for (const std::string& folder : code.directories()) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      const std::string path = entry.path().string();
      const std::string name = entry.path().filename().string();
      const bool wanted = path.ends_with(".beam") || path.ends_with(".app");
      if (!wanted || code.is_library(path) || files.contains(name)) continue;
      size += entry.file_size(ignored);
      if (size > kMostLuggage) {
        throw UserError(
            fmt::format("--queue: the .beam files in {} and other folders have more than "
                        "{} MiB; start it where there are fewer",
                        folder, kMostLuggage >> 20));
      }
      files[name] = read_text_file(path);
    }
  }
  return files;
}

}  // namespace

void LoadedCode::open(beam::CodePathOptions path, bool with_coverage,
                      const std::vector<std::string>& own) {
  if (with_coverage) {
    if (folder == nullptr) folder = std::make_unique<beam::PrivateFolder>();
    const std::string copies = folder->path() + "/covered";
    coverage = std::make_unique<Coverage>(own, copies, path);
    path.front.insert(path.front.begin(), copies);
  }
  code = std::make_unique<beam::CodeBase>(beam::CodePath(std::move(path)));
  if (coverage != nullptr) code->marks().resize(coverage->marks());
}

Subject make_subject(std::shared_ptr<LoadedCode> code, const EntryPoint& entry,
                     const std::vector<std::string>& words, CheckArguments& arguments) {
  complete(*entry.about, words, arguments);
  auto& normal = arguments.semantics.treat_as_normal;
  normal.insert(normal.end(), entry.normal_exits.begin(), entry.normal_exits.end());
  if (entry.runs_test) arguments.semantics.runner = entry.module;
  auto& before = arguments.semantics.before;
  std::copy_if(entry.before.begin(), entry.before.end(), std::back_inserter(before),
               [&](const erlang::Preparation& each) { return arguments.start || !each.starts; });
  auto loaded = std::make_shared<Loaded>();
  loaded->code = std::move(code);
  loaded->world = std::make_shared<erlang::World>(*loaded->code->code, entry.module, entry.function,
                                                  arguments.semantics, entry.arguments);
  loaded->world->watched |= arguments.watch;
  for (const std::string& module : arguments.replaced) {
    loaded->world->watch(erlang::NeedsWatch{module});
  }
  if (!arguments.monitor.empty()) {
    loaded->world->judge = judge_of(parse_monitor(arguments.monitor, entry.title));
  }
  Subject program;
  program.name = entry.name;
  program.title = entry.title;
  std::string md5;
  for (const std::uint8_t byte : entry.about->file->md5) md5 += fmt::format("{:02x}", byte);
  program.digest = fmt::format("{} {} {}", program.title, md5, identity_of(arguments.semantics));
  program.command = {"check"};
  program.command.insert(program.command.end(), words.begin(), words.end());
  program.shared = std::make_shared<SharedState>(loaded);
  program.factory = [loaded] { return std::make_unique<erlang::Program>(loaded->world); };
  program.assumptions = [loaded] {
    std::vector<core::CutOff> assumed;
    for (const std::string& function : loaded->world->oracle.asked()) {
      assumed.push_back({fmt::format("the assumption that {} is pure", function), false});
    }
    return assumed;
  };
  program.tips = erlang::tips;
  program.pack = [loaded, entry, words, about = std::string(beam::name_of(entry.about->name))] {
    beam::CodeBase& base = *loaded->code->code;
    std::vector<std::string> all = words;
    add_watched(*loaded->world, all);
    const nlohmann::json spec = {{"kind", "erlang"},
                                 {"otp", base.release().version},
                                 {"words", all},
                                 {"about", about},
                                 {"module", entry.module},
                                 {"function", entry.function},
                                 {"name", entry.name},
                                 {"arguments", entry.arguments},
                                 {"title", entry.title},
                                 {"normal", entry.normal_exits},
                                 {"before", packed(entry.before)},
                                 {"runs_test", entry.runs_test}};
    return Luggage{spec.dump(), own_files(base)};
  };
  if (!arguments.search.coverage.empty() && loaded->code->coverage == nullptr) {
    throw UserError(fmt::format(
        "{}: the option coverage of the module comes too late; give --coverage FILE to the command",
        entry.title));
  }
  if (loaded->code->coverage != nullptr) {
    program.coverage = [loaded] { return loaded->code->coverage->lcov(*loaded->code->code); };
  }
  program.again = [words] {
    CheckArguments fresh = parse_check(words, "the command");
    return load_erlang(words, fresh);
  };
  return program;
}

Subject load_erlang(const std::vector<std::string>& words, CheckArguments& arguments) {
  if (names_suite(arguments)) return load_suite_test(words, arguments);
  auto loaded = std::make_shared<LoadedCode>();
  std::vector<std::string> modules;
  const std::string file = arguments.file;
  if (file.empty() && arguments.module.empty()) {
    throw UserError("check needs a program: a file (x.erl, x.ex, x.beam), or -m MODULE");
  }
  if (!arguments.with.empty() && !beam::is_source(file)) {
    throw UserError(
        fmt::format("--with {}: goes with a source file only; give compiled modules "
                    "with --pa",
                    arguments.with.front()));
  }
  if (beam::is_source(file)) {
    loaded->folder = std::make_unique<beam::PrivateFolder>();
    arguments.path.front.insert(arguments.path.front.begin(), loaded->folder->path());
    write_erlang_headers(loaded->folder->path());
    beam::CompileOptions compile = arguments.compile;
    compile.includes.push_back(loaded->folder->path());
    for (const std::string& other : arguments.with) {
      beam::compile_source(other, loaded->folder->path(), compile);
    }
    modules = beam::compile_source(file, loaded->folder->path(), compile);
  } else if (!file.empty()) {
    modules = {module_of_beam(file)};
    const fs::path folder = fs::path(file).parent_path();
    arguments.path.front.insert(arguments.path.front.begin(),
                                folder.empty() ? "." : folder.string());
  }
  std::vector<std::string> own = arguments.path.front;
  if (!beam::is_source(file)) {
    for (const char* name : {"", "ebin"}) own.push_back(fs::path(arguments.path.current) / name);
  }
  loaded->open(arguments.path, !arguments.search.coverage.empty(), own);
  std::string name = arguments.module;
  if (name.empty()) name = choose_module(file, modules, *loaded->code, arguments.test);
  const beam::Module* module = loaded->code->load(beam::intern(name));
  if (module == nullptr) module = loaded->code->load(beam::intern("Elixir." + name));
  if (module == nullptr) {
    throw UserError(
        fmt::format("there is no module {}; give the directory of its .beam file with --pa", name));
  }
  complete(*module, words, arguments);
  const std::string test = choose_test(*module, arguments.test);
  const std::string module_name(beam::name_of(module->name));
  return make_subject(std::move(loaded),
                      {.about = module,
                       .module = module_name,
                       .function = test,
                       .name = file.empty() ? name : file,
                       .title = fmt::format("{}:{}/0", module_name, test)},
                      words, arguments);
}

Subject unpack_erlang(const std::string& spec, const std::map<std::string, std::string>& files) {
  const nlohmann::json read = nlohmann::json::parse(spec);
  const std::vector<std::string> words = read.at("words");
  CheckArguments arguments = parse_check(words, "the options of the run");
  auto loaded = std::make_shared<LoadedCode>();
  loaded->folder = std::make_unique<beam::PrivateFolder>();
  for (const auto& [name, bytes] : files) {
    support::write_file_atomically(
        loaded->folder->path() + "/" + fs::path(name).filename().string(), bytes, "module");
  }
  arguments.path = {.front = {loaded->folder->path()},
                    .back = {},
                    .otp = arguments.path.otp,
                    .current = loaded->folder->path()};
  loaded->code = std::make_unique<beam::CodeBase>(beam::CodePath(arguments.path));
  const std::string there = read.at("otp");
  const std::string here = loaded->code->release().version;
  if (there != here) {
    throw UserError(fmt::format(
        "the run was started with OTP {}, here is OTP {}; install the same, or give its "
        "folder with --otp where the run is started",
        there, here));
  }
  const beam::Module* about = loaded->code->load(beam::intern(std::string(read.at("about"))));
  if (about == nullptr) {
    throw UserError(fmt::format("the module {} did not travel with the run; start it again",
                                std::string(read.at("about"))));
  }
  return make_subject(std::move(loaded),
                      {.about = about,
                       .module = read.at("module"),
                       .function = read.at("function"),
                       .arguments = read.at("arguments"),
                       .name = read.at("name"),
                       .title = read.at("title"),
                       .normal_exits = read.at("normal"),
                       .before = unpacked(read.at("before")),
                       .runs_test = read.at("runs_test")},
                      words, arguments);
}

void set_judge(const Subject& program, erlang::World::Judge judge) {
  static_cast<SharedState&>(*program.shared).world().judge = std::move(judge);
}

int watching(const Subject& given, const std::function<int(const Subject&)>& run) {
  Subject program = given;
  while (true) {
    try {
      return run(program);
    } catch (const erlang::NeedsWatch& needs) {
      auto& shared = dynamic_cast<SharedState&>(*program.shared);
      HEDDLE_CHECK((shared.world().watched & needs.what_to_watch) == 0, "it is watched already");
      shared.world().watch(needs);
      program.command = given.command;
      add_watched(shared.world(), program.command);
    }
  }
}

}  // namespace heddle::cli
