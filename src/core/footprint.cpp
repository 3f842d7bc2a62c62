#include "core/footprint.hpp"

namespace heddle::core {

const char* name(AccessKind kind) {
  switch (kind) {
    case AccessKind::kRead:
      return "read";
    case AccessKind::kWrite:
      return "write";
    case AccessKind::kUpdate:
      return "update";
    case AccessKind::kAwait:
      return "await";
    case AccessKind::kAdd:
      return "add";
    case AccessKind::kAcquire:
      return "acquire";
    case AccessKind::kRelease:
      return "release";
    case AccessKind::kAppend:
      return "append";
    case AccessKind::kTake:
      return "take";
    case AccessKind::kPoll:
      return "poll";
    case AccessKind::kProduce:
      return "produce";
    case AccessKind::kConsume:
      return "consume";
    case AccessKind::kGuarded:
      return "guarded";
  }
  return "?";
}

}  // namespace heddle::core
