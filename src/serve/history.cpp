#include "serve/history.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <system_error>

#include "serve/execution.hpp"
#include "serve/limits.hpp"
#include "serve/token.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::serve {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using support::UserError;

constexpr int kVersion = 1;
constexpr std::string_view kPrefix = "run-";
constexpr std::string_view kSuffix = ".json";

/// A file of a run, and the field that has its content.
struct Part {
  const char* field;
  const char* file;
  bool Run::*there;
};
constexpr Part kParts[] = {{"report_html", kReportFile, &Run::has_report},
                           {"acs_json", kAcsFile, &Run::has_acs}};

/// The number in the name of a run's file; 0: it is none.
std::uint64_t number_of(const fs::path& path) {
  const std::string name = path.filename().string();
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return 0;
  std::uint64_t id = 0;
  const char* const end = name.data() + name.size() - kSuffix.size();
  const auto read = std::from_chars(name.data() + kPrefix.size(), end, id);
  return read.ec == std::errc() && read.ptr == end ? id : 0;
}

/// By number.
std::map<std::uint64_t, fs::path> files_in(const std::string& folder) {
  std::map<std::uint64_t, fs::path> out;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::uint64_t id = number_of(entry.path());
    if (id != 0 && entry.is_regular_file(ignored)) out[id] = entry.path();
  }
  return out;
}

RunState state_named(const std::string& name) {
  for (const RunState state : {RunState::kDone, RunState::kStopped, RunState::kFailed}) {
    if (name_of(state) == name) return state;
  }
  throw UserError("not the state of a run that is over");
}

Run run_of(const json& in, std::uint64_t id) {
  if (in.at("version") != kVersion) throw UserError("another version");
  const json& kept = in.at("run");
  Run run;
  run.id = id;
  run.key = make_token();
  const auto language = language_named(kept.at("language").get<std::string>());
  if (!language) throw UserError("no such language");
  run.request = {*language, kept.at("name"), kept.at("command"), kept.at("options"),
                 kept.at("source")};
  run.state = state_named(kept.at("state"));
  run.verdict = kept.at("verdict");
  run.exit_code = kept.at("exit_code");
  run.seconds = kept.at("seconds");
  run.text = kept.at("text");
  run.message = kept.at("message");
  run.result = kept.at("result");
  for (const json& each : kept.at("diagnostics")) {
    run.diagnostics.push_back({.line = each.at("line"),
                               .column = each.at("column"),
                               .warning = each.at("warning"),
                               .message = each.at("message")});
  }
  run.version = 1;
  return run;
}

}  // namespace

History::History(std::string folder) : folder_(std::move(folder)) {
  std::error_code failed;
  if (!fs::is_directory(folder_, failed) && mkdir(folder_.c_str(), 0700) != 0) {
    throw UserError(
        fmt::format("--keep {}: is no folder and cannot be made: {}; give a folder "
                    "that you can write to",
                    folder_, std::generic_category().message(errno)));
  }
  const std::string file = folder_ + "/.lock";
  lock_ = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (lock_ < 0) {
    throw UserError(
        fmt::format("--keep {}: cannot be written: {}; give a folder that you can "
                    "write to",
                    folder_, std::generic_category().message(errno)));
  }
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    close(lock_);
    throw UserError(
        fmt::format("--keep {}: another heddle serve uses this folder; give another one", folder_));
  }
}

History::~History() { close(lock_); }

std::string History::file_of(std::uint64_t id) const {
  return fmt::format("{}/{}{}{}", folder_, kPrefix, id, kSuffix);
}

std::vector<Run> History::load(const std::string& folder) {
  const std::lock_guard lock(mutex_);
  std::vector<Run> out;
  std::size_t bad = 0;
  std::string first;
  for (const auto& [id, path] : files_in(folder_)) {
    next_ = std::max(next_, id + 1);
    try {
      const json in = json::parse(support::read_file(path.string(), kMostHistoryFile, "run"));
      Run run = run_of(in, id);
      run.folder = fmt::format("{}/{}", folder, id);
      if (mkdir(run.folder.c_str(), 0700) != 0) throw UserError("its folder cannot be made");
      for (const Part& part : kParts) {
        if (!in.contains(part.field)) continue;
        support::write_file_atomically(run.folder + "/" + part.file,
                                       in[part.field].get<std::string>(), "file of a run");
        run.*part.there = true;
      }
      out.push_back(std::move(run));
    } catch (const std::exception&) {
      if (bad++ == 0) first = path.filename().string();
    }
  }
  if (bad > 0) {
    problem_ = fmt::format(
        "--keep {}: {} {} not what this heddle keeps, and {} ignored; remove what you do not need",
        folder_, bad == 1 ? first : fmt::format("{} and {} more", first, bad - 1),
        bad == 1 ? "is" : "are", bad == 1 ? "is" : "are");
  }
  return out;
}

void History::save(const Run& run) {
  json out = {{"version", kVersion}, {"run", as_json(run, true)}};
  // JSON may make a text twice as long, and a run has two.
  constexpr std::size_t kMostPart = kMostHistoryFile / 5;
  for (const Part& part : kParts) {
    if (!(run.*part.there)) continue;
    std::error_code failed;
    const std::string path = run.folder + "/" + part.file;
    if (fs::file_size(path, failed) > kMostPart || failed) continue;
    out[part.field] = support::read_file(path, kMostPart, "file of a run");
  }
  const std::string bytes = out.dump(-1, ' ', false, json::error_handler_t::replace);
  const std::lock_guard lock(mutex_);
  support::write_file_atomically(file_of(run.id), bytes, "run");
  chmod(file_of(run.id).c_str(), 0600);
  drop_oldest();
}

void History::forget(const Run& run) {
  const std::lock_guard lock(mutex_);
  std::error_code ignored;
  fs::remove(file_of(run.id), ignored);
}

void History::drop_oldest() {
  const auto files = files_in(folder_);
  std::uintmax_t size = 0;
  std::size_t count = 0;
  std::error_code ignored;
  // The newest one always stays.
  for (auto it = files.rbegin(); it != files.rend(); ++it) {
    size += fs::file_size(it->second, ignored);
    if (++count > 1 && (count > kMostKept || size > kMostHistory)) {
      fs::remove(it->second, ignored);
    }
  }
}

}  // namespace heddle::serve
