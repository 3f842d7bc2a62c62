// HEDDLE_ASSERT and heddle::check with a message: assertions of a test or of the code under test.
// (Without a message heddle::check is another thing: a transaction that waits, heddle/stm.hpp.)
//
//   HEDDLE_ASSERT(x.load() == 1);                    // condition::assertion "x.load() == 1"
//   heddle::check(size <= limit, "never too many");
//
// In an exploration a failure is an outcome (condition::assertion) with its place, and ends the
// thread. Outside it ends the process, like assert; NDEBUG does not switch it off.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "heddle/detail/runtime.hpp"

namespace heddle {

inline void check(bool holds, const char* message, place where = place::here()) {
  if (holds) return;
  if (detail::exploring()) detail::assertion_failed(message, where);
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", where.file, where.line, message);
  std::abort();
}
inline void check(bool holds, const std::string& message, place where = place::here()) {
  check(holds, message.c_str(), where);
}

}  // namespace heddle

#define HEDDLE_ASSERT(...) \
  ::heddle::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, ::heddle::place::here())
