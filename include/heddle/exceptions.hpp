// Threads by fork, and exceptions that one thread throws into another.
//
//   heddle::thread_id worker = heddle::fork([box] { box.put(compute()); });
//   heddle::kill_thread(worker);                   // waits until the exception has arrived
//   heddle::mask([&](auto restore) {               // nothing arrives here ...
//     auto item = queue.take();                    // ... but while this has to wait
//     restore([&] { use(item); });                 // as before the mask
//   });
//
// A forked thread needs no join: when main has returned, nobody asks for it any more (the search
// still lets it go on, so it must not refer to main's variables: give it handles by value). What
// leaves it as an exception is nobody's concern. Unlike heddle::thread, fork does not make the
// parent's writes visible to the child (options::memory).
//
// An exception arrives at an operation of its target, in place of it. While a thread is masked that
// is only possible in an operation that had to wait (take, put, read of an mvar; a transaction that
// retries; throw_to; receive), as long as it has not gone on; while it is uninterruptible, nowhere.
// A child begins with the state of its parent. Locks, joins and other operations of the standard
// library are never interrupted while they wait.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <ostream>
#include <utility>

#include "heddle/detail/mask.hpp"

namespace heddle {

/// What kill_thread throws.
struct thread_killed : std::exception {
  const char* what() const noexcept override { return "thread killed"; }
};

class thread_id;
/// Starts a thread that executes `function()`.
template <class F>
thread_id fork(F function, place where = place::here());

class thread_id {
 public:
  thread_id() = default;
  friend bool operator==(thread_id, thread_id) = default;
  friend auto operator<=>(thread_id, thread_id) = default;

 private:
  explicit thread_id(std::uint32_t number) : number_(number) {}
  friend thread_id my_thread_id();
  template <class F>
  friend thread_id fork(F function, place where);
  friend void throw_to_thread(thread_id, std::exception_ptr, place);
  friend void name_thread(thread_id, std::string);
  std::uint32_t number_ = 0;
};

template <class F>
thread_id fork(F function, place where) {
  auto shared = std::make_shared<F>(std::move(function));
  return thread_id(detail::fork_thread([shared] { (*shared)(); }, where));
}

inline thread_id my_thread_id() {
  detail::become_target();
  return thread_id(detail::self());
}

inline void throw_to_thread(thread_id thread, std::exception_ptr exception, place where) {
  detail::throw_to(thread.number_, std::move(exception), where);
}
inline void name_thread(thread_id thread, std::string name) {
  detail::name_thread(thread.number_, std::move(name));
}

/// Waits until the exception has arrived in the thread; nothing if that has ended. Thrown into
/// oneself it is simply thrown.
template <class E>
void throw_to(thread_id thread, E exception, place where = place::here()) {
  throw_to_thread(thread, std::make_exception_ptr(std::move(exception)), where);
}
inline void kill_thread(thread_id thread, place where = place::here()) {
  throw_to(thread, thread_killed{}, where);
}

inline masking get_masking_state() { return detail::get_masking(); }

/// Executes functions in the masking state that was there before.
class restore_masking {
 public:
  explicit restore_masking(masking state) : state_(state) {}
  template <class F>
  decltype(auto) operator()(F&& function, place where = place::here()) const {
    const bool opens = state_ == masking::unmasked && detail::get_masking() != state_;
    const detail::MaskingScope scope(state_);
    if (opens) detail::interruption_point(where);
    return std::forward<F>(function)();
  }

 private:
  masking state_;
};

/// `function(restore)` with exceptions masked.
template <class F>
decltype(auto) mask(F&& function) {
  const masking before = detail::get_masking();
  const detail::MaskingScope scope(before == masking::unmasked ? masking::masked : before);
  return std::forward<F>(function)(restore_masking(before));
}
template <class F>
decltype(auto) mask_(F&& function) {
  return mask([&](restore_masking) -> decltype(auto) { return std::forward<F>(function)(); });
}
template <class F>
decltype(auto) uninterruptible_mask(F&& function) {
  const masking before = detail::get_masking();
  const detail::MaskingScope scope(masking::uninterruptible);
  return std::forward<F>(function)(restore_masking(before));
}
template <class F>
decltype(auto) uninterruptible_mask_(F&& function) {
  return uninterruptible_mask(
      [&](restore_masking) -> decltype(auto) { return std::forward<F>(function)(); });
}
/// Masked at most: exceptions may arrive in operations that wait, even below an uninterruptible
/// mask.
template <class F>
decltype(auto) interruptible(F&& function) {
  const masking before = detail::get_masking();
  const detail::MaskingScope scope(before == masking::uninterruptible ? masking::masked
                                                                      : masking::unmasked);
  return std::forward<F>(function)();
}
/// Whatever was there before.
template <class F>
decltype(auto) unsafe_unmask(F&& function, place where = place::here()) {
  return restore_masking(masking::unmasked)(std::forward<F>(function), where);
}

/// `function(unmask)` in a new thread that begins masked as its parent is.
template <class F>
thread_id fork_with_unmask(F function, place where = place::here()) {
  return fork(
      [function = std::move(function)]() mutable { function(restore_masking(masking::unmasked)); },
      where);
}
/// `finally(exception)` in the new thread when `function` has ended, with what left it or null;
/// masked.
template <class F, class G>
thread_id fork_finally(F function, G finally, place where = place::here()) {
  return mask([&](restore_masking restore) {
    return fork(
        [function = std::move(function), finally = std::move(finally), restore, where]() mutable {
          std::exception_ptr failure;
          try {
            restore(function, where);
          } catch (const detail::Unwind&) {
            throw;
          } catch (...) {
            failure = std::current_exception();
          } finally(failure);
        },
        where);
  });
}

}  // namespace heddle
