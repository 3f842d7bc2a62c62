// The program named on the command line: a built-in one or a .toy file.
#pragma once

#include <memory>
#include <string>

#include "toy/toy.hpp"

namespace heddle::cli {

struct ToyProgram {
  std::string name;  // as given
  std::shared_ptr<const toy::Source> source;
  std::shared_ptr<toy::SharedState> shared;
  core::ProgramFactory factory;
};

/// `name` is a file (it exists, or has a '/' or a '.toy') or a built-in program. Throws UserError.
ToyProgram load_toy(const std::string& name, const toy::Options& options);

std::string read_text_file(const std::string& path);

}  // namespace heddle::cli
