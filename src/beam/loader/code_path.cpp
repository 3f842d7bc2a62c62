#include "beam/loader/code_path.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include "support/check.hpp"
#include "support/folder.hpp"

namespace heddle::beam {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".beam";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::vector<std::string> sorted_names_in(const fs::path& folder) {
  std::vector<std::string> names = support::names_in(folder.string());
  std::sort(names.begin(), names.end());
  return names;
}

bool has_directory(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// "4.2.1" as numbers; none if it is not a version.
std::optional<std::vector<unsigned long>> version_of(std::string_view text) {
  std::vector<unsigned long> numbers;
  for (const std::string& part : split(text, '.')) {
    if (part.empty() || part.size() > 9 ||
        part.find_first_not_of("0123456789") != std::string::npos) {
      return std::nullopt;
    }
    numbers.push_back(std::stoul(part));
  }
  if (numbers.empty()) return std::nullopt;
  return numbers;
}

/// The ebin directories of the libraries in a folder, the latest version of each.
std::vector<std::string> libraries_in(const fs::path& folder) {
  struct Library {
    std::vector<unsigned long> version;
    fs::path ebin;
  };
  std::map<std::string, Library> latest;
  for (const std::string& name : sorted_names_in(folder)) {
    const std::size_t dash = name.rfind('-');
    std::string base = name;
    std::vector<unsigned long> version;
    if (dash != std::string::npos) {
      if (const auto numbers = version_of(std::string_view(name).substr(dash + 1))) {
        base = name.substr(0, dash);
        version = *numbers;
      }
    }
    const auto known = latest.find(base);
    if (known != latest.end() && version < known->second.version) continue;
    const fs::path ebin = folder / name / "ebin";
    if (has_directory(ebin)) latest[base] = {version, ebin};
  }
  std::vector<std::string> result;
  result.reserve(latest.size());
  for (const auto& [name, library] : latest) result.push_back(library.ebin.string());
  return result;
}

/// A program as the shell would find it; empty if there is none.
fs::path program(const std::string& search_path, std::string_view name) {
  for (const std::string& folder : split(search_path, ':')) {
    const fs::path path = fs::path(folder) / name;
    std::error_code error;
    if (::access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path, error)) return path;
  }
  return {};
}

bool is_otp(const fs::path& root) {
  for (const std::string& name : support::names_in((root / "lib").string())) {
    if (name == "stdlib" || name.starts_with("stdlib-")) return true;
  }
  return false;
}

/// What `erl` itself says: the last resort, as it takes a tenth of a second.
std::string ask(const fs::path& erl) {
  std::string quoted = "'";
  for (const char c : erl.string()) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  const std::string command =
      quoted +
      "' -noinput -boot start_clean -eval 'io:put_chars(code:root_dir()), halt().' 2>/dev/null";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"),
                                                             ::pclose);
  std::string answer;
  if (pipe == nullptr) return answer;
  char piece[256];
  while (std::fgets(piece, sizeof piece, pipe.get()) != nullptr) answer += piece;
  return answer;
}

std::string find_otp(const std::string& search_path) {
  const fs::path erl = program(search_path, "erl");
  if (erl.empty()) return "";
  std::error_code error;
  const fs::path real = fs::canonical(erl, error);
  if (!error) {
    // <root>/bin/erl, or <root>/erts-<version>/bin/erl
    const fs::path above = real.parent_path().parent_path();
    for (const fs::path& root : {above, above.parent_path(), above / "lib" / "erlang"}) {
      if (is_otp(root)) return root.string();
    }
  }
  const std::string answer = ask(erl);
  return is_otp(answer) ? answer : "";
}

std::string find_elixir(const std::string& search_path) {
  std::vector<fs::path> candidates;
  if (const fs::path elixir = program(search_path, "elixir"); !elixir.empty()) {
    std::error_code error;
    const fs::path above = fs::canonical(elixir, error).parent_path().parent_path();
    candidates = {above / "lib", above / "lib" / "elixir" / "lib"};
  }
  candidates.emplace_back("/usr/lib/elixir/lib");
  candidates.emplace_back("/usr/local/lib/elixir/lib");
  for (const fs::path& folder : candidates) {
    if (has_directory(folder / "elixir" / "ebin")) return folder.string();
  }
  return "";
}

