#include "support/check.hpp"

namespace heddle::support {

void fail_check(const char* condition, const char* file, int line, const std::string& facts) {
  throw InternalError(
      fmt::format("internal error at {}:{}: {} does not hold: {}", file, line, condition, facts));
}

}  // namespace heddle::support
