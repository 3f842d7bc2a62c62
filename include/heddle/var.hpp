// heddle::var: a plain variable that several threads use, watched for data races.
//
//   heddle::var<int> data{0};
//   heddle::atomic<bool> ready{false};
//   heddle::thread t([&] { data = 42; ready.store(true, std::memory_order_release); });
//   if (ready.load(std::memory_order_acquire)) use(data);   // ordered
//   use(data);                                               // a data race: an error of this run
//
// Accesses are no steps: they cost no interleavings. Two accesses of different threads, one of them
// a write, that are not ordered by happens-before (locks, joins, release and acquire) are reported
// as an error with both places, in whichever order they were executed: a program without such an
// error has the same values in every order of its accesses. Outside explorations it is a T.
//
// read() and write() know their place, `data = 42` as well; of an access that cannot (`use(data)`)
// a report names the step of its thread that came before.
#pragma once

#include <initializer_list>
#include <type_traits>
#include <utility>

#include "heddle/detail/runtime.hpp"

namespace heddle {

namespace detail {

/// Reports a data race of the running thread's access with an earlier one.
void check_access(Location location, const Object& object, bool write, place where);

}  // namespace detail

template <class T>
class var : private detail::Object {
 public:
  var() : Object("var") {}
  var(T value) : Object("var"), initial_(value), value_(std::move(value)) {}  // NOLINT: as a T
  var(const var& other) : var(other.read({})) {}
  /// Const only so that `data = 42` is no copy of a temporary: for it the next one fits better.
  const var& operator=(const var& other) const {
    const_cast<var*>(this)->write(other.read({}), {});
    return *this;
  }
  var& operator=(detail::Placed<T, var> right) requires std::is_scalar_v<T> {
    write(right.value, right.where);
    return *this;
  }
  /// What stands in braces has no place.
  var& operator=(std::initializer_list<T> right) requires std::is_scalar_v<T> {
    write(right.size() == 0 ? T{} : *right.begin(), {});
    return *this;
  }
  var& operator=(T value) requires(!std::is_scalar_v<T>) {
    write(std::move(value), {});
    return *this;
  }

  using Object::set_name;
  const T& read(place where = place::here()) const {
    access(false, where);
    return value_;
  }
  void write(T value, place where = place::here()) {
    access(true, where);
    value_ = std::move(value);
  }
  /// For changes in place: counts as a write.
  T& ref(place where = place::here()) {
    access(true, where);
    return value_;
  }
  operator const T&() const { return read({}); }  // NOLINT: as a T
  T& operator*() { return ref({}); }
  T* operator->() { return &ref({}); }

 private:
  void renew() override { value_ = initial_; }
  void access(bool write, place where) const {
    if (detail::exploring()) detail::check_access(location(where), *this, write, where);
  }

  T initial_{};
  T value_{};
};

}  // namespace heddle
