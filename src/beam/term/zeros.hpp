// Whether 0.0 and -0.0 are different terms: since OTP 27 =:= tells them apart, == does not.
#pragma once

namespace heddle::beam {

/// For all terms of the program; the code base says it when it knows the release.
void set_zeros_differ(bool differ);
bool zeros_differ();

}  // namespace heddle::beam
