// Annotations: the errors as GitHub shows them beside the lines of a change (`--annotations
// github`).
//
//   ::error file=src/cache.erl,line=40,title=Heddle%3A assertion in cache%3Atest/0::P exits with
//   ...
//
// GitHub reads these workflow commands in what a step prints, and shows ten of each level.
#pragma once

#include <span>
#include <string>

#include "report/result.hpp"

namespace heddle::report {

/// One line for each different error, for each test that could not be checked, and, as a warning,
/// for each that was cut off without an error. Files are named relative to `root`, the folder of
/// the repository. Whatever the texts are, each is one command.
std::string to_annotations(std::span<const Checked> tests, const std::string& root);

}  // namespace heddle::report