/// The profiles below _build; where tests are most likely to be comes first.
std::vector<std::string> profiles_in(const fs::path& build) {
  std::vector<std::string> names = sorted_names_in(build);
  const auto rank = [](const std::string& name) {
    return name == "test" ? 0 : name == "dev" ? 1 : name == "default" ? 2 : 3;
  };
  std::stable_sort(names.begin(), names.end(),
                   [&](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
  return names;
}

}  // namespace

CodePath::CodePath(CodePathOptions options)
    : options_(std::move(options)),
      search_path_(variable("PATH")),
      erl_libs_(variable("ERL_LIBS")) {
  if (options_.otp.empty()) return;
  if (!is_otp(options_.otp)) {
    throw support::UserError(fmt::format(
        "--otp {}: there is no lib/stdlib in it; name the directory that `erl -noshell -eval "
        "'io:put_chars(code:root_dir()), halt().'` prints",
        options_.otp));
  }
  otp_root_ = options_.otp;
}

const std::string& CodePath::otp_root() {
  if (!otp_root_) otp_root_ = find_otp(search_path_);
  return *otp_root_;
}

std::optional<std::string> CodePath::find(std::string_view module) {
  const std::string name(module);
  while (true) {
    if (const auto it = where_.find(name); it != where_.end()) {
      return fmt::format("{}/{}{}", directories_[it->second], name, kSuffix);
    }
    if (listed_ < directories_.size()) {
      list_next_directory();
    } else if (!expand_next_source()) {
      return std::nullopt;
    }
  }
}

std::vector<std::string> CodePath::directories() {
  while (expand_next_source()) {
  }
  return directories_;
}

void CodePath::list_next_directory() {
  const std::size_t number = listed_++;
  for (std::string& name : support::names_in(directories_[number])) {
    if (!name.ends_with(kSuffix)) continue;
    name.resize(name.size() - kSuffix.size());
    where_.emplace(std::move(name), number);
  }
}

void CodePath::add_libraries(const std::string& folder) {
  if (folder.empty()) return;
  for (std::string& ebin : libraries_in(folder)) directories_.push_back(std::move(ebin));
}

/// Those first that erl has first, and the preloaded modules: most programs need no others, and
/// those that are not needed are not listed.
void CodePath::add_otp(const std::string& folder) {
  const std::size_t first = directories_.size();
  add_libraries(folder);
  std::stable_partition(directories_.begin() + static_cast<std::ptrdiff_t>(first),
                        directories_.end(), [&](const std::string& ebin) {
                          const std::string name = ebin.substr(folder.size() + 1);
                          return name.starts_with("kernel") || name.starts_with("stdlib") ||
                                 name.starts_with("erts");
                        });
}

/// False: there are no more.
bool CodePath::expand_next_source() {
  const fs::path current = options_.current;
  const Source source = next_source_;
  if (source == Source::kNoMore) return false;
  next_source_ = static_cast<Source>(static_cast<int>(source) + 1);
  switch (source) {
    case Source::kFront:
      directories_.insert(directories_.end(), options_.front.begin(), options_.front.end());
      break;
    case Source::kCurrent:
      directories_.push_back(current.string());
      if (has_directory(current / "ebin")) directories_.push_back((current / "ebin").string());
      break;
    case Source::kBuild:
      for (const std::string& profile : profiles_in(current / "_build")) {
        add_libraries((current / "_build" / profile / "lib").string());
      }
      break;
    case Source::kErlLibs:
      for (const std::string& folder : split(erl_libs_, ':')) {
        // A folder of libraries, or a library itself.
        if (has_directory(fs::path(folder) / "ebin")) {
          directories_.push_back((fs::path(folder) / "ebin").string());
        }
        add_libraries(folder);
      }
      break;
    case Source::kOtp:
      libraries_.push_back((fs::path(otp_root()) / "lib").string());
      if (!otp_root().empty()) add_otp(libraries_.back());
      break;
    case Source::kElixir:
      libraries_.push_back(find_elixir(search_path_));
      add_libraries(libraries_.back());
      break;
    case Source::kBack:
      directories_.insert(directories_.end(), options_.back.begin(), options_.back.end());
      break;
    case Source::kNoMore:
      break;
  }
  return true;
}

bool CodePath::is_library(std::string_view file) const {
  return std::any_of(libraries_.begin(), libraries_.end(), [&](const std::string& folder) {
    return !folder.empty() && file.starts_with(folder);
  });
}

}  // namespace heddle::beam
