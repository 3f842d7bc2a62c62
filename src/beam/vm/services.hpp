// Services: processes that are always there, as far as a program can tell. They are started when
// somebody first needs them, within that step; who it was makes no difference to them, so it does
// not matter for what follows either.
#pragma once

#include <span>
#include <unordered_map>

#include "beam/term/term.hpp"

namespace heddle::beam {

class Process;

struct Service {
  Word pid;  // its number
  const char* name;
  const char* module;
  const char* function;
  const char* argument;  // an atom; null: none
  const char* table;     // the table that it makes itself, in place of ours; null: none
};

inline constexpr Service kServices[] = {
    {64, "user", "heddle_user", "loop", "user", nullptr},
    {65, "standard_error", "heddle_user", "loop", "standard_error", nullptr},
    {66, "init", "heddle_kernel", "boot", nullptr, "ac_tab"},
    {67, "logger", "heddle_logger", "boot", nullptr, "logger"},
    {68, "heddle_global", "heddle_kernel", "global", nullptr, nullptr},
    {70, "heddle_servers", "heddle_kernel", "servers", nullptr, nullptr},
};
inline constexpr const Service& kUser = kServices[0];
inline constexpr const Service& kStandardError = kServices[1];
/// The application controller and the applications kernel and stdlib.
inline constexpr const Service& kInit = kServices[2];
inline constexpr const Service& kLogger = kServices[3];
/// Starts global_name_server.
inline constexpr const Service& kGlobal = kServices[4];

/// Starts the other servers of kernel.
inline constexpr const Service& kServers = kServices[5];
/// The names that services register while they start: whoever asks for one starts it.
const std::unordered_map<Word, const Service*>& names_of_services();

/// Of Machine::call_before.
inline constexpr Word kBefore = 69;

/// Null if it is the pid of something else.
inline const Service* service_of(Term pid) {
  for (const Service& service : kServices) {
    if (pid == Term::pid(service.pid)) return &service;
  }
  return nullptr;
}

/// The callback module of a server, as proc_lib notes it; none if it was started in another way.
Term callback_module(const Process& server);

/// A server that Elixir's compiler starts for what it compiles. It does not end with the process
/// that compiles: whether it was done by then is nobody's business.
bool serves_compiler(const Process& process);

}  // namespace heddle::beam
