// What can be run again to tell more about a run: a program of any front end.
#pragma once

#include <string>
#include <vector>

#include "core/program.hpp"

namespace heddle::story {

struct Subject {
  std::string title;                 // for people: "toy bank"
  std::vector<std::string> command;  // the words that explore it again
  core::ProgramFactory factory;
  std::string model = {};  // of memory, where there are several
};

}  // namespace heddle::story
