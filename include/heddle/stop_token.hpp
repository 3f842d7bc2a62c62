// heddle::stop_token, stop_source and stop_callback, with every operation of <stop_token>.
//
//   heddle::stop_source source;
//   heddle::stop_callback on_stop(source.get_token(), [] { ... });
//   source.request_stop();   // the first request executes the callbacks, in this thread
//
// The destructor of a callback waits while another thread executes it.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

#include "heddle/detail/guarded.hpp"

namespace heddle {

using std::nostopstate;
using std::nostopstate_t;

namespace detail {

class StopCallback;

struct StopMachine {
  static constexpr const char* kName = "stop_state";
  enum Code : std::uint8_t {
    kLook,
    kRequest,  // whether it was the first
    kNext,     // the one that requested takes the next callback; the one before has been executed
    kAdd,      // argument: which; whether it was added (no stop was requested yet)
    kRemove,   // argument: which; waits while another thread executes it
    kRemoveInside,  // by the callback itself
  };

  explicit StopMachine(std::uint64_t) {}
  bool admits(Token operation) const {
    return code_of(operation) != kRemove || executed != argument_of(operation);
  }
  /// As the codes say; kNext: whether there is a callback (`executed`).
  bool apply(Token operation);
  static bool commute(Token first, Token second) {
    return code_of(first) == kLook && code_of(second) == kLook;
  }
  const char* wrong_to_destroy() const { return nullptr; }

  bool requested = false;
  std::uint64_t executed = 0;            // the callback in progress
  std::vector<std::uint64_t> callbacks;  // in order of their registration
};

/// What the sources, tokens and callbacks of one stop share.
class StopState final : public GuardedObject<StopMachine> {
 public:
  explicit StopState(place made) : GuardedObject("stop_state", 0, made) { disown(); }

  bool requested(place where) const;
  bool request(place where);
  /// Executes the callback at once if stop was requested already.
  void add(StopCallback& callback, place where);
  void remove(StopCallback& callback, place where);

  // Only sources count; without one, stop cannot be requested any more. As elsewhere in a shared
  // state nobody else can tell when exactly the last one goes.
  int sources = 0;

 private:
  std::vector<StopCallback*> callbacks_;
  std::uint32_t requester_ = kNobody;
};

class StopCallback {
 public:
  StopCallback(const StopCallback&) = delete;
  StopCallback& operator=(const StopCallback&) = delete;

 protected:
  StopCallback() : number_(exploring() ? argument_of(new_location()) : 0) {}
  ~StopCallback() = default;

 private:
  friend class StopState;
  virtual void execute() = 0;
  const std::uint64_t number_;
  bool added_ = false;
};

}  // namespace detail

class stop_source;

class stop_token {
 public:
  stop_token() noexcept = default;

  [[nodiscard]] bool stop_requested(place where = place::here()) const {
    return state_ != nullptr && state_->requested(where);
  }
  /// Whether stop was or can still be requested.
  [[nodiscard]] bool stop_possible(place where = place::here()) const {
    return state_ != nullptr && (state_->sources > 0 || state_->requested(where));
  }
  void swap(stop_token& other) noexcept { state_.swap(other.state_); }
  friend void swap(stop_token& a, stop_token& b) noexcept { a.swap(b); }
  friend bool operator==(const stop_token& a, const stop_token& b) noexcept {
    return a.state_ == b.state_;
  }

 private:
  friend class stop_source;
  template <class F>
  friend class stop_callback;
  explicit stop_token(std::shared_ptr<detail::StopState> state) : state_(std::move(state)) {}
  std::shared_ptr<detail::StopState> state_;
};

class stop_source {
 public:
  stop_source(place made = place::here()) : state_(std::make_shared<detail::StopState>(made)) {
    ++state_->sources;
  }
  explicit stop_source(nostopstate_t) noexcept {}
  stop_source(const stop_source& other) noexcept : state_(other.state_) {
    if (state_ != nullptr) ++state_->sources;
  }
  stop_source(stop_source&& other) noexcept = default;
  stop_source& operator=(stop_source other) noexcept {
    swap(other);
    return *this;
  }
  ~stop_source() {
    if (state_ != nullptr) --state_->sources;
  }

  /// Whether this was the first request.
  bool request_stop(place where = place::here()) const {
    return state_ != nullptr && state_->request(where);
  }
  [[nodiscard]] stop_token get_token() const noexcept { return stop_token(state_); }
  [[nodiscard]] bool stop_requested(place where = place::here()) const {
    return state_ != nullptr && state_->requested(where);
  }
  [[nodiscard]] bool stop_possible() const noexcept { return state_ != nullptr; }
  void swap(stop_source& other) noexcept { state_.swap(other.state_); }
  friend void swap(stop_source& a, stop_source& b) noexcept { a.swap(b); }
  friend bool operator==(const stop_source& a, const stop_source& b) noexcept {
    return a.state_ == b.state_;
  }

 private:
  std::shared_ptr<detail::StopState> state_;
};

template <class Callback>
class [[nodiscard]] stop_callback : private detail::StopCallback {
 public:
  using callback_type = Callback;

  template <class F>
  requires std::constructible_from<Callback, F>
  explicit stop_callback(const stop_token& token, F&& callback, place where = place::here())
      : callback_(std::forward<F>(callback)), state_(token.state_), where_(where) {
    if (state_ != nullptr) state_->add(*this, where_);
  }
  ~stop_callback() {
    if (state_ != nullptr) state_->remove(*this, where_);
  }

 private:
  void execute() override { std::forward<Callback>(callback_)(); }
  Callback callback_;
  const std::shared_ptr<detail::StopState> state_;
  const place where_;
};

template <class F>
stop_callback(stop_token, F) -> stop_callback<F>;

}  // namespace heddle
