// CHECK: our own fault, found at run time.
//
// A failed CHECK throws `InternalError` with the condition, the place and the facts. The explorer
// catches it on the way out to write the schedule to disk; the command line turns it into one
// message and exit code 2. It is never used for a user's mistake (that is a `UserError`) nor for a
// failure of the checked program (that is data, a `Finding`).
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace heddle::support {

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// The user's fault: bad input, bad usage. The text names the cause, the place and the remedy. It
/// often quotes what the user gave, so it is made printable: one line, whole even after a NUL.
class UserError : public std::runtime_error {
 public:
  explicit UserError(const std::string& text);
};

[[noreturn]] void fail_check(const char* condition, const char* file, int line,
                             const std::string& facts);

}  // namespace heddle::support

#define HEDDLE_CHECK(condition, ...)                                                           \
  do {                                                                                         \
    if (!(condition)) [[unlikely]] {                                                           \
      ::heddle::support::fail_check(#condition, __FILE__, __LINE__, fmt::format(__VA_ARGS__)); \
    }                                                                                          \
  } while (false)
