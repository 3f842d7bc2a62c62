// Checks that an invariant holds at the start, is kept by every transition and excludes the target.
#pragma once

#include "petri/net.hpp"
#include "petri_check/parsed.hpp"

namespace heddle::petri_check {

/// Throws Rejection.
void check_invariant(const petri::Net& net, const petri::Question& question, const Parsed& parsed);

}  // namespace heddle::petri_check
