// Services: processes that are always there, as far as a program can tell. They are started when
// somebody first needs them, within that step; who it was makes no difference to them, so it does
// not matter for what follows either.
#pragma once

#include <span>

#include "beam/term/term.hpp"

namespace heddle::beam {

struct Service {
  Word pid;  // its number
  const char* name;
  const char* module;
  const char* function;
  const char* argument;  // an atom; null: none
};

inline constexpr Service kServices[] = {
    {64, "user", "heddle_user", "loop", "user"},
    {65, "standard_error", "heddle_user", "loop", "standard_error"},
    {66, "init", "heddle_kernel", "boot", nullptr},
};
inline constexpr const Service& kUser = kServices[0];
inline constexpr const Service& kStandardError = kServices[1];
inline constexpr const Service& kInit = kServices[2];

/// Null if it is the pid of something else.
inline const Service* service_of(Term pid) {
  for (const Service& service : kServices) {
    if (pid == Term::pid(service.pid)) return &service;
  }
  return nullptr;
}

}  // namespace heddle::beam
