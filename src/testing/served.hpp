// A test that another process uses: `heddle replay`, `races`, `explain` and others start the
// program of a trace again, with the token of its schedule, and talk to it (src/remote).
#pragma once

#include <map>
#include <memory>
#include <string>

#include "testing/source.hpp"
#include "testing/token.hpp"

namespace heddle::detail {

/// Values that are to blame, and what is wrong with each.
using Blame = std::map<std::string, std::string>;

/// A program for who tells of runs: steps have texts, and values that are to blame are errors.
std::unique_ptr<threads::Program> retelling(const Source& source, const Blame& blame);

/// Whether `heddle` has started this process for one of its tests.
bool started_by_heddle();
/// Serves that test until `heddle` needs it no more, and ends the process.
[[noreturn]] void serve_test(std::shared_ptr<Source> source, const testing::Token& token);

}  // namespace heddle::detail
