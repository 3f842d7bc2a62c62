#include "cli/toy_program.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
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

namespace {

// Of a file; nothing for a built-in program.
std::optional<std::string> text_of(const std::string& name) {
  std::error_code ignored;
  const bool file = name.find('/') != std::string::npos || name.ends_with(".toy") ||
                    std::filesystem::exists(name, ignored);
  if (!file) return std::nullopt;
  return read_text_file(name);
}

std::shared_ptr<const toy::Source> source_of(const std::string& name,
                                             const std::optional<std::string>& text) {
  return text ? toy::parse(*text, name) : toy::builtin(name);
}

// The file that a text travels as.
constexpr const char* kText = "program.toy";

Subject make_subject(const std::string& name, const std::optional<std::string>& text,
                     const toy::Options& options) {
  const std::shared_ptr<const toy::Source> source = source_of(name, text);
  Subject program;
  program.name = name;
  program.title = "toy " + name;
  program.digest = toy::print(*source);
  program.command = {"explore", name};
  if (options.allow_deadlock) program.command.push_back("--allow_deadlock");
  program.shared = toy::make_shared_state();
  program.factory = toy::make_factory(source, options, program.shared);
  program.again = [name, text, options] { return make_subject(name, text, options); };
  program.pack = [name, options, text] {
    const nlohmann::json spec = {
        {"kind", "toy"}, {"name", name}, {"deadlock", options.allow_deadlock}};
    Luggage luggage{spec.dump(), {}};
    if (text) luggage.files[kText] = *text;
    return luggage;
  };
  return program;
}

}  // namespace

std::shared_ptr<const toy::Source> toy_source(const std::string& name) {
  return source_of(name, text_of(name));
}

Subject load_toy(const std::string& name, const toy::Options& options) {
  Subject program = make_subject(name, text_of(name), options);
  program.again = [name, options] { return load_toy(name, options); };
  return program;
}

Subject unpack_toy(const std::string& spec, const std::map<std::string, std::string>& files) {
  const nlohmann::json read = nlohmann::json::parse(spec);
  const auto text = files.find(kText);
  return make_subject(read.at("name"),
                      text == files.end() ? std::nullopt : std::optional(text->second),
                      {.allow_deadlock = read.at("deadlock")});
}

}  // namespace heddle::cli
