#include "abstraction/cfa/library.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

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
  if (module == "timer") {
    static constexpr std::array<std::string_view, 6> kPlain = {"sleep", "seconds", "minutes",
                                                               "hours", "hms",     "now_diff"};
    return std::find(kPlain.begin(), kPlain.end(), function) != kPlain.end();
  }
  if (module == "logger" || module == "error_logger") {
    // These take modules and funs that are called later.
    return !function.starts_with("add_") && !function.starts_with("set_") &&
           !function.starts_with("update_");
  }
  if (module == "file" && runs_text("file:" + function)) return false;
  if (module == "ets") return function != "give_away" && function != "setopts";
  if (module == "erlang") {
    // These start processes, or bring messages.
    static constexpr std::array<std::string_view, 9> kActs = {
        "spawn",          "open_port",      "port_", "monitor_node",   "trace",
        "system_monitor", "system_profile", "dist_", "suspend_process"};
    return std::none_of(kActs.begin(), kActs.end(),
                        [&](std::string_view acts) { return function.starts_with(acts); });
  }
  return std::find(kHarmless.begin(), kHarmless.end(), module) != kHarmless.end();
}

bool is_quiet(const std::string& name) {
  return name.starts_with("io:") || name.starts_with("logger:") ||
         name.starts_with("timer:sleep") || name == "erlang:display/1" ||
         name == "erlang:get_module_info/1" || name == "erlang:get_module_info/2";
}

bool shows_others(const std::string& name) {
  return name == "erlang:processes/0" || name.starts_with("erlang:process_info/") ||
         name.starts_with("erlang:trace") || name.starts_with("ets:info/");
}

bool runs_text(const std::string& name) {
  return name.starts_with("erl_eval:") || name.starts_with("shell:") ||
         name.starts_with("shell_default:") || name.starts_with("c:") ||
         name.starts_with("file:eval") || name.starts_with("file:path_eval") ||
         name.starts_with("file:script") || name.starts_with("file:path_script") ||
         name.starts_with("erl_tar:") || name.starts_with("merl:") || name.starts_with("qlc:");
}

bool is_key_of_otp(const std::string& name) {
  return name.starts_with("$") || name == "rand_seed" || name == "random_seed";
}

bool shows_dictionary(const std::string& name) {
  return name == "erlang:get/0" || name == "erlang:erase/0";
}

bool is_of_otp(const std::string& name) {
  static const std::set<std::string_view> kNames = {"application_controller",
                                                    "auth",
                                                    "code_server",
                                                    "erl_prim_loader",
                                                    "erl_signal_server",
                                                    "error_logger",
                                                    "erts_code_purger",
                                                    "file_server_2",
                                                    "global_group",
                                                    "global_name_server",
                                                    "inet_db",
                                                    "init",
                                                    "kernel_refc",
                                                    "kernel_safe_sup",
                                                    "kernel_sup",
                                                    "logger",
                                                    "logger_handler_watcher",
                                                    "logger_proxy",
                                                    "logger_std_h_default",
                                                    "logger_sup",
                                                    "net_kernel",
                                                    "net_sup",
                                                    "pg",
                                                    "release_handler",
                                                    "rex",
                                                    "sasl_sup",
                                                    "socket_registry",
                                                    "standard_error",
                                                    "standard_error_sup",
                                                    "timer_server",
                                                    "user",
                                                    "user_drv"};
  return kNames.contains(name);
}

bool takes_device(const std::string& name) {
  static const std::set<std::string_view> kWithout = {
      "io:format/1", "io:format/2",  "io:fwrite/1", "io:fwrite/2",    "io:put_chars/1",
      "io:nl/0",     "io:write/1",   "io:read/1",   "io:get_chars/2", "io:get_line/1",
      "io:fread/2",  "io:columns/0", "io:rows/0",   "io:getopts/0",   "io:setopts/1"};
  return !kWithout.contains(name);
}

bool writes_anything(const std::string& name) {
  return name.starts_with("io:nl/") || name.starts_with("io:write/") ||
         name.starts_with("io:columns/") || name.starts_with("io:rows/");
}

std::optional<std::size_t> values_wanted(const std::string& format) {
  std::size_t out = 0;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '~') continue;
    if (++at >= format.size()) return std::nullopt;
    if (format[at] == 't') ++at;  // Unicode
    if (at >= format.size()) return std::nullopt;
    if (format[at] == 'p' || format[at] == 'w' || format[at] == 'i') {
      ++out;
    } else if (format[at] != 'n' && format[at] != '~') {
      return std::nullopt;
    }
  }
  return out;
}

std::optional<std::vector<TermKind>> taken_by(const std::string& name) {
  using Kinds = std::vector<TermKind>;
  static const std::map<std::string_view, Kinds> kTaken = {
      {"erlang:atom_to_list/1", {TermKind::kAtom}},
      {"erlang:integer_to_list/1", {TermKind::kInteger, TermKind::kRange}},
      {"erlang:integer_to_binary/1", {TermKind::kInteger, TermKind::kRange}},
      {"erlang:abs/1", {TermKind::kInteger, TermKind::kRange, TermKind::kFloat}},
      {"erlang:pid_to_list/1", {TermKind::kPid}},
      {"erlang:ref_to_list/1", {TermKind::kReference}},
      {"erlang:tuple_to_list/1", {TermKind::kTuple}},
  };
  // Any value at all, or none.
  static const std::set<std::string_view> kAnything = {
      "erlang:term_to_binary/1", "erlang:phash2/1", "erlang:max/2",     "erlang:min/2",
      "erlang:external_size/1",  "array:new/0",     "dict:new/0",       "digraph:new/0",
      "gb_sets:empty/0",         "gb_sets:new/0",   "gb_trees:empty/0", "orddict:new/0",
      "ordsets:new/0",           "os:timestamp/0",  "os:system_time/0", "queue:new/0",
      "rand:uniform/0",          "sets:new/0"};
  const bool without = name.starts_with("erlang:") && name.ends_with("/0");
  if (without || kAnything.contains(name)) return Kinds{};
  const auto found = kTaken.find(name);
  if (found == kTaken.end()) return std::nullopt;
  return found->second;
}

}  // namespace heddle::abstraction
