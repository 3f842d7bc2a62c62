#include "heddle/detail/wait_queue.hpp"

#include <algorithm>

namespace heddle::detail {

namespace {

bool goes_on(Token operation) {
  const std::uint8_t code = code_of(operation);
  return code == WaitQueue::kWake || code == WaitQueue::kLeave || code == WaitQueue::kAbandon;
}
bool notifies(Token operation) {
  const std::uint8_t code = code_of(operation);
  return code == WaitQueue::kNotifyOne || code == WaitQueue::kNotifyAll;
}

}  // namespace

std::size_t WaitQueue::position(std::uint64_t who) const {
  return static_cast<std::size_t>(std::find(waiters_.begin(), waiters_.end(), who) -
                                  waiters_.begin());
}

// The first notification that may be meant for the waiter; as many as there are if none is.
std::size_t WaitQueue::note_for(std::size_t position) const {
  return static_cast<std::size_t>(std::upper_bound(notes_.begin(), notes_.end(), position) -
                                  notes_.begin());
}

void WaitQueue::remove(std::size_t position) {
  waiters_.erase(waiters_.begin() + static_cast<std::ptrdiff_t>(position));
  for (std::size_t& candidates : notes_) {
    if (candidates > position) --candidates;
  }
}

bool WaitQueue::admits(Token operation) const {
  if (code_of(operation) != kWake) return true;
  const std::size_t at = position(argument_of(operation));
  return at < waiters_.size() && note_for(at) < notes_.size();
}

bool WaitQueue::apply(Token operation) {
  switch (code_of(operation)) {
    case kEnter:
      waiters_.push_back(argument_of(operation));
      return true;
    case kNotifyOne:
      if (notes_.size() == waiters_.size()) return false;
      notes_.push_back(waiters_.size());
      return true;
    case kNotifyAll:
      if (notes_.size() == waiters_.size()) return false;
      notes_.resize(waiters_.size(), waiters_.size());
      return true;
    default:
      break;
  }
  const std::size_t at = position(argument_of(operation));
  if (at == waiters_.size()) return false;
  if (code_of(operation) == kAbandon) {
    remove(at);
    for (std::size_t i = 0; i < notes_.size(); ++i) {
      if (i < notes_[i]) continue;
      notes_.erase(notes_.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
    return false;
  }
  const std::size_t note = note_for(at);
  const bool notified = note < notes_.size();
  if (notified) notes_.erase(notes_.begin() + static_cast<std::ptrdiff_t>(note));
  remove(at);
  return notified;
}

bool WaitQueue::commute(Token first, Token second) {
  if (first == second) return true;  // of one thread, or two notifications
  if (notifies(first) && notifies(second)) return true;
  if (code_of(first) == kEnter) return code_of(second) == kEnter || goes_on(second);
  return code_of(second) == kEnter && goes_on(first);
}

}  // namespace heddle::detail
