#include "cli/toy_program.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/check.hpp"

namespace heddle::cli {

std::string read_text_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw support::UserError(fmt::format("{}: is a folder; give a file", path));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    throw support::UserError(
        fmt::format("{}: {}; check the path", path, std::strerror(errno == 0 ? ENOENT : errno)));
  }
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

ToyProgram load_toy(const std::string& name, const toy::Options& options) {
  std::error_code ignored;
  const bool file = name.find('/') != std::string::npos || name.ends_with(".toy") ||
                    std::filesystem::exists(name, ignored);
  ToyProgram program;
  program.name = name;
  program.source = file ? toy::parse(read_text_file(name), name) : toy::builtin(name);
  program.shared = toy::make_shared_state();
  program.factory = toy::make_factory(program.source, options, program.shared);
  return program;
}

}  // namespace heddle::cli
