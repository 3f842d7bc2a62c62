// All outcomes of an Erlang program, as one algorithm finds them.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "beam/vm/code.hpp"
#include "erlang/options.hpp"

namespace heddle::tests {

struct ErlangOutcomes {
  std::set<std::string> outcomes;
  std::uint64_t interleavings = 0;
  bool complete = true;  // not given up at `most`
};

/// `most`: interleavings; 0: no limit.
ErlangOutcomes explore_all(beam::CodeBase& code, const std::string& module,
                           const std::string& function, const char* algorithm,
                           std::uint64_t most = 0, const erlang::Options& options = {});

}  // namespace heddle::tests
