// Functions that stop a run, as they need the world outside of it.
#pragma once

#include <map>
#include <string>

namespace heddle::beam {

/// By name, "module:function/arity": what it needs, as the message says.
std::map<std::string, std::string> refused_functions();

}  // namespace heddle::beam
