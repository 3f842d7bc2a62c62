#include "heddle/detail/waiters.hpp"

namespace heddle::detail {

namespace {
constexpr std::uint32_t kWaitersPart = 0xffd;
}

// A thread that is notified, or comes after the notification, sees what was stored before it:
// otherwise it could look, find the old value and wait for ever.
void Waiters::execute(const Object& object, Location location, const char* name,
                      WaitQueue::Code code, place where) {
  if (queue_ == nullptr) queue_ = std::make_unique<WaitQueue>(0);
  const bool notifies = code == WaitQueue::kNotifyOne || code == WaitQueue::kNotifyAll;
  struct Context {
    const WaitQueue* queue;
    Token token;
  } const context{queue_.get(), Folded<WaitQueue>::token(code, notifies ? 0 : identity())};
  Operation op(name, object, where);
  op.touch(part_of(location, kWaitersPart), Access::guarded, context.token);
  op.acquires = code == WaitQueue::kEnter || code == WaitQueue::kWake;
  op.releases = notifies;
  op.wait_until(
      [](const void* pair) {
        const auto& [queue, token] = *static_cast<const Context*>(pair);
        return queue->admits(token);
      },
      &context);
  perform(op);
  if (!queue_->apply(context.token) && notifies) no_change();
}

}  // namespace heddle::detail
