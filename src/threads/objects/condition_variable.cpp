#include "heddle/condition_variable.hpp"

namespace heddle {

using detail::Kind;
using detail::LockParts;
using detail::Operation;
using detail::Sync;
using detail::Token;
using detail::WaitQueue;

namespace detail {

// Notifying synchronises nothing: that is what the mutex is for.
void ConditionBase::notify(const char* name, WaitQueue::Code code, place where) {
  if (!execute(name, Kind::releases, token(code), where, Sync::none)) no_change();
}

}  // namespace detail

mutex& condition_variable::checked(std::unique_lock<mutex>& lock, place where) {
  location(where);
  if (!lock.owns_lock()) detail::misuse("waits on a condition without holding its mutex", where);
  LockParts::check_owned(*lock.mutex(), where);
  return *lock.mutex();
}

void condition_variable::give_up_and_enter(mutex& held, place where) {
  Operation op("wait", *this, where);
  touch(op, mine(WaitQueue::kEnter), where);
  op.without_synchronisation();  // that is what the mutex is for
  LockParts::touch_release(held, op, where);
  perform(op);
  apply(mine(WaitQueue::kEnter));
  LockParts::release(held);
}

void condition_variable::wait(std::unique_lock<mutex>& lock, place where) {
  mutex& held = checked(lock, where);
  if (detail::wakes_spuriously(where)) {
    held.unlock(where);
    held.lock(where);
    return;
  }
  give_up_and_enter(held, where);
  // Waking up and locking again are one step: in between the thread does nothing that anybody
  // could see.
  struct Context {
    const WaitQueue* queue;
    const mutex* lock;
    Token token;
  } const context{&state(), &held, mine(WaitQueue::kWake)};
  Operation op("wait", *this, where);
  touch(op, context.token, where);
  op.without_synchronisation();
  LockParts::touch_acquire(held, op, where);
  op.wait_until(
      [](const void* all) {
        const auto& [queue, lock, token] = *static_cast<const Context*>(all);
        return queue->admits(token) && !LockParts::held(*lock);
      },
      &context);
  perform(op);
  apply(context.token);
  LockParts::acquire(held);
}

cv_status condition_variable::wait_to(std::unique_lock<mutex>& lock, detail::Timeout deadline,
                                      place where) {
  mutex& held = checked(lock, where);
  if (detail::wakes_spuriously(where)) {
    held.unlock(where);
    held.lock(where);
    return cv_status::no_timeout;
  }
  give_up_and_enter(held, where);
  detail::begins(this);
  const bool notified =
      execute("wait ends", Kind::tries, mine(WaitQueue::kLeave), where, Sync::none);
  if (!notified) deadline.happens();
  if (detail::recording()) detail::note_value(notified ? "notified" : "timeout");
  Operation op("lock", held, where);
  LockParts::touch_acquire(held, op, where);
  op.wait_until(
      [](const void* taken) { return !LockParts::held(*static_cast<const mutex*>(taken)); }, &held);
  op.holder = LockParts::holder(held);
  perform(op);
  LockParts::acquire(held);
  detail::ends(this, notified ? 0 : 3);  // a loop that waits in vain only waits
  return notified ? cv_status::no_timeout : cv_status::timeout;
}

void condition_variable_any::enter(place where) {
  execute("wait", Kind::tries, mine(WaitQueue::kEnter), where, Sync::none);
}
void condition_variable_any::wake(place where) {
  execute("wait", Kind::waits, mine(WaitQueue::kWake), where, Sync::none);
}
bool condition_variable_any::leave(detail::Timeout deadline, place where) {
  const bool notified =
      execute("wait ends", Kind::tries, mine(WaitQueue::kLeave), where, Sync::none);
  if (!notified) deadline.happens();
  return notified;
}
void condition_variable_any::abandon(place where) {
  execute("wait ends", Kind::tries, mine(WaitQueue::kAbandon), where, Sync::none);
}

void notify_all_at_thread_exit(condition_variable& condition, std::unique_lock<mutex> lock) {
  mutex* const held = lock.release();
  detail::at_thread_exit([&condition, held] {
    held->unlock({});
    condition.notify_all({});
  });
}

}  // namespace heddle
