// The program that a trace was recorded from.
#pragma once

#include <string>

#include "cli/subject.hpp"
#include "core/trace.hpp"

namespace heddle::cli {

/// Loads it from the command kept in the trace, or `name` if that is not empty. Throws UserError.
Subject program_of(const core::Trace& trace, const std::string& file, const std::string& name);

}  // namespace heddle::cli
