// Analysis: one pass from the program to its simplified ACS and the questions about it.
//
//   Program program = load_program(...);
//   Analysis analysis = analyse(program, {.depths = {.data = 1}});
//   petri::cover(encode(analysis.simple, analysis.queries[0]).net, ...)
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "abstraction/acs/property.hpp"
#include "abstraction/acs/system.hpp"
#include "abstraction/program.hpp"

namespace heddle::abstraction {

enum class Mode { kProperties, kErrors, kMailboxes };

struct AnalysisOptions {
  Depths depths = {};
  MachineLimits limits = {};
  Mode mode = Mode::kProperties;
  bool open = false;
};

struct Analysis {
  std::unique_ptr<Machine> machine = {};
  bool complete = false;  // false: a limit cut it off; there are no queries then
  System full = {};
  System simple = {};
  std::vector<Query> queries = {};  // their places are those of `simple`
  std::size_t places_before = 0;    // of the net, before and after simplification
  std::size_t places_after = 0;
  double analysis_seconds = 0;
  double simplification_seconds = 0;
};

Analysis analyse(Program& program, const AnalysisOptions& options);

}  // namespace heddle::abstraction
