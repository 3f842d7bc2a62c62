#include "serve/execution.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "serve/child.hpp"
#include "serve/compilers.hpp"
#include "serve/limits.hpp"
#include "serve/options.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::serve {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using support::UserError;

// Compiling takes time before the search begins, and a report after it has ended.
constexpr double kAround = 20;
// A check of one test ends by itself; the memory of the search is besides that of its runs.
constexpr std::uint64_t kSearchMemory = 256;

bool is_suite(const RunRequest& request) {
  return request.options.value("suite", "one test") != "one test";
}

/// The part of the table of options that is for this run.
std::string table_of(const RunRequest& request) {
  const bool native = request.language == Language::kCpp && request.command == "check";
  return native ? "native" : request.command;
}

std::string usual_path() {
  const char* path = std::getenv("PATH");
  return path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
}

// The words of the answers of verify, the worst first.
std::string verdict_of(const json& result) {
  if (result.contains("verdict") && result["verdict"].is_string()) return result["verdict"];
  if (!result.contains("properties")) return "";
  const auto some = [&](const char* answer) {
    const json& all = result["properties"];
    return std::any_of(all.begin(), all.end(),
                       [&](const json& each) { return each.value("answer", "") == answer; });
  };
  for (const char* answer : {"refuted", "unknown", "proved"}) {
    if (some(answer)) return answer;
  }
  return "analysed";  // nothing was asked, so nothing is proved
}

std::string verdict_of_code(int code) {
  switch (code) {
    case 0:
      return "verified";
    case 1:
      return "error";
    case 3:
      return "inconclusive";
    default:
      return "";
  }
}

json read_json(const std::string& file) {
  if (!fs::exists(file)) return nullptr;
  try {
    return json::parse(support::read_file(file, kMostReport, "result"));
  } catch (const std::exception&) {
    return nullptr;
  }
}

std::string without_prefix(std::string text) {
  constexpr std::string_view kPrefix = "heddle: ";
  return text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : text;
}

}  // namespace

/// One run and where it happens.
struct Execution::Job {
  const Run& run;
  const std::atomic<bool>& stop;
  const RunQueue::Publish& publish;
  std::string folder;
  std::string file;
  std::vector<std::string> environment;

  std::string path(const char* name) const { return folder + "/" + name; }

  ChildResult start(const std::vector<std::string>& words, const ChildLimits& limits,
                    View view) const {
    view.writable.push_back(folder);
    return run_child({words, folder, environment, std::move(view)}, limits, stop,
                     [this](const Progress& progress) {
                       publish([&](Run& shown) { shown.progress = progress; });
                     });
  }
};

Execution::Execution(ExecutionSettings settings) : settings_(std::move(settings)) {}

void Execution::refuse(const RunRequest& request) const {
  if (request.source.size() > kMostSource) {
    throw UserError(fmt::format("the program is longer than {} KiB", kMostSource >> 10));
  }
  if (request.command != "check" && request.command != "verify") {
    throw UserError("the command is neither check nor verify");
  }
  option_words(table_of(request), request.options);
  if (request.command == "verify" && request.language != Language::kErlang) {
    throw UserError("verify proves properties of Erlang programs; use check for this one");
  }
  if (request.language != Language::kCpp) return;
  if (!settings_.native) {
    throw UserError(
        "C++ is not run here: a native program is not confined to Heddle's machine. Who trusts the "
        "programs starts heddle serve --allow-native");
  }
  if (!settings_.cpp) {
    throw UserError(
        "C++ needs Heddle's CMake package: install it (make install), or run heddle from a build "
        "folder with the libraries (cmake --build build)");
  }
}

void Execution::run(const Run& run, const std::atomic<bool>& stop,
                    const RunQueue::Publish& publish) const {
  Job job{run, stop, publish, settings_.folder + "/" + std::to_string(run.id), {}, {}};
  job.file = file_name(run.request.language, run.request.name, run.request.source);
  const std::string temporary = job.folder + "/tmp";
  if (mkdir(job.folder.c_str(), 0700) != 0 || mkdir(temporary.c_str(), 0700) != 0) {
    throw UserError("the folder of the run cannot be made");
  }
  support::write_file_atomically(job.path(job.file.c_str()), run.request.source, "program");
  job.environment = {"PATH=" + usual_path(), "HOME=" + temporary, "TMPDIR=" + temporary,
                     "LANG=C.UTF-8",         "LC_ALL=C.UTF-8",    "ERL_CRASH_DUMP_BYTES=0"};
  publish([&](Run& shown) { shown.folder = job.folder; });
  if (run.request.language == Language::kCpp) {
    native(job);
  } else {
    check_or_verify(job);
  }
  std::error_code ignored;
  fs::remove_all(temporary, ignored);
}

namespace {

ChildLimits limits_of(const ExecutionSettings& settings, double seconds) {
  return {.time = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)),
          .memory = (settings.memory + kSearchMemory) << 20};
}

