// heddle::future, shared_future, promise, packaged_task and async, with every operation of
// <future>.
//
//   auto answer = heddle::async(heddle::launch::async, [] { return 42; });
//   answer.get();
//
// A timeout of wait_for or wait_until is explored whenever the result is not there. async without a
// policy starts a thread, as the standard libraries do; its future waits for the thread when it is
// destroyed. A promise that is destroyed unsatisfied leaves std::future_error (broken_promise).
// When the last of several owners of a result lets go of it is not modelled: the destructor of the
// value, if it is left there, should not touch what other threads use.
#pragma once

#include <future>
#include <memory>
#include <type_traits>
#include <utility>

#include "heddle/detail/future_state.hpp"
#include "heddle/thread.hpp"

namespace heddle {

using std::future_errc;
using std::future_error;
using std::future_status;
using std::launch;

template <class R>
class shared_future;

namespace detail {

template <class R>
class FutureGiver;

/// Waits for the thread of an async when the last future is gone.
class Joiner {
 public:
  explicit Joiner(std::uint32_t thread) : thread_(thread) {}
  ~Joiner() {
    if (!unwinding()) join_thread(thread_, {}, false);
  }
  Joiner(const Joiner&) = delete;
  Joiner& operator=(const Joiner&) = delete;

 private:
  std::uint32_t thread_;
};

/// future and shared_future: a state that may be missing.
template <class R>
class FutureHandle {
 public:
  [[nodiscard]] bool valid() const noexcept { return state_ != nullptr; }
  void wait(place where = place::here()) const { checked().wait(where); }
  template <class Rep, class Period>
  future_status wait_for(const std::chrono::duration<Rep, Period>& time,
                         place where = place::here()) const {
    return checked().wait_to(deadline_after(time), where);
  }
  template <class Clock, class Duration>
  future_status wait_until(const std::chrono::time_point<Clock, Duration>& time,
                           place where = place::here()) const {
    return checked().wait_to(deadline_at(time), where);
  }

 protected:
  FutureHandle() noexcept = default;
  explicit FutureHandle(std::shared_ptr<FutureState<R>> state,
                        std::shared_ptr<Joiner> joiner = nullptr)
      : state_(std::move(state)), joiner_(std::move(joiner)) {}
  FutureState<R>& checked() const {
    if (state_ == nullptr) throw future_error(future_errc::no_state);
    return *state_;
  }
  std::shared_ptr<FutureState<R>> state_;
  std::shared_ptr<Joiner> joiner_;
};

}  // namespace detail

template <class R>
class future : public detail::FutureHandle<R> {
  using Base = detail::FutureHandle<R>;

 public:
  future() noexcept = default;
  future(future&&) noexcept = default;
  future& operator=(future&& other) noexcept {
    future(std::move(other)).swap(*this);
    return *this;
  }
  future(const future&) = delete;
  future& operator=(const future&) = delete;

  R get(place where = place::here()) {
    this->checked().wait(where);
    const future released(std::move(*this));  // whatever happens now
    return released.state_->take();
  }
  shared_future<R> share() noexcept { return shared_future<R>(std::move(*this)); }

 private:
  template <class>
  friend class shared_future;
  template <class F, class... A>
  friend auto async(launch policy, F&& function, A&&... arguments);
  friend class detail::FutureGiver<R>;
  explicit future(std::shared_ptr<detail::FutureState<R>> state,
                  std::shared_ptr<detail::Joiner> joiner = nullptr)
      : Base(std::move(state), std::move(joiner)) {}
  void swap(future& other) noexcept {
    this->state_.swap(other.state_);
    this->joiner_.swap(other.joiner_);
  }
};

template <class R>
class shared_future : public detail::FutureHandle<R> {
 public:
  shared_future() noexcept = default;
  shared_future(future<R>&& other) noexcept  // NOLINT: as std::shared_future
      : detail::FutureHandle<R>(std::move(other.state_), std::move(other.joiner_)) {}

  decltype(auto) get(place where = place::here()) const {
    this->checked().wait(where);
    return this->checked().look();
  }
};

namespace detail {

/// promise and packaged_task: the side that gives the result.
template <class R>
class FutureGiver {
 public:
  future<R> get_future();

 protected:
  FutureGiver() : state_(std::make_shared<FutureState<R>>()) {}
  FutureGiver(FutureGiver&& other) noexcept = default;
  ~FutureGiver() { abandon(); }
  void swap(FutureGiver& other) noexcept {
    state_.swap(other.state_);
    std::swap(retrieved_, other.retrieved_);
    std::swap(satisfied_, other.satisfied_);
  }
  FutureState<R>& checked() const {
    if (state_ == nullptr) throw future_error(future_errc::no_state);
    return *state_;
  }
  void abandon() {
    if (state_ != nullptr && !satisfied_ && exploring()) state_->abandon({});
  }
  std::shared_ptr<FutureState<R>> state_;
  bool retrieved_ = false;
  bool satisfied_ = false;
};

}  // namespace detail

template <class R>
class promise : public detail::FutureGiver<R> {
 public:
  promise() = default;
  promise(promise&&) noexcept = default;
  promise& operator=(promise&& other) noexcept {
    promise(std::move(other)).swap(*this);
    return *this;
  }
  void swap(promise& other) noexcept { detail::FutureGiver<R>::swap(other); }
  friend void swap(promise& a, promise& b) noexcept { a.swap(b); }

