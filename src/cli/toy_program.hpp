// The program named on the command line: a built-in one or a .toy file.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "cli/subject.hpp"
#include "toy/toy.hpp"

namespace heddle::cli {

/// `name` is a file (it exists, or has a '/' or a '.toy') or a built-in program. Throws UserError.
Subject load_toy(const std::string& name, const toy::Options& options);

/// One that travelled (Subject::pack).
Subject unpack_toy(const std::string& spec, const std::map<std::string, std::string>& files);

/// The program itself.
std::shared_ptr<const toy::Source> toy_source(const std::string& name);

std::string read_text_file(const std::string& path);

}  // namespace heddle::cli
