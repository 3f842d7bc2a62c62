// Server: lets another process use the program of this one (wire.hpp).
//
// The programs under test that link the C++ library become servers when `heddle` starts them for a
// trace: replay, races, variants, explain and minimise so work on them as on every other program.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/program.hpp"

namespace heddle::remote {

/// Values of the program that are errors, and what is wrong with each.
using Blame = std::map<std::string, std::string>;

struct Served {
  /// Instances share actors, locations and tokens.
  std::function<std::unique_ptr<core::Program>(const Blame&)> make;
  /// The schedule that the server was started for.
  std::vector<core::ActorId> schedule;
};

/// Answers until the other side closes the socket.
void serve(int socket, const Served& served);

}  // namespace heddle::remote
