#include "abstraction/cfa/library.hpp"

#include <algorithm>
#include <array>

namespace heddle::abstraction {
namespace {

// Modules that only compute, keep data, write or wait.
constexpr std::array<std::string_view, 36> kHarmless = {
    "array",   "base64",  "beam_lib", "binary",          "calendar",  "counters",
    "atomics", "crypto",  "dict",     "digraph",         "erl_scan",  "erlang",
    "ets",     "file",    "filelib",  "filename",        "gb_sets",   "gb_trees",
    "io",      "io_lib",  "lists",    "logger",          "maps",      "math",
    "orddict", "ordsets", "os",       "persistent_term", "proplists", "queue",
    "rand",    "re",      "sets",     "string",          "unicode",   "error_logger"};

}  // namespace

bool is_harmless(const std::string& module, const std::string& function) {
  if (module == "timer") return function == "sleep" || function == "tc";
  return std::find(kHarmless.begin(), kHarmless.end(), module) != kHarmless.end();
}

bool is_quiet(const std::string& name) {
  return name.starts_with("io:") || name.starts_with("logger:") ||
         name.starts_with("timer:sleep") || name == "erlang:display/1" ||
         name == "erlang:get_module_info/1" || name == "erlang:get_module_info/2";
}

}  // namespace heddle::abstraction
