#include "heddle/detail/future_state.hpp"

namespace heddle::detail {

bool FutureMachine::apply(Token operation) {
  switch (code_of(operation)) {
    case kSet:
      if (satisfied) return false;
      return satisfied = ready = true;
    case kReserve:
      return !std::exchange(satisfied, true);
    case kPublish:
      return ready = true;
    case kClaim:
      if (running || ready) return false;
      return running = true;
    default:
      return ready;
  }
}

void FutureBase::claim_result(bool at_exit, place where) {
  const bool first =
      execute(at_exit ? "set at thread exit" : "set", Kind::tries,
              token(at_exit ? FutureMachine::kReserve : FutureMachine::kSet), where, Sync::release);
  if (!first) throw std::future_error(std::future_errc::promise_already_satisfied);
}

void FutureBase::publish(place where) {
  execute("publish", Kind::tries, token(FutureMachine::kPublish), where, Sync::release);
}

void FutureBase::abandon(place where) noexcept {
  if (unwinding()) return;
  const bool first =
      execute("broken promise", Kind::releases, token(FutureMachine::kSet), where, Sync::release);
  if (first) {
    set_exception(std::make_exception_ptr(std::future_error(std::future_errc::broken_promise)));
  } else {
    no_change();
  }
}

void FutureBase::wait(place where) {
  if (deferred_ != nullptr) {
    if (execute("get deferred", Kind::waits, token(FutureMachine::kClaim), where)) deferred_();
    return;
  }
  execute("wait", Kind::waits, token(FutureMachine::kWait), where, Sync::acquire);
}

std::future_status FutureBase::wait_to(Timeout timeout, place where) {
  if (deferred_ != nullptr) return std::future_status::deferred;
  const bool ready =
      execute("wait_for", Kind::tries, token(FutureMachine::kPoll), where, Sync::acquire);
  no_change();
  if (recording()) note_value(ready ? "ready" : "timeout");
  if (ready) return std::future_status::ready;
  timeout.happens();
  return std::future_status::timeout;
}

}  // namespace heddle::detail
