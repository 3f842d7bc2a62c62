// heddle verify FILE...: proves properties of an Erlang program for any number of processes and
// messages, or refutes them with a real execution.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "abstraction/program.hpp"
#include "beam/loader/compile.hpp"
#include "cli/commands.hpp"
#include "cli/erlang_headers.hpp"
#include "cli/verify.hpp"
#include "cli/verify_report.hpp"
#include "petri/format/formats.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using support::UserError;

constexpr std::size_t kLargestText = std::size_t{1} << 28;

struct VerifyArguments {
  std::vector<std::string> files;
  std::string module;
  std::string function = "main";
  std::optional<std::size_t> data;
  std::optional<std::size_t> message;
  std::optional<std::size_t> context;
  bool errors = false;
  bool analysis_only = false;
  bool mailbox_bounds = false;
  bool open = false;
  bool no_refinement = false;
  bool no_search = false;
  bool verbose = false;
  std::string acs;
  std::string json;
  std::string certificates;
  std::string trace;
  std::size_t states = 100'000;
  double time = 120;  // seconds; 0: no limit
  double search_time = 1;
  std::vector<std::string> includes;
  std::string erlc_options;
};

beam::CompileOptions compile_options(const VerifyArguments& arguments, const std::string& mode,
                                     const std::string& headers) {
  beam::CompileOptions out;
  out.includes = arguments.includes;
  out.includes.push_back(headers);
  out.erlc_options = mode + arguments.erlc_options;
  return out;
}

// The Core Erlang of a module; what is Erlang is compiled first.
abstraction::ModuleText text_of(const std::string& file, const VerifyArguments& arguments,
                                const std::string& headers) {
  const fs::path path(file);
  if (path.extension() == ".core") {
    return {.text = support::read_file(file, kLargestText, "Core Erlang"),
            .file = file,
            .source = file};
  }
  if (path.extension() != ".erl") {
    throw UserError(fmt::format("{}: give Erlang (.erl) or Core Erlang (.core)", file));
  }
  const beam::PrivateFolder folder;
  const beam::CompileOptions options = compile_options(arguments, "+to_core -DSOTER ", headers);
  beam::compile_source(file, folder.path(), options);
  const std::string core = (fs::path(folder.path()) / path.stem()).string() + ".core";
  return {.text = support::read_file(core, kLargestText, "Core Erlang"),
          .file = file + " (Core Erlang)",
          .source = file,
          .labels = abstraction::labels_in_source(
              support::read_file(file, kLargestText, "Erlang source"))};
}

// The words of `heddle check` that run the same program with its monitors, now and in a replay.
std::vector<std::string> check_words(const VerifyArguments& arguments) {
  std::vector<std::string> words;
  std::string main = arguments.files.front();
  for (const std::string& file : arguments.files) {
    if (fs::path(file).stem() == arguments.module) main = file;
  }
  words.push_back(main);
  for (const std::string& file : arguments.files) {
    if (file != main) words.push_back("--with=" + file);
  }
  words.push_back("--test=" + arguments.function);
  for (const std::string& include : arguments.includes) words.push_back("-I" + include);
  words.push_back("--erlc-options=-DHEDDLE_MONITOR " + arguments.erlc_options);
  return words;
}

VerifySettings settings_of(const VerifyArguments& arguments) {
  VerifySettings out;
  out.mode = arguments.errors           ? abstraction::Mode::kErrors
             : arguments.mailbox_bounds ? abstraction::Mode::kMailboxes
                                        : abstraction::Mode::kProperties;
  out.open = arguments.open;
  out.depths.data = arguments.data.value_or(0);
  out.depths.message = arguments.message;
  out.depths.context = arguments.context.value_or(0);
  // Who names a depth wants to see what it gives.
  out.refine =
      !arguments.no_refinement && !arguments.data && !arguments.message && !arguments.context;
  out.states = arguments.states;
  if (arguments.time > 0) {
    out.time = std::chrono::milliseconds(static_cast<std::int64_t>(arguments.time * 1000));
  }
  out.search_time =
      std::chrono::milliseconds(static_cast<std::int64_t>(arguments.search_time * 1000));
  return out;
}

void write_acs(const std::string& file, const std::string& dot, const std::string& json) {
  if (file == "-") {
    std::cout << dot;
    return;
  }
  const bool as_json = fs::path(file).extension() == ".json";
  support::write_file_atomically(file, as_json ? json : dot, "ACS");
}

int analyse_only(abstraction::Program& program, const VerifyArguments& arguments,
                 const VerifySettings& settings) {
  const abstraction::Analysis analysis = analyse(program, {.depths = settings.depths,
                                                           .limits = {.states = settings.states},
                                                           .mode = settings.mode,
                                                           .open = settings.open});
  if (!analysis.complete) {
    for (const std::string& note : analysis.machine->notes()) std::cout << note << "\n";
    std::cout << "the analysis was cut off: no ACS\n";
    return 3;
  }
  std::cout << fmt::format("{}: {} classes of processes, {} places and {} rules, D={} M={} K={}\n",
                           program.module, analysis.full.classes.size(), analysis.places_before,
                           analysis.full.rules.size(), settings.depths.data,
                           analysis.machine->message_depth(), settings.depths.context);
  if (!arguments.acs.empty()) {
    write_acs(arguments.acs, to_dot(analysis.full), abstraction::to_json(analysis.full));
  }
  return 0;
}

