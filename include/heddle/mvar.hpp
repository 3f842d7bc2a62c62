// heddle::mvar<T>: a box that is empty or holds one value; taking waits for a value, putting waits
// for room.
//
//   heddle::mvar<int> box;                          // empty
//   heddle::fork([box]() mutable { box.put(1); });
//   int value = box.take();
//
// An mvar is a handle: copies stand for the same box, which lives as long as somebody has one. So
// threads take theirs by value and may outlive the one that made it. Every operation is one step
// but for swap, with and modify, which take and later put, as their names in other libraries do:
// whoever puts in between makes them wait. If the function given to with or modify throws, the
// value taken is put back. take, put and read can be interrupted while they wait (exceptions.hpp).
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "heddle/detail/mask.hpp"
#include "heddle/detail/monitor.hpp"

namespace heddle {

namespace detail {

struct MvarModel {
  static constexpr const char* kName = "mvar";
  enum Code : std::uint8_t { kTake, kPut, kRead, kTryTake, kTryPut, kTryRead };
  using State = bool;  // full
  static State initial(std::uint64_t argument) { return argument != 0; }
  static bool ready(State full, std::uint8_t code, std::uint64_t) {
    if (code == kPut) return !full;
    return full || code >= kTryTake;
  }
  static void apply(State& full, std::uint8_t code, std::uint64_t) {
    if (code == kTake || code == kTryTake) full = false;
    if (code == kPut || code == kTryPut) full = true;
  }
  static bool looks(Token token) { return code_of(token) == kRead || code_of(token) == kTryRead; }
  static bool commute(Token first, Token second) { return looks(first) && looks(second); }
};

}  // namespace detail

template <class T, class Monitor = detail::ExploredMonitor<detail::MvarModel>>
class basic_mvar {
  using Model = detail::MvarModel;

 public:
  using value_type = T;

  /// Empty.
  basic_mvar() : basic_mvar(std::optional<T>{}) {}
  explicit basic_mvar(T value) : basic_mvar(std::optional<T>(std::move(value))) {}

  void set_name(std::string name) const { box_->set_name(std::move(name)); }
  /// For knowledge.hpp.
  auto home() const { return box_->home(); }

  T take(place where = place::here()) const {
    Box& box = *box_;
    return box.when(
        box.operation("take", Model::kTake), where, [&box] { return box.value.has_value(); },
        [&box] {
          Monitor::noted(*box.value);
          return box.remove();
        });
  }
  void put(T value, place where = place::here()) const {
    Box& box = *box_;
    box.when(
        box.operation("put", Model::kPut), where, [&box] { return !box.value.has_value(); },
        [&] {
          Monitor::note_argument(value);
          box.value.emplace(std::move(value));
        });
  }
  T read(place where = place::here()) const {
    Box& box = *box_;
    return box.when(
        box.operation("read", Model::kRead, true), where, [&box] { return box.value.has_value(); },
        [&box] { return T(Monitor::noted(*box.value)); });
  }
  std::optional<T> try_take(place where = place::here()) const {
    Box& box = *box_;
    return box.now(box.operation("try_take", Model::kTryTake), where, [&box]() -> std::optional<T> {
      if (!box.value) {
        Monitor::unchanged();
        return std::nullopt;
      }
      Monitor::noted(*box.value);
      return box.remove();
    });
  }
  bool try_put(T value, place where = place::here()) const {
    Box& box = *box_;
    return box.now(box.operation("try_put", Model::kTryPut), where, [&] {
      Monitor::note_argument(value);
      const bool room = !box.value;
      if (room) {
        box.value.emplace(std::move(value));
      } else {
        Monitor::unchanged();
      }
      return room;
    });
  }
  std::optional<T> try_read(place where = place::here()) const {
    Box& box = *box_;
    return box.now(box.operation("try_read", Model::kTryRead, true), where,
                   [&box] { return std::optional<T>(box.value); });
  }
  bool is_empty(place where = place::here()) const {
    Box& box = *box_;
    return box.now(box.operation("is_empty", Model::kTryRead, true), where,
                   [&box] { return !box.value.has_value(); });
  }

  /// Takes the value, puts the new one; what it was.
  T swap(T value, place where = place::here()) const {
    const detail::Masked<Monitor::kExplored> masked;
    T old = take(where);
    put(std::move(value), where);
    return old;
  }
  /// Takes the value, puts it back when `function(value)` has returned.
  template <class F>
  auto with(F&& function, place where = place::here()) const {
    detail::Masked<Monitor::kExplored> masked;
    const T value = take(where);
    return keep(masked, value, where, [&] { return function(value); });
  }
  /// Takes the value, puts what `function(value)` returns.
  template <class F>
  void modify(F&& function, place where = place::here()) const {
    detail::Masked<Monitor::kExplored> masked;
    const T value = take(where);
    std::optional<T> fresh;
    try {
      const auto unmasked = masked.lifted();
      fresh.emplace(function(value));
    } catch (...) {
      put(value, where);
      throw;
    }
    put(std::move(*fresh), where);
  }

  /// Without a step: for invariants (setup.hpp).
  std::optional<T> inspect() const {
    if constexpr (Monitor::kExplored) detail::inspected(box_->location_of({}));
    return box_->value;
  }
  /// Whether two handles stand for the same box.
  friend bool operator==(const basic_mvar& a, const basic_mvar& b) { return a.box_ == b.box_; }

 private:
  struct Box : Monitor {
    explicit Box(std::optional<T> first)
        : Monitor("mvar"), initial(first), value(std::move(first)) {}
    detail::MonitorOperation operation(const char* name, std::uint8_t code, bool looks = false) {
      return {name, code, initial.has_value() ? 1U : 0U, looks};
    }
    T remove() {
      T old = std::move(*value);
      value.reset();
      return old;
    }
    void renew() override { value = initial; }

    const std::optional<T> initial;
    std::optional<T> value;
  };

  explicit basic_mvar(std::optional<T> value) : box_(std::make_shared<Box>(std::move(value))) {}

  template <class Masked, class F>
  auto keep(Masked& masked, const T& value, place where, F&& function) const {
    const auto call = [&] {
      try {
        const auto unmasked = masked.lifted();
        return function();
      } catch (...) {
        put(value, where);
        throw;
      }
    };
    if constexpr (std::is_void_v<decltype(function())>) {
      call();
      put(value, where);
    } else {
      auto result = call();
      put(value, where);
      return result;
    }
  }

  std::shared_ptr<Box> box_;
};

#ifdef HEDDLE_PRODUCTION
template <class T>
using mvar = basic_mvar<T, detail::RealMonitor<detail::MvarModel>>;
#else
template <class T>
using mvar = basic_mvar<T>;
#endif

namespace real {
template <class T>
using mvar = basic_mvar<T, detail::RealMonitor<detail::MvarModel>>;
}  // namespace real

}  // namespace heddle
