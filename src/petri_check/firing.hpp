// Replays a firing sequence on the net.
#pragma once

#include "petri/net.hpp"
#include "petri_check/parsed.hpp"

namespace heddle::petri_check {

/// Throws Rejection unless the sequence can fire and ends in a marking that covers a conjunction.
void check_firing(const petri::Net& net, const petri::Question& question, const Parsed& parsed);

}  // namespace heddle::petri_check
