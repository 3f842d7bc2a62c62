// {error, enoent} and its like, from the numbers of the system.
#pragma once

#include <cctype>
#include <cstring>
#include <string>

#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {

inline Term file_error(Machine& machine, int error) {
  const char* name = ::strerrorname_np(error);
  std::string lower = name == nullptr ? "unknown" : name;
  if (error == EOPNOTSUPP) lower = "enotsup";  // the same number in Linux
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return machine.heap().tuple({atoms::error, intern(lower)});
}

}  // namespace heddle::beam
