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

std::shared_ptr<const toy::Source> toy_source(const std::string& name) {
  std::error_code ignored;
  const bool file = name.find('/') != std::string::npos || name.ends_with(".toy") ||
                    std::filesystem::exists(name, ignored);
  return file ? toy::parse(read_text_file(name), name) : toy::builtin(name);
}

Subject load_toy(const std::string& name, const toy::Options& options) {
  const std::shared_ptr<const toy::Source> source = toy_source(name);
  Subject program;
  program.name = name;
  program.title = "toy " + name;
  program.digest = toy::print(*source);
  program.command = {"explore", name};
  if (options.allow_deadlock) program.command.push_back("--allow_deadlock");
  program.shared = toy::make_shared_state();
  program.factory = toy::make_factory(source, options, program.shared);
  program.again = [name, options] { return load_toy(name, options); };
  return program;
}

}  // namespace heddle::cli
