#include "beam/loader/compile.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "beam/loader/elixir_suite.hpp"
#include "support/check.hpp"
#include "support/file.hpp"
#include "support/printable.hpp"

namespace heddle::beam {
namespace {

namespace fs = std::filesystem;
using support::UserError;

/// The user's fault in the words of another program: shown line by line as it printed them.
class ProgramError : public UserError {
 public:
  ProgramError(const std::string& what, std::string_view printed) : UserError(what), text_(what) {
    while (printed.ends_with('\n')) printed.remove_suffix(1);
    while (!printed.empty()) {
      const std::size_t end = std::min(printed.find('\n'), printed.size());
      text_ += '\n' + support::printable(printed.substr(0, end));
      printed.remove_prefix(std::min(end + 1, printed.size()));
    }
  }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

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

bool is_erlang(const std::string& file) { return fs::path(file).extension() == ".erl"; }

void must_exist(const std::string& file) {
  if (!fs::exists(file)) throw UserError(fmt::format("{}: no such file", file));
}

void must_be_installed(const char* compiler, const std::string& file) {
  if (std::system(fmt::format("command -v {} >/dev/null 2>&1", compiler).c_str()) != 0) {
    throw UserError(
        fmt::format("{}: {} is needed to compile it, and is not installed", file, compiler));
  }
}

std::string erlc(const CompileOptions& options) {
  std::string command = "erlc +debug_info -DHEDDLE";
  for (const std::string& include : options.includes) command += " -I " + quoted(include);
  if (!options.erlc_options.empty()) command += " " + options.erlc_options;
  return command;
}

std::string path_words(const CompileOptions& options) {
  std::string words;
  for (const std::string& folder : options.path) words += " -pa " + quoted(folder);
  return words;
}

void compile(const std::string& command, const std::string& what) {
  const Outcome outcome = run(command);
  if (outcome.code != 0) {
    throw ProgramError(fmt::format("{} does not compile:", what), outcome.output);
  }
}

std::vector<std::string> modules_in(const std::string& folder) {
  std::vector<std::string> modules;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".beam") modules.push_back(entry.path().stem().string());
  }
  std::sort(modules.begin(), modules.end());
  return modules;
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
  must_exist(file);
  must_be_installed(is_erlang(file) ? "erlc" : "elixirc", file);
  std::string command = "elixirc";
  if (is_erlang(file)) command = erlc(options);
  compile(command + path_words(options) + " -o " + quoted(folder) + " " + quoted(file), file);
  return modules_in(folder);
}

std::vector<std::string> compile_suite(const std::vector<std::string>& files,
                                       const std::string& folder, const CompileOptions& options) {
  std::string names;
  for (const std::string& file : files) {
    must_exist(file);
    names += " " + quoted(file);
  }
  const std::string& first = files.front();
  if (is_erlang(first)) {
    must_be_installed("erlc", first);
    compile(erlc(options) + " -DTEST" + path_words(options) + " -o " + quoted(folder) + names,
            first);
  } else {
    must_be_installed("elixir", first);
    std::string command = "elixir" + path_words(options) + " -e " + quoted(kElixirSuite);
    command += " " + quoted(folder) + " " + quoted(options.config);
    for (const std::string& helper : options.helpers) command += " " + quoted(helper);
    compile(command + " --" + names, files.size() == 1 ? first : "the test suite");
  }
  return modules_in(folder);
}

void compile_text(const std::string& module, std::string_view text, const std::string& folder) {
  must_be_installed("erlc", module);
  const std::string file = (fs::path(folder) / (module + ".erl")).string();
  support::write_file_atomically(file, text, "module");
  compile("erlc +no_line_info -o " + quoted(folder) + " " + quoted(file), file);
}

void run_text(const std::string& module, std::string_view text, const std::string& folder,
              const std::vector<std::string>& path, const std::vector<std::string>& arguments) {
  must_be_installed("erl", module);
  const std::string file = (fs::path(folder) / (module + ".erl")).string();
  support::write_file_atomically(file, text, "module");
  // Compiled and called in one go: starting erl is what takes time.
  static constexpr const char* kRun = R"(
    [File | Arguments] = init:get_plain_arguments(),
    try {ok, M, B} = compile:file(File, [binary]), {module, M} = code:load_binary(M, File, B),
      M:main(Arguments) of _ -> halt(0)
    catch _:R:S -> io:format("~tp~n~tp~n", [R, S]), halt(1) end.)";
  std::string command = "erl +S 1 -noinput -boot no_dot_erlang";
  for (const std::string& library : path) command += " -pa " + quoted(library);
  command += " -eval " + quoted(kRun) + " -extra " + quoted(file);
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  const Outcome outcome = run(command);
  if (outcome.code != 0) {
    throw ProgramError(fmt::format("{} does not end well under erl:", module), outcome.output);
  }
}

}  // namespace heddle::beam
