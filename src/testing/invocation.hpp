// How this process was started, so that a trace can say how to run its test again.
#pragma once

#include <string>
#include <vector>

namespace heddle::detail {

/// The words after `heddle` that run one schedule of a test of this process: "replay", "--token",
/// the token, "--", the program and its arguments. Empty where the system does not tell.
std::vector<std::string> replay_words(const std::string& token);

}  // namespace heddle::detail