  // Nothing for promise<void>, a reference for promise<T&>, else a value to copy or move.
  template <class... V>
  void set_value(V&&... value) {
    set([&] { this->state_->set(std::forward<V>(value)...); }, false);
  }
  template <class... V>
  void set_value_at_thread_exit(V&&... value) {
    set([&] { this->state_->set(std::forward<V>(value)...); }, true);
  }
  void set_exception(std::exception_ptr exception) {
    set([&] { this->state_->set_exception(exception); }, false);
  }
  void set_exception_at_thread_exit(std::exception_ptr exception) {
    set([&] { this->state_->set_exception(exception); }, true);
  }

 private:
  template <class Store>
  void set(Store store, bool at_exit) {
    this->checked().satisfy(store, at_exit, this->state_, {});
    this->satisfied_ = true;
  }
};

template <class Signature>
class packaged_task;

template <class R, class... A>
class packaged_task<R(A...)> : public detail::FutureGiver<R> {
 public:
  packaged_task() noexcept { this->state_ = nullptr; }
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, packaged_task>) explicit packaged_task(
      F&& function)
      : function_(std::make_unique<Holder<std::decay_t<F>>>(std::forward<F>(function))) {}
  packaged_task(packaged_task&&) noexcept = default;
  packaged_task& operator=(packaged_task&& other) noexcept {
    packaged_task(std::move(other)).swap(*this);
    return *this;
  }
  void swap(packaged_task& other) noexcept {
    detail::FutureGiver<R>::swap(other);
    function_.swap(other.function_);
  }
  friend void swap(packaged_task& a, packaged_task& b) noexcept { a.swap(b); }

  [[nodiscard]] bool valid() const noexcept { return this->state_ != nullptr; }
  void operator()(A... arguments) { run(false, std::forward<A>(arguments)...); }
  void make_ready_at_thread_exit(A... arguments) { run(true, std::forward<A>(arguments)...); }
  void reset() {
    this->checked();
    this->abandon();
    this->state_ = std::make_shared<detail::FutureState<R>>();
    this->retrieved_ = this->satisfied_ = false;
  }

 private:
  struct Callable {
    virtual ~Callable() = default;
    virtual R call(A... arguments) = 0;
  };
  template <class F>
  struct Holder final : Callable {
    explicit Holder(F f) : function(std::move(f)) {}
    R call(A... arguments) override { return std::invoke(function, std::forward<A>(arguments)...); }
    F function;
  };
  void run(bool at_exit, A... arguments) {
    this->checked();
    if (this->satisfied_) throw future_error(future_errc::promise_already_satisfied);
    this->state_->set_from([&]() -> R { return function_->call(std::forward<A>(arguments)...); },
                           at_exit, this->state_, {});
    this->satisfied_ = true;
  }
  std::unique_ptr<Callable> function_;
};

namespace detail {

template <class R>
future<R> FutureGiver<R>::get_future() {
  checked();
  if (std::exchange(retrieved_, true)) throw future_error(future_errc::future_already_retrieved);
  return future<R>(state_);
}

}  // namespace detail

template <class F, class... A>
[[nodiscard]] auto async(launch policy, F&& function, A&&... arguments) {
  using R = std::invoke_result_t<std::decay_t<F>, std::decay_t<A>...>;
  auto state = std::make_shared<detail::FutureState<R>>();
  auto call = std::make_shared<std::tuple<std::decay_t<F>, std::decay_t<A>...>>(
      std::forward<F>(function), std::forward<A>(arguments)...);
  // A deferred function is kept in the state itself, which it must not own then.
  const auto execute = [call, raw = state.get()] {
    raw->set_from(
        [&]() -> R {
          return std::apply([](auto&&... parts) -> R { return std::invoke(std::move(parts)...); },
                            std::move(*call));
        },
        false, nullptr, {});
  };
  if ((policy & launch::async) != launch::async) {
    state->set_deferred(execute);
    return future<R>(std::move(state));
  }
  const std::uint32_t thread = detail::start_thread([execute, state] { execute(); }, {});
  return future<R>(std::move(state), std::make_shared<detail::Joiner>(thread));
}
template <class F, class... A>
requires(!std::is_same_v<std::remove_cvref_t<F>, launch>)
    [[nodiscard]] auto async(F&& function, A&&... arguments) {
  return heddle::async(launch::async | launch::deferred, std::forward<F>(function),
                       std::forward<A>(arguments)...);
}

}  // namespace heddle