void write_certificates(const std::string& folder, const VerifyResult& result) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw UserError(fmt::format("{}: cannot make the folder", folder));
  std::size_t number = 0;
  for (const Verified& verified : result.properties) {
    ++number;
    if (verified.certificate.empty()) continue;
    const std::string stem = (fs::path(folder) / fmt::format("property{}", number)).string();
    support::write_file_atomically(stem + ".pnml", to_pnml(verified.net, verified.question), "net");
    support::write_file_atomically(stem + ".certificate", verified.certificate, "certificate");
  }
}

int verify(VerifyArguments arguments) {
  const beam::PrivateFolder headers;
  write_erlang_headers(headers.path());
  std::vector<abstraction::ModuleText> texts;
  for (const std::string& file : arguments.files) {
    texts.push_back(text_of(file, arguments, headers.path()));
  }
  abstraction::Program program =
      load_program(texts, arguments.module, arguments.function, arguments.open);
  arguments.module = program.module;
  const VerifySettings settings = settings_of(arguments);
  if (arguments.analysis_only) return analyse_only(program, arguments, settings);

  const bool sources =
      std::all_of(arguments.files.begin(), arguments.files.end(),
                  [](const std::string& file) { return fs::path(file).extension() == ".erl"; });
  std::unique_ptr<Refuter> refuter;
  if (sources && !arguments.no_search) {
    refuter = std::make_unique<Refuter>(check_words(arguments));
  }
  const VerifyResult result = [&] {
    VerifyProgress progress(settings.time);  // gone before the report is printed
    return verify_program(program, settings, refuter.get(), &progress);
  }();

  const auto refuted = std::find_if(result.properties.begin(), result.properties.end(),
                                    [](const Verified& each) { return each.trace.has_value(); });
  VerifyReportOptions options{.verbose = arguments.verbose};
  if (refuted != result.properties.end() && !arguments.trace.empty()) {
    core::write_trace(arguments.trace, *refuted->trace);
    options.trace_file = arguments.trace;
  }
  if (!arguments.acs.empty()) write_acs(arguments.acs, result.dot, result.json);
  if (!arguments.certificates.empty()) write_certificates(arguments.certificates, result);
  if (arguments.json == "-") {
    std::cout << to_json(program, result);
  } else {
    print_verified(std::cout, program, result, options);
    if (!arguments.json.empty()) {
      support::write_file_atomically(arguments.json, to_json(program, result), "result");
    }
  }
  if (result.properties.empty() && result.bounds.empty() &&
      settings.mode == abstraction::Mode::kProperties) {
    std::cerr << "heddle: the program states no property; write -uncoverable(\"label >= 2\"), or "
                 "use --errors or --mailbox-bounds\n";
  }
  return exit_code(result);
}

}  // namespace

Command add_verify(CommandParser& heddle) {
  auto arguments = std::make_shared<VerifyArguments>();
  CommandParser command = heddle.add_command(
      "verify", "prove properties of an Erlang program for any number of processes");
  command
      .add_option("files", arguments->files, "modules: .erl, or .core as erlc +to_core writes it")
      .required();
  command.add_option("-m,--module", arguments->module, "the module with the entry");
  command
      .add_option("-t,--test,--entry", arguments->function,
                  "the function to start with, without arguments")
      .shows_default();
  command.add_flag("--errors", arguments->errors,
                   "prove that nothing goes wrong: one question for each site");
  command.add_flag("--analysis-only", arguments->analysis_only, "make the ACS and stop");
  command.add_flag("--mailbox-bounds", arguments->mailbox_bounds,
                   "for each class of processes, the smallest bound of its mailboxes");
  command.add_flag("--open", arguments->open,
                   "anyone may call what the module exports and send messages");
  command.add_option("-D,--data-depth", arguments->data,
                     "how deep data is told apart; no refinement");
  command.add_option("-M,--message-depth", arguments->message,
                     "how deep messages are (default: data depth + depth of the patterns)");
  command.add_option("-K,--context", arguments->context, "how many calls a context remembers");
  command.add_flag("--no-refinement", arguments->no_refinement, "do not raise the depths");
  command.add_flag("--no-search", arguments->no_search, "do not look for real executions");
  command.add_option("--search-time", arguments->search_time, "seconds for each search")
      .shows_default();
  command.add_option("--state-limit", arguments->states, "most control states of an analysis")
      .shows_default();
  command.add_option("--time", arguments->time, "seconds for everything; 0: no limit")
      .shows_default();
  command.add_option("--acs", arguments->acs, "write the ACS: .dot, or .json; - for DOT on stdout");
  command.add_option("--json", arguments->json, "write the result; - for stdout");
  command.add_option("--certificates", arguments->certificates,
                     "write the nets and certificates of what is proved into this folder, for "
                     "heddle cover --check");
  command.add_option("--trace", arguments->trace,
                     "write the execution of the first refuted property, for heddle replay");
  command.add_option("-I,--include", arguments->includes, "where the compiler finds headers")
      .one_at_a_time();
  command.add_option("--erlc-options", arguments->erlc_options, "more options for erlc");
  command.add_flag("-v,--verbose", arguments->verbose, "also how, and what --errors has proved");
  return [arguments] { return verify(*arguments); };
}

}  // namespace heddle::cli