// What a child's end means, and its words, become the run's.
void conclude(Run& run, const ChildResult& child, const ExecutionSettings& settings,
              const std::string& file) {
  run.exit_code = child.end == ChildEnd::kExited ? child.code : -1;
  run.text = child.out;
  run.phase.clear();
  const std::string words = without_prefix(child.err);
  run.message = words;
  run.diagnostics = diagnostics(words, file);
  switch (child.end) {
    case ChildEnd::kExited:
      run.state = child.code == 2 ? RunState::kFailed : RunState::kDone;
      break;
    case ChildEnd::kStopped:
      run.state = RunState::kStopped;
      break;
    case ChildEnd::kTime:
      run.state = RunState::kFailed;
      run.message =
          fmt::format("stopped at the time limit of {} s (heddle serve --time)", settings.time);
      break;
    case ChildEnd::kMemory:
      run.state = RunState::kFailed;
      run.message = fmt::format("stopped at the memory limit of {} MiB (heddle serve --memory)",
                                settings.memory);
      break;
    case ChildEnd::kCrashed:
      run.state = RunState::kFailed;
      run.message = fmt::format("ended by signal {}\n{}", child.code, words);
      break;
    case ChildEnd::kNotStarted:
      run.state = RunState::kFailed;
      run.message = "the run could not be started\n" + words;
      break;
  }
}

}  // namespace

void Execution::check_or_verify(const Job& job) const {
  const RunRequest& request = job.run.request;
  const bool verify = request.command == "verify";
  json options = request.options;
  // The limit of the server ends a search in good order; the one of the child is behind it.
  options["time"] = std::min(options.value("time", settings_.time), settings_.time);

  std::vector<std::string> words = {settings_.program, request.command};
  if (is_suite(request)) {
    words.push_back((request.language == Language::kElixir ? "--exunit=" : "--eunit=") + job.file);
  } else {
    words.push_back(job.file);
  }
  for (std::string& word : option_words(request.command, options)) words.push_back(std::move(word));
  words.push_back(std::string("--json=") + kResultFile);
  for (const std::string& folder : settings_.folders) words.push_back("-I" + folder);
  if (verify) {
    words.push_back(std::string("--acs=") + kAcsFile);
  } else {
    words.emplace_back("--colour=never");
    words.emplace_back("--confined");
    words.emplace_back("--once");
    words.push_back(fmt::format("--memory={}", settings_.memory));
    if (!is_suite(request)) words.push_back(std::string("--html=") + kReportFile);
  }
  job.publish([&](Run& shown) { shown.phase = verify ? "analysing" : "compiling and exploring"; });
  View view{.readable = settings_.folders, .writable = {}};
  view.readable.push_back(settings_.program);  // not its folder, which may be anybody's home
  const char* home = std::getenv("HOME");
  for (std::string& folder : compiler_folders(usual_path(), home == nullptr ? "/root" : home)) {
    view.readable.push_back(std::move(folder));
  }
  const ChildResult child = job.start(words, limits_of(settings_, settings_.time + kAround), view);

  json result = read_json(job.path(kResultFile));
  job.publish([&](Run& shown) {
    conclude(shown, child, settings_, job.file);
    shown.verdict = verdict_of(result);
    if (shown.verdict.empty() && child.end == ChildEnd::kExited) {
      shown.verdict = verdict_of_code(child.code);
    }
    shown.result = std::move(result);
    shown.has_report = fs::exists(job.path(kReportFile));
    shown.has_acs = fs::exists(job.path(kAcsFile));
  });
}

void Execution::native(const Job& job) const {
  const json& options = job.run.request.options;
  const double seconds = std::min(options.value("time", settings_.time), settings_.time);
  View view{.readable = settings_.folders, .writable = {}};
  view.readable.push_back(settings_.cpp->include);
  view.readable.push_back(settings_.cpp->libraries);
  job.publish([&](Run& shown) { shown.phase = "compiling"; });
  const ChildResult compiled =
      job.start(settings_.cpp->compiler_words("/usr/bin/g++", job.file, "snippet"),
                {.time = std::chrono::minutes(2), .memory = std::uint64_t{4} << 30}, view);
  if (compiled.end != ChildEnd::kExited || compiled.code != 0) {
    job.publish([&](Run& shown) {
      conclude(shown, compiled, settings_, job.file);
      if (compiled.end == ChildEnd::kExited) shown.state = RunState::kFailed;
    });
    return;
  }
  Job running{job.run, job.stop, job.publish, job.folder, job.file, job.environment};
  for (std::string& word : option_words("native", options)) {
    running.environment.push_back(std::move(word));
  }
  running.environment.push_back(fmt::format("HEDDLE_TIME={}", seconds));
  running.environment.emplace_back("HEDDLE_PROGRESS=1");
  running.environment.push_back(std::string("HEDDLE_HTML=") + kReportFile);
  running.environment.emplace_back("HEDDLE_TRACE=heddle-trace.json");
  running.environment.push_back(std::string("HEDDLE_JSON=") + kResultFile);
  job.publish([&](Run& shown) { shown.phase = "exploring"; });
  const ChildResult child =
      running.start({job.path("snippet")}, limits_of(settings_, seconds + kAround), view);
  json result = read_json(job.path(kResultFile));
  job.publish([&](Run& shown) {
    conclude(shown, child, settings_, job.file);
    shown.has_report = fs::exists(job.path(kReportFile));
    shown.result = std::move(result);
    if (child.end != ChildEnd::kExited) return;
    shown.state = RunState::kDone;
    // A program without a check of ours has its exit code only.
    shown.verdict = verdict_of(shown.result);
    if (shown.verdict.empty()) shown.verdict = child.code == 0 ? "passed" : "error";
    shown.diagnostics = diagnostics(compiled.err, job.file);
  });
}

void Execution::forget(const Run& run) const {
  if (run.folder.empty()) return;
  std::error_code ignored;
  fs::remove_all(run.folder, ignored);
}

}  // namespace heddle::serve
