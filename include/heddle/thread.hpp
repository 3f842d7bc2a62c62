// heddle::thread: a thread of the test, scheduled by the engine.
#pragma once

#include <functional>
#include <memory>
#include <tuple>
#include <utility>

#include "heddle/detail/runtime.hpp"

namespace heddle {

class thread {
 public:
  thread() noexcept = default;
  template <class F, class... A>
  requires(!std::is_same_v<std::remove_cvref_t<F>, thread>) explicit thread(F&& function,
                                                                            A&&... arguments) {
    auto call = std::make_shared<std::tuple<std::decay_t<F>, std::decay_t<A>...>>(
        std::forward<F>(function), std::forward<A>(arguments)...);
    number_ = detail::start_thread(
        [call] {
          std::apply([](auto&&... parts) { std::invoke(std::move(parts)...); }, std::move(*call));
        },
        {});
    joinable_ = true;
  }
  thread(thread&& other) noexcept
      : number_(other.number_), joinable_(std::exchange(other.joinable_, false)) {}
  thread& operator=(thread&& other) noexcept {
    number_ = other.number_;
    joinable_ = std::exchange(other.joinable_, false);
    return *this;
  }
  ~thread() {
    if (joinable_ && !detail::unwinding()) {
      detail::report_error("a thread was destroyed that was neither joined nor detached", {});
    }
  }
  bool joinable() const noexcept { return joinable_; }
  void join(place where = place::here()) {
    detail::join_thread(number_, where);
    joinable_ = false;
  }
  void detach() { joinable_ = false; }

 private:
  std::uint32_t number_ = 0;
  bool joinable_ = false;
};

}  // namespace heddle
