#include "tests/support/core_text.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "beam/loader/compile.hpp"
#include "cli/erlang_headers.hpp"
#include "support/file.hpp"

namespace heddle::tests {

std::string core_of_file(const std::string& file) {
  const beam::PrivateFolder folder;
  cli::write_erlang_headers(folder.path());
  beam::CompileOptions options;
  options.includes = {folder.path()};
  options.erlc_options = "+to_core -DSOTER";
  beam::compile_source(file, folder.path(), options);
  const std::string stem = std::filesystem::path(file).stem().string();
  return support::read_file(folder.path() + "/" + stem + ".core", std::size_t{1} << 28);
}

std::string core_of(const std::string& module, const std::string& erlang) {
  const beam::PrivateFolder folder;
  const std::string file = folder.path() + "/" + module + ".erl";
  std::ofstream(file) << "-module(" << module << ").\n" << erlang;
  return core_of_file(file);
}

abstraction::Program program_of(const std::string& module, const std::string& erlang) {
  return abstraction::load_program({{.text = core_of(module, erlang),
                                     .file = module + ".core",
                                     .source = module + ".erl",
                                     .labels = abstraction::labels_in_source(erlang)}},
                                   "", "main", false);
}

bool has_erlc() { return std::system("command -v erlc >/dev/null 2>&1") == 0; }

}  // namespace heddle::tests
