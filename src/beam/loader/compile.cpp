#include "beam/loader/compile.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "support/check.hpp"

namespace heddle::beam {
namespace {

namespace fs = std::filesystem;
using support::UserError;

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

struct Outcome {
  std::string output;
  int code = 0;
};

Outcome run(const std::string& command) {
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw UserError("the compiler cannot be started: out of processes");
  Outcome outcome;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe)) {
    outcome.output.append(buffer.data(), got);
  }
  const int status = pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  return outcome;
}

}  // namespace

PrivateFolder::PrivateFolder() {
  std::string pattern = (fs::temp_directory_path() / "heddle-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw UserError(fmt::format("no folder for compiled files can be made in {}; set TMPDIR",
                                fs::temp_directory_path().string()));
  }
  path_ = pattern;
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

bool is_source(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  return extension == ".erl" || extension == ".ex" || extension == ".exs";
}

std::vector<std::string> compile_source(const std::string& file, const std::string& folder,
                                        const CompileOptions& options) {
  if (!fs::exists(file)) throw UserError(fmt::format("{}: no such file", file));
  const bool erlang = fs::path(file).extension() == ".erl";
  const char* compiler = erlang ? "erlc" : "elixirc";
  if (std::system(fmt::format("command -v {} >/dev/null 2>&1", compiler).c_str()) != 0) {
    throw UserError(
        fmt::format("{}: {} is needed to compile it, and is not installed", file, compiler));
  }
  std::string command = compiler;
  if (erlang) {
    command += " +debug_info -DHEDDLE";
    for (const std::string& include : options.includes) command += " -I " + quoted(include);
    if (!options.erlc_options.empty()) command += " " + options.erlc_options;
  }
  command += " -o " + quoted(folder) + " " + quoted(file);
  const Outcome outcome = run(command);
  if (outcome.code != 0)
    throw UserError(fmt::format("{} does not compile:\n{}", file, outcome.output));
  std::vector<std::string> modules;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".beam") modules.push_back(entry.path().stem().string());
  }
  std::sort(modules.begin(), modules.end());
  return modules;
}

}  // namespace heddle::beam
