// Tips: what people most often want to do about an error of this kind, as Concuerror prints them.
#pragma once

#include <string>
#include <vector>

#include "core/trace.hpp"

namespace heddle::erlang {

/// About the errors of a trace; each once.
std::vector<std::string> tips(const core::Trace& trace);

}  // namespace heddle::erlang
