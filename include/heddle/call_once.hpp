// heddle::call_once: one thread executes the function, the others wait for it.
//
//   heddle::once_flag flag;
//   heddle::call_once(flag, [] { ... });   // if it throws, another thread's call executes its own
#pragma once

#include <functional>
#include <utility>

#include "heddle/detail/guarded.hpp"

namespace heddle {

namespace detail {

struct OnceState {
  static constexpr const char* kName = "once_flag";
  enum Code : std::uint8_t { kEnter, kDone, kFailed };

  explicit OnceState(std::uint64_t) {}
  bool admits(Token operation) const { return code_of(operation) != kEnter || !running; }
  /// Whether the one that enters is to execute the function.
  bool apply(Token operation) {
    if (code_of(operation) == kEnter) return running = !done;
    running = false;
    done = code_of(operation) == kDone;
    return false;
  }
  static bool commute(Token, Token) { return false; }
  const char* wrong_to_destroy() const {
    return running ? "destroyed while its function is executed" : nullptr;
  }

  bool running = false;
  bool done = false;
};

}  // namespace detail

class once_flag : private detail::GuardedObject<detail::OnceState> {
 public:
  once_flag(place made = place::here()) : GuardedObject("once_flag", 0, made) {}
  using Object::set_name;

 private:
  template <class F, class... A>
  friend void call_once(once_flag& flag, F&& function, A&&... arguments);

  /// Whether the calling thread is to execute the function.
  bool enter(place where) {
    const bool runs =
        execute("call_once", detail::Kind::waits, token(detail::OnceState::kEnter), where);
    if (!runs) detail::no_change();
    return runs;
  }
  void leave(detail::OnceState::Code code, place where) {
    execute("call_once ends", detail::Kind::releases, token(code), where);
  }
};

template <class F, class... A>
void call_once(once_flag& flag, F&& function, A&&... arguments) {
  using detail::OnceState;
  if (!flag.enter({})) return;
  try {
    std::invoke(std::forward<F>(function), std::forward<A>(arguments)...);
  } catch (...) {
    flag.leave(OnceState::kFailed, {});
    throw;
  }
  flag.leave(OnceState::kDone, {});
}

}  // namespace heddle
