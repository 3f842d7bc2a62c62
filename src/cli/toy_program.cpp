#include "cli/toy_program.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
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

namespace {

Subject make_subject(const std::string& name, const std::shared_ptr<const toy::Source>& source,
                     const toy::Options& options) {
  Subject program;
  program.name = name;
  program.title = "toy " + name;
  program.digest = toy::print(*source);
  program.command = {"explore", name};
  if (options.allow_deadlock) program.command.push_back("--allow_deadlock");
  program.shared = toy::make_shared_state();
  program.factory = toy::make_factory(source, options, program.shared);
  program.again = [name, source, options] { return make_subject(name, source, options); };
  program.pack = [name, options, text = program.digest] {
    const nlohmann::json spec = {
        {"kind", "toy"}, {"name", name}, {"text", text}, {"deadlock", options.allow_deadlock}};
    return Luggage{spec.dump(), {}};
  };
  return program;
}

}  // namespace

Subject load_toy(const std::string& name, const toy::Options& options) {
  Subject program = make_subject(name, toy_source(name), options);
  program.again = [name, options] { return load_toy(name, options); };
  return program;
}

Subject unpack_toy(const std::string& spec) {
  const nlohmann::json read = nlohmann::json::parse(spec);
  const std::string name = read.at("name");
  const std::string text = read.at("text");
  return make_subject(name, toy::parse(text, name), {.allow_deadlock = read.at("deadlock")});
}

}  // namespace heddle::cli
