#include "serve/examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "serve/limits.hpp"
#include "support/check.hpp"
#include "support/embedded.hpp"
#include "support/file.hpp"

namespace heddle::serve {

std::span<const support::EmbeddedFile> embedded_examples();  // cmake/Embed.cmake

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 500;
constexpr int kDeepest = 8;

// What is made for proofs says so: nothing else has properties.
std::string command_for(std::string_view text) {
  return text.find("-uncoverable") != std::string_view::npos ||
                 text.find("soter.hrl") != std::string_view::npos
             ? "verify"
             : "check";
}

void add_folder(const std::string& folder, std::size_t number, std::vector<Example>& all) {
  std::error_code failed;
  std::vector<Example> found;
  fs::recursive_directory_iterator files(folder, fs::directory_options::skip_permission_denied,
                                         failed);
  for (; !failed && files != fs::recursive_directory_iterator(); files.increment(failed)) {
    const fs::directory_entry& entry = *files;
    const std::string name = entry.path().filename().string();
    if (entry.is_symlink(failed)) {
      files.disable_recursion_pending();
      continue;
    }
    if (entry.is_directory(failed)) {
      const bool hidden = name.starts_with('.') || name.starts_with('_') || name == "node_modules";
      if (hidden || files.depth() >= kDeepest) files.disable_recursion_pending();
      continue;
    }
    const auto language = language_of_file(name);
    if (!language || !entry.is_regular_file(failed)) continue;
    const std::string relative = entry.path().lexically_relative(folder).string();
    found.push_back({.id = fmt::format("{}:{}", number, relative),
                     .group = folder,
                     .name = relative,
                     .language = *language,
                     .command = "check",
                     .path = entry.path().string(),
                     .text = {}});
    if (found.size() == kMostFiles) break;
  }
  std::sort(found.begin(), found.end(),
            [](const Example& one, const Example& other) { return one.name < other.name; });
  std::move(found.begin(), found.end(), std::back_inserter(all));
}

}  // namespace

Examples::Examples(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    std::error_code failed;
    const fs::path path = fs::canonical(folder, failed);
    if (failed || !fs::is_directory(path, failed)) {
      throw support::UserError(
          fmt::format("--folder {}: there is no such folder; give one that exists", folder));
    }
    folders_.push_back(path.string());
  }
}

std::vector<Example> Examples::list() const {
  std::vector<Example> all;
  for (std::size_t i = 0; i < folders_.size(); ++i) add_folder(folders_[i], i + 1, all);
  for (const support::EmbeddedFile& file : embedded_examples()) {
    const std::string name(file.name);
    const std::size_t slash = name.find('/');
    all.push_back({.id = name,
                   .group = name.substr(0, slash),
                   .name = name.substr(slash + 1),
                   .language = language_of_file(name).value_or(Language::kErlang),
                   .command = command_for(file.text),
                   .path = {},
                   .text = std::string(file.text)});
  }
  return all;
}

std::optional<std::string> Examples::source(std::string_view id) const {
  for (const Example& example : list()) {
    if (example.id != id) continue;
    if (example.path.empty()) return example.text;
    try {
      return support::read_file(example.path, kMostSource, "program");
    } catch (const support::UserError&) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

nlohmann::json Examples::as_json() const {
  nlohmann::json all = nlohmann::json::array();
  for (const Example& example : list()) {
    all.push_back({{"id", example.id},
                   {"group", example.group},
                   {"name", example.name},
                   {"language", name_of(example.language)},
                   {"command", example.command}});
  }
  return all;
}

}  // namespace heddle::serve
