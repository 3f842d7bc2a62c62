// What a step did, in words that can be compared between two versions of a program.
//
// The words of a step also tell things that any edit moves and that change nothing: lines inside a
// stack trace, the number of a fun in its module, the address behind a pointer, the names of the
// variables of a receive. `same_deed` looks past them.
//
//   if (!same_deed(recorded.text, now.text)) std::cout << deed(now.text);
#pragma once

#include <string>

#include "core/program.hpp"

namespace heddle::explore {

/// The operation, and what it read or received where the operation does not say it:
/// "r = read x -> 1".
std::string deed(const core::StepText& text);

/// Whether two steps with the same footprint also did the same, as far as words tell.
bool same_deed(const core::StepText& a, const core::StepText& b);

}  // namespace heddle::explore
