#include "heddle/stop_token.hpp"

#include <algorithm>

namespace heddle::detail {

bool StopMachine::apply(Token operation) {
  const auto which = std::find(callbacks.begin(), callbacks.end(), argument_of(operation));
  switch (code_of(operation)) {
    case kRequest:
      return !std::exchange(requested, true);
    case kNext:
      executed = 0;
      if (callbacks.empty()) return false;
      executed = callbacks.front();
      callbacks.erase(callbacks.begin());
      return true;
    case kAdd:
      if (!requested) callbacks.push_back(argument_of(operation));
      return !requested;
    case kRemove:
    case kRemoveInside:
      if (which != callbacks.end()) callbacks.erase(which);
      return true;
    default:
      return requested;
  }
}

bool StopState::requested(place where) const {
  const bool found = const_cast<StopState*>(this)->execute(
      "stop_requested", Kind::tries, token(StopMachine::kLook), where, Sync::acquire);
  no_change();
  if (recording()) note_value(found ? "true" : "false");
  return found;
}

// Destructors call it (jthread): nothing here throws.
bool StopState::request(place where) {
  if (!execute("request_stop", Kind::releases, token(StopMachine::kRequest), where)) {
    no_change();
    return false;
  }
  requester_ = self();
  while (execute("next stop callback", Kind::releases, token(StopMachine::kNext), where)) {
    const auto next = std::find_if(
        callbacks_.begin(), callbacks_.end(),
        [this](const StopCallback* callback) { return callback->number_ == state().executed; });
    if (next == callbacks_.end()) break;  // the run is over
    StopCallback& callback = **next;
    callbacks_.erase(next);
    callback.execute();
  }
  return true;
}

void StopState::add(StopCallback& callback, place where) {
  callback.added_ = execute("register stop callback", Kind::tries,
                            token(StopMachine::kAdd, callback.number_), where);
  if (callback.added_) {
    callbacks_.push_back(&callback);
  } else {
    callback.execute();
  }
}

// The thread that requested the stop executes the callbacks: it is inside this one if it is in
// progress at all.
void StopState::remove(StopCallback& callback, place where) {
  if (!callback.added_) return;
  const bool inside = requester_ == self();
  Operation op("deregister stop callback", *this, where);
  struct Context {
    const StopMachine* machine;
    Token token;
  } const context{&state(), token(inside ? StopMachine::kRemoveInside : StopMachine::kRemove,
                                  callback.number_)};
  touch(op, context.token, where);
  op.may_throw = false;
  op.wait_until(
      [](const void* pair) {
        const auto& [machine, operation] = *static_cast<const Context*>(pair);
        return machine->admits(operation);
      },
      &context);
  perform(op);
  apply(context.token);
  std::erase(callbacks_, &callback);
}

}  // namespace heddle::detail
