// Refuter: looks for a real execution that violates a property of `heddle verify`.
//
// The program is compiled with HEDDLE_MONITOR and run on Heddle's own machine, many times, watched
// by a monitor (monitor.hpp). An abstract execution guides every other run: of the steps that are
// possible, the one is taken that it has next. What is found is real, and is recorded as a trace;
// that nothing is found proves nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/check_options.hpp"
#include "cli/monitor.hpp"
#include "cli/subject.hpp"
#include "core/trace.hpp"

namespace heddle::cli {

class Refuter {
 public:
  /// `words`: those of `heddle check` that name the program.
  explicit Refuter(std::vector<std::string> words);

  /// Throws UserError if the program cannot be compiled or started.
  std::optional<core::Trace> search(const Monitor& monitor, const std::vector<std::string>& guide,
                                    std::chrono::milliseconds time);

 private:
  std::vector<std::string> words_;
  std::optional<Subject> program_;
};

}  // namespace heddle::cli
