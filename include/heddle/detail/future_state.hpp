// What a promise, packaged_task or async and its futures share.
#pragma once

#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "heddle/chrono.hpp"
#include "heddle/detail/guarded.hpp"

namespace heddle::detail {

struct FutureMachine {
  static constexpr const char* kName = "future";
  enum Code : std::uint8_t {
    kSet,      // whether it was the first
    kReserve,  // the same, but it is ready only when it is published
    kPublish,
    kWait,
    kPoll,   // whether it is ready
    kClaim,  // of a deferred function: whether the caller is to execute it; waits for another one
  };

  explicit FutureMachine(std::uint64_t) {}
  bool admits(Token operation) const {
    const std::uint8_t code = code_of(operation);
    return ready || !(code == kWait || (code == kClaim && running));
  }
  bool apply(Token operation);
  static bool commute(Token first, Token second) { return looks(first) && looks(second); }
  static bool looks(Token operation) {
    return code_of(operation) == kWait || code_of(operation) == kPoll;
  }
  const char* wrong_to_destroy() const { return nullptr; }

  bool satisfied = false;
  bool ready = false;
  bool running = false;
};

class FutureBase : public GuardedObject<FutureMachine> {
 public:
  FutureBase() : GuardedObject("future", 0, {}) { disown(); }

  /// Throws promise_already_satisfied unless it is the first; then `store` is executed.
  template <class Store>
  void satisfy(Store store, bool at_exit, const std::shared_ptr<FutureBase>& self, place where) {
    claim_result(at_exit, where);
    store();
    if (at_exit) at_thread_exit([self, where] { self->publish(where); });
  }
  /// The promise is gone: the future gets an exception if nobody has set it.
  void abandon(place where) noexcept;
  void wait(place where);
  std::future_status wait_to(Timeout timeout, place where);
  void rethrow() const {
    if (exception_ != nullptr) std::rethrow_exception(exception_);
  }
  void set_exception(std::exception_ptr exception) { exception_ = std::move(exception); }
  void set_deferred(std::function<void()> function) { deferred_ = std::move(function); }

 private:
  void claim_result(bool at_exit, place where);
  void publish(place where);

  std::exception_ptr exception_;
  std::function<void()> deferred_;
};

/// The value itself, for values, references and nothing.
template <class R>
class FutureState final : public FutureBase {
 public:
  template <class... V>
  void set(V&&... value) {
    if constexpr (std::is_reference_v<R>) {
      value_ = std::addressof(value...);
    } else if constexpr (std::is_void_v<R>) {
      value_.emplace();
    } else {
      value_.emplace(std::forward<V>(value)...);
    }
  }
  /// `function`'s result or exception is the result of the future.
  template <class F>
  void set_from(F&& function, bool at_exit, const std::shared_ptr<FutureBase>& self, place where) {
    try {
      if constexpr (std::is_void_v<R>) {
        function();
        satisfy([this] { set(); }, at_exit, self, where);
      } else {
        decltype(auto) value = function();
        satisfy([&] { set(std::forward<decltype(value)>(value)); }, at_exit, self, where);
      }
    } catch (const Unwind&) {
      throw;
    } catch (...) {
      satisfy([&] { set_exception(std::current_exception()); }, at_exit, self, where);
    }
  }
  R take() {
    rethrow();
    if constexpr (std::is_reference_v<R>) {
      return *value_;
    } else if constexpr (!std::is_void_v<R>) {
      return std::move(*value_);
    }
  }
  std::add_lvalue_reference_t<const R> look() const {
    rethrow();
    if constexpr (!std::is_void_v<R>) return *value_;
  }

 private:
  struct Nothing {};
  using Value = std::conditional_t<
      std::is_reference_v<R>, std::add_pointer_t<R>,
      std::optional<std::conditional_t<std::is_void_v<R>, Nothing, std::remove_reference_t<R>>>>;
  Value value_{};
};

}  // namespace heddle::detail
