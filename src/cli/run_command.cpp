// heddle run MODULE FUNCTION [ARGS]: one schedule of an Erlang function, and what came of it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "beam/loader/compile.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/parse.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
#include "cli/commands.hpp"
#include "cli/run_once.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

using beam::Machine;
using beam::Process;
using beam::Term;

struct RunArguments {
  std::string module;
  std::string function;
  std::vector<std::string> arguments;
  beam::CodePathOptions path;
  beam::CompileOptions compile;
  std::optional<std::uint64_t> seed;
  std::uint64_t steps = 100'000'000;
  std::uint64_t step_limit = 2'000'000'000;
  std::uint64_t memory = 8192;  // MiB
};

void show_output(Machine& machine) {
  std::cout << machine.output();
  std::cerr << machine.logged();
}

int report(Machine& machine, const Process& main) {
  show_output(machine);
  const Process::State& state = main.state;
  if (state.status != beam::Status::kExited) {
    std::cout << fmt::format("stuck: {} waits for a message that nobody sends, in {}\n",
                             beam::print(main.pid()), machine.place(state.ip));
    return 1;
  }
  const Term result = Term::from_bits(state.result);
  if (!result.is_none()) {
    std::cout << beam::print(result) << "\n";
    return 0;
  }
  std::cout << fmt::format("exit: {}\n", beam::print(Term::from_bits(state.exit_reason)));
  return 1;
}

bool has_function(beam::CodeBase& code, const std::string& module, const RunArguments& wanted) {
  const beam::Module* loaded = code.load(beam::intern(module));
  const Term function = beam::intern(wanted.function);
  if (loaded == nullptr) return false;
  return std::ranges::any_of(loaded->file->exports, [&](const beam::NamedLabel& entry) {
    return entry.function == function && entry.arity == wanted.arguments.size();
  });
}

// The module that a source file is about; Elixir files may define several.
std::string module_of(const std::string& file, const std::vector<std::string>& modules,
                      beam::CodeBase& code, const RunArguments& wanted) {
  if (modules.size() == 1) return modules.front();
  std::vector<std::string> fitting;
  for (const std::string& module : modules) {
    if (has_function(code, module, wanted)) fitting.push_back(module);
  }
  if (fitting.size() == 1) return fitting.front();
  throw support::UserError(fmt::format(
      "{} defines {} modules ({}), and {} of them have {}/{}; compile it, and name one of them "
      "with --pa",
      file, modules.size(), fmt::join(modules, ", "), fitting.size(), wanted.function,
      wanted.arguments.size()));
}

int run(RunArguments& arguments) {
  std::unique_ptr<beam::PrivateFolder> folder;
  std::vector<std::string> modules;
  if (beam::is_source(arguments.module)) {
    folder = std::make_unique<beam::PrivateFolder>();
    arguments.path.front.insert(arguments.path.front.begin(), folder->path());
    modules = beam::compile_source(arguments.module, folder->path(), arguments.compile);
  }
  beam::CodeBase code{beam::CodePath(arguments.path)};
  if (!modules.empty()) {
    arguments.module = module_of(arguments.module, modules, code, arguments);
  }
  Machine machine(code, {.calls_per_step = arguments.step_limit, .memory = arguments.memory << 20});
  const Term module = beam::intern(arguments.module);
  if (code.load(module) == nullptr) {
    throw support::UserError(fmt::format(
        "there is no module {}; give the directory of its .beam file with --pa", arguments.module));
  }
  std::vector<Term> terms;
  for (const std::string& text : arguments.arguments) {
    terms.push_back(beam::parse_term(machine.heap(), text));
  }
  Process& main =
      machine.spawn(nullptr, module, beam::intern(arguments.function), machine.heap().list(terms));
  try {
    run_once(machine, main, {.seed = arguments.seed, .steps = arguments.steps});
  } catch (const support::UserError&) {
    // What it printed until then tells how far it came.
    show_output(machine);
    throw;
  }
  return report(machine, main);
}

}  // namespace

Command add_run(CommandParser& heddle) {
  auto arguments = std::make_shared<RunArguments>();
  CommandParser command = heddle.add_command("run", "run an Erlang function once, on one schedule");
  command.add_option("module", arguments->module, "a module, or a file: x.erl, x.ex").required();
  command.add_option("function", arguments->function, "the function to call").required();
  command.add_option("arguments", arguments->arguments, "Erlang terms, e.g. 3 '[a, {b, 1}]'");
  command.add_option("--pa", arguments->path.front, "look for modules here first").one_at_a_time();
  command.add_option("--pz", arguments->path.back, "look for modules here last").one_at_a_time();
  command.add_option("--otp", arguments->path.otp, "the root of OTP (default: that of erl)");
  command.add_option("-I", arguments->compile.includes, "a folder of include files")
      .one_at_a_time();
  command.add_option("--erlc-options", arguments->compile.erlc_options, "more options for erlc");
  command.add_option("--seed", arguments->seed, "a random schedule (default: by turns)");
  command.add_option("--steps", arguments->steps, "the most steps of the run").shows_default();
  command.add_option("--step-limit", arguments->step_limit, "the most calls within one step")
      .shows_default();
  command.add_option("--memory", arguments->memory, "the most memory of the run, in MiB")
      .between(std::uint64_t{1}, std::uint64_t{1} << 30)
      .shows_default();
  return [arguments] { return run(*arguments); };
}

}  // namespace heddle::cli
