// heddle::thread, jthread and this_thread: threads of the test, scheduled by the engine.
//
//   heddle::thread worker([&] { x.store(1); });
//   worker.join();
//
// A thread that is destroyed or assigned to while it is joinable is an error of use, and so is
// joining what cannot be joined or oneself. native_handle is missing: there is no native thread
// behind these, they share one.
#pragma once

#include <chrono>
#include <compare>
#include <functional>
#include <memory>
#include <ostream>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>

#include "heddle/chrono.hpp"
#include "heddle/detail/runtime.hpp"
#include "heddle/stop_token.hpp"

namespace heddle {

namespace detail {

/// A function with its arguments, as std::thread keeps them.
template <class F, class... A>
std::function<void()> bound_call(F&& function, A&&... arguments) {
  using Function = std::decay_t<F>;
  // Nobody can tell how often it is copied, and most fit into the std::function.
  if constexpr (sizeof...(A) == 0 && std::is_trivially_copyable_v<Function>) {
    return [call = Function(std::forward<F>(function))]() mutable { std::invoke(std::move(call)); };
  } else {
    auto call = std::make_shared<std::tuple<Function, std::decay_t<A>...>>(
        std::forward<F>(function), std::forward<A>(arguments)...);
    return [call] {
      std::apply([](auto&&... parts) { std::invoke(std::move(parts)...); }, std::move(*call));
    };
  }
}

}  // namespace detail

class thread {
 public:
  /// The same for the same thread in every run.
  class id {
   public:
    id() noexcept = default;
    friend auto operator<=>(const id&, const id&) noexcept = default;
    friend std::ostream& operator<<(std::ostream& out, const id& value) {
      if (value.number_ == detail::kNobody) return out << "no thread";
      return out << value.number_;
    }

   private:
    friend class thread;
    friend struct std::hash<id>;
    friend id make_thread_id(std::uint32_t identity) noexcept;
    explicit id(std::uint32_t number) noexcept : number_(number) {}
    std::uint32_t number_ = detail::kNobody;
  };

  thread() noexcept = default;
  /// With arguments for the function, the start has no place: a parameter pack takes all.
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, thread>) explicit thread(
      F&& function, place where = place::here())
      : thread(Start{where}, detail::bound_call(std::forward<F>(function))) {}
  template <class F, class... A>
  requires(!std::is_same_v<std::remove_cvref_t<F>, thread>) explicit thread(F&& function,
                                                                            A&&... arguments)
      : thread(Start{},
               detail::bound_call(std::forward<F>(function), std::forward<A>(arguments)...)) {}
  thread(thread&& other) noexcept
      : number_(std::exchange(other.number_, detail::kNobody)), id_(std::exchange(other.id_, {})) {}
  thread& operator=(thread&& other) noexcept;
  ~thread();

  [[nodiscard]] bool joinable() const noexcept { return number_ != detail::kNobody; }
  [[nodiscard]] id get_id() const noexcept { return id_; }
  void join(place where = place::here());
  void detach(place where = place::here());
  void swap(thread& other) noexcept {
    std::swap(number_, other.number_);
    std::swap(id_, other.id_);
  }
  friend void swap(thread& a, thread& b) noexcept { a.swap(b); }
  /// Two, always: enough for a program to take its parallel way.
  [[nodiscard]] static unsigned hardware_concurrency() noexcept { return 2; }
  /// As the traces call it.
  void set_name(std::string name) {
    if (joinable()) detail::name_thread(number_, std::move(name));
  }

 private:
  friend class jthread;
  void join_in_destructor();
  struct Start {
    place where;
  };
  thread(Start start, std::function<void()> body);
  std::uint32_t number_ = detail::kNobody;
  id id_;
};

thread::id make_thread_id(std::uint32_t identity) noexcept;

/// Requests stop and joins when it is destroyed.
class jthread {
 public:
  using id = thread::id;

  jthread() noexcept : source_(nostopstate) {}
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, jthread>) explicit jthread(
      F&& function, place where = place::here())
      : thread_(start(where, source_, std::forward<F>(function))) {}
  template <class F, class... A>
  requires(!std::is_same_v<std::remove_cvref_t<F>, jthread>) explicit jthread(F&& function,
                                                                              A&&... arguments)
      : thread_(start({}, source_, std::forward<F>(function), std::forward<A>(arguments)...)) {}
  jthread(jthread&& other) noexcept = default;
  jthread& operator=(jthread&& other) noexcept {
    jthread(std::move(other)).swap(*this);
    return *this;
  }
  ~jthread() {
    if (!joinable() || detail::unwinding()) return;
    request_stop({});
    thread_.join_in_destructor();
  }

  [[nodiscard]] bool joinable() const noexcept { return thread_.joinable(); }
  [[nodiscard]] id get_id() const noexcept { return thread_.get_id(); }
  void join(place where = place::here()) { thread_.join(where); }
  void detach(place where = place::here()) { thread_.detach(where); }
  void swap(jthread& other) noexcept {
    std::swap(source_, other.source_);
    thread_.swap(other.thread_);
  }
  friend void swap(jthread& a, jthread& b) noexcept { a.swap(b); }
  [[nodiscard]] stop_source get_stop_source() const noexcept { return source_; }
  [[nodiscard]] stop_token get_stop_token() const noexcept { return source_.get_token(); }
  bool request_stop(place where = place::here()) { return source_.request_stop(where); }
  [[nodiscard]] static unsigned hardware_concurrency() noexcept {
    return thread::hardware_concurrency();
  }

 private:
  template <class F, class... A>
  static thread start(place where, const stop_source& source, F&& function, A&&... arguments) {
    const thread::Start at{where};
    if constexpr (std::is_invocable_v<std::decay_t<F>, stop_token, std::decay_t<A>...>) {
      return thread(at, detail::bound_call(std::forward<F>(function), source.get_token(),
                                           std::forward<A>(arguments)...));
    } else {
      return thread(at,
                    detail::bound_call(std::forward<F>(function), std::forward<A>(arguments)...));
    }
  }
  stop_source source_{place{}};
  thread thread_;
};

namespace detail {
void sleep_until_time(const char* name, Timeout time, place where);
}

namespace this_thread {

[[nodiscard]] thread::id get_id() noexcept;
/// Lets others go first: what options::fair counts. Explores nothing by itself.
void yield(place where = place::here());
/// Takes virtual time only (heddle/chrono.hpp); like yield, it lets others go first.
template <class Rep, class Period>
void sleep_for(const std::chrono::duration<Rep, Period>& time, place where = place::here()) {
  detail::sleep_until_time("sleep_for", detail::deadline_after(time), where);
}
template <class Clock, class Duration>
void sleep_until(const std::chrono::time_point<Clock, Duration>& time,
                 place where = place::here()) {
  detail::sleep_until_time("sleep_until", detail::deadline_at(time), where);
}

}  // namespace this_thread

}  // namespace heddle

template <>
struct std::hash<heddle::thread::id> {
  std::size_t operator()(const heddle::thread::id& id) const noexcept { return id.number_; }
};
