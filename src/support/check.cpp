#include "support/check.hpp"

#include "support/printable.hpp"

namespace heddle::support {

UserError::UserError(const std::string& text) : std::runtime_error(printable(text)) {}

void fail_check(const char* condition, const char* file, int line, const std::string& facts) {
  throw InternalError(
      fmt::format("internal error at {}:{}: {} does not hold: {}", file, line, condition, facts));
}

}  // namespace heddle::support
