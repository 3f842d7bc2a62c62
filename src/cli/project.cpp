#include "cli/project.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

// Sorted; empty if it is no folder.
std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    all.push_back(it->path());
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

// Below the current folder without "./", as people write it.
std::string shown(const fs::path& path) { return path.lexically_normal().string(); }

// The folders of the project's applications: itself, and those below apps and lib.
std::vector<fs::path> application_folders(const fs::path& folder) {
  std::vector<fs::path> all = {folder};
  for (const char* name : {"apps", "lib"}) {
    for (const fs::path& entry : entries(folder / name)) {
      if (is_folder(entry)) all.push_back(entry);
    }
  }
  return all;
}

Project rebar3(const fs::path& folder) {
  Project project{.name = "rebar3", .build_command = "rebar3 as test compile"};
  std::set<std::string> own;
  const std::vector<fs::path> applications = application_folders(folder);
  for (const fs::path& application : applications) {
    for (const fs::path& file : entries(application / "src")) {
      const std::string name = file.filename().string();
      const std::size_t end = name.find(".app.src");
      if (end != std::string::npos) own.insert(name.substr(0, end));
    }
    for (const char* name : {"include", "src"}) {
      if (is_folder(application / name)) project.includes.push_back(shown(application / name));
    }
  }
  const fs::path build = folder / "_build";
  const fs::path libraries =
      is_folder(build / "test" / "lib") ? build / "test" / "lib" : build / "default" / "lib";
  std::set<std::string> compiled;
  for (const fs::path& library : entries(libraries)) {
    const bool is_own = own.empty() || own.contains(library.filename().string());
    for (const char* name : {"ebin", "test"}) {
      const fs::path modules = library / name;
      if (!is_folder(modules)) continue;
      project.path.push_back(shown(modules));
      if (is_own) project.own.push_back(shown(modules));
      for (const fs::path& file : entries(modules)) compiled.insert(file.stem().string());
    }
  }
  // `rebar3 eunit` compiles the folder test, `rebar3 as test compile` does not.
  for (const fs::path& application : applications) {
    for (const fs::path& file : entries(application / "test")) {
      const std::string module = file.stem().string();
      if (file.extension() != ".erl" || module.ends_with("_SUITE")) continue;
      if (!compiled.contains(module)) project.sources.push_back(shown(file));
    }
  }
  return project;
}

// The project whose build and configuration an application shares: of one in apps/ that around it.
fs::path umbrella_of(const fs::path& folder) {
  std::error_code error;
  const fs::path here = fs::absolute(folder, error).lexically_normal();
  const fs::path parent = (here.has_filename() ? here : here.parent_path()).parent_path();
  const bool inside = parent.filename() == "apps" && fs::exists(parent.parent_path() / "mix.exs");
  return inside ? folder / ".." / ".." : folder;
}

Project mix(const fs::path& folder) {
  Project project{.name = "mix", .build_command = "MIX_ENV=test mix compile"};
  const fs::path root = umbrella_of(folder);
  const fs::path config = root / "config" / "config.exs";
  if (fs::exists(config) || fs::exists(root / "config" / "runtime.exs")) {
    project.config = shown(config);
  }
  for (const fs::path& library : entries(root / "_build" / "test" / "lib")) {
    if (!is_folder(library / "ebin")) continue;
    project.path.push_back(shown(library / "ebin"));
    if (!is_folder(root / "deps" / library.filename())) {
      project.own.push_back(shown(library / "ebin"));
      const std::string name = library.filename().string();
      if (fs::exists(library / "ebin" / (name + ".app"))) project.applications.push_back(name);
    }
  }
  for (const fs::path& application : application_folders(folder)) {
    const fs::path helper = application / "test" / "test_helper.exs";
    if (fs::exists(helper)) project.helpers.push_back(shown(helper));
    std::error_code error;
    fs::recursive_directory_iterator it(application / "test", error);
    for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error)) {
      const std::string file = shown(it->path());
      if (file.ends_with("_test.exs")) project.sources.push_back(file);
    }
  }
  std::sort(project.sources.begin(), project.sources.end());
  return project;
}

}  // namespace

std::optional<Project> find_project(const std::string& folder) {
  if (fs::exists(fs::path(folder) / "mix.exs")) return mix(folder);
  if (fs::exists(fs::path(folder) / "rebar.config")) return rebar3(folder);
  return std::nullopt;
}

}  // namespace heddle::cli
