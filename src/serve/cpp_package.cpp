#include "serve/cpp_package.hpp"

#include <filesystem>
#include <fstream>
#include <string_view>

namespace heddle::serve {
namespace {

namespace fs = std::filesystem;

// In the order in which a linker wants them; heddle::heddle of cmake/HeddleInstall.cmake.
constexpr const char* kLibraries[] = {
    "heddle_testing", "heddle_remote", "heddle_story",   "heddle_report", "heddle_threads",
    "heddle_queue",   "heddle_dist",   "heddle_explore", "heddle_core",   "heddle_support"};

std::optional<CppPackage> package(const fs::path& include, const fs::path& libraries) {
  std::error_code failed;
  if (!fs::exists(include / "heddle" / "check.hpp", failed)) return std::nullopt;
  for (const char* name : kLibraries) {
    if (!fs::exists(libraries / (std::string("lib") + name + ".a"), failed)) return std::nullopt;
  }
  return CppPackage{include.string(), libraries.string()};
}

// The folder of the sources, as CMake notes it in a build folder.
fs::path sources_of(const fs::path& build) {
  std::ifstream cache(build / "CMakeCache.txt");
  constexpr std::string_view kKey = "CMAKE_HOME_DIRECTORY:INTERNAL=";
  for (std::string line; std::getline(cache, line);) {
    if (line.starts_with(kKey)) return line.substr(kKey.size());
  }
  return {};
}

}  // namespace

std::vector<std::string> CppPackage::compiler_words(const std::string& compiler,
                                                    const std::string& source,
                                                    const std::string& program) const {
  std::vector<std::string> words = {
      compiler,       "-std=c++20", "-O1", "-g1",   "-Wall",         "-DHEDDLE_CONC=heddle",
      "-I" + include, source,       "-o",  program, "-L" + libraries};
  words.emplace_back("-Wl,--start-group");
  for (const char* name : kLibraries) words.push_back(std::string("-l") + name);
  words.emplace_back("-Wl,--end-group");
  for (const char* name : {"-lboost_context", "-lfmt", "-ldl", "-pthread"})
    words.emplace_back(name);
  return words;
}

std::optional<CppPackage> find_cpp_package(const std::string& program) {
  const fs::path prefix = fs::path(program).parent_path().parent_path();
  std::vector<fs::path> libraries = {prefix / "lib"};
#ifdef __x86_64__
  libraries.push_back(prefix / "lib" / "x86_64-linux-gnu");
#elif defined(__aarch64__)
  libraries.push_back(prefix / "lib" / "aarch64-linux-gnu");
#endif
  for (const fs::path& folder : libraries) {
    if (auto found = package(prefix / "include", folder)) return found;
  }
  const fs::path sources = sources_of(prefix);
  return sources.empty() ? std::nullopt : package(sources / "include", prefix);
}

}  // namespace heddle::serve
