// Subject: a program of any front end, ready to be explored.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/program.hpp"
#include "core/shared_state.hpp"
#include "core/trace.hpp"
#include "story/subject.hpp"

namespace heddle::cli {

/// A program on its way to the workers of a queue: what they make it from (JSON, the front end's)
/// and the files that they may not have.
struct Luggage {
  std::string spec;
  std::map<std::string, std::string> files;
};

/// A program to be explored, as a front end has loaded it.
struct Subject : story::Subject {
  std::string name;    // as given
  std::string digest;  // equal for equal programs: a checkpoint belongs to one
  std::shared_ptr<core::SharedState> shared;
  /// What the exploration took for granted, so that its verdict holds only if that is so.
  std::function<std::vector<core::CutOff>()> assumptions = {};
  /// What people may want to do about the errors of a trace.
  std::function<std::vector<std::string>(const core::Trace&)> tips = {};
  std::function<Luggage()> pack = {};
  /// What ran so far, as LCOV; only if that was asked for.
  std::function<std::string()> coverage = {};
  /// The same program, loaded anew.
  std::function<Subject()> again;
};

}  // namespace heddle::cli
